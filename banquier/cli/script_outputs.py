"""The unit that a script plays on, as its header asks, with the outputs of `run`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from itertools import cycle

from banquier.play.vcd import ValueChangeDump
from banquier.play.wav import write_wav
from banquier.saves.games import SaveInMemory
from banquier.saves.recorder import record as recorder_of
from banquier.saves.save_file import SaveFile
from banquier.saves.save_messages import message
from banquier.script.failure import as_words
from banquier.script.header import Header, unit_for
from banquier.trouble import Trouble
from datasheet.glass import Shown
from datasheet.ticks import CRYSTAL, NEVER
from firmware_sim.saved_state import Record
from hardware.beeper import BEEPS, REST
from hardware.keypads.frames import encode, glass_args
from hardware.unit import Observer, Unit


def unit_with_outputs(
    header: Header, stack: ExitStack, *, stepped: bool = False,
    record: str = "", trace: str = "", wav: str = "", vcd: str = "",
    echo: Callable[[str], None] | None = None,
) -> Unit:  # fmt: skip
    """Files to write until the stack ends; `echo` gets a keypad's frames. EditionError; Trouble
    and OSError if a file cannot be written."""
    unit = unit_for(header, stepped=stepped or bool(vcd))
    if vcd:
        changes = stack.enter_context(open(vcd, "w", encoding="utf-8", newline="\n"))  # noqa: SIM115
        dump = unit.probe = ValueChangeDump(unit, changes)
        stack.callback(dump.close)
    if wav:
        unit.beeper.memory = NEVER  # keep all beeps
        sound = stack.enter_context(open(wav, "wb"))  # noqa: SIM115
        stack.callback(lambda: write_wav(sound, unit.beeper.beeps, 0, unit.tick))
    if echo:
        stack.callback(echo_frames(unit, echo))
    if record:
        _record_to(unit, header, record, stack)
    if trace:
        unit.observers.append(Trace(unit, _record_to(unit, header, trace, stack)))
    return unit


def _record_to(unit: Unit, header: Header, path: str, stack: ExitStack) -> SaveFile:
    """Record into the file, which is replaced. If it cannot be written, the unit shows error 23,
    the script goes on, and the end reports it."""
    file = SaveFile.open_named(path, 0)
    recorder_of(unit, header, file)

    def close() -> None:
        file.close()
        if file.trouble:
            raise Trouble(message("cannot_write", path=path, reason=file.trouble))

    stack.callback(close)
    return file


class Trace(Observer):
    """Writes displays, beeps and lines of the roll as comments of a recording."""

    def __init__(self, unit: Unit, file: SaveInMemory) -> None:
        self.file = file
        self._beeps, self._lines = unit.beeper.count, len(unit.roll)
        self._comment(unit.tick, as_words(unit.shown))
        unit.on_display.append(lambda tick, shown: self._comment(tick, as_words(shown)))

    def on_resume(self, unit: Unit, records: Sequence[Record]) -> None:
        self._lines = len(unit.roll)

    def on_advance(self, unit: Unit) -> None:
        for tick, name in unit.beeper.beeps_since(self._beeps):
            self._comment(tick, f"beep {name}")
        for line in unit.roll[self._lines :]:
            self._comment(unit.tick, f"roll {str(line).strip()}")
        self._beeps, self._lines = unit.beeper.count, len(unit.roll)

    def _comment(self, tick: int, words: str) -> None:
        self.file.append(f"# @{tick} {words}\n".encode())


def echo_frames(unit: Unit, say: Callable[[str], None]) -> Callable[[], None]:
    """Send the frames for a keypad with a glass and a beeper, one per note: keypads have no tunes.
    The returned function sends the last beeps."""
    numbers, heard = cycle(range(1, 256)), 0

    def send(verb: str, args: str) -> None:
        say(encode(next(numbers), verb, args).decode("ascii").rstrip())

    def beeps() -> None:
        nonlocal heard
        for _, name in unit.beeper.beeps_since(heard):
            for divisor, ticks in BEEPS[name]:
                if divisor != REST:
                    hz, ms = (CRYSTAL + divisor // 2) // divisor, ticks * 1000 // CRYSTAL
                    send("B", f"{hz},{ms}")
        heard = unit.beeper.count

    def display(tick: int, shown: Shown) -> None:
        beeps()
        send("S", glass_args(*shown))

    unit.on_display.append(display)
    return beeps
