"""The lines for a framed keypad: questions, the glass, and tones at their times.

The glass is sent when it changed and once more with the next heartbeat; no answer is waited for. A
tone that is LATE_MS late is left out.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING

from datasheet.ticks import CRYSTAL
from hardware.beeper import BEEPS, REST, Note
from hardware.keypads.frames import encode, glass_args

if TYPE_CHECKING:
    from hardware.unit import Unit

LATE_MS = 100
QUEUE = 16
"""Lines that wait for the wire; a keypad that takes none is told no more."""


class Outbox:
    """The lines that wait to be written."""

    def __init__(self) -> None:
        self._unit: Unit | None = None
        self._beeps = 0
        self._glass = ""
        self.restart()

    def restart(self) -> None:
        """Start again for a new opening: the keypad has shown and played nothing yet."""
        self.lines: deque[bytes] = deque()
        self.shows = False
        """The keypad has a glass. Without one `show_glass` only keeps what a hello asks for."""
        self.beeps = False
        self._seq = 0
        self._again = False
        """The glass was sent once."""
        self._tones: deque[tuple[int, int, int]] = deque()

    def take_bytes(self) -> bytes:
        """Return the lines since the last call."""
        data = b"".join(self.lines)
        self.lines.clear()
        return data

    def queue_frame(self, verb: str, args: str = "") -> None:
        """Queue a frame, unless the wire takes nothing more."""
        if len(self.lines) < QUEUE:
            self._seq = self._seq % 255 + 1  # 00 would mean that this side restarted
            self.lines.append(encode(self._seq, verb, args))

    def show_unit(self, unit: Unit, now: int) -> None:
        """Queue the changed glass and the last new beep of the unit. After a change of units, past
        beeps are skipped."""
        if unit is not self._unit:
            self._unit, self._beeps = unit, unit.beeper.count
        self.show_glass(glass_args(*unit.shown))
        for _, name in unit.beeper.beeps_since(self._beeps)[-1:]:
            self.play_notes(BEEPS[name], now)
        self._beeps = unit.beeper.count

    # -- glass

    def show_glass(self, args: str) -> None:
        if args != self._glass:
            self._glass = args
            self.send_glass()

    def send_glass(self) -> None:
        """Send the glass, also after a hello: the keypad has lost its picture."""
        if self.shows and self._glass:
            self.queue_frame("S", self._glass)
            self._again = True

    def repeat_glass(self) -> None:
        """Send the glass once more, at a heartbeat."""
        if self._again:
            self.send_glass()
            self._again = False

    # -- sound

    def queue_tones(self, now: int) -> None:
        """Queue the tones whose time has come."""
        while self._tones and now >= self._tones[0][0]:
            date, hz, ms = self._tones.popleft()
            if now - date < LATE_MS:
                self.queue_frame("B", f"{hz},{ms}")

    def play_notes(self, notes: Sequence[Note], now: int) -> None:
        """Play a beep. It cuts the one that sounds, as on the unit itself; no notes are silence."""
        if not self.beeps:
            return
        self._tones.clear()
        at = 0
        for divisor, ticks in notes:
            ms = ticks * 1_000 // CRYSTAL
            if divisor != REST:
                start = now + at * 1_000 // CRYSTAL
                self._tones.append((start, (CRYSTAL + divisor // 2) // divisor, ms))
            at += ticks
        if not self._tones:
            self._tones.append((now, 0, 0))
        self.queue_tones(now)
