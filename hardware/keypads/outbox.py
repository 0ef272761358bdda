"""What goes to a framed board: questions, the glass until it is taken, tones in their time.

    show(args) ──▶ S ──▶ A          taken
                   S ──250 ms──▶ S ──250 ms──▶ S ──250 ms──▶ given up until the glass changes

Only the newest glass is sent, one at a time: a slow board gets fewer of them, never old ones. A
tone that is LATE_MS late is left out.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from firmware_sim.glass import CRYSTAL
from hardware.beeper import REST, Note
from hardware.keypads.facts import Counters
from hardware.keypads.frames import encode

ANSWER_MS = 250
TRIES = 3
LATE_MS = 100
QUEUE = 16
"""Lines that wait for the wire; a board that takes none is told no more."""

LONGEST_TONE_MS = 5_000
SECOND_MS = 1_000


class Outbox:
    def __init__(self, counters: Counters) -> None:
        self.lines: deque[bytes] = deque()
        self.shows = False
        """The board has a glass. Without one `show` only keeps what to send after a later hello."""
        self.beeps = False
        self._counters = counters
        self._seq = 0
        self._glass: str | None = None
        self._sent: str | None = None
        """The glass on its way, or taken, or given up."""
        self._numbers: set[int] = set()
        self._tries = 0
        self._answer_due: int | None = None
        self._tones: deque[tuple[int, int, int]] = deque()

    def say(self, verb: str, args: str = "") -> int | None:
        """Queues a frame; its number, or None when the wire takes nothing more."""
        if len(self.lines) >= QUEUE:
            return None
        self._seq = self._seq % 255 + 1  # 00 would mean that this side restarted
        self.lines.append(encode(self._seq, verb, args))
        return self._seq

    @property
    def due(self) -> int | None:
        """When `tick` next has something to do."""
        dates = [] if self._answer_due is None else [self._answer_due]
        if self._tones:
            dates.append(self._tones[0][0])
        return min(dates, default=None)

    @property
    def busy(self) -> bool:
        """Something is still on its way, or an answer is."""
        return bool(self.lines or self._tones) or self._answer_due is not None

    def tick(self, now: int) -> None:
        if self._answer_due is not None and now >= self._answer_due:
            self._answer_due = None
            if self._tries < TRIES:
                self._send_glass(now)
            else:
                self._counters.unanswered += 1
                self._send_newer(now)
        while self._tones and now >= self._tones[0][0]:
            date, hz, ms = self._tones.popleft()
            if now - date < LATE_MS:
                self.say("B", f"{hz},{ms}")

    # -- glass

    def show(self, args: str, now: int) -> None:
        self._glass = args
        if self._answer_due is None:
            self._send_newer(now)

    def show_again(self, now: int) -> None:
        """After a hello: whatever the board had on its glass is gone."""
        self._sent = None
        self._answer_due = None
        self._send_newer(now)

    def answered(self, number: int, now: int, refused: str = "") -> None:
        if number not in self._numbers:
            return
        if refused == "crc" and self._tries < TRIES:
            self._send_glass(now)
            return
        self._answer_due = None
        self._send_newer(now)

    def _send_newer(self, now: int) -> None:
        if self.shows and self._glass is not None and self._glass != self._sent:
            self._send_glass(now)

    def _send_glass(self, now: int) -> None:
        if self._glass is None:
            return
        number = self.say("S", self._glass)
        if self._glass != self._sent:
            # A newer one takes the place of the one on its way, and its answers count no more.
            self._tries = 0
            self._numbers.clear()
            self._sent = self._glass
        self._tries += 1
        if number is not None:
            self._numbers.add(number)
        self._answer_due = now + ANSWER_MS

    # -- sound

    def play(self, notes: Sequence[Note], now: int) -> None:
        """A new beep cuts the one that sounds, as on the unit itself; no notes are silence."""
        if not self.beeps:
            return
        self._tones.clear()
        at = 0
        for divisor, ticks in notes:
            ms = min(ticks * SECOND_MS // CRYSTAL, LONGEST_TONE_MS)
            if divisor != REST:
                start = now + at * SECOND_MS // CRYSTAL
                self._tones.append((start, (CRYSTAL + divisor // 2) // divisor, ms))
            at += ticks
        if not self._tones:
            self._tones.append((now, 0, 0))
        self.tick(now)
