"""Sketches of every line shape and habit on the simulated chip: each press counts exactly once.

The bytes come from the compiled sketch through a pseudo-terminal; the clock is the board's own, so
that a key every 170 ms costs no 170 ms. `KEYPAD_PRESSES=300` is the long form.
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from banquier.panel.settings import PAD_LAYOUTS
from hardware.keypads.facts import LIFT, Counters, Event, State
from hardware.keypads.pad import Pad
from hardware.keypads.plain_presses import FLOOD_PRESSES
from hardware.keypads.port import open_port
from hardware.keypads.session import Session
from keypad.keys import PAD_LEGENDS
from tests.keypads.building import compile_habit
from tests.keypads.rig import Rig

PRESSES = int(os.environ.get("KEYPAD_PRESSES", "16"))
PERIODS = (170, 90) if "KEYPAD_PRESSES" in os.environ else (90,)
ORDINARY = "123A456B789C*0#D"
OWN = "123U456D789LE0RS"
OWN_PAD = {"U": "?", "D": "+", "L": "-", "E": "C", "R": "OK", "S": "F"}
TWELVE = "123456789*0#"
STARTS_MS = 100
SILENT_MS = 3_200
BATCH_MS = 10
BOUNCE_MS = 8
SAME_KEY_MS = 170  # no finger strikes one sooner again

CASES = [
    *(
        (shape, "QUIET", 115_200)
        for shape in ("BARE", "LINE", "STATED", "PRESSED", "COLON", "AFTER")
    ),
    *((shape, "STATUS", 115_200) for shape in ("LINE", "STATED", "PRESSED", "COLON", "AFTER")),
    ("STATED", "RELEASES_LOST", 115_200),
    ("PRESSED", "RELEASES_LOST", 115_200),
    *((shape, "QUIET", 9_600) for shape in ("BARE", "LINE", "STATED")),
    *((shape, "STATUS", 9_600) for shape in ("LINE", "STATED")),
]
TOO_MUCH = ("STATED", "STATUS", 9_600, 90)
"""About 780 of 960 bytes a second: the loop waits for its send buffer and misses keys itself."""


class Listener:
    """A session that hears the board in the board's own time."""

    def __init__(self, rig: Rig, baud: int, pad: Mapping[str, str] | None = None) -> None:
        self.rig = rig
        self.written = 0
        self.bytes = b""
        rig.hold()
        rig.tell("patient 1")
        self.port = open_port(rig.port, baud)
        self.session = Session(Counters(), 0, pad=Pad(pad or {}), speed=baud)
        self.now = 0
        self.events: list[Event] = []

    @property
    def heard(self) -> list[str]:
        return [event.key for event in self.events if event.kind == "press"]

    def _arrived(self) -> bytes:
        """What the rig wrote in this batch: all of it, also where the machine delivers it late."""
        before, self.written = self.written, self.rig.stats()["written"]
        data = b""
        while len(data) < self.written - before:
            data += self.port.read(1)
        self.bytes += data
        return data

    def wait(self, ms: int, *, board_runs: bool = True) -> None:
        """A board that only sends what is pressed need not run where nothing is: that takes a
        hundred million of its instructions."""
        for _ in range(0, ms, BATCH_MS):
            if board_runs:
                self.rig.tell(f"wait {BATCH_MS}")
            self.now += BATCH_MS
            self.session.hear(self._arrived() if board_runs else b"", self.now)
            self.session.tick(self.now)
            self.session.outbox.lines.clear()
            self.events += self.session.events
            self.session.events.clear()

    def down(self, number: int, columns: int = 4) -> None:
        self.rig.tell(f"d {number // columns} {number % columns + 4} {BOUNCE_MS}")

    def up(self, number: int, columns: int = 4) -> None:
        self.rig.tell(f"u {number // columns} {number % columns + 4} {BOUNCE_MS}")

    def tap(self, number: int, period: int, columns: int = 4) -> None:
        held = period * 2 // 3 // 10 * 10
        self.down(number, columns)
        self.wait(held)
        self.up(number, columns)
        self.wait(period - held)


@contextmanager
def listening(
    rig: Rig, baud: int, pad: Mapping[str, str] | None = None, *, quiet: bool = True
) -> Iterator[Listener]:
    """To a plain keypad at its speed."""
    listener = Listener(rig, baud, pad)
    try:
        listener.wait(STARTS_MS)
        listener.wait(SILENT_MS, board_runs=not quiet)
        assert listener.heard == []
        yield listener
    finally:
        listener.port.close()


