"""A keypad that runs its owner's own sketch: bytes in, key events out.

    bytes ─▶ plain_text.py ─▶ plain_forms.py ─▶ PlainKeypad ─▶ plain_presses.py ─▶ events
             lines             what one says     what counts    in time

A press is money and a sketch sends no CRC, so four rules guard it:

- Bytes that are no text mean a wrong speed or noise: nothing counts for 250 ms.
- Nothing counts before the speed is proven (`SpeedProof`).
- A keypad never presses by itself: keys of the first three seconds wait for their end, and if one
  came twice in them, and no other, it is none until it has stayed away for a minute.
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

OPENING_MS = 100
"""What comes so soon after the port was opened was sent before."""
START_MS = 3_000
AWAY_MS = 60_000
AGREE_MS = 2_000
"""A key that waits longer for the speed to be proven was pressed again meanwhile."""

STRANGE = 3
"""Lines without a key among them, after which the person is told."""
BEGINNINGS = ("k", "p", "r")
"""Of Key, pressed and released: such a character alone may be a line that is torn."""
KEPT = 512
"""Lines that are no key, for a monitor."""


class KeyLine(NamedTuple):
    at: int
    said: Said
    text: str


class NoKey(NamedTuple):
    ms: int
    """Since the port was opened."""
    text: str


class PlainKeypad:
    """Times are milliseconds of the caller's clock."""

    def __init__(self, now: int, pad: Pad, speed: int, counters: Counters) -> None:
        self.presses = PlainPresses(pad, counters)
        self.understood = False
        """A line was about a key."""
        self.last_junk = b""
        self.no_keys: deque[NoKey] = deque(maxlen=KEPT)
        self._forms = Forms(pad)
        self._proof = SpeedProof(
            now, usual=speed == SPEED, proven=pad.only and speed == (pad.speed or SPEED)
        )
        self._cutter = Cutter(now, self._is_whole)
        self._pad, self._counters = pad, counters
        self._opened, self._settled = now, now + START_MS
        self._waiting: list[KeyLine] = []  # for the end of the start, or the proof of the speed
        self._is_torn = False  # a broken frame came while the keypad started
        self._by_itself, self._idle_at = "", now  # text of a line that needs no key, and its time
        self._numbers = False  # whole lines are numbers of several digits
        self._strange = 0  # lines without a key before the first one with a key

    @property
    def due(self) -> int | None:
        """When `tick` has something to do."""
        waits = self._waiting and self._proof.proven
        dates = [self._cutter.due, self._proof.due, self.presses.due]
        dates += [self._settled] if waits else []
        return min((date for date in dates if date is not None), default=None)

    @property
    def problem(self) -> Problem:
        if self.presses.flood:
            return "flood"
        if self._proof.no_text:
            return "speed"
        if self._is_strange:
            return "numbers" if self._numbers else "unknown"
        return ""

    def feed(self, data: bytes, now: int) -> list[KeypadEvent]:
        """Call `tick` before."""
        if now < self._opened + OPENING_MS:
            self._counters.junk += len(data)
            self._cutter.heard = now
        elif not self._proof.is_text(data, now):
            self._counters.junk += len(data)
            self._waiting.clear()
            self._cutter.skip(now)
        else:
            self._counters.junk += data.count(0)
            for line in self._cutter.feed(data, now):
                self._line(line)
        return self._trusted(now)

    def tick(self, now: int) -> list[KeypadEvent]:
        events = self.presses.tick(now)
        for line in self._cutter.tick(now):
            self._line(line)
        self._proof.tick(now)
        return events + self._trusted(now)

    def _trusted(self, now: int) -> list[KeypadEvent]:
        if not (self._waiting and self._proof.proven) or now < self._settled:
            return []
        early = [one for one in self._waiting if one.at < self._settled]
        if len({one.text for one in early}) == 1 and early[-1].at - early[0].at >= BOUNCE_MS:
            self._by_itself, self._idle_at = early[0].text, early[-1].at
        dropped = early if self._by_itself or self._is_torn else []
        found = self._waiting[len(dropped) :]
        self.no_keys += [NoKey(one.at - self._opened, one.text) for one in dropped]
        self._waiting.clear()
        self.understood |= bool(found)
        self._proof.is_sure |= self.understood
        return [event for one in found for event in self.presses.take(one.said, one.at)]

    # -- what a line is

    def _is_whole(self, text: str) -> bool:
        """Of a keypad that ends its lines a longer text is a line that was torn: more will come."""
        if text in self._forms.keys and not self._cutter.ends_lines:
            return True
        return self._forms.are_keys(text) or (len(text) == 1 and text.lower() not in BEGINNINGS)

    def _line(self, line: Line) -> None:
        text, at = line.text, line.at
        if not text:
            return
        told = self._is_strange and self.last_junk
        if at >= self._proof.distrusted_until:
            found = self._forms.said_in(text, ended=line.ended)
            self._proof.hear(line, [one.legend for one in found])
            is_frame = "$" in text  # of ours, come back or damaged
            self._is_torn |= is_frame
            if not self._is_about_keys(text, found):
                self._strange += not is_frame and at >= self._settled
            elif not self._comes_by_itself(text, at):
                kept = 0 if self._proof.proven else at - AGREE_MS
                self._waiting = [one for one in self._waiting if one.at > kept]
                self._waiting += [KeyLine(at, one, text) for one in found]
                return
            self.no_keys.append(NoKey(at - self._opened, text))
        self._counters.junk += len(line.raw)
        self.last_junk = told or line.raw  # a sentence with it is told once

    @property
    def _is_strange(self) -> bool:
        """So many lines and no key: the person is told, once."""
        return self._numbers or (self._strange >= STRANGE and not self.understood)

    def _is_about_keys(self, text: str, found: list[Said]) -> bool:
        if not found:
            is_number = len(text) > 1 and text.isascii() and text.isdigit()
            self._numbers |= is_number and not self._pad.only
            return False
        legends = [one.legend for one in found if not one.is_stated]
        if legends and not self._pad.legends.keys() & {*legends}:
            self._numbers &= all(map(str.isdigit, legends))  # else a line end was torn
            return not self._numbers
        return True

    def _comes_by_itself(self, text: str, at: int) -> bool:
        if text != self._by_itself:
            return False
        away, self._idle_at = at - self._idle_at, at
        if away >= AWAY_MS:
            self._by_itself = ""
        return bool(self._by_itself)
