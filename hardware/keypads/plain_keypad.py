"""A keypad that runs its owner's own sketch: bytes in, key events out.

    bytes ─▶ plain_text.py ─▶ plain_forms.py ─▶ PlainKeypad ─▶ plain_presses.py ─▶ events
             lines             what one says     what counts    in time

A press is money and a sketch sends no CRC, so four rules guard it:

- Bytes that are no text mean a wrong speed or noise: nothing counts for 250 ms.
- Nothing counts before the speed is proven (`SpeedProof`).
- A keypad never presses by itself: keys of the first three seconds wait for their end, and if one
  came twice in them, and no other, it is none.
- Where whole lines are numbers of several digits, single digits are numbers too, and no keys.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from hardware.keypads.facts import SPEED, Counters, KeypadEvent, Problem
from hardware.keypads.pad import Pad
from hardware.keypads.plain_forms import Forms, Said
from hardware.keypads.plain_presses import BOUNCE_MS, PlainPresses
from hardware.keypads.plain_text import Cutter, Line, SpeedProof

LATE_MS = 100
"""As much passes between two reads at most: what a busy machine reads late did not come late."""
OPENING_MS = 100
"""What comes so soon after the port was opened was sent before."""
START_MS = 3_000
AGREE_MS = 2_000
"""A key that waits longer for the speed to be proven was pressed again meanwhile."""

STRANGE = 3
"""Lines without a key, and none with one, after which the person is told."""
BEGINNINGS = ("k", "p", "r")
"""Of Key, pressed and released: such a character alone may be a line that is torn."""
KEPT = 512
"""Lines that are no key, for a monitor."""


class NoKey(NamedTuple):
    ms: int
    """Since the port was opened."""
    text: str


class PlainKeypad:
    """Its times are milliseconds since the port was opened, as reads have seen them."""

    def __init__(self, now: int, pad: Pad, speed: int, counters: Counters) -> None:
        self.presses = PlainPresses(pad, counters)
        self.understood = False
        """A key came."""
        self.no_keys: deque[NoKey] = deque(maxlen=KEPT)
        self._forms = Forms(pad)
        named = pad.only and speed == (pad.speed or SPEED)
        self._proof = SpeedProof(usual=speed == SPEED, proven=named)
        self._cutter = Cutter(self._is_whole)
        self._pad, self._counters = pad, counters
        self._read_at, self._now = now, 0
        # For the end of the start, or the proof of the speed.
        self._waiting: list[tuple[Line, Said]] = []
        self._is_torn = False  # a broken frame came while the keypad started
        self._number = ""  # a whole line that is one, of several digits
        self._strange: list[str] = []  # the first lines after the start that are no key

    @property
    def problem(self) -> Problem:
        if self.presses.flood:
            return "flood"
        if self._proof.no_text:
            return "speed"
        if self._number:
            return "numbers"
        return "unknown" if len(self._strange) == STRANGE and not self.understood else ""

    @property
    def last_junk(self) -> str:
        """The line of which the person is told."""
        return self._number or "".join(self._strange[-1:])

    def hear(self, data: bytes, now: int) -> list[KeypadEvent]:
        """At each beat; without bytes where none came."""
        self._now += min(now - self._read_at, LATE_MS)
        self._read_at, now = now, self._now
        events = self.presses.tick(now)
        if now < OPENING_MS or not self._proof.is_text(data, now):
            self._counters.junk += len(data)
            self._waiting.clear()
            self._cutter.skip(now)
        else:
            for line in self._cutter.hear(data, now):
                self._line(line)
        self._proof.tick(now)
        return events + self._trusted(now)

    def _trusted(self, now: int) -> list[KeypadEvent]:
        if not (self._waiting and self._proof.proven) or now < START_MS:
            return []
        early = [(line, said) for line, said in self._waiting if line.at < START_MS]
        found = self._waiting[len(early) :]
        self._waiting.clear()
        times = [line.at for line, _ in early]
        by_itself = len({said for _, said in early}) == 1 and times[-1] - times[0] >= BOUNCE_MS
        if by_itself:
            self.presses.comes_by_itself(early[0][1].legend, times[-1])
        if by_itself or self._is_torn:
            self.no_keys += [NoKey(line.at, line.text) for line, _ in early]
        else:
            found = early + found
        events = [event for line, said in found for event in self.presses.take(said, line.at)]
        self.understood |= bool(events)
        self._proof.is_sure |= self.understood
        return events

    # -- what a line is

    def _is_whole(self, text: str) -> bool:
        """Of a keypad that ends its lines a longer text is a line that was torn: more will come."""
        if text in self._forms.keys and not self._cutter.ends_lines:
            return True
        return self._forms.are_keys(text) or (len(text) == 1 and text.lower() not in BEGINNINGS)

    def _line(self, line: Line) -> None:
        text, at = line.text, line.at
        if at >= self._proof.distrusted_until:
            found = self._forms.said_in(text, ended=line.ended)
            self._proof.hear(line, [one.legend for one in found])
            if self._is_about_keys(text, found):
                kept = 0 if self._proof.proven else at - AGREE_MS
                self._waiting = [one for one in self._waiting if one[0].at > kept]
                self._waiting += [(line, one) for one in found]
                return
            is_frame = "$" in text  # of ours, come back or damaged
            self._is_torn |= is_frame
            if not is_frame and at >= START_MS and len(self._strange) < STRANGE:
                self._strange.append(text)
            self.no_keys.append(NoKey(at, text))
        self._counters.junk += len(text)

    def _is_about_keys(self, text: str, found: list[Said]) -> bool:
        """Among numbers a digit is none, unless a word or the settings say so."""
        legends = {one.legend for one in found if not one.is_stated}
        is_number = text.isascii() and text.isdigit() and not self._pad.only
        if not found and is_number and len(text) > 1:
            self._number = self._number or text
        if legends and not legends & self._pad.legends.keys():
            self._number = self._number if is_number else ""  # else a line end was torn
            return not self._number
        return bool(found)
