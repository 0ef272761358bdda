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
"""How long the rest of a line that has begun is waited for; a busy machine tears lines."""
DISTRUST_MS = 250
LONGEST = 160
SIGNS = "*+-"
"""Bare characters that prove no speed: a character and its line end, read at half their speed, are
one of these. At other wrong speeds one or two digits are read, never three."""
PROOFS = 3
UNPROVEN = 6
"""Bare characters that prove no speed, after which the person is told."""
NULS = 2
"""Without a text between them; more are read of a sender that is much slower than the port."""

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
    text: str
    raw: bytes
    ended: bool
    """By a line end; otherwise by silence, or by the NUL that some sketches send between keys."""


class Cutter:
    """Bytes in, lines out. A run without line end is one where `is_whole` says so."""

    def __init__(self, now: int, is_whole: Callable[[str], bool]) -> None:
        self.ends_lines = False
        """After the text; some sketches send line ends before it."""
        self.heard = now
        self._is_whole = is_whole
        self._silent = True
        self._run = b""
        self._synced = False  # the beginning of the run was seen

    @property
    def due(self) -> int | None:
        if not self._silent:
            return self.heard + SILENCE_MS
        return self.heard + SPLIT_MS if self._run else None

    def feed(self, data: bytes, now: int) -> list[Line]:
        """Call `tick` before."""
        lines: list[Line] = []
        self._synced |= now - self.heard >= SILENCE_MS
        self.heard, self._silent = now, False
        for part in _ENDS.split(data):
            if part not in (b"\r", b"\n", b"\0"):
                self._run = (self._run + part)[:LONGEST]
                continue
            if part == b"\0":
                lines += self._end_of_run(now)
            else:
                self.ends_lines |= bool(self._run)
                lines += self._end(now, ended=True)
            self._synced = True
        return lines

    def tick(self, now: int) -> list[Line]:
        lines: list[Line] = []
        if not self._silent and now - self.heard >= SILENCE_MS:
            self._silent = True
            lines += self._end_of_run(self.heard)
        if self._run and now - self.heard >= SPLIT_MS:
            lines += self._end(now, ended=False)
        return lines

    def skip(self, now: int) -> None:
        """Bytes came that are no text: what is left of a line is none."""
        self.heard, self._silent, self._synced, self._run = now, False, False, b""

    def _end_of_run(self, now: int) -> list[Line]:
        whole = self._run and self._is_whole(text_of(self._run))
        return self._end(now, ended=False) if whole else []

    def _end(self, now: int, *, ended: bool) -> list[Line]:
        run, self._run = self._run, b""
        return [Line(now, text_of(run), run, ended)] if run and self._synced else []


class SpeedProof:
    """Whether the speed is the keypad's: a line that ends proves it, or bare characters, when 50 ms
    without garbage have followed. A line that is read too slowly can look like one, again and
    again: at 115 200 baud such lines are signs, so any other character proves it; at other speeds
    three different digits do."""

    def __init__(self, now: int, *, usual: bool, proven: bool) -> None:
        self.proven = proven
        self.is_sure = proven
        """A key was understood: what is no text after that is noise."""
        self.no_text = False
        """Something came that no text holds, and no text since."""
        self.distrusted_until = now
        self.due: int | None = None
        """When what came is a proof, if no garbage follows."""
        self._usual = usual
        self._bare: set[str] = set()  # since the last garbage
        self._unproven = self._nuls = 0

    def is_text(self, data: bytes, now: int) -> bool:
        nuls = data.count(0)
        self._nuls = self._nuls + nuls if nuls == len(data) else 0
        self.no_text |= self._nuls > NULS and not self.proven
        torn = nuls and not (self._usual or self.proven)  # so reads a byte of another speed
        if not (torn or garbage_in(data)):
            return True
        self.distrusted_until = now + DISTRUST_MS
        self._bare.clear()
        self.due = None
        self.no_text |= not self.is_sure
        self.proven &= self.is_sure
        return False

    def hear(self, line: Line, legends: Collection[str]) -> None:
        """A line came; without a line end it is of these bare characters."""
        if not line.ended:
            self._unproven += bool(legends) and not self.proven
            self.no_text |= self._unproven > UNPROVEN
            self._bare |= {*legends}
        if self.due is None and (line.ended or self._is_proof()):
            self.due = line.at + SILENCE_MS

    def tick(self, now: int) -> None:
        if self.due is not None and now >= self.due:
            self.due, self._unproven = None, 0
            self.proven, self.no_text = True, False

    def _is_proof(self) -> bool:
        if self._usual:
            return not self._bare <= {*SIGNS}
        return sum(map(str.isdigit, self._bare)) >= PROOFS
