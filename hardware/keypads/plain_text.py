"""Bytes of a plain keypad: cut into lines, and whether they are text at all.

A line ends with a line end; a few bare characters end with 50 ms of silence. NUL bytes and the
colours of a terminal are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import NamedTuple

SILENCE_MS = 50
SPLIT_MS = 1_000
"""How long the rest of a line that has begun is waited for; a network tears lines."""
DISTRUST_MS = 250
LONGEST = 160
SIGNS = "*+-"
"""Bare characters that prove no speed: a character and its line end, read at half their speed, are
one of these. At other wrong speeds one or two digits are read, never three."""
PROOFS = 3
UNPROVEN = 6
"""Bare characters or NUL bytes that prove no speed, after which the person is told; NUL bytes are
read of a sender that is much slower than the port."""

# Accents of the French language, as UTF-8, are text too.
_NO_TEXT = re.compile(rb"[\xC2\xC3][\x80-\xBF]|([^\0\t\r\n\x1b -~])")
_SKIPPED = re.compile(rb"\0|\x1b(\[[0-9;?]*[ -/]*[@-~]?)?")
_ENDS = re.compile(rb"([\r\n\0])")


def text_of(line: bytes) -> str:
    """What a person sees of a line: without NUL bytes, colours, and blanks around it."""
    return _SKIPPED.sub(b"", line).strip(b" \t").decode("utf-8", "replace")


def garbage_in(data: bytes) -> int:
    """How many bytes no text holds."""
    return sum(map(len, _NO_TEXT.findall(data)))


class Line(NamedTuple):
    at: int
    """When its last byte came."""
    text: str
    ended: bool
    """By a line end; otherwise by silence, or by the NUL that some sketches send between keys."""


class Cutter:
    """Bytes in, lines out. A run without line end is a line where `is_whole` says so. Silence is
    what a read has seen that brought nothing: a busy machine that reads late tears no line."""

    def __init__(self, is_whole: Callable[[str], bool]) -> None:
        self.ends_lines = False
        """After the text; some sketches send line ends before it."""
        self._is_whole = is_whole
        self.skip(0)

    def skip(self, now: int) -> None:
        """What came is no text: what is left of a line is none."""
        self._heard, self._synced, self._run = now, False, b""

    def hear(self, data: bytes, now: int) -> list[Line]:
        if not data:
            return self._silence(now - self._heard)
        self._heard = now
        lines: list[Line] = []
        for part in _ENDS.split(data):
            if part == b"\0":
                lines += self._end_of_run()
            elif part in (b"\r", b"\n"):
                self.ends_lines |= bool(self._run)
                lines += self._end(ended=True)
            else:
                self._run = (self._run + part)[:LONGEST]
                continue
            self._synced = True
        return lines

    def _silence(self, ms: int) -> list[Line]:
        if ms < SILENCE_MS:
            return []
        lines = self._end_of_run() if ms < SPLIT_MS else self._end(ended=False)
        self._synced = True
        return lines

    def _end_of_run(self) -> list[Line]:
        return self._end(ended=False) if self._is_whole(text_of(self._run)) else []

    def _end(self, *, ended: bool) -> list[Line]:
        text, self._run = text_of(self._run), b""
        return [Line(self._heard, text, ended)] if text and self._synced else []


class SpeedProof:
    """Whether the speed is the keypad's: a line that ends proves it, or bare characters, when 50 ms
    without garbage have followed. A line that is read too slowly can look like one, again and
    again: at 115 200 baud such lines are signs, so any other character proves it; at other speeds
    three different digits do."""

    def __init__(self, *, usual: bool, proven: bool) -> None:
        self.proven = proven
        self.is_sure = proven
        """A key was understood: what is no text after that is noise."""
        self.distrusted_until = 0
        self._usual = usual
        self._bare: set[str] = set()  # since the last garbage
        self._due: int | None = None  # then what came is a proof, if no garbage follows
        self._unproven = 0

    @property
    def no_text(self) -> bool:
        """Something came that no text holds, and no text since."""
        return self._unproven > UNPROVEN and not self.proven

    def is_text(self, data: bytes, now: int) -> bool:
        nuls = data.count(0)
        self._unproven += nuls
        torn = nuls and not (self._usual or self.proven)  # so reads a byte of another speed
        if not (torn or garbage_in(data)):
            return True
        self.distrusted_until = now + DISTRUST_MS
        self._bare.clear()
        self._due = None
        self._unproven += UNPROVEN + 1
        self.proven &= self.is_sure
        return False

    def hear(self, line: Line, legends: Collection[str]) -> None:
        """A line came; without a line end it is of these bare characters."""
        if not line.ended:
            self._unproven += bool(legends)
            self._bare |= {*legends}
        digits = sum(map(str.isdigit, self._bare))
        is_proof = not self._bare <= {*SIGNS} if self._usual else digits >= PROOFS
        if self._due is None and (line.ended or is_proof):
            self._due = line.at + SILENCE_MS

    def tick(self, now: int) -> None:
        if self._due is not None and now >= self._due:
            self._due, self._unproven, self.proven = None, 0, True
