"""The machine that a script plays on: a unit as its header asks, with the outputs of `run`.

machine = ScriptMachine(stepped=False, record="game.keys")
unit = machine.make(header, stack)       # what banquier.script.runner asks for
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import ExitStack
from typing import NamedTuple, TextIO

from banquier.play.value_changes import ValueChangeDump
from banquier.play.wav import write_wav
from banquier.script.header import Header
from banquier.script.recording import Writer, record_into
from banquier.script.runner import unit_for
from firmware_sim.glass import CRYSTAL, NEVER, Shown
from firmware_sim.messages import VERSION
from hardware.beeper import BEEPS, REST
from hardware.keypads.frames import encode, glass_args
from hardware.unit import Unit


class ScriptMachine(NamedTuple):
    """`record`, `trace`, `wav` and `vcd` are files to write; `echo` gets a keypad's frames."""

    stepped: bool = False
    record: str | None = None
    trace: str | None = None
    wav: str | None = None
    vcd: str | None = None
    echo: Callable[[str], None] | None = None

    def make(self, header: Header, stack: ExitStack) -> Unit:
        """Trouble if there is no such edition, OSError if a file cannot be written."""
        unit = unit_for(header, stepped=self.stepped or bool(self.vcd))
        if self.vcd:
            _probed(unit, self.vcd, stack)
        if self.wav:
            _sound(unit, self.wav, stack)
        if self.echo:
            stack.callback(KeypadEcho(unit, self.echo).beeps)
        write_errors = _WriteErrors()
        if self.record:
            stack.callback(write_errors.close, stream := _text(self.record))
            unit = _recorded(unit, header, Writer(stream, write_errors.tell), self.record)
        if self.trace:
            writer = Writer(stack.enter_context(_text(self.trace)))
            unit = _recorded(unit, header, writer, self.trace, telling=True)
        write_errors.watch(unit)
        return unit


class _WriteErrors:
    """A recording that cannot be written: the unit shows error 23, the script goes on, and the
    error is raised at the end."""

    def __init__(self) -> None:
        self.unit: Unit | None = None
        self.error: OSError | None = None

    def tell(self, error: OSError) -> None:
        self.error = error
        if self.unit is not None:
            self.unit.memory_failed()

    def watch(self, unit: Unit) -> None:
        self.unit = unit
        if self.error is not None:  # the header could not be written
            unit.memory_failed()

    def close(self, stream: TextIO) -> None:
        try:
            stream.close()
        except OSError as error:
            self.error = self.error or error
        if self.error is not None:
            _end_with_a_whole_line(stream.name)
            raise OSError(self.error.errno, self.error.strerror, stream.name) from None


def _end_with_a_whole_line(path: str) -> None:
    """Cut the file back to whole lines, so that it is a recording."""
    if os.path.isfile(path):
        with open(path, "r+b") as file:
            file.truncate(file.read().rfind(b"\n") + 1)


def _recorded(
    unit: Unit, header: Header, writer: Writer, path: str, *, telling: bool = False
) -> Unit:
    writer.header(header, VERSION, os.path.dirname(path))
    return record_into(unit, writer, telling=telling)


def _text(path: str) -> TextIO:
    return open(path, "w", encoding="utf-8", newline="\n")


def _sound(unit: Unit, path: str, stack: ExitStack) -> None:
    unit.beeper.memory = NEVER  # keep all beeps
    file = stack.enter_context(open(path, "wb"))  # noqa: SIM115
    stack.callback(lambda: write_wav(file, unit.beeper.beeps, 0, unit.tick))


def _probed(unit: Unit, path: str, stack: ExitStack) -> None:
    dump = unit.probe = ValueChangeDump(unit, stack.enter_context(_text(path)))
    stack.callback(dump.close)


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
