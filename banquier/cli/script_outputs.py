"""The machine that a script plays on: a unit as its header asks, with the outputs of `run`.

machine = ScriptMachine(stepped=False, record="game.keys")
unit = machine.make(header, stack)       # what banquier.script.runner asks for
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import NamedTuple

from banquier.play.value_changes import ValueChangeDump
from banquier.play.wav import write_wav
from banquier.saves.messages import message
from banquier.saves.recorder import SaveRecorder, record
from banquier.saves.save_file import SaveFile, SaveInMemory
from banquier.script.failure import as_words
from banquier.script.header import Header, unit_for
from banquier.trouble import Trouble
from firmware_sim.glass import CRYSTAL, NEVER, Shown
from firmware_sim.saved_state import Record
from hardware.beeper import BEEPS, REST
from hardware.keypads.frames import encode, glass_args
from hardware.unit import Observer, Unit


class ScriptMachine(NamedTuple):
    """`record`, `trace`, `wav` and `vcd` are files to write; `echo` gets a keypad's frames."""

    stepped: bool = False
    record: str | None = None
    trace: str | None = None
    wav: str | None = None
    vcd: str | None = None
    echo: Callable[[str], None] | None = None

    def make(self, header: Header, stack: ExitStack) -> Unit:
        """EditionError; Trouble and OSError if a file cannot be written."""
        unit = unit_for(header, stepped=self.stepped or bool(self.vcd))
        if self.vcd:
            file = stack.enter_context(open(self.vcd, "w", encoding="utf-8", newline="\n"))  # noqa: SIM115
            dump = unit.probe = ValueChangeDump(unit, file)
            stack.callback(dump.close)
        if self.wav:
            unit.beeper.memory = NEVER  # keep all beeps
            wav = stack.enter_context(open(self.wav, "wb"))  # noqa: SIM115
            stack.callback(lambda: write_wav(wav, unit.beeper.beeps, 0, unit.tick))
        if self.echo:
            stack.callback(KeypadEcho(unit, self.echo).beeps)
        if self.record:
            _recorded(unit, header, self.record, stack)
        if self.trace:
            recorder = _recorded(unit, header, self.trace, stack)
            unit.observers.append(Trace(unit, recorder.file))
        return unit


def _recorded(unit: Unit, header: Header, path: str, stack: ExitStack) -> SaveRecorder:
    """The recording takes the place of the file. One that cannot be written: the unit shows error
    23, the script goes on, and that is told at the end."""
    file = SaveFile.named(path, 0)
    recorder = record(unit, header, file)

    def close() -> None:
        file.close()
        if file.trouble:
            raise Trouble(message("cannot_write", path=path, reason=file.trouble))

    stack.callback(close)
    return recorder


class Trace(Observer):
    """Writes displays, beeps and lines of the roll as comments of a recording."""

    def __init__(self, unit: Unit, file: SaveInMemory) -> None:
        self.file = file
        self._beeps, self._lines = unit.beep_count, len(unit.roll)
        self._comment(unit.tick, as_words(unit.shown))
        unit.on_display.append(lambda tick, shown: self._comment(tick, as_words(shown)))

    def resumed(self, unit: Unit, records: Sequence[Record]) -> None:
        self._lines = len(unit.roll)

    def passed(self, unit: Unit) -> None:
        for tick, name in unit.beeps_since(self._beeps):
            self._comment(tick, f"beep {name}")
        for line in unit.roll[self._lines :]:
            self._comment(unit.tick, f"roll {str(line).strip()}")
        self._beeps, self._lines = unit.beep_count, len(unit.roll)

    def _comment(self, tick: int, words: str) -> None:
        self.file.append(f"# @{tick} {words}\n".encode())


class KeypadEcho:
    """The frames that a keypad with a glass and a beeper would get."""

    def __init__(self, unit: Unit, say: Callable[[str], None]) -> None:
        self.unit = unit
        self.say = say
        self.number = 0
        self.heard = 0
        unit.on_display.append(self.display)

    def display(self, tick: int, shown: Shown) -> None:
        self.beeps()
        self.send("S", glass_args(*shown))

    def beeps(self) -> None:
        """Send the beeps since the last frame, one frame a note: keypads have no tunes."""
        for _, name in self.unit.beeps_since(self.heard):
            for divisor, ticks in BEEPS[name]:
                if divisor != REST:
                    hz, ms = (CRYSTAL + divisor // 2) // divisor, ticks * 1000 // CRYSTAL
                    self.send("B", f"{hz},{ms}")
        self.heard = self.unit.beep_count

    def send(self, verb: str, args: str) -> None:
        self.number = self.number % 255 + 1
        self.say(encode(self.number, verb, args).decode("ascii").rstrip())
