"""Recordings: a script with absolute times, written while it happens.

    banquier 1
    edition electronique
    seed 42
    firmware 1.0
    @98401 down OK
    @100449 up OK
    @98914 state 3 5f0c...          after every operation: its number and the unit's digest

A `Writer` owns a stream and puts every line into it at once. A unit is recorded into it:

    Player(record_into(unit, Writer(file)), script).play()

Telling, the recording also notes what can be seen and heard, as comments: it plays the same.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TextIO

from banquier.script.failure import as_words
from banquier.script.header import FORMAT, Header
from banquier.script.recording_unit import RecordingUnit, Sink
from banquier.script.steps import ScriptError
from banquier.script.vocabulary import names_written
from firmware_sim.interface import Shown


class Writer:
    """Appends lines to a stream, each one out of our hands before the next thing happens.

    Whoever gives `lost` goes on when a line cannot be written: it is told so, once, and what
    would have come after that line is not written either.
    """

    def __init__(self, stream: TextIO, lost: Callable[[OSError], None] | None = None) -> None:
        self.stream = stream
        self.lost = lost
        self.ended = False

    def header(self, header: Header, firmware: str, folder: str = "") -> None:
        """`folder`: where the recording lies, which an edition's file is named from."""
        lines = [f"banquier {FORMAT}"]
        for name in header.given:
            if name == "names":
                lines.append(names_written(header.names))
            elif name != "firmware":
                value = str(getattr(header, name.replace("-", "_")))
                lines.append(f"{name} {_edition(value, folder) if name == 'edition' else value}")
        lines.append(f"firmware {firmware}")
        self._put("\n".join(lines) + "\n")

    def write(self, tick: int, step: str) -> None:
        """One step of the language, at its absolute time."""
        self._put(f"@{tick} {step}\n")

    def state(self, tick: int, number: int, digest: str) -> None:
        self.write(tick, f"state {number} {digest}")

    def remark(self, tick: int, words: str) -> None:
        self._put(f"# @{tick} {words}\n")

    def _put(self, lines: str) -> None:
        if self.ended:
            return
        try:
            self.stream.write(lines)
            self.stream.flush()
        except OSError as error:
            if self.lost is None:
                raise
            self.ended = True
            self.lost(error)


def _edition(name: str, folder: str) -> str:
    if not name.endswith(".toml"):
        return name
    path = os.path.relpath(name, folder or ".")
    if '"' in path or not path.isprintable():
        raise ScriptError(f"a recording cannot name the edition's file {path!r}")
    return f'"{path}"'


class ScriptSink(Sink):
    """Writes what is done to a unit as a script; `telling`: what it shows and plays as comments."""

    def __init__(self, unit: RecordingUnit, writer: Writer, *, telling: bool = False) -> None:
        self.writer = writer
        self.known = unit.operations
        self.telling = telling
        self._beeps = unit.beep_count
        if telling:
            writer.remark(unit.tick, as_words(unit.shown))
            unit.on_display.append(self._display)

    def line(self, tick: int, step: str) -> None:
        self.writer.write(tick, step)

    def resumed(self, unit: RecordingUnit, records: Sequence[str]) -> None:
        self.known = unit.operations
        self.line(unit.tick, f"adopt {self.known} {unit.digest()} - {records[-1]}")

    def note(self, unit: RecordingUnit) -> None:
        """Write the state if an operation was done since the last one; tell what was heard."""
        if self.telling:
            for tick, name in unit.beeps_since(self._beeps):
                self.writer.remark(tick, f"beep {name}")
            self._beeps = unit.beep_count
        if unit.operations != self.known:
            self.known = unit.operations
            if self.telling and unit.roll:
                self.writer.remark(unit.tick, f"roll {str(unit.roll[-1]).strip()}")
            self.writer.state(unit.tick, self.known, unit.digest())

    def _display(self, tick: int, shown: Shown) -> None:
        self.writer.remark(tick, as_words(shown))


def record_into(unit: object, writer: Writer, *, telling: bool = False) -> RecordingUnit:
    """The same unit: all that is done to it from now on is written."""
    if not isinstance(unit, RecordingUnit):
        raise TypeError("this unit cannot be recorded")
    unit.record(ScriptSink(unit, writer, telling=telling))
    return unit
