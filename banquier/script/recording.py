"""Recordings: a script with absolute times, written while it happens.

    banquier 1
    edition electronique
    seed 42
    firmware 1.0
    @98401 down OK
    @100449 up OK
    @98914 state 3 5f0c...          after every operation: its number and the unit's digest

A `Writer` owns a stream and puts every line into it at once. A `Tape` lies between a player's
fingers and the unit: it has the unit's own face, and writes down what passes.

    tape = Tape(unit, Writer(file))
    Player(tape, script).play()

Telling, the tape also notes what can be seen and heard, as comments: still the same recording.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TextIO

from banquier.script.failure import as_words
from banquier.script.header import FORMAT, Header
from banquier.script.interface import BenchFace, Resumes, UnitFace
from banquier.script.steps import ScriptError
from banquier.script.vocabulary import names_written, written
from firmware_sim.interface import RollLine, Said, Shown


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


class Tape:
    """A unit with a recorder on it: the same face, and a line for everything done to it."""

    def __init__(self, unit: UnitFace, writer: Writer, *, telling: bool = False) -> None:
        self.unit = unit
        self.writer = writer
        self.known = unit.operations
        self.telling = telling
        self._beeps = unit.beep_count
        self._held: dict[str, None] = {}
        if telling:
            writer.remark(unit.tick, as_words(unit.shown))
            unit.on_display.append(self._display)

    # -- fingers and cells, which are written down

    def press(self, key: str) -> None:
        self._held[key] = None
        self.writer.write(self.unit.tick, f"down {key}")
        self.unit.press(key)

    def release(self, key: str) -> None:
        self._held.pop(key, None)
        self.writer.write(self.unit.tick, f"up {key}")
        self.unit.release(key)

    def release_all(self) -> None:
        for key in list(self._held):
            self.release(key)

    def set_battery(self, mv: int) -> None:
        self.writer.write(self.unit.tick, f"battery {mv // 1000}.{mv % 1000:03d}V")
        self.unit.set_battery(mv)

    def power_off(self) -> None:
        self.writer.write(self.unit.tick, "power off")
        self.unit.power_off()

    def power_on(self) -> None:
        self.writer.write(self.unit.tick, "power on")
        self.unit.power_on()

    def name_players(self, names: dict[int, str]) -> None:
        self.writer.write(self.unit.tick, names_written(names))
        self.unit.name_players(names)

    def resume(self, records: Sequence[str]) -> None:
        if not isinstance(self.unit, Resumes):
            raise ValueError("this unit takes up no saves")
        self._held.clear()
        self.unit.resume(records)
        self.known = self.unit.operations
        digest = self.unit.digest()
        self.writer.write(self.unit.tick, f"adopt {self.known} {digest} - {records[-1]}")

    def memory_failed(self) -> None:
        self.writer.write(self.unit.tick, "memory fails")
        self.unit.memory_failed()

    @property
    def bench(self) -> BenchFace:
        return _RecordedBench(self)

    # -- time, in which operations end

    def run(self, until: int) -> None:
        while self.unit.run_to_change(until):
            self.note()
        self.note()

    def run_to_change(self, limit: int) -> bool:
        changed = self.unit.run_to_change(limit)
        self.note()
        return changed

    def note(self) -> None:
        """Write the state if an operation was done since the last one; tell what was heard."""
        unit = self.unit
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

    # -- eyes

    @property
    def tick(self) -> int:
        return self.unit.tick

    @property
    def quiet_at(self) -> int:
        return self.unit.quiet_at

    @property
    def operations(self) -> int:
        return self.unit.operations

    @property
    def said(self) -> Said:
        return self.unit.said

    @property
    def shown(self) -> Shown:
        return self.unit.shown

    @property
    def beep_count(self) -> int:
        return self.unit.beep_count

    def beeps_since(self, count: int) -> Sequence[tuple[int, str]]:
        return self.unit.beeps_since(count)

    @property
    def roll(self) -> Sequence[RollLine]:
        return self.unit.roll

    @property
    def on_display(self) -> list[Callable[[int, Shown], None]]:
        return self.unit.on_display

    def digest(self) -> str:
        return self.unit.digest()


class _RecordedBench:
    def __init__(self, tape: Tape) -> None:
        self.tape = tape

    def get(self, noun: str, *args: int | str) -> object:
        return self.tape.unit.bench.get(noun, *args)

    def set(self, noun: str, *args: int | str) -> None:
        unit = self.tape.unit
        tick = unit.tick
        unit.bench.set(noun, *args)
        self.tape.writer.write(tick, f"set {noun} {' '.join(written(noun, args))}")
        self.tape.note()
