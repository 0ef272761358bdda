"""A keypad at a port that the browser has opened: bytes in, keys to the unit, its glass back.

    keypad = LocalKeypad(clock, 115_200)
    keypad.hear(data)         bytes of the keypad
    keypad.told()             bytes for the keypad
    keypad.rest()             seconds until `take` is wanted at the latest

The conversation is that of the link on a computer, without its thread.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from banquier.words import Said
from banquier.words.keypad_state import keypad_state
from hardware.keypads.facts import KeypadEvent
from hardware.keypads.keypad_session import KeypadSession
from hardware.unit import Unit

PORT = "USB"
BEAT_S, SILENT_S = 0.05, 0.5
"""Between two looks: soon after bytes, when a silence or an answer means something; else."""
SOON_MS = 300


class LocalKeypad:
    client = "keypad"

    def __init__(self, clock: Callable[[], float], speed: int) -> None:
        self._clock = clock
        self._session = KeypadSession(self._now, speed=speed)
        self._heard = self._now

    @property
    def _now(self) -> int:
        return int(self._clock() * 1_000)

    @property
    def state(self) -> Said:
        return keypad_state(self._session.status(PORT), "page")

    def rest(self) -> float:
        return BEAT_S if self._now - self._heard < SOON_MS else SILENT_S

    def hear(self, data: bytes) -> None:
        self._heard = self._now
        self._session.hear(data, self._heard)

    def take(self) -> Sequence[KeypadEvent]:
        """The events since the last time. One that has been silent for too long begins again."""
        session, now = self._session, self._now
        session.hear(b"", now)
        events = [*session.events]
        session.events.clear()
        if session.lost:
            session.begin(now)
        return events

    def tell(self, unit: Unit) -> None:
        self._session.outbox.tell(unit, self._now)

    def told(self) -> bytes:
        """Return the bytes that are new for the port."""
        lines = self._session.outbox.lines
        data = b"".join(lines)
        lines.clear()
        return data
