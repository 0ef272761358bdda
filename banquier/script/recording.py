"""Recordings: scripts with absolute times, written during play.

    banquier 1
    edition electronique
    seed 42
    firmware 1.0
    @98401 down OK
    @100449 up OK
    @98914 state 3 5f0c...          after every operation: its number and the unit's digest

A `Writer` writes each line to its stream at once:

    Player(record_into(unit, Writer(file)), script).play()

With `telling`, displays and beeps are written as comments.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from typing import Any, TextIO

from banquier.script.errors import ScriptError
from banquier.script.failure import as_words
from banquier.script.header import FORMAT, Header
from banquier.script.vocabulary import names_written, step_written
from firmware_sim.glass import Shown
from firmware_sim.saved_state import Record, written
from firmware_sim.session import UNDO_DEPTH
from hardware.unit import Observer, Unit


class Writer:
    """Writes lines to a stream and flushes each.

    With `lost`, a line that cannot be written does not raise: `lost` is called once with the
    error, and nothing more is written.
    """

    def __init__(self, stream: TextIO, lost: Callable[[OSError], None] | None = None) -> None:
        self.stream = stream
        self.lost = lost
        self.ended = False

    def header(self, header: Header, firmware: str, folder: str = "") -> None:
        """`folder`: of the recording; the path of an edition file is relative to it."""
        lines = [f"banquier {FORMAT}"]
        for name in header.given:
            if name == "names":
                lines.append(names_written(header.names))
            elif name != "firmware":
                value = str(getattr(header, name.replace("-", "_")))
                lines.append(f"{name} {_edition(header, folder) if name == 'edition' else value}")
        lines.append(f"firmware {firmware}")
        self._put("\n".join(lines) + "\n")

    def write(self, tick: int, step: str) -> None:
        """Write a step at its absolute time."""
        self._put(f"@{tick} {step}\n")

    def state(self, tick: int, number: int, digest: str) -> None:
        self.write(tick, f"state {number} {digest}")

    def comment(self, tick: int, words: str) -> None:
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


def _edition(header: Header, folder: str) -> str:
    if not header.edition.endswith(".toml"):
        return header.edition
    path = os.path.relpath(header.edition, folder or ".")
    if '"' in path or not path.isprintable():
        raise ScriptError(f"a recording cannot name the edition's file {path!r}")
    changed = (f"with {name} = {json.dumps(value)}" for name, value in header.rules.items())
    return " ".join([f'"{path}"', *changed])


class ScriptRecorder(Observer):
    """Writes what is done to a unit as a script; `telling`: displays and beeps as comments."""

    def __init__(self, unit: Unit, writer: Writer, *, telling: bool) -> None:
        self.writer = writer
        self.known = unit.operations
        self.telling = telling
        self._beeps = unit.beep_count
        if telling:
            writer.comment(unit.tick, as_words(unit.shown))
            unit.on_display.append(self._display)

    def input(self, unit: Unit, verb: str, *facts: Any) -> None:
        self.writer.write(unit.tick, step_written(verb, *facts))

    def resumed(self, unit: Unit, records: Sequence[Record]) -> None:
        *before, last = records[-1 - UNDO_DEPTH :]  # those that CORR may need
        for record in before:
            self.writer.write(
                unit.tick, f"state {record['operation']} {'0' * 16} - {written(record)}"
            )
        self.known = unit.operations
        self.writer.write(unit.tick, f"adopt {self.known} {unit.digest()} - {written(last)}")

    def passed(self, unit: Unit) -> None:
        """Write the state after an operation, and beeps as comments."""
        if self.writer.ended:
            return
        if self.telling:
            for tick, name in unit.beeps_since(self._beeps):
                self.writer.comment(tick, f"beep {name}")
            self._beeps = unit.beep_count
        if unit.operations != self.known:
            self.known = unit.operations
            if self.telling and unit.roll:
                self.writer.comment(unit.tick, f"roll {str(unit.roll[-1]).strip()}")
            self.writer.state(unit.tick, self.known, unit.digest())

    def _display(self, tick: int, shown: Shown) -> None:
        self.writer.comment(tick, as_words(shown))


def record_into(unit: Unit, writer: Writer, *, telling: bool = False) -> Unit:
    """Record the unit from now on; returns it."""
    unit.observers.append(ScriptRecorder(unit, writer, telling=telling))
    return unit
