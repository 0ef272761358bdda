"""Boards with their owner's own sketch, on the simulated chip, at both speeds."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from banquier.editions.edition_file import editions
from hardware.serial.facts import State
from hardware.serial.keypad_link import KeypadLink
from hardware.unit import Unit
from tests.board.building import compile_arduino, compile_sketch
from tests.board.rig import Rig
from tests.support.paths import ROOT
from tests.support.waiting import until

SKETCHES = [(style, baud) for style in (1, 2, 3) for baud in (115_200, 9_600)]
LEGENDS = ("123A", "456B", "789C", "*0#D")
MEANT = [*"123?456+789-C0", "OK", "F"]


class Watched:
    """One board, its link, and what was heard."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        # A chip that never sleeps keeps a core busy: it runs during `wait` only.
        rig.hold()
        self.link = KeypadLink(rig.port)
        self.link.open()
        self.heard: list[str] = []

    def listen(self) -> None:
        for event in self.link.take():
            if event.kind in ("tap", "press"):
                self.heard.append(event.key)


def tap(boards: list[Watched], row: int, col: int) -> None:
    """The same key on every board: 90 ms down, 50 ms up, as in fast typing."""
    for board in boards:
        board.rig.tell(f"d {row} {col + 4} 8", "wait 90", f"u {row} {col + 4} 8", "wait 50")
    for board in boards:
        board.rig.settle()


def listen(boards: list[Watched], seconds: float, keys: int = 1_000) -> None:
    """For so long, or until each board has typed so many keys."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and any(len(board.heard) < keys for board in boards):
        for board in boards:
            board.link.wait(0.01)
            board.listen()


def tap_all(boards: list[Watched]) -> None:
    """Every key, each when the one before was heard; one more time would be heard too."""
    for number in range(16):
        tap(boards, number // 4, number % 4)
        listen(boards, 5, number + 1)
    listen(boards, 0.1)


def test_every_kind_of_sketch_types_all_sixteen_keys_at_both_speeds(
    make_rig: Callable[..., Rig], programs: Path
) -> None:
    boards = []
    for style, baud in SKETCHES:
        rig = make_rig(compile_sketch(programs, style, baud))
        boards.append(Watched(rig))
    try:
        until(lambda: all(board.link.status().state is State.SILENT for board in boards))
        # What the wrong speed makes of the first keys is no key, and shows that it is wrong.
        for _ in range(12):
            tap(boards, 1, 1)
            listen(boards, 0.35, 1)
            if all(board.heard for board in boards):
                break
        listen(boards, 0.35)
        for board, (_, baud) in zip(boards, SKETCHES, strict=True):
            assert set(board.heard) <= {"5"}
            assert board.link.status().speed == baud
            board.heard.clear()
        tap_all(boards)
        for board, sketch in zip(boards, SKETCHES, strict=True):
            assert board.heard == MEANT, sketch
            assert board.link.status().counters.presses >= 16
    finally:
        for board in boards:
            board.link.close()


def test_the_sketch_of_ten_lines_in_the_manual_types_all_sixteen_keys(
    make_rig: Callable[..., Rig], programs: Path
) -> None:
    page = (ROOT / "docs" / "board.md").read_text(encoding="utf-8")
    code = page.partition("```cpp\n")[2].partition("```")[0]
    assert len(code.splitlines()) == 10
    rig = make_rig(compile_arduino(programs, code))
    board = Watched(rig)
    try:
        until(lambda: board.link.status().state is State.SILENT)
        tap_all([board])
        assert board.heard == MEANT
        stats = rig.stats()
        assert stats["contention"] == stats["high"] == stats["serial"] == 0
    finally:
        board.link.close()


def test_a_key_of_a_plain_board_is_a_pulse_on_the_unit(
    make_rig: Callable[..., Rig], programs: Path
) -> None:
    unit = Unit(editions(), seed=1, bounce="worn")
    unit.run(65_536)
    rig = make_rig(compile_sketch(programs, 1, 115_200))
    beeps = len(unit.beeps)
    with KeypadLink(rig.port) as link:
        until(lambda: link.status().state is State.SILENT)
        rig.tell("d 3 6", "wait 2000", "u 3 6")  # held for two seconds: one pulse all the same
        until(lambda: link.status().waiting > 0)
        start = unit.tick
        due = link.pump(unit)
        assert due == start + 2_048
        unit.run(due)
        link.pump(unit)
        unit.run(unit.tick + 8_192)
    assert [name for _, name in unit.beeps[beeps:]] == ["key"]
    assert not unit.matrix.closed_at(unit.tick)
