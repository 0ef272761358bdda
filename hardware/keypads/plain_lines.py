"""Keypads that run their owner's own sketch: which of its lines are keys.

    5\\r\\n                     one character a line
    5                         a bare character, and then 50 ms of silence
    Key 5 PRESSED.\\r\\n        as the common Arduino keypad library prints; HOLD., RELEASED., IDLE.
    5 pressed\\r\\n             5 released
    Key pressed: 5\\r\\n        Key Pressed : 5, pressed 5

The characters are those printed on an ordinary 4 × 4 pad, or what the settings map. Every other
printable line is no key, and harms no line around it. NUL bytes and the colours of a terminal are
skipped.

A press is money and a sketch sends no CRC, so three rules guard it:

- Bytes that are no text mean a wrong speed or noise: nothing counts for 250 ms.
- Nothing counts before the speed is proven, by a line that ends or by bare characters: a line that
  is read too slowly can look like one, again and again. At 115 200 baud such lines are signs, so
  any other key proves it; at other speeds three different digits do. A lesson has proven it before.
- Where whole lines are numbers of several digits, the digits are numbers too, and no keys.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal, NamedTuple

from hardware.keypads.facts import SPEED, Counters
from hardware.keypads.pad import ANY, Pad, matcher
from keypad.keys import PAD_LEGENDS

OPENING_MS = 100
"""What comes so soon after the port was opened was sent before."""
SILENCE_MS = 50
SPLIT_MS = 1_000
"""How long the rest of a line that has begun is waited for; a busy machine tears lines."""
DISTRUST_MS = 250
STREAM_MS = 200
"""A breath of this length is a sketch that never pauses."""
SIGNS = "*+-"
"""Bare characters that prove no speed: a character and its line end, read at half their speed, are
one of these. At other wrong speeds one or two digits are read, never three."""
PROOFS = 3
AGREE_MS = 2_000
"""A key that waits longer for the speed to be proven was pressed again meanwhile."""
NO_TEXT_MS = 5_000
"""Without text for so long, the person is told."""

LONGEST = 160
RUN = 4
"""Keys that may come bare in one run: no hand is faster."""
STRANGE = 3
"""Lines without a key among them, after which the person is told."""
BEGINNINGS = ("k", "p", "r")
"""Of Key, pressed and released: such a character alone may be a line that is torn."""
UNKNOWN = 16
"""Legends that are no key, of which so many are kept to be shown."""

# Accents of the French language, as UTF-8, are text too.
_NO_TEXT = re.compile(rb"[\xC2\xC3][\x80-\xBF]|([^\0\t\r\n\x1b -~])")
_SKIPPED = re.compile(rb"\0|\x1b(\[[0-9;?]*[ -/]*[@-~]?)?")
_ENDS = re.compile(rb"([\r\n\0])")
_STATED = re.compile(r"(?:Key )?(\S{1,12}) (PRESSED|HOLD|RELEASED|IDLE)\.?", re.IGNORECASE)
_NAMED = re.compile(r"(?:Key )?(pressed|released) ?:? ?(\S{1,12})", re.IGNORECASE)

CHARACTERS = {**PAD_LEGENDS, "+": "+", "-": "-", "?": "?", "F": "F"}


def text_of(line: bytes) -> str:
    """What a person sees of a line: without NUL bytes, colours, and blanks around it."""
    return _SKIPPED.sub(b"", line).strip(b" \t").decode("utf-8", "replace")


def garbage_in(data: bytes) -> int:
    """How many bytes no text holds."""
    return sum(map(len, _NO_TEXT.findall(data)))


class Line(NamedTuple):
    at: int
    text: str
    raw: bytes
    ended: bool
    """By a line end; otherwise by silence, or by the NUL that some sketches send between keys."""


class Cutter:
    """Bytes in, lines out. A run without line end is one where `is_whole` says so."""

    def __init__(self, now: int, is_whole: Callable[[str], bool]) -> None:
        self.ends_lines = False
        """After the text; some sketches send line ends before it."""
        self.synced = False
        """The beginning of the line that is coming was seen."""
        self.breathing = False
        """Bytes came, and no silence yet."""
        self.heard = now
        self._is_whole = is_whole
        self._run = b""
        self._is_left = False  # the run was there before the last silence

    def feed(self, data: bytes, now: int) -> list[Line]:
        """Call `tick` before."""
        lines: list[Line] = []
        self.synced |= now - self.heard >= SILENCE_MS
        self.heard, self.breathing = now, True
        for part in _ENDS.split(data):
            if part == b"\0":
                lines += self._end_of_run(now)
                self.synced = True
            elif part in (b"\r", b"\n"):
                self.ends_lines |= bool(self._run) and not self._is_left
                lines += self._end(now, ended=True)
                self.synced = True
            else:
                self._run = (self._run + part)[:LONGEST]
        return lines

    def tick(self, now: int) -> list[Line]:
        lines: list[Line] = []
        if self.breathing and now - self.heard >= SILENCE_MS:
            self.breathing = False
            lines += self._end_of_run(self.heard)
            self._is_left = bool(self._run)
        if self._run and now - self.heard >= SPLIT_MS:
            lines += self._end(now, ended=False)
        return lines

    @property
    def due(self) -> int | None:
        if self.breathing:
            return self.heard + SILENCE_MS
        return self.heard + SPLIT_MS if self._run else None

    def skip(self, now: int) -> None:
        """Bytes came that are no text: what is left of a line is none."""
        self.heard, self.breathing, self.synced = now, True, False
        self._run = b""

    def _end_of_run(self, now: int) -> list[Line]:
        whole = self.synced and self._run and self._is_whole(text_of(self._run))
        return self._end(now, ended=False) if whole else []

    def _end(self, now: int, *, ended: bool) -> list[Line]:
        run, self._run, self._is_left = self._run, b"", False
        return [Line(now, text_of(run), run, ended)] if run else []


class NamedKey(NamedTuple):
    """What a line says of a key."""

    at: int
    legend: str
    state: Literal["", "PRESSED", "HOLD", "IDLE", "RELEASED"] = ""
    """Where the line names one. Without a legend: all keys are released."""


class PlainLines:
    """Bytes in, what they say of keys out. Times are milliseconds of the caller's clock."""

    def __init__(self, now: int, pad: Pad, speed: int, counters: Counters) -> None:
        self.characters = {**({} if pad.only else CHARACTERS), **pad.legends}
        self.understood = False
        """A line was about a key."""
        self.numbers = False
        """Whole lines are numbers of several digits: a single digit is a number too, and no key."""
        self.strange = 0
        """Lines that were not, before the first that was."""
        self.last_junk = b""
        self.unknown: dict[str, None] = {}
        """Legends that are mapped to no key, in the order of their coming."""
        self.no_text = False
        """For five seconds nothing that came was text: the speed is a wrong one."""
        self._counters = counters
        self._only = pad.only
        self._forms = {one: matcher([one]) for one in pad.legends if ANY in one}
        self._release = matcher(pad.release)
        self._cutter = Cutter(now, self._is_bare)
        self._started = now + OPENING_MS
        self._unusual = speed != SPEED
        self.proven = pad.only and speed == (pad.speed or SPEED)
        """The speed is the keypad's."""
        self._proofs: set[str] = set()  # bare characters since the last garbage
        self._bare: set[str] = set()  # in this breath
        self._breath_at = now
        self._garbage = self._nuls = self._others = 0  # in this breath
        self._ended = False  # in this breath
        self._distrust = now
        self._wrong_since: int | None = None
        self._waiting: list[NamedKey] = []  # what counts once the speed is proven

    @property
    def due(self) -> int | None:
        """When `tick` has something to do."""
        return self._cutter.due

    def feed(self, data: bytes, now: int) -> list[NamedKey]:
        found = self.tick(now)
        if not data:
            return found
        if now < self._started:
            self._counters.junk += len(data)
            self._cutter.heard = now
            return found
        if not self._cutter.breathing:
            self._breath_at = now
        if self._is_garbage(data, now):
            self._counters.junk += len(data)
            self._cutter.skip(now)
            return found
        for line in self._cutter.feed(data, now):
            found += self._line(line)
            if now - self._breath_at >= STREAM_MS:
                self._end_breath(now)
        return self._trusted(found)

    def tick(self, now: int) -> list[NamedKey]:
        breathed = self._cutter.breathing
        found = [said for line in self._cutter.tick(now) for said in self._line(line)]
        if breathed and not self._cutter.breathing:
            self._end_breath(now)
        return self._trusted(found)

    # -- whether it is text

    def _is_garbage(self, data: bytes, now: int) -> bool:
        nuls = data.count(0)
        self._nuls += nuls
        self._others += len(data) - nuls
        garbage = garbage_in(data)
        if self._unusual and not self.proven:
            garbage += nuls  # so a byte reads that another speed has torn
        if not garbage:
            return False
        self._garbage += garbage
        self._distrust = now + DISTRUST_MS
        self._proofs.clear()
        self._waiting.clear()
        self._wrong(now)
        return True

    def _end_breath(self, now: int) -> None:
        if self._nuls > 1 and not self._others and not self._garbage:
            self._wrong(now)  # a sender much slower than we listen reads as nothing else
        elif not self._garbage:
            self._proofs |= self._bare
            self.proven |= self._ended or self._is_proof()
            self.no_text &= not self.proven
            if self._bare:
                self._wrong(now)
        self._garbage = self._nuls = self._others = 0
        self._ended = False
        self._bare.clear()
        self._breath_at = now

    def _is_proof(self) -> bool:
        if self._unusual:
            return sum(map(str.isdigit, self._proofs)) >= PROOFS
        return not self._proofs <= {*SIGNS}

    def _wrong(self, now: int) -> None:
        if self.proven:
            return
        if self._wrong_since is None:
            self._wrong_since = now
        self.no_text |= now - self._wrong_since >= NO_TEXT_MS

    def _trusted(self, found: list[NamedKey]) -> list[NamedKey]:
        self._waiting += found
        if not (self.proven and self._waiting):
            return []
        latest = self._waiting[-1].at
        found = [said for said in self._waiting if latest - said.at < AGREE_MS]
        self._waiting.clear()
        self.understood = True
        return found

    # -- what it says

    def _is_bare(self, text: str) -> bool:
        """Of a keypad that ends its lines a longer text is a line that was torn: more will come."""
        if self._legend(text) and not self._cutter.ends_lines:
            return True
        if len(text) <= RUN and {*text} <= self.characters.keys():
            return True
        return len(text) == 1 and text.lower() not in BEGINNINGS

    def _line(self, line: Line) -> list[NamedKey]:
        text = line.text
        if not text:
            return []
        if not self._cutter.synced or line.at < self._distrust:
            self._count_junk(line.raw)
            return []
        self._ended |= line.ended
        if legend := self._legend(text):
            return self._of_keys(line, [legend])
        if not line.ended and len(text) <= RUN and {*text} <= self.characters.keys():
            return self._of_keys(line, [*text])
        if self._release and self._release.fullmatch(text):
            return [NamedKey(line.at, "", "RELEASED")]
        if not self._only:
            self.numbers |= len(text) > 1 and text.isascii() and text.isdigit()
            if stated := _STATED.fullmatch(text):
                return self._stated(line, stated[1], stated[2])
            if named := _NAMED.fullmatch(text):
                return self._stated(line, named[2], named[1])
        self._no_key(text, line.raw)
        return []

    def _of_keys(self, line: Line, legends: list[str]) -> list[NamedKey]:
        self.numbers &= all(map(str.isdigit, legends))  # else a line end was torn
        if self.numbers:
            self._counters.junk += len(legends)
            return []
        if not line.ended:
            self._bare |= {*legends}
        return [NamedKey(line.at, legend) for legend in legends]

    def _stated(self, line: Line, legend: str, state: str) -> list[NamedKey]:
        """A line that names the key and what became of it; no wrong speed makes one."""
        if legend not in self.characters:
            self._no_key(legend, line.raw)
            return []
        self.proven = True
        return [NamedKey(line.at, legend, state.upper())]  # type: ignore[arg-type]

    def _legend(self, text: str) -> str:
        """The legend that stands for this text's key, or nothing. Two keys are none."""
        if text in self.characters:
            return text
        found = [one for one, form in self._forms.items() if form and form.fullmatch(text)]
        return found[0] if len({self.characters[one] for one in found}) == 1 else ""

    def _no_key(self, text: str, raw: bytes) -> None:
        if len(text) == 1 and len(self.unknown) < UNKNOWN:
            self.unknown[text] = None
        self.strange += not text.startswith("$")  # ours, come back, or a damaged frame
        self._count_junk(raw)

    def _count_junk(self, raw: bytes) -> None:
        self._counters.junk += len(raw)
        self.last_junk = raw[:LONGEST]
