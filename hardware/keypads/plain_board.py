"""Boards that run their owner's own sketch and know no protocol.

    5\\r\\n                     one character a line
    5                         a bare character, and then 50 ms of silence
    Key 5 PRESSED.\\r\\n        as the common Arduino keypad library prints; HOLD., RELEASED., IDLE.
    5 pressed\\r\\n             5 released
    Key pressed: 5\\r\\n        Key Pressed : 5, pressed 5

The characters are those printed on an ordinary 4 × 4 pad, or what the settings map. Every other
printable line is no key, and harms no line around it; `banquier keypad teach` learns it.
NUL bytes and the colours of a terminal are skipped.

A press is money and a sketch sends no CRC, so four rules guard it:

- Bytes that are no text mean a wrong speed or noise: nothing counts for 250 ms.
- 115 200 and 9 600 baud are tried by themselves, after the speed of the settings. Until a speed is
  proven, a key counts only when the bytes around it, up to 50 ms of silence, were all text. A
  sender that is read too fast is never text, but a line that is read too slowly can look like one
  bare character: at 9 600 baud it takes two of them, soon after each other.
- Where whole lines are numbers of several digits, the digits are numbers too, and no keys.
- More than 20 presses a second for a second are a flood: nothing counts until a second of quiet.
"""

from __future__ import annotations

import re
from collections import deque

from hardware.keypads.facts import DROP_ALL, SPEED, Event
from hardware.keypads.pad import ANY, Pad, matcher
from keypad.keys import PAD_LEGENDS

SLOW = 9_600
"""Its bits last longer than a whole character at SPEED, so there it reads as zeros."""

OPENING_MS = 100
"""What comes so soon after the port was opened was sent before."""
SILENCE_MS = 50
SPLIT_MS = 1_000
"""How long the rest of a line that has begun is waited for; a busy machine tears lines."""
BOUNCE_MS = 60
DISTRUST_MS = 250
HEAL_MS = 3_000
TOGETHER_MS = 4_000
"""Between the two strokes of a legend such as `* *`; the unit forgets its F after the same time."""
FLOOD_PRESSES, FLOOD_MS = 20, 1_000

LONGEST = 160
RUN = 4
"""Keys that may come bare in one run: no hand is faster."""
GARBAGE = 2
"""Bytes in one breath that no text holds, after which the speed is taken to be a wrong one."""
GARBAGE_AT_ONCE = 16
"""So many, and the end of the breath is not waited for: some sketches never pause."""
DOUBTS = 2
DOUBTS_PROVEN = 3
"""Breaths with garbage and none without, after which another speed is tried."""
STREAM_MS = 200
"""A breath of this length is a sketch that never pauses: some send NUL while no key is down."""
DWELL_MS = 300
SURE = 8
"""Bare keys with no byte of garbage among them, which prove a speed as lines do."""
AGREE_MS = 2_000
"""Within this a further bare character lets the one before count too; later that one is dropped,
for its key was pressed again meanwhile."""
PROOF_BYTES, PROOF_LINES = 24, 2
"""So much text without a byte of garbage proves a speed, although no key was among it."""
STRANGE = 3
"""Lines without a key among them, after which the person is told."""
BEGINNINGS = ("k", "p", "r")
"""Of Key, pressed and released: such a character alone may be a line that is torn."""
UNKNOWN = 16
"""Legends that are no key, of which so many are kept to be shown."""

# Accents of the French language, as UTF-8, are text too.
_NO_TEXT = re.compile(rb"[\xC2\xC3][\x80-\xBF]|([^\0\t\r\n\x1b -~])")
_SKIPPED = re.compile(rb"\0|\x1b(\[[0-9;?]*[ -/]*[@-~]?)?")
_STATED = re.compile(r"(?:Key )?(\S{1,12}) (PRESSED|HOLD|RELEASED|IDLE)\.?", re.IGNORECASE)
_NAMED = re.compile(r"(?:Key )?(pressed|released) ?:? ?(\S{1,12})", re.IGNORECASE)

CHARACTERS = {**PAD_LEGENDS, "+": "+", "-": "-", "?": "?", "F": "F"}


def text_of(line: bytes) -> str:
    """What a person sees of a line: without NUL bytes, colours, and blanks around it."""
    return _SKIPPED.sub(b"", line).strip(b" \t").decode("utf-8", "replace")


def garbage_in(data: bytes) -> int:
    """How many bytes no text holds."""
    return sum(map(len, _NO_TEXT.findall(data)))