def type_at_random(
    listener: Listener, legends: str, period: int, without: str = "", presses: int = PRESSES
) -> str:
    """The legends of so many keys; only a * comes twice in a row."""
    dice = random.Random(period)
    typed = ""
    while len(typed) < presses:
        others = [one for one in legends if one not in without]
        legend = dice.choice([one for one in others if typed[-1:] != one or one == "*"])
        if typed[-1:] == legend:
            listener.wait(max(0, SAME_KEY_MS - period))
        typed += legend
        listener.tap(legends.index(legend), period, len(legends) // 4)
    listener.wait(300)
    return typed


@pytest.mark.parametrize("period", PERIODS)
@pytest.mark.parametrize(("shape", "habit", "baud"), CASES)
def test_every_press_counts_once(
    make_rig: Callable[..., Rig], programs: Path, shape: str, habit: str, baud: int, period: int
) -> None:
    rig = make_rig(compile_habit(programs, shape, habit, baud, ORDINARY))
    with listening(rig, baud, quiet=habit != "STATUS") as listener:
        listener.bytes = b""
        typed = type_at_random(listener, ORDINARY, period)
    if (shape, habit, baud, period) == TOO_MUCH:
        typed = "".join(re.findall(r"Key (.) PRESSED", listener.bytes.decode("ascii")))
        assert len(typed) >= PRESSES * 0.9
    sent = [PAD_LEGENDS[legend] for legend in typed]
    assert listener.heard == sent
    assert listener.session.state is State.PLAIN


@pytest.mark.parametrize("period", PERIODS)
@pytest.mark.parametrize("shape", ["BARE", "LINE", "STATED"])
def test_a_pad_with_other_legends_is_mapped_by_the_settings(
    make_rig: Callable[..., Rig], programs: Path, shape: str, period: int
) -> None:
    rig = make_rig(compile_habit(programs, shape, "QUIET", 115_200, OWN))
    with listening(rig, 115_200, OWN_PAD) as listener:
        sent = [OWN_PAD.get(legend, legend) for legend in type_at_random(listener, OWN, period)]
    assert listener.heard == sent


@pytest.mark.parametrize("period", PERIODS)
@pytest.mark.parametrize("shape", ["BARE", "LINE", "STATED"])
def test_a_pad_of_twelve_keys_plays_too(
    make_rig: Callable[..., Rig], programs: Path, shape: str, period: int
) -> None:
    rig = make_rig(compile_habit(programs, shape, "QUIET", 115_200, TWELVE))
    with listening(rig, 115_200, PAD_LAYOUTS["3x4"]) as listener:
        typed = type_at_random(listener, TWELVE, period)
        listener.tap(1, period, 3)
        typed += "2"  # what follows a * ends its wait
        listener.wait(300)
    for before, after in (("**", "C"), ("*", "F"), ("#", "OK")):
        typed = typed.replace(before, f" {after} ")
    sent = [key for part in typed.split() for key in ([part] if part in ("C", "F", "OK") else part)]
    assert listener.heard == sent


@pytest.mark.parametrize(("shape", "baud"), [("LINE", 115_200), ("STATED", 9_600)])
def test_a_flood_is_reported_and_stopped_until_a_second_of_quiet(
    make_rig: Callable[..., Rig], programs: Path, shape: str, baud: int
) -> None:
    rig = make_rig(compile_habit(programs, shape, "FLOOD", baud, ORDINARY))
    with listening(rig, baud) as listener:
        first = type_at_random(listener, ORDINARY, 170, without="*", presses=4)
        assert listener.heard == [PAD_LEGENDS[legend] for legend in first]
        listener.wait(1_000)
        listener.events.clear()

        listener.down(12)
        listener.wait(3_000)
        assert listener.session.problem == "flood"
        taken = list(listener.events)
        assert len(listener.heard) <= FLOOD_PRESSES
        assert taken[-1] == LIFT and taken.count(LIFT) == 1
        listener.up(12)
        listener.wait(900)
        assert listener.session.problem
        listener.wait(300)
        assert not listener.session.problem
        listener.events.clear()
        then = type_at_random(listener, ORDINARY, 170, without="*", presses=4)
        assert listener.heard == [PAD_LEGENDS[legend] for legend in then]
