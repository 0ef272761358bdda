"""Boards that run whatever sketch their owner already has, and know no protocol.

    5\\r\\n                     one character a line
    Key 5 PRESSED.\\r\\n        as the common Arduino keypad library prints; RELEASED. is ignored
    5                         bare, and then 50 ms of silence

The characters are those printed on an ordinary 4 × 4 pad. The same one again within 60 ms is a
bouncing contact. Anything else is junk: counted, kept to be shown, never a key.

A press is money, and there is no CRC. So for a quarter of a second after junk nothing is believed:
a line full of noise spells `5` alone on a line every second or so, a human hand does not type in
the middle of it.
"""

from __future__ import annotations

import re

from keypad.keys import PAD_LEGENDS

SPEEDS = (115_200, 9_600)

SILENCE_MS = 50
SPLIT_MS = 1_000
"""How long the rest of a line that began as the library's may keep one waiting."""
BOUNCE_MS = 60
DISTRUST_MS = 250

LONGEST = 64
RUN = 4
"""Keys that may come bare in one breath: faster than that no finger is."""
GARBAGE = 2
"""Bytes in one breath that no text holds, after which the speed is taken to be the wrong one."""
DWELL_MS = 300

_LIBRARY = re.compile(rb"Key (.) (PRESSED|HOLD|RELEASED|IDLE)\.?")
_STATES = (b"PRESSED.", b"HOLD.", b"RELEASED.", b"IDLE.")
_NO_TEXT = re.compile(rb"[^\t\r\n -~]")

CHARACTERS = {**PAD_LEGENDS, "+": "+", "-": "-", "?": "?", "F": "F"}


def begins_as_the_library(run: bytes) -> bool:
    """Whether the common library's line may still come of it; a busy machine tears lines."""
    head, rest = run[:4], run[6:]
    if not b"Key ".startswith(head) or run[5:6] not in (b"", b" "):
        return False
    return any(state.startswith(rest) for state in _STATES)


class PlainReader:
    """Bytes in, names of keys out. Times are milliseconds of the caller's clock."""

    def __init__(self, now: int) -> None:
        self.speed = SPEEDS[0]
        self.junk = 0
        """Bytes that were no key."""
        self.last_junk = b""
        self.keys = 0
        self.switches = 0
        """Changes of speed."""
        self._garbage = 0
        self._changed = now - DWELL_MS
        self._weighed = now
        self._run = bytearray()
        self._heard = now
        self._distrust = now
        self._last = ("", now - BOUNCE_MS)

    @property
    def due(self) -> int | None:
        """When the silence after what was heard will be long enough."""
        return self._heard + self._patience() if self._run else None

    def _patience(self) -> int:
        return SPLIT_MS if begins_as_the_library(bytes(self._run)) else SILENCE_MS

    def feed(self, data: bytes, now: int) -> list[str]:
        keys = self.tick(now)
        self._heard = now
        self._weigh(data, now)
        *lines, rest = data.replace(b"\r", b"\n").split(b"\n")
        for line in lines:
            self._keep(line)
            keys += self._line(bytes(self._run), now)
            self._run.clear()
        self._keep(rest)
        return keys

    def _keep(self, part: bytes) -> None:
        """No line is long: what would make it so is junk already."""
        room = LONGEST + 1 - len(self._run)
        self._run += part[:room]
        self.junk += max(len(part) - room, 0)

    def tick(self, now: int) -> list[str]:
        """What the silence until now makes of a run of characters without line end."""
        if not self._run or now - self._heard < self._patience():
            return []
        run = bytes(self._run)
        self._run.clear()
        characters = [chr(byte) for byte in run]
        if len(run) > RUN or not all(char in CHARACTERS for char in characters):
            self._waste(run, self._heard)
            return []
        return [key for char in characters for key in self._key(char, self._heard)]

    def _line(self, line: bytes, now: int) -> list[str]:
        text = line.strip(b" \t")
        if not text:
            return []
        match = _LIBRARY.fullmatch(text)
        if match and chr(match[1][0]) in CHARACTERS:
            return self._key(chr(match[1][0]), now) if match[2] == b"PRESSED" else []
        if len(text) == 1 and chr(text[0]) in CHARACTERS:
            return self._key(chr(text[0]), now)
        self._waste(line, now)
        return []

    def _key(self, char: str, now: int) -> list[str]:
        if now < self._distrust:
            self._waste(char.encode(), now)
            return []
        last, when = self._last
        self._last = (char, now)
        if char == last and now - when < BOUNCE_MS:
            return []
        self.keys += 1
        self._garbage = 0
        return [CHARACTERS[char]]

    def _waste(self, line: bytes, now: int) -> None:
        self.junk += len(line)
        self.last_junk = line[:LONGEST]
        self._distrust = now + DISTRUST_MS

    def _weigh(self, data: bytes, now: int) -> None:
        """A board at another speed sends bytes that are no text: try the other one.

        What comes just after a change may still have been sent before it, and old garbage is no
        reason to leave a speed at which a line is arriving now.
        """
        if now - self._changed < DWELL_MS or now - self._weighed > DISTRUST_MS:
            self._garbage = 0
        self._weighed = now
        if now - self._changed < DWELL_MS:
            return
        self._garbage += len(_NO_TEXT.findall(data))
        if self._garbage >= GARBAGE:
            self.speed = SPEEDS[1 - SPEEDS.index(self.speed)]
            self.switches += 1
            self._changed = now
            self._garbage = 0