class PlainReader:
    """Bytes in, events out. Times are milliseconds of the caller's clock."""

    def __init__(self, now: int, pad: Pad | None = None, speed: int = SPEED) -> None:
        """`speed`: which of the two to begin with, where the settings name none."""
        self.pad = pad = pad or Pad()
        self.speed = pad.speed or speed
        self.proven = False
        """Text was read at this speed."""
        self.understood = False
        """A line of it was about a key."""
        self.numbers = False
        """Whole lines are numbers of several digits: a single digit is a number too, and no key."""
        self.strange = 0
        """Lines that were not, before the first that was."""
        self.junk = 0
        """Bytes that were no key."""
        self.last_junk = b""
        self.unknown: dict[str, None] = {}
        """Legends that are mapped to no key, in the order of their coming."""
        self.lines = False
        """It was proven by whole lines: worth remembering. Bare characters prove less."""
        self.healed = 0
        self.switched = 0
        """How often the speed was changed since text was last read."""
        self.flooded = 0
        """Presses that were ignored because they were part of a flood."""
        self.flood = False
        self.characters = {**({} if pad.only else CHARACTERS), **pad.legends}
        self._forms = {one: matcher([one]) for one in pad.legends if ANY in one}
        self._release = matcher(pad.release)
        self._firsts = (
            set()
            if pad.only
            else {legend.split()[0] for legend in self.characters if " " in legend}
        )
        self._first: tuple[str, int] | None = None  # of two strokes, and when
        self._tells_releases = bool(pad.release)
        self._run = bytearray()
        self._synced = False  # the beginning of the line that is coming was seen
        self._ends_lines = False  # after the text; some send line ends before it
        self._is_left = False  # the run was there before the last silence
        self._heard = now
        self._started = now + OPENING_MS
        self._distrust = now
        self._garbage = 0  # in this breath
        self._nuls = self._others = 0  # NUL bytes in this breath, and other ones
        self._breath_at = now
        self._text = 0  # bytes and lines since the last garbage
        self._lines = 0
        self._doubts = 0
        self._suspect = False  # bytes came that no text holds, and no lines did
        self._agreed = 0  # bare keys since the last of them
        self._breath_open = False
        self._waiting: list[tuple[str, int]] = []  # what counts once the speed is proven
        self._bare: list[tuple[str, int]] = []  # bare characters at 9 600 baud
        self._struck: dict[str, int] = {}  # legend: when it last came
        self._latest = ""  # the legend that came last
        self._second: set[str] = set()  # legends whose next line is their release
        self.held: dict[str, int] = {}
        """Key: when the last line about it came."""
        self._presses: deque[int] = deque()

    # -- bytes

    def feed(self, data: bytes, now: int) -> list[Event]:
        events = self.tick(now)
        if now < self._started:
            self.junk += len(data)  # sent before the port was opened, or its speed changed
            self._heard = now
            self._synced = False
            return events
        self._synced |= now - self._heard >= SILENCE_MS
        self._heard = now
        if not self._breath_open:
            self._breath_open = True
            self._breath_at = now
        if self._weigh(data, now):
            return events
        for piece in re.split(rb"([\r\n\0])", data):
            if piece == b"\0":
                events += self._end_of_run()  # some sketches send one between two keys
                if self._waiting and now - self._breath_at >= STREAM_MS:
                    events += self._prove()
                self._synced = True
            elif piece in (b"\r", b"\n"):
                self._ends_lines |= bool(self._run) and not self._is_left
                self._is_left = False
                self._lines += 1
                events += self._line(bytes(self._run), now)
                self._run.clear()
                self._synced = True
            else:
                self._keep(piece)
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
        dates = [at + HEAL_MS for at in self.held.values()]
        if self._breath_open:
            dates.append(self._heard + SILENCE_MS)
        elif self._run:
            dates.append(self._heard + SPLIT_MS)
        if self.flood:
            dates.append(self._presses[-1] + FLOOD_MS)
        return min(dates, default=None)

    def tick(self, now: int) -> list[Event]:
        is_breath_over = self._breath_open and now - self._heard >= SILENCE_MS
        events = self._end_of_breath() if is_breath_over else []
        if self._run and now - self._heard >= SPLIT_MS:
            self._count_junk(bytes(self._run))
            self._run.clear()
            self.strange += 1
        for key, at in list(self.held.items()):
            if now - at >= HEAL_MS:
                del self.held[key]
                self.healed += 1
                events.append(Event("release", key))
        if self.flood and now - self._presses[-1] >= FLOOD_MS:
            self.flood = False
        return events

    # -- speed

    @property
    def _is_after_garbage(self) -> bool:
        return self._heard < self._distrust

    def _weigh(self, data: bytes, now: int) -> bool:
        """Whether the speed was changed."""
        nuls = data.count(0)
        self._nuls += nuls
        self._others += len(data) - nuls
        self._text += len(data)
        garbage = garbage_in(data)
        if self.speed == SLOW != self.pad.speed and not self.proven:
            garbage += nuls  # so a byte reads that another speed has torn
        if garbage:
            self._text = self._lines = 0
            self._distrust = now + DISTRUST_MS
            self._garbage += garbage
            self.junk += sum(len(legend) for legend, _ in self._waiting + self._bare)
            self._waiting.clear()
            self._bare.clear()
        # NUL bytes without end: a slow sender that never pauses, or what a sketch sends while no
        # key is down. After one look at the other speed it is the second.
        zeros = 0 if self._others or self.switched > 1 else self._nuls
        if self.proven or max(self._garbage, zeros) < GARBAGE_AT_ONCE:
            return False
        self._change_speed()
        return True

    def _end_of_breath(self) -> list[Event]:
        """The silence after some bytes: what a run without line end means, and what it proves."""
        self._breath_open = False
        events: list[Event] = []
        garbage = self._garbage
        # A sender much slower than we listen reads as nothing else.
        if self._nuls > self._others + 1 and self.speed != self.pad.speed:
            garbage = max(garbage, self._nuls)
        others = self._others > 0
        self._garbage = self._nuls = self._others = 0
        if garbage:
            self._waiting.clear()
            self._text = self._lines = 0
            sure = self.lines or self._agreed >= SURE or self.speed == self.pad.speed
            self._suspect |= others and not sure
            self.proven &= sure or not others
            self._agreed = 0
            self._doubts += 1
            self._count_junk(bytes(self._run))
            self._run.clear()
            enough = not self.proven and (self.switched or garbage >= GARBAGE)
            if enough or self._doubts >= (DOUBTS_PROVEN if self.proven else DOUBTS):
                self._change_speed()
        else:
            events = self._end_of_run()
            self._is_left = bool(self._run)
            if self._waiting:
                events += self._prove()
        return events

    def _change_speed(self) -> None:
        speeds = list(dict.fromkeys((self.pad.speed or SPEED, SPEED, SLOW)))
        self.speed = speeds[(speeds.index(self.speed) + 1) % len(speeds)]
        self.switched += 1
        self._started = self._heard + DWELL_MS
        self.proven = self.lines = self._synced = self._ends_lines = False
        self._breath_open = False
        self._garbage = self._nuls = self._others = 0
        self._run.clear()
        self._text = self._lines = self._doubts = 0

    def _prove(self) -> list[Event]:
        """The speed is right: what waited for that counts."""
        self.proven = True
        self.lines = self._lines > 0
        self.switched = self._doubts = 0
        self._suspect = False
        waiting, self._waiting = self._bare + self._waiting, []
        self._bare.clear()
        return self._count(waiting)

    # -- runs without line end

    def _end_of_run(self) -> list[Event]:
        """What stands before a silence or a NUL byte, where it is a bare key."""
        line = bytes(self._run)
        text = text_of(line)
        if not self._synced or not text:
            return []
        # Of a board that ends its lines a longer text is a line that was torn: more will come.
        if not self._ends_lines and (legend := self._legend(text)):
            found = [(legend, self._heard)]
        elif len(text) <= RUN and {*text} <= self.characters.keys():
            found = [(char, self._heard) for char in text]
        else:
            if len(text) == 1 and text.lower() not in BEGINNINGS:
                self._run.clear()
                self._no_key(text, line)
            return []
        self._run.clear()
        if self._is_after_garbage:
            self._count_junk(line)
            return []
        self._agreed += 1
        return self._bare_keys(found, line)

    def _bare_keys(self, found: list[tuple[str, int]], line: bytes) -> list[Event]:
        """At 9 600 baud a bare character may be a whole line of a faster sender."""
        if self.proven:
            return self._count(found)
        if self.speed == SLOW and not self.switched and not self.pad.speed:
            self._count_junk(line)
            self._change_speed()  # a remembered speed: have the fastest first
            return []
        if self._suspect:
            self._count_junk(line)
            if self._agreed < SURE:
                return []
        agreed = len(self._bare + found) > 1 or self.speed in (SPEED, self.pad.speed)
        if self._bare and self._heard - self._bare[-1][1] >= AGREE_MS:
            self._bare.clear()
        self._bare += found
        if agreed:
            self._waiting += self._bare
            self._bare = []
        return []

    # -- lines

    def _line(self, line: bytes, now: int) -> list[Event]:
        text = text_of(line)
        if not text:
            return []
        if not self._synced or self._is_after_garbage:
            self._count_junk(line)
            return []
        if legend := self._legend(text):
            if self.proven:
                return self._count([(legend, now)])
            self._waiting.append((legend, now))
            return []
        if self._release and self._release.fullmatch(text):
            # A press that still waits for the speed to be proven is proven by its release.
            return (self._prove() if self._waiting else []) + self._released(list(self.held))
        if not self.pad.only:
            self.numbers |= len(text) > 1 and text.isascii() and text.isdigit()
            if stated := _STATED.fullmatch(text):
                return self._stated(stated[1], stated[2].upper(), line, now)
            if named := _NAMED.fullmatch(text):
                return self._stated(named[2], named[1].upper(), line, now)
        if len(text) == 1:
            self._no_key(text, line)
        else:
            self._count_junk(line)
        self.strange += not text.startswith("$")  # ours, come back, or a damaged frame
        return []

    def _legend(self, text: str) -> str:
        """The legend that stands for this text's key, or nothing. Two keys are none."""
        if text in self.characters:
            return text
        found = [one for one, form in self._forms.items() if form and form.fullmatch(text)]
        return found[0] if len({self.characters[one] for one in found}) == 1 else ""

    def _stated(self, legend: str, state: str, line: bytes, now: int) -> list[Event]:
        """A line that names the key and what became of it; no wrong speed makes one."""
        key = self.characters.get(legend)
        if key is None:
            if len(legend) == 1:
                self._no_key(legend, line)
            else:
                self._count_junk(line)
            self.strange += 1
            return []
        self.understood = True
        if state == "PRESSED":
            return self._prove() + self._count([(legend, now)], stated=True)
        if state == "RELEASED":
            self._tells_releases = True
            return self._released([key])
        if key in self.held:
            self.held[key] = now
        return []

    def _released(self, keys: list[str]) -> list[Event]:
        self._latest = ""
        return [Event("release", key) for key in keys if self.held.pop(key, None) is not None]

    # -- keys

    def _count(self, found: list[tuple[str, int]], *, stated: bool = False) -> list[Event]:
        events: list[Event] = []
        has_release = self._tells_releases and (stated or self.pad.only)
        for legend, at in found:
            self.numbers &= legend.isdigit()  # a torn line end made one number of two keys
            if self.numbers:
                self.junk += len(legend)
                continue
            self.understood = True
            if self.pad.twice and legend in self._second:
                self._second.discard(legend)
                continue
            again, self._latest = legend == self._latest, legend
            window = max(BOUNCE_MS, self.pad.repeats if again else 0)
            bounce = at - self._struck.get(legend, at - window) < window
            self._struck[legend] = at
            # Two keys in turn are a flood, however fast; one key that bounces is none.
            if not (bounce and again) and self._is_too_many(at):
                events += self._stop_flood()
            elif not bounce or self.pad.twice:
                if self.pad.twice:
                    self._second.add(legend)
                events += self._stroke(legend, at, has_release)
            elif self.characters[legend] in self.held:
                self.held[self.characters[legend]] = at
        return events

    def _stroke(self, legend: str, at: int, has_release: bool) -> list[Event]:
        events: list[Event] = []
        if self._first and at - self._first[1] < TOGETHER_MS:
            first = self._first[0]
            self._first = None
            if both := self.characters.get(f"{first} {legend}"):
                return [Event("tap", both)]  # releases name the single strokes
            events = [Event("tap", self.characters[first])]
        if legend in self._firsts:
            self._first = (legend, at)
            return events
        return events + self._press(self.characters[legend], at, has_release)

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
        self.held.clear()
        return [DROP_ALL]

    def _press(self, key: str, at: int, has_release: bool) -> list[Event]:
        if not has_release:
            return [Event("tap", key)]
        events = [Event("release", key)] if key in self.held else []
        self.healed += len(events)
        self.held[key] = at
        return [*events, Event("press", key)]

    def _no_key(self, legend: str, line: bytes) -> None:
        if not self._is_after_garbage and len(self.unknown) < UNKNOWN:
            self.unknown[legend] = None
        self._count_junk(line)

    def _count_junk(self, line: bytes) -> None:
        self.junk += len(line)
        if line:
            self.last_junk = line[:LONGEST]
