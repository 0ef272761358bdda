"""Keypads that run their owner's own sketch: which of their lines are about keys.

    bytes ─▶ plain_text.py ─▶ plain_forms.py ─▶ PlainLines ─▶ plain_presses.py
             lines             what one says     what counts   in time

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

from hardware.keypads.facts import SPEED, Counters
from hardware.keypads.pad import Pad
from hardware.keypads.plain_forms import Forms, Said
from hardware.keypads.plain_text import LONGEST, Cutter, Line, SpeedProof

OPENING_MS = 100
"""What comes so soon after the port was opened was sent before."""
START_MS = 3_000
AGAIN_MS = 60
AWAY_MS = 60_000
STREAM_MS = 200
"""A breath of this length is a sketch that never pauses."""
AGREE_MS = 2_000
"""A key that waits longer for the speed to be proven was pressed again meanwhile."""

RUN = 4
"""Keys that may come bare in one run: no hand is faster."""
STRANGE = 3
"""Lines without a key among them, after which the person is told."""
BEGINNINGS = ("k", "p", "r")
"""Of Key, pressed and released: such a character alone may be a line that is torn."""
KEPT = 512
"""Lines that are no key, for a monitor, and texts of the start."""


class KeyLine(NamedTuple):
    at: int
    said: Said
    text: str


class NoKey(NamedTuple):
    ms: int
    """Since the port was opened."""
    text: str


class PlainLines:
    """Bytes in, what they say of keys out. Times are milliseconds of the caller's clock."""

    def __init__(self, now: int, pad: Pad, speed: int, counters: Counters) -> None:
        self.forms = Forms(pad)
        self.proof = SpeedProof(
            now, usual=speed == SPEED, proven=pad.only and speed == (pad.speed or SPEED)
        )
        self.understood = False
        """A line was about a key."""
        self.numbers = False
        """Whole lines are numbers of several digits."""
        self.strange = 0
        """Lines without a key before the first one with a key."""
        self.last_junk = b""
        self.no_keys: deque[NoKey] = deque(maxlen=KEPT)
        self._pad = pad
        self._counters = counters
        self._cutter = Cutter(now, self._is_bare)
        self._opened = self._breath_at = now
        self._came: dict[str, int] = {}  # text of the start: when
        self._by_itself = ""  # text of a line that needs no key
        self._waiting: list[KeyLine] = []  # for the end of the start, or the proof of the speed

    @property
    def due(self) -> int | None:
        """When `tick` has something to do."""
        settled = self._opened + START_MS
        dates = [self._cutter.due, settled if self._waiting and self.proof.proven else None]
        return min((date for date in dates if date is not None), default=None)

    def feed(self, data: bytes, now: int) -> list[KeyLine]:
        found = self.tick(now)
        if not data:
            return found
        if now < self._opened + OPENING_MS:
            self._counters.junk += len(data)
            self._cutter.heard = now
            return found
        if not self._cutter.breathing:
            self._breath_at = now
        if not self.proof.is_text(data, now):
            self._counters.junk += len(data)
            self._waiting.clear()
            self._cutter.skip(now)
            return found
        self._counters.junk += data.count(0)
        for line in self._cutter.feed(data, now):
            self._line(line)
            if now - self._breath_at >= STREAM_MS:
                self._end_breath(now)
        return found + self._trusted(now)

    def tick(self, now: int) -> list[KeyLine]:
        breathed = self._cutter.breathing
        for line in self._cutter.tick(now):
            self._line(line)
        if breathed and not self._cutter.breathing:
            self._end_breath(now)
        return self._trusted(now)

    @property
    def is_strange(self) -> bool:
        """So many lines and no key: the person is told, once."""
        return self.numbers or (self.strange >= STRANGE and not self.understood)

    def forget(self) -> None:
        """What waits was no key."""
        self._waiting.clear()

    def _end_breath(self, now: int) -> None:
        self.proof.end_breath()
        self._breath_at = now

    def _trusted(self, now: int) -> list[KeyLine]:
        if not (self.proof.proven and self._waiting) or now < self._opened + START_MS:
            return []
        idle = [one for one in self._waiting if one.text == self._by_itself]
        found = [one for one in self._waiting if one.text != self._by_itself]
        self.no_keys += [NoKey(one.at - self._opened, one.text) for one in idle]
        self._waiting.clear()
        self.understood |= bool(found)
        self.proof.is_sure |= self.understood
        return found

    # -- what it says

    def _is_bare(self, text: str) -> bool:
        """Of a keypad that ends its lines a longer text is a line that was torn: more will come."""
        if text in self.forms.keys and not self._cutter.ends_lines:
            return True
        return self._are_keys(text) or (len(text) == 1 and text.lower() not in BEGINNINGS)

    def _are_keys(self, text: str) -> bool:
        return len(text) <= RUN and {*text} <= self.forms.keys.keys()

    def _line(self, line: Line) -> None:
        text = line.text
        if not text:
            return
        if not self._cutter.synced or line.at < self.proof.distrusted_until:
            self._count_junk(line.raw)
            return
        told = self.is_strange and self.last_junk
        said = self.forms.said_by(text)
        found = [said] if said else []
        if not (said or line.ended) and self._are_keys(text):
            found = [one for one in map(self.forms.said_by, text) if one]
        self.proof.hear([] if line.ended else [one.legend for one in found], ended=line.ended)
        if said and said.is_stated and said.key and said.legend != text:
            self.proof.prove()  # no wrong speed makes a line that names its key
        if self._is_about_keys(text, found):
            if not self._comes_by_itself(text, line.at):
                kept = 0 if self.proof.proven else line.at - AGREE_MS
                self._waiting = [one for one in self._waiting if one.at > kept]
                self._waiting += [KeyLine(line.at, one, text) for one in found]
                return
        else:
            self.strange += not text.startswith("$")  # ours, come back, or a damaged frame
        self.no_keys.append(NoKey(line.at - self._opened, text))
        self._count_junk(line.raw)
        self.last_junk = told or self.last_junk  # a sentence with it is told once

    def _is_about_keys(self, text: str, found: list[Said]) -> bool:
        known = ("", *self.forms.keys)
        if not any(one.key or one.legend in known for one in found):
            is_number = len(text) > 1 and text.isascii() and text.isdigit()
            self.numbers |= is_number and not self._pad.only
            return False
        legends = [one.legend for one in found if not one.is_stated]
        if legends and not self._pad.legends.keys() & {*legends}:
            self.numbers &= all(map(str.isdigit, legends))  # else a line end was torn
            return not self.numbers
        return True

    def _comes_by_itself(self, text: str, at: int) -> bool:
        if at < self._opened + START_MS:
            again = at - self._came.setdefault(text, at) >= AGAIN_MS or text == self._by_itself
            self._by_itself = text if again and len(self._came) == 1 else ""
            return False
        if text != self._by_itself:
            return False
        away, self._came[text] = at - self._came[text], at
        if away >= AWAY_MS:
            self._by_itself = ""
        return bool(self._by_itself)

    def _count_junk(self, raw: bytes) -> None:
        self._counters.junk += len(raw)
        self.last_junk = raw[:LONGEST]
