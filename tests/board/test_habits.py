"""Sketches of every line shape and habit on the simulated chip: each press counts exactly once.

The bytes come from the compiled sketch through a pseudo-terminal; the clock is the board's own, so
that a key every 170 ms costs no 170 ms. `BOARD_PRESSES=300` is the long
form; `-s` prints the table.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from hardware.serial.facts import Counters, State
from hardware.serial.port import open_port
from hardware.serial.session import Session
from keypad.keys import PAD_LEGENDS
from tests.board.building import compile_habit
from tests.board.rig import Rig

PRESSES = int(os.environ.get("BOARD_PRESSES", "16"))
PERIODS = (170, 90) if "BOARD_PRESSES" in os.environ else (90,)
LEGENDS = "123A456B789C*0#D"
SILENT_MS = 3_200
BATCH_MS = 10

CASES = [
    *(
        (shape, "QUIET", 115_200)
        for shape in ("BARE", "LINE", "STATED", "PRESSED", "COLON", "AFTER")
    ),
    *((shape, "STATUS", 115_200) for shape in ("LINE", "STATED", "PRESSED", "COLON", "AFTER")),
    ("STATED", "RELEASES_LOST", 115_200),
    ("PRESSED", "RELEASES_LOST", 115_200),
    *((shape, "QUIET", 9_600) for shape in ("BARE", "LINE", "STATED")),
    ("LINE", "STATUS", 57_600),
    ("LINE", "QUIET", 19_200),
    ("LINE", "QUIET", 57_600),
]
EATEN = {115_200: 0, 9_600: 1, 57_600: 2, 38_400: 3, 19_200: 4}
"""Presses that show that the speed is wrong, before any is read."""


class Listener:
    """A session that hears the board in the board's own time."""

    def __init__(self, rig: Rig, baud: int) -> None:
        self.rig = rig
        self.baud = baud
        self.sent = 0
        rig.tell("pace 0", "patient 1")
        self.port = open_port(rig.port)
        self.session = Session(Counters(), 0)
        self.now = 0
        self.speed = self.session.speed
        self.heard: list[str] = []

    def _arrived(self) -> bytes:
        """What the board sent in this batch. At its own speed no byte of it is left for later."""
        before, self.sent = self.sent, self.rig.stats()["sent"]
        device = self.port._device
        if self.speed != self.baud:
            return bytes(device.read(device.in_waiting))
        data = bytes(device.read(self.sent - before)) if self.sent > before else b""
        return data + bytes(device.read(device.in_waiting))

    def wait(self, ms: int) -> None:
        for _ in range(0, ms, BATCH_MS):
            self.rig.tell(f"wait {BATCH_MS}")
            self.now += BATCH_MS
            self.session.hear(self._arrived(), self.now)
            self.session.tick(self.now)
            self.session.outbox.lines.clear()
            for event in self.session.events:
                if event.kind in ("tap", "press"):
                    self.heard.append(event.key)
            self.session.events.clear()
            if self.session.speed != self.speed:
                self.speed = self.session.speed
                self.port.set_speed(self.speed)


@pytest.mark.parametrize("period", PERIODS)
@pytest.mark.parametrize(("shape", "habit", "baud"), CASES)
def test_every_press_counts_once(
    make_rig: Callable[..., Rig], programs: Path, shape: str, habit: str, baud: int, period: int
) -> None:
    listener = Listener(make_rig(compile_habit(programs, shape, habit, baud)), baud)
    dice = random.Random(period)
    sent: list[str] = []
    try:
        listener.wait(SILENT_MS)
        last = -1
        for _ in range(EATEN[baud]):  # until the speed is found, as slowly as a first try is
            if listener.session.speed == baud:
                break
            tap(listener, 5, 90, 400)
        listener.wait(1_000)
        assert listener.heard == []
        assert listener.session.speed == baud
        for _ in range(PRESSES):
            number = dice.choice([n for n in range(16) if n != last])
            last = number
            sent.append(PAD_LEGENDS[LEGENDS[number]])
            tap(listener, number, period * 2 // 3 // 10 * 10, period)
        listener.wait(300)
    finally:
        listener.port.close()
    invented = max(len(listener.heard) - len(sent), 0)
    print(
        f"\n{shape} {habit} {baud}, every {period} ms: {len(sent)} sent, "
        f"{sum(a == b for a, b in zip(sent, listener.heard, strict=False))} understood, "
        f"{invented} invented"
    )
    assert listener.heard == sent
    assert listener.session.state is State.PLAIN


def tap(listener: Listener, number: int, down: int, period: int) -> None:
    row, col = divmod(number, 4)
    listener.rig.tell(f"d {row} {col + 4} 8")
    listener.wait(down)
    listener.rig.tell(f"u {row} {col + 4} 8")
    listener.wait(period - down)
