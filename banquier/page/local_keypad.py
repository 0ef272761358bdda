"""A keypad at a port that the browser has opened: bytes in, keys to the unit, its glass back.

    keypad = LocalKeypad(clock, 115_200)
    keypad.feed(data)            bytes of the keypad
    keypad.take_bytes()          bytes for the keypad
    keypad.rest()                seconds until `take_events` is wanted at the latest

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
"""The time between two looks: soon after bytes, when a silence has a meaning, and later."""
SOON_MS = 300


class LocalKeypad:
    client = "keypad"

    def __init__(self, clock: Callable[[], float], speed: int) -> None:
        self._clock = clock
        self._session = KeypadSession(self._now_ms, speed=speed)
        self._heard = self._now_ms

    @property
    def _now_ms(self) -> int:
        return int(self._clock() * 1_000)

    @property
    def state(self) -> Said:
        return keypad_state(self._session.status(PORT), "page")

    def rest(self) -> float:
        return BEAT_S if self._now_ms - self._heard < SOON_MS else SILENT_S

    def feed(self, data: bytes) -> None:
        self._heard = self._now_ms
        self._session.feed(data, self._heard)

    def take_events(self) -> Sequence[KeypadEvent]:
        """Return the events since the last call. A keypad silent for too long begins again."""
        session, now = self._session, self._now_ms
        session.feed(b"", now)
        events = session.take_events()
        if session.lost:
            session.begin(now)
        return events

    def show_unit(self, unit: Unit) -> None:
        self._session.outbox.show_unit(unit, self._now_ms)

    def take_bytes(self) -> bytes:
        """Return the bytes for the port since the last call."""
        return self._session.outbox.take_bytes()
