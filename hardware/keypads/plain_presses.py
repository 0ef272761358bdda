"""Keypads that run their owner's own sketch: which of their keys are presses, by time.

- The same key again within 60 ms bounces. Without another between it is held: within 150 ms, as
  no finger is faster; within `pad.repeats` where the settings say so.
- What comes by itself while the keypad starts is one key that is held, until it has stayed away for
  a minute.
- Lines about one key at one interval are no hand's: from the seventh on none counts that comes at
  this interval after an earlier one about the same key.
- Where the sketch tells releases a key is down until then, at most 3 s after the last line about
  it; otherwise a press is a tap.
- More than 20 presses a second for a second are a flood: nothing counts until a second of quiet.
"""

from __future__ import annotations

import re
from collections import defaultdict, deque
from itertools import pairwise

from hardware.keypads.facts import LIFT, Counters, KeypadEvent
from hardware.keypads.pad import Pad
from hardware.keypads.plain_forms import Said

BOUNCE_MS = 60
HELD_MS = 150
EVEN, EVEN_MS = 7, 10
"""Lines at one interval, and by how much it may vary. Gaps between taps of a finger are said to
vary by 10 to 25 ms (not measured here): one run of seven in 50 to 2500 is as even by chance."""
AWAY_MS = 60_000
HEAL_MS = 3_000
TOGETHER_MS = 4_000
"""Between the two strokes of a legend such as `* *`; the unit forgets its F after the same time."""
FLOOD_PRESSES, FLOOD_MS = 20, 1_000
_TWO_STROKES = re.compile(r"(\S) \S")


class PlainPresses:
    """What lines say of keys in, key events out."""

    def __init__(self, pad: Pad, counters: Counters) -> None:
        self.held: dict[str, int] = {}
        """Key: when the last line about it came."""
        self.flood = False
        self._counters = counters
        self._pad = pad
        self._firsts = {
            two[1] for two in map(_TWO_STROKES.fullmatch, pad.legends) if two and not pad.only
        }
        self._first: tuple[Said, int] | None = None  # of two strokes
        self._tells_releases = pad.tells_releases
        self._repeats = pad.repeats or (0 if pad.only or pad.twice else HELD_MS)
        self._struck: dict[str, deque[int]] = defaultdict(lambda: deque(maxlen=EVEN))
        self._by_itself: dict[str, int] = {}  # legend: how long it stays away, once it is pressed
        self._interval = 0  # at which the board sends lines by itself
        self._latest = ""  # the legend that came last
        self._second: set[str] = set()  # legends whose next line is their release
        self._recent: deque[int] = deque()

    def tick(self, now: int) -> list[KeypadEvent]:
        late = [key for key, at in self.held.items() if now - at >= HEAL_MS]
        self._counters.healed += len(late)
        self.flood &= bool(self._recent) and now - self._recent[-1] < FLOOD_MS
        return self._release(late)

    def comes_by_itself(self, legend: str, at: int) -> None:
        self._by_itself[legend] = AWAY_MS
        self._struck[legend].append(at)

    def take(self, said: Said, at: int) -> list[KeypadEvent]:
        if said.what == "release":
            self._tells_releases = True
            self._latest = ""
            return self._release([said.key] if said.legend else [*self.held])
        if not said.key:
            return []
        if said.what == "press":
            again, self._latest = said.legend == self._latest, said.legend
            is_same = self._is_same_press(said.legend, at, again=again)
            # Two keys in turn are a flood, however fast; one key that bounces is none.
            if not (is_same and again) and self._is_too_many(at):
                return self._stop_flood()
            if self._pad.twice and not is_same:
                self._second ^= {said.legend}
                is_same = said.legend not in self._second
            if not is_same:
                return self._strike(said, at)
        if said.key in self.held:
            self.held[said.key] = at
        return []

    def _is_same_press(self, legend: str, at: int, *, again: bool) -> bool:
        """As a line before about this key: it bounces, or comes at the board's own interval."""
        before = self._struck[legend]
        held = max(self._repeats if again else 0, self._by_itself.get(legend, 0))
        bounces = bool(before) and at - before[-1] < max(BOUNCE_MS, held)
        if not bounces:
            self._by_itself.pop(legend, None)
        before.append(at)
        gaps = [late - early for early, late in pairwise(before)]
        if len(before) == EVEN and HELD_MS <= max(gaps) <= min(gaps) + EVEN_MS:
            self._interval = gaps[-1]
        is_even = any(abs(at - one - self._interval) <= EVEN_MS for one in [*before][:-1])
        return bounces or is_even

    def _strike(self, said: Said, at: int) -> list[KeypadEvent]:
        events = list[KeypadEvent]()
        first, self._first = self._first, None
        if first and at - first[1] < TOGETHER_MS:
            if both := self._pad.legends.get(f"{first[0].legend} {said.legend}"):
                return self._tap(both)  # releases name the single strokes
            events = self._tap(first[0].key)
        if said.legend in self._firsts:
            self._first = said, at
        elif self._tells_releases and said.is_stated:
            lost = self._release([said.key])
            self._counters.healed += len(lost)
            self.held[said.key] = at
            events += [*lost, KeypadEvent("press", said.key)]
        else:
            events += self._tap(said.key)
        return events

    def _is_too_many(self, at: int) -> bool:
        self._recent.append(at)
        while self._recent[0] <= at - FLOOD_MS:
            self._recent.popleft()
        return self.flood or len(self._recent) > FLOOD_PRESSES

    def _stop_flood(self) -> list[KeypadEvent]:
        if self.flood:
            return []
        self.flood = True
        self._first = None
        self.held.clear()
        return [LIFT]

    def _tap(self, key: str) -> list[KeypadEvent]:
        return [KeypadEvent("press", key), KeypadEvent("release", key)]

    def _release(self, keys: list[str]) -> list[KeypadEvent]:
        return [KeypadEvent("release", key) for key in keys if self.held.pop(key, None) is not None]
