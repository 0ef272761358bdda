"""Keypads that run their owner's own sketch: which of their keys are presses, by time.

- The same key again within 60 ms bounces. Without another between it is held: within 150 ms, as
  no finger is faster; within `pad.repeats` where the settings say so.
- Where the sketch tells releases a key is down until then, at most 3 s after the last line about
  it; otherwise a press is a tap.
- More than 20 presses a second for a second are a flood: nothing counts until a second of quiet.
"""

from __future__ import annotations

import re
from collections import deque

from hardware.keypads.facts import LIFT, Counters, KeypadEvent
from hardware.keypads.pad import Pad
from hardware.keypads.plain_lines import KeyLine

BOUNCE_MS = 60
HELD_MS = 150
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
        self._first: KeyLine | None = None  # of two strokes
        self._tells_releases = pad.tells_releases
        self._repeats = pad.repeats or (0 if pad.only or pad.twice else HELD_MS)
        self._struck: dict[str, int] = {}  # legend: when it last came
        self._latest = ""  # the legend that came last
        self._second: set[str] = set()  # legends whose next line is their release
        self._recent: deque[int] = deque()

    @property
    def due(self) -> int | None:
        """When `tick` has something to do."""
        dates = [at + HEAL_MS for at in self.held.values()]
        if self.flood:
            dates.append(self._recent[-1] + FLOOD_MS)
        return min(dates, default=None)

    def tick(self, now: int) -> list[KeypadEvent]:
        late = [key for key, at in self.held.items() if now - at >= HEAL_MS]
        self._counters.healed += len(late)
        if self.flood and now - self._recent[-1] >= FLOOD_MS:
            self.flood = False
        return self._release(late)

    def take(self, line: KeyLine) -> list[KeypadEvent]:
        said = line.said
        if said.what == "release":
            self._tells_releases = True
            self._latest = ""
            return self._release([said.key] if said.legend else [*self.held])
        if not said.key:
            return []
        return self._renew(line) if said.what == "hold" else self._strike(line)

    def _renew(self, line: KeyLine) -> list[KeypadEvent]:
        if line.said.key in self.held:
            self.held[line.said.key] = line.at
        return []

    def _strike(self, line: KeyLine) -> list[KeypadEvent]:
        legend, at = line.said.legend, line.at
        again, self._latest = legend == self._latest, legend
        window = max(BOUNCE_MS, self._repeats if again else 0)
        bounce = at - self._struck.get(legend, at - window) < window
        self._struck[legend] = at
        # Two keys in turn are a flood, however fast; one key that bounces is none.
        if not (bounce and again) and self._is_too_many(at):
            return self._stop_flood()
        if bounce:
            return self._renew(line)
        if self._pad.twice:
            self._second ^= {legend}
            if legend not in self._second:
                return []
        first, self._first = self._first, None
        if first and at - first.at < TOGETHER_MS:
            if both := self._pad.legends.get(f"{first.said.legend} {legend}"):
                return self._tap(both)  # releases name the single strokes
            return self._tap(first.said.key) + self._press_or_wait(line)
        return self._press_or_wait(line)

    def _press_or_wait(self, line: KeyLine) -> list[KeypadEvent]:
        said = line.said
        if said.legend in self._firsts:
            self._first = line
            return []
        if not (self._tells_releases and said.is_stated):
            return self._tap(said.key)
        events = self._release([said.key])
        self._counters.healed += len(events)
        self.held[said.key] = line.at
        return [*events, KeypadEvent("press", said.key)]

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
