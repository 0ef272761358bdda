"""A keypad that runs its owner's own sketch: bytes in, key events out.

A line that `Pad.parse_line` does not know is no key. A press is money, and a sketch sends no CRC:

- Bytes that are no text mean a wrong speed or noise: nothing counts for 250 ms.
- What comes in the first three seconds, while a framed keypad would greet, counts at their end. A
  legend that comes twice in them comes by itself, and is no key until it has stayed away for five.
- Nothing counts before the speed is proven (`_prove_speed`).
- Without a table, where whole lines are numbers of several digits, bare digits are no keys.
- The same key again within 60 ms bounces. Without another between it is held: within 150 ms, as no
  finger is faster, or within `pad.repeat_ms`.
- More than 20 presses a second are a flood: nothing counts until a second of quiet.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from hardware.keypads.facts import LIFT, SPEED, KeypadEvent, Problem, is_number
from hardware.keypads.pad import Meaning, Pad
from hardware.keypads.plain_text import LEADS, SILENCE_MS, LineCutter, is_text

LATE_MS = 50
"""Bytes count as come at most this long after the read before: a late read is no late press."""
OPENING_MS = 100
"""Bytes that arrive this soon after the port was opened were sent before."""
START_MS = 3_000
AGREE_MS = 2_000 + SILENCE_MS
"""A key that waits longer for the speed to be proven was pressed again meanwhile."""
DISTRUST_MS = 250
SIGNS = frozenset("*+-")
"""Bare characters that prove no speed: what is sent at twice the speed is read as one of these."""
NEVER = 1 << 40
UNPROVEN = 6
"""Bare characters or NUL bytes that prove no speed, after which the person is told; NUL bytes are
read of a sender that is much slower than the port."""
BOUNCE_MS, HELD_MS = 60, 150
AWAY_MS = 5_000
HEAL_MS = 3_000
TOGETHER_MS = 4_000
"""The longest time between the two strokes of a legend such as `* *`; F times out as late."""
FLOOD_PRESSES, FLOOD_MS = 20, 1_000
STRANGE = 3
"""Lines without a key, and none with one, after which the person is told."""
KEPT = 512
"""Lines, for a monitor."""


class HeardLine(NamedTuple):
    ms: int
    """The time since the port was opened."""
    text: str
    is_key: bool


class PlainKeypad:
    """The times are milliseconds since the port was opened, as reads have seen them."""

    def __init__(self, now: int, pad: Pad, speed: int, counters: dict[str, int]) -> None:
        self.now = 0
        self.understood = False
        """A key came."""
        self.flood = False
        self.lines: deque[HeardLine] = deque(maxlen=KEPT)
        self._read_at = now
        self._lead = b""
        self._pad, self._counters = pad, counters
        self._cutter = LineCutter()
        # The speed
        self._speed = speed
        self._proven_at = 0 if speed == pad.speed else NEVER
        self._clean = 0  # lines that ended since the last garbage
        self._bare: set[str] = set()  # and bare characters that prove a speed
        self._unproven = 0
        self._distrusted_until = 0
        self._waiting: deque[tuple[int, Meaning]] = deque(maxlen=KEPT)  # for a proven speed
        # What is no key
        self._early: dict[str, tuple[int, int]] = {}  # legend: when it came first, and last
        self._number = ""  # a whole line that is one, of several digits
        self._strange: list[str] = []  # the first lines after the start
        # Presses
        self._held: dict[str, int] = {}  # key: when the last line about it came
        self._struck: dict[str, int] = {}  # legend: when it came last
        self._latest = ""  # the legend that came last
        self._second: set[str] = set()  # legends whose next line is their release
        self._first: tuple[Meaning, int] | None = None  # the first of two strokes
        self._has_releases = False
        self._recent: deque[int] = deque(maxlen=FLOOD_PRESSES + 1)

    @property
    def problem(self) -> Problem:
        if self.flood:
            return "flood"
        if self._unproven > UNPROVEN and self.now < self._proven_at:
            return "speed"
        is_strange = len(self._strange) == STRANGE and not self.understood
        return "unknown" if is_strange or self._number else ""

    @property
    def last_junk(self) -> str:
        """The line that the person is told of."""
        return self._number or "".join(self._strange[-1:])

    def feed(self, data: bytes, now: int) -> list[KeypadEvent]:
        """Take the bytes of a beat, which may be none, and return the events."""
        ms = now - self._read_at
        self.now += min(ms, LATE_MS) if data else ms
        self._read_at = now
        if data:
            data, self._lead = self._lead + data, b""
            if data[-1] in LEADS:  # a read may end within a letter
                data, self._lead = data[:-1], data[-1:]
        events = self._end_late()
        if self._is_noise(data) or self.now < OPENING_MS:
            self._counters["junk"] += len(data)
            self._cutter.skip_line(self.now)
        else:
            for line in self._cutter.feed(data, self.now):
                self._read_line(*line)
        if self._waiting and self.now >= max(self._proven_at, START_MS):
            for at, meaning in self._waiting:
                if at > self._proven_at - AGREE_MS and not self._came_twice(meaning.legend):
                    events += self._apply(meaning, at)
            self._waiting.clear()
            self.understood |= bool(events)
        return events

    # -- the speed

    def _is_noise(self, data: bytes) -> bool:
        self._unproven += data.count(b"\0")
        if is_text(data):
            return False
        self._distrusted_until = self.now + DISTRUST_MS
        self._clean, self._bare = 0, set()
        self._waiting.clear()
        self._unproven += UNPROVEN + 1
        if not self.understood:
            self._proven_at = NEVER
        return True

    def _prove_speed(self, at: int, text: str, is_ended: bool) -> None:
        # At another speed than the sender's one or two digits come by chance, never three.
        is_usual = self._speed == SPEED
        lines, characters = 2 if self._speed < SPEED else 1, 1 if is_usual else 3
        if is_ended:
            self._clean += 1
        else:
            self._unproven += 1
            if is_number(text) or (is_usual and text not in SIGNS):
                self._bare.add(text)
        is_proof = self._clean >= lines or len(self._bare) >= characters
        if is_proof and self._proven_at == NEVER:
            self._proven_at = at + SILENCE_MS

    # -- what a line is

    def _read_line(self, at: int, text: str, is_ended: bool) -> None:
        if at < self._distrusted_until:
            self._counters["junk"] += len(text)
            return
        self._prove_speed(at, text, is_ended)
        meaning = self._pad.parse_line(text)
        if meaning and meaning.what == "tap" and meaning.legend not in self._pad.legends:
            meaning = None if self._distrusts(text, at) else meaning
        elif is_number(text) and self._pad == Pad():
            self._number = text
        self.lines.append(HeardLine(at, text, meaning is not None))
        if meaning is None:
            self._counters["junk"] += len(text)
            if at >= START_MS and len(self._strange) < STRANGE:
                self._strange.append(text)
        else:
            self._waiting.append((at, meaning))

    def _distrusts(self, legend: str, at: int) -> bool:
        """Return whether a bare legend is no key: it stands among numbers, or came twice while the
        keypad started and has not stayed away since."""
        if not is_number(legend):
            self._number = ""  # a line end was torn
        first, last = self._early.get(legend, (at, at))
        is_by_itself = self._came_twice(legend) and at - last < AWAY_MS
        if at < START_MS or is_by_itself:
            self._early[legend] = first, at
        elif legend in self._early:
            del self._early[legend]
        return is_by_itself or self._number != ""

    def _came_twice(self, legend: str) -> bool:
        first, last = self._early.get(legend, (0, 0))
        return last - first >= BOUNCE_MS

    # -- presses

    def _end_late(self) -> list[KeypadEvent]:
        """Release the keys whose release was lost, and end a flood after its second of quiet."""
        late = [key for key, at in self._held.items() if self.now - at >= HEAL_MS]
        self._counters["healed"] += len(late)
        self.flood = self.flood and self.now - self._recent[-1] < FLOOD_MS
        return self._release(late)

    def _apply(self, meaning: Meaning, at: int) -> list[KeypadEvent]:
        """Return the events of a line: none if it bounces, repeats a held key or is in a flood."""
        legend, key, what = meaning
        if what == "release":
            self._has_releases = True
            self._latest = ""
            return self._release([key] if legend else [*self._held])
        if not key:
            return []
        pad, again, self._latest = self._pad, legend == self._latest, legend
        repeat_ms = pad.repeat_ms or (0 if pad.both_edges else HELD_MS)
        ms = at - self._struck.get(legend, 0)
        is_same = ms < max(BOUNCE_MS, repeat_ms if again else 0)
        self._struck[legend] = at
        # Two keys in turn are a flood, however fast; one key that bounces is not.
        if not (is_same and again):
            self._recent.append(at)
            are_many = len(self._recent) > FLOOD_PRESSES
            if self.flood or (are_many and at - self._recent[0] < FLOOD_MS):
                begins, self.flood = not self.flood, True
                self._first = None
                self._held.clear()
                return [LIFT] if begins else []
        if pad.both_edges and not is_same:
            self._second ^= {legend}
            is_same = legend not in self._second
        if not is_same:
            return self._strike(meaning, at)
        if key in self._held:
            self._held[key] = at
        return []

    def _strike(self, meaning: Meaning, at: int) -> list[KeypadEvent]:
        """Return the events of a stroke: of both strokes, if it is the second of two."""
        legends, events = self._pad.legends, list[KeypadEvent]()
        first, self._first = self._first, None
        if first and at - first[1] < TOGETHER_MS:
            if both := legends.get(f"{first[0].legend} {meaning.legend}"):
                return _tap(both)  # releases name the single strokes
            events = _tap(first[0].key)
        if any(len(row) == 3 and row[:2] == f"{meaning.legend} " for row in legends):
            self._first = meaning, at
            return events
        key = meaning.key
        if meaning.what == "tap" or not (self._has_releases or meaning.legend in legends):
            return events + _tap(key)
        lost = self._release([key])
        self._counters["healed"] += len(lost)
        self._held[key] = at
        return [*events, *lost, KeypadEvent("press", key)]

    def _release(self, keys: list[str]) -> list[KeypadEvent]:
        held = [key for key in keys if self._held.pop(key, None) is not None]
        return [KeypadEvent("release", key) for key in held]


def _tap(key: str) -> list[KeypadEvent]:
    return [KeypadEvent("press", key), KeypadEvent("release", key)]
