"""A keypad at a port that the browser has opened: bytes in, keys to the unit, its glass back.

    keypad = PocketKeypad(page, clock, 115_200)
    keypad.hear(data)         bytes of the keypad
    keypad.step()             with the unit brought to now
    keypad.told()             bytes for the keypad
    keypad.play(page)         another unit
    keypad.rest()             seconds until `step` has something to do
    keypad.close()            unplugged: all its keys come up

The conversation is that of the link on a computer, without its thread.
"""

from __future__ import annotations

from collections.abc import Callable

from banquier.page.page_unit import PageUnit
from banquier.play.keypad_source import press
from banquier.words.keypad_state import keypad_state
from hardware.keypads.keypad_session import KeypadSession

PART, PORT = "keypad", "USB"
CLIENT = "keypad"


class PocketKeypad:
    def __init__(self, page: PageUnit, clock: Callable[[], float], speed: int) -> None:
        self._clock = clock
        self.session = KeypadSession(self._now, speed=speed)
        self.play(page)

    def play(self, page: PageUnit) -> None:
        """On this unit from now on: a game was taken up."""
        self.page = page
        self._tell()

    @property
    def _now(self) -> int:
        return int(self._clock() * 1_000)

    def hear(self, data: bytes) -> None:
        self.session.hear(data, self._now)

    def step(self) -> None:
        """A keypad that has been silent for too long begins again."""
        self.session.tick(self._now)
        while self.session.events:
            press(self.page.keys, self.session.events.popleft(), CLIENT)
        if self.session.lost:
            self.session.begin(self._now)
        self.session.outbox.tell(self.page.unit, self._now)
        self._tell()

    def told(self) -> dict[str, bytes] | None:
        """What is new for the port."""
        lines = self.session.outbox.lines
        data = b"".join(lines)
        lines.clear()
        return {"bytes": data} if data else None

    def rest(self) -> float:
        now = self._now
        return max(self.session.due(now) - now, 1) / 1_000

    def close(self) -> None:
        self.page.keys.lift(CLIENT)
        self.page.tell(PART, None)

    def _tell(self) -> None:
        self.page.tell(PART, keypad_state(self.session.status(PORT), "page"))
