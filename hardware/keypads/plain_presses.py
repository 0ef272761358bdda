"""Keypads that run their owner's own sketch: which of their keys are presses.

- The same key again within 60 ms bounces. Without another between it is held: within 150 ms, as
  no finger is faster; within `pad.repeats` of a pad that was taught.
- Where the sketch tells releases a key is down until then, at most 3 s after the last line about
  it; otherwise a press is a tap.
- More than 20 presses a second for a second are a flood: nothing counts until a second of quiet.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from hardware.keypads.facts import LIFT, Counters, KeypadEvent
from hardware.keypads.pad import Pad
from hardware.keypads.plain_lines import NamedKey

BOUNCE_MS = 60
HELD_MS = 150
HEAL_MS = 3_000
TOGETHER_MS = 4_000
"""Between the two strokes of a legend such as `* *`; the unit forgets its F after the same time."""
FLOOD_PRESSES, FLOOD_MS = 20, 1_000


class PlainPresses:
    """What lines say of keys in, key events out."""

    def __init__(self, pad: Pad, characters: Mapping[str, str], counters: Counters) -> None:
        self.held: dict[str, int] = {}
        """Key: when the last line about it came."""
        self.flood = False
        self._counters = counters
        self._pad = pad
        self._characters = characters
        self._firsts = {
            legend.split()[0] for legend in characters if " " in legend and not pad.only
        }
        self._first: tuple[str, int] | None = None  # of two strokes, and when
        self._tells_releases = bool(pad.release)
        self._repeats = pad.repeats if pad.only else HELD_MS
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

    def take(self, said: NamedKey) -> list[KeypadEvent]:
        if said.state == "RELEASED":
            self._tells_releases = True
            self._latest = ""
            return self._release([self._characters[said.legend]] if said.legend else [*self.held])
        if said.state in ("HOLD", "IDLE"):
            return self._renew(said)
        return self._strike(said)

    def _renew(self, said: NamedKey) -> list[KeypadEvent]:
        key = self._characters[said.legend]
        if key in self.held:
            self.held[key] = said.at
        return []

    def _strike(self, said: NamedKey) -> list[KeypadEvent]:
        legend, at = said.legend, said.at
        again, self._latest = legend == self._latest, legend
        window = max(BOUNCE_MS, self._repeats if again else 0)
        bounce = at - self._struck.get(legend, at - window) < window
        self._struck[legend] = at
        # Two keys in turn are a flood, however fast; one key that bounces is none.
        if not (bounce and again) and self._is_too_many(at):
            return self._stop_flood()
        if bounce:
            return self._renew(said)
        if self._pad.twice:
            self._second ^= {legend}
            if legend not in self._second:
                return []
        first, self._first = self._first, None
        if first and at - first[1] < TOGETHER_MS:
            if both := self._characters.get(f"{first[0]} {legend}"):
                return self._tap(both)  # releases name the single strokes
            return self._tap(self._characters[first[0]]) + self._press_or_wait(said)
        return self._press_or_wait(said)

    def _press_or_wait(self, said: NamedKey) -> list[KeypadEvent]:
        if said.legend in self._firsts:
            self._first = (said.legend, said.at)
            return []
        key = self._characters[said.legend]
        if not (self._tells_releases and (said.state or self._pad.only)):
            return self._tap(key)
        events = self._release([key])
        self._counters.healed += len(events)
        self.held[key] = said.at
        return [*events, KeypadEvent("press", key)]

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
