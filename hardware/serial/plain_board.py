"""Boards that run their owner's own sketch and know no protocol.

    5\\r\\n                     one character a line
    5                         a bare character, and then 50 ms of silence
    Key 5 PRESSED.\\r\\n        as the common Arduino keypad library prints; HOLD., RELEASED., IDLE.
    5 pressed\\r\\n             5 released
    Key pressed: 5\\r\\n        Key Pressed : 5, pressed 5

The characters are those printed on an ordinary 4 × 4 pad, or what the settings map. Every other
printable line is no key, and does no harm to the lines around it.

A press is money and a sketch sends no CRC, so three rules guard it:

- Bytes that are no text mean a wrong speed or noise: nothing counts for 250 ms.
- Until a speed is proven, a key counts only when the bytes around it, up to 50 ms of silence, were
  all text. Speeds are tried downwards: a sender that is read too fast is never text, but a line
  that is read too slowly can look like one bare character. So below 115 200 baud the first bare
  character waits for a second one, and at a remembered speed it only makes all speeds tried anew.
- More than 20 presses a second for a second are a flood: nothing counts until a second of quiet.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Mapping

from hardware.serial.facts import DROP_ALL, SPEED, Event
from keypad.keys import PAD_LEGENDS

SPEEDS = (SPEED, 57_600, 38_400, 19_200, 9_600)
"""Tried downwards: a sender read too fast is never text, one read too slowly may be."""
USUAL_SLOW = 9_600
"""Its bits last longer than a whole character at the fastest speed, so it reads as zeros there."""

SILENCE_MS = 50
SPLIT_MS = 1_000
"""How long the rest of a line that has begun is waited for; a busy machine tears lines."""
BOUNCE_MS = 60
DISTRUST_MS = 250
HEAL_MS = 3_000
TOGETHER_MS = 4_000
"""Between the two strokes of a legend such as `* *`; the unit forgets its F after the same time."""
FLOOD_PRESSES, FLOOD_MS = 20, 1_000

LONGEST = 64
RUN = 4
"""Keys that may come bare in one run: no hand is faster."""
GARBAGE = 2
"""Bytes in one breath that no text holds, after which the speed is taken to be a wrong one."""
GARBAGE_AT_ONCE = 16
"""So many, and the end of the breath is not waited for: some sketches never pause."""
DOUBTS = 2
DOUBTS_PROVEN = 3
"""Breaths with garbage and none without, after which another speed is tried."""
DWELL_MS = 300
PROOF_BYTES, PROOF_LINES = 24, 2
"""So much text without a byte of garbage proves a speed, although no key was among it."""
BEGINNINGS = (b"k", b"p", b"r")
"""Of Key, pressed and released: such a character alone may be a line that is torn."""
UNKNOWN = 16
"""Legends that are no key, of which so many are kept to be shown."""

# Accents of the French language, as UTF-8, are text too.
_NO_TEXT = re.compile(rb"[\xC2\xC3][\x80-\xBF]|([^\t\r\n -~])")
_STATED = re.compile(r"(?:Key )?(\S{1,12}) (PRESSED|HOLD|RELEASED|IDLE)\.?", re.IGNORECASE)
_NAMED = re.compile(r"(?:Key )?(pressed|released) ?:? ?(\S{1,12})", re.IGNORECASE)

CHARACTERS = {**PAD_LEGENDS, "+": "+", "-": "-", "?": "?", "F": "F"}


class PlainReader:
    """Bytes in, events out. Times are milliseconds of the caller's clock."""

    def __init__(
        self,
        now: int,
        pad: Mapping[str, str] | None = None,
        speed: int = SPEED,
        heard: int | None = None,
    ) -> None:
        """`heard`: when the last bytes came, if any did."""
        self.speed = speed
        self.proven = False
        """Text was read at this speed."""
        self.junk = 0
        """Bytes that were no key."""
        self.last_junk = b""
        self.unknown: dict[str, None] = {}
        """Legends that are mapped to no key, in the order of their coming."""
        self.lines = False
        """It was proven by whole lines: worth remembering. Bare characters prove less."""
        self.healed = 0
        self.switched = False
        """The speed was changed since text was last read."""
        self.flooded = 0
        """Presses that were ignored because they were part of a flood."""
        self.flood = False
        self._characters = {**CHARACTERS, **(pad or {})}
        self._firsts = {legend.split()[0] for legend in self._characters if " " in legend}
        self._first: tuple[str, int] | None = None  # of two strokes, and when
        self._tells_releases = False
        self._run = bytearray()
        self._synced = False  # the beginning of the line that is coming was seen
        self._heard = now if heard is None else heard
        self._started = now
        self._distrust = now
        self._garbage = b""
        self._text = 0  # bytes and lines since the last garbage
        self._lines = 0
        self._doubts = 0
        self._breath_open = False
        self._zeros = True  # nothing else came in this breath
        self._from_the_top = speed == SPEED
        self._to_try: list[int] = []
        self._waiting: list[tuple[str, int]] = []  # what counts once the speed is proven
        self._bare: list[tuple[str, int]] = []
        self._struck: dict[str, int] = {}  # legend: when it last came
        self._latest = ""  # the legend that came last
        self._held: dict[str, int] = {}  # key: the last line about it
        self._presses: deque[int] = deque()

    # -- bytes

    def feed(self, data: bytes, now: int) -> list[Event]:
        events = self.tick(now)
        if now < self._started:
            self.junk += len(data)  # sent before the change of speed
            self._heard = now
            self._synced = False
            return events
        self._synced |= now - self._heard >= SILENCE_MS
        self._heard = now
        self._breath_open = True
        if self._check_speed(data, now):
            return events
        *lines, rest = data.replace(b"\r", b"\n").split(b"\n")
        for line in lines:
            self._keep(line)
            self._lines += 1
            events += self._line(bytes(self._run), now)
            self._run.clear()
            self._synced = True
        self._keep(rest)
        if self._text >= PROOF_BYTES and self._lines >= PROOF_LINES:
            events += self._prove()
        return events

    def _keep(self, part: bytes) -> None:
        """No line is long: what would make it so is junk already."""
        room = LONGEST - len(self._run)
        self._run += part[:room]
        self.junk += max(len(part) - room, 0)

    # -- time

    @property
    def due(self) -> int | None:
        """When `tick` has something to do."""
        dates = [at + HEAL_MS for at in self._held.values()]
        if self._breath_open:
            dates.append(self._heard + SILENCE_MS)
        elif self._run:
            dates.append(self._heard + SPLIT_MS)
        if self.flood:
            dates.append(self._presses[-1] + FLOOD_MS)
        return min(dates, default=None)

    def tick(self, now: int) -> list[Event]:
        is_breath_over = self._breath_open and now - self._heard >= SILENCE_MS
        events = self._end_of_bytes() if is_breath_over else []
        if self._run and now - self._heard >= SPLIT_MS:
            self._count_junk(bytes(self._run))
            self._run.clear()
        for key, at in list(self._held.items()):
            if now - at >= HEAL_MS:
                del self._held[key]
                self.healed += 1
                events.append(Event("release", key))
        if self.flood and now - self._presses[-1] >= FLOOD_MS:
            self.flood = False
        return events

    def _end_of_bytes(self) -> list[Event]:
        """The silence after some bytes: what a run without line end means, and what it proves."""
        self._breath_open = False
        events: list[Event] = []
        garbage, self._garbage = self._garbage, b""
        if garbage:
            self._doubts += 1
            self._count_junk(bytes(self._run))
            self._run.clear()
            enough = self.switched or (not self.proven and len(garbage) >= GARBAGE)
            if enough or self._doubts >= (DOUBTS_PROVEN if self.proven else DOUBTS):
                self._change_speed()
        else:
            run = bytes(self._run).strip()
            characters = {chr(byte) for byte in run}
            if self._synced and 0 < len(run) <= RUN and characters <= set(self._characters):
                self._run.clear()
                events = self._bare_keys(run)
            elif self._synced and len(run) == 1 and run.lower() not in BEGINNINGS:
                self._run.clear()
                self._no_key(chr(run[0]), run)
            if self._waiting:
                events += self._prove()
        self._zeros = True
        return events

    def _bare_keys(self, run: bytes) -> list[Event]:
        """Below the fastest speed a bare character may be a whole line that was read too slowly.

        At a remembered speed nothing excludes that; after the faster ones had their turn it takes
        two such characters.
        """
        found = [(chr(byte), self._heard) for byte in run]
        if self._is_after_garbage:
            self._count_junk(run)
        elif self.proven:
            return self._count(found)
        elif not self._from_the_top:
            self._count_junk(run)
            self._change_speed()
        elif self._bare or self.speed == SPEED:
            self._waiting = self._bare + self._waiting + found
            self._bare = []
        else:
            self._bare = found
        return []

    # -- speed

    @property
    def _is_after_garbage(self) -> bool:
        return self._heard < self._distrust

    def _check_speed(self, data: bytes, now: int) -> bool:
        """Whether the speed was changed."""
        garbage = b"".join(_NO_TEXT.findall(data))
        self._text += len(data)
        self._zeros &= not data.strip(b"\0")
        if not garbage:
            return False
        self._text = self._lines = 0
        self._distrust = now + DISTRUST_MS
        self._garbage += garbage[:GARBAGE_AT_ONCE]
        self.junk += sum(len(char) for char, _ in self._waiting + self._bare)
        self._waiting.clear()
        self._bare.clear()
        if len(self._garbage) < GARBAGE_AT_ONCE or self.proven:
            return False
        self._change_speed()
        return True

    def _change_speed(self) -> None:
        """A sender at 9 600 baud reads as nothing but zeros at the fastest speed."""
        if not self._to_try:
            self._to_try = list(SPEEDS if self.speed != SPEED else SPEEDS[1:])
        if self.speed == SPEED and self._zeros and USUAL_SLOW in self._to_try:
            self._to_try.remove(USUAL_SLOW)
            self._to_try.insert(0, USUAL_SLOW)
        self.speed = self._to_try.pop(0)
        self._from_the_top = True
        self.switched = True
        self.proven = self.lines = False
        self._started = self._heard + DWELL_MS
        self._run.clear()
        self._synced = self._breath_open = False
        self._zeros = True
        self._garbage = b""
        self._text = self._lines = 0

    def _prove(self) -> list[Event]:
        """The speed is right: what waited for that counts."""
        self.proven = True
        self.lines = self._lines > 0
        self.switched = False
        self._doubts = 0
        self._to_try = []
        waiting, self._waiting = self._bare + self._waiting, []
        self._bare.clear()
        return self._count(waiting)

    # -- lines

    def _line(self, line: bytes, now: int) -> list[Event]:
        text = line.strip(b" \t").decode("latin-1")
        if not text:
            return []
        if not self._synced or self._is_after_garbage:
            self._count_junk(line)
            return []
        if stated := _STATED.fullmatch(text):
            return self._stated(stated[1], stated[2].upper(), line, now)
        if named := _NAMED.fullmatch(text):
            return self._stated(named[2], named[1].upper(), line, now)
        if len(text) == 1 or text in self._characters:
            if text not in self._characters:
                self._no_key(text, line)
            elif self.proven:
                return self._count([(text, now)])
            else:
                self._waiting.append((text, now))
            return []
        self._count_junk(line)
        return []

    def _stated(self, legend: str, state: str, line: bytes, now: int) -> list[Event]:
        """A line that names the key and what became of it; no wrong speed makes one."""
        key = self._characters.get(legend)
        if key is None:
            if len(legend) == 1:
                self._no_key(legend, line)
            else:
                self._count_junk(line)
            return []
        if state == "PRESSED":
            return self._prove() + self._count([(legend, now)], stated=True)
        if state == "RELEASED":
            self._tells_releases = True
        if key not in self._held:
            return []
        if state == "RELEASED":
            del self._held[key]
            return [Event("release", key)]
        self._held[key] = now
        return []

    # -- keys

    def _count(self, found: list[tuple[str, int]], *, stated: bool = False) -> list[Event]:
        events: list[Event] = []
        for legend, at in found:
            bounce = at - self._struck.get(legend, at - BOUNCE_MS) < BOUNCE_MS
            again, self._latest = legend == self._latest, legend
            self._struck[legend] = at
            # Two keys in turn are a flood, however fast; one key that bounces is none.
            if not (bounce and again) and self._is_too_many(at):
                events += self._stop_flood()
            elif not bounce:
                events += self._stroke(legend, at, stated and self._tells_releases)
        return events

    def _stroke(self, legend: str, at: int, has_release: bool) -> list[Event]:
        events: list[Event] = []
        if self._first and at - self._first[1] < TOGETHER_MS:
            first = self._first[0]
            self._first = None
            if both := self._characters.get(f"{first} {legend}"):
                return [Event("tap", both)]  # releases name the single strokes
            events = [Event("tap", self._characters[first])]
        if legend in self._firsts:
            self._first = (legend, at)
            return events
        return events + self._press(self._characters[legend], at, has_release)

    def _is_too_many(self, at: int) -> bool:
        self._presses.append(at)
        while self._presses[0] <= at - FLOOD_MS:
            self._presses.popleft()
        return self.flood or len(self._presses) > FLOOD_PRESSES

    def _stop_flood(self) -> list[Event]:
        self.flooded += 1
        if self.flood:
            return []
        self.flood = True
        self._first = None
        self._held.clear()
        return [DROP_ALL]

    def _press(self, key: str, at: int, has_release: bool) -> list[Event]:
        if not has_release:
            return [Event("tap", key)]
        events = [Event("release", key)] if key in self._held else []
        self.healed += len(events)
        self._held[key] = at
        return [*events, Event("press", key)]

    def _no_key(self, legend: str, line: bytes) -> None:
        if not self._is_after_garbage and len(self.unknown) < UNKNOWN:
            self.unknown[legend] = None
        self._count_junk(line)

    def _count_junk(self, line: bytes) -> None:
        self.junk += len(line)
        if line:
            self.last_junk = line[:LONGEST]
