"""A keypad at a port that the browser has opened: bytes in, keys to the unit, its glass back.

    keypad = PocketKeypad(page, clock, 115_200)
    keypad.hear(data)         bytes of the board
    keypad.step()             with the unit brought to now
    keypad.speed              at which the port is to be open
    keypad.says()             bytes for the board
    keypad.lost               it has been silent for too long: begin again
    keypad.play(page)         another unit
    keypad.rest()             seconds until `step` has something to do
    keypad.close()            unplugged: all its keys come up

The conversation is that of the link on a computer, without its threads.
"""

from __future__ import annotations

from collections.abc import Callable

from banquier.page.page_keypad import CLIENT, press
from banquier.page.page_unit import PageUnit
from banquier.words import LANGUAGES
from banquier.words.board_state import board_state
from hardware.beeper import BEEPS
from hardware.serial.facts import Counters, Status
from hardware.serial.frames import glass_args
from hardware.serial.session import Session

PART, PORT = "keypad", "USB"


class PocketKeypad:
    def __init__(self, page: PageUnit, clock: Callable[[], float], speed: int) -> None:
        self._clock = clock
        self.session = Session(Counters(), self._now, speed=speed)
        self.play(page)

    def play(self, page: PageUnit) -> None:
        """On this unit from now on: a game was taken up."""
        self.page = page
        self._shown: object = None
        self._beeps = page.unit.beep_count
        self._tell()

    @property
    def _now(self) -> int:
        return int(self._clock() * 1_000)

    @property
    def speed(self) -> int:
        return self.session.speed

    def hear(self, data: bytes) -> None:
        self.session.hear(data, self._now)

    def step(self) -> None:
        session, unit = self.session, self.page.unit
        session.tick(self._now)
        while session.events:
            press(self.page.keys, session.events.popleft())
        if session.spilled:
            session.spilled = False
            self.page.keys.lift(CLIENT)
        if unit.shown != self._shown:
            self._shown = unit.shown
            session.outbox.show(glass_args(*unit.shown), self._now)
        if unit.beep_count != self._beeps:
            for _, name in unit.beeps_since(self._beeps)[-1:]:
                session.outbox.play(BEEPS[name], self._now)
            self._beeps = unit.beep_count
        self._tell()

    def says(self) -> bytes:
        said = b"".join(self.session.outbox.lines)
        self.session.outbox.lines.clear()
        return said

    def rest(self) -> float:
        now = self._now
        return max(self.session.due(now) - now, 1) / 1_000

    @property
    def lost(self) -> bool:
        return self.session.lost

    def close(self) -> None:
        self.page.keys.lift(CLIENT)
        self.page.tell(PART, None)

    def _tell(self) -> None:
        session = self.session
        status = Status(
            session.state, PORT, session.speed, session.board, session.ghost, session.trouble,
            session.problem, session.protocol, session.last_junk,
        )  # fmt: skip
        said = {lang: board_state(status, lang) for lang in LANGUAGES}
        if self.page.extra.get(PART) != said:
            self.page.tell(PART, said)
