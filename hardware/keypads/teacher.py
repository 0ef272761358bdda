"""Asks for the keys of an unknown keypad in turn, and learns them from what comes.

    teacher = Teacher(now)                   milliseconds
    teacher.hear(data, now)                  bytes of the board; b"" when only time has passed
    teacher.told                             what is to be said to the person; to be taken
    teacher.says()                           bytes for the board
    teacher.speed                            at which its port is to be open
    teacher.skip()                           the pad does not have the key that was asked for
    teacher.pad                              what was learned; None before the end

`hear` raises CannotLearn, or Framed. No port, no clock, no words: a terminal and a page ask alike.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Generator, Sequence
from typing import NamedTuple

from hardware.keypads.frames import Lines, encode
from hardware.keypads.lesson import SPEEDS, CannotLearn, Lesson, Piece, Sample, is_text
from hardware.keypads.pad import Pad
from hardware.keypads.plain_board import text_of
from keypad.keys import KEYS, STROBES

BASE = ("1", "2", "3", "7", "8", "9", "4", "5", "6", "0", "F", "+", "-", "?", "C", "OK")
"""In an order in which nothing but a clock only grows."""
FUNCTIONS = tuple(key.name for key in KEYS if key.strobe < STROBES // 2)

START_MS, ASK_AT_MS = 3_000, 1_200
PATIENCE_MS = 20_000
QUIET_MS, QUIET_HELD_MS = 600, 1_200
QUIET_MOST_MS = 5_000
RELEASE_MS = 3_000
"""How long a key may stay down on a board that tells releases."""
HELD_MS = 500
PROOFS, ROUNDS = 5, 3
MISTAKES = 3

ASKED = ("hold", "again", "press", "more", "prove")
REMARKS = ("start", "skipped", "same", "no_text", "wrong")


class Framed(Exception):
    """It runs firmware of this project."""


class _WrongSpeed(Exception):
    """What came is no text."""


class Told(NamedTuple):
    """`kind`: one of ASKED, which wait for a press, or one of REMARKS."""

    kind: str
    key: str = ""
    said: str = ""


Pieces = list[Piece]


class Teacher:
    def __init__(self, now: int, patience: int = PATIENCE_MS, again: int = 1_000) -> None:
        """`again`: for so long a board is given to start when the speed was changed."""
        self.told: deque[Told] = deque()
        self.speed = SPEEDS[0]
        self.lesson = Lesson(self.speed)
        self.pad: Pad | None = None
        self._now = now
        self._patience = patience
        self._start = START_MS
        self._again = again
        self._out = b""
        self._skipped = False
        self._tells_releases = False
        self._course = self._teach()
        next(self._course)

    def hear(self, data: bytes, now: int) -> None:
        self._now = now
        if self.pad is None:
            self._course.send([(now, data)] if data else [])

    def skip(self) -> None:
        self._skipped = True

    def says(self) -> bytes:
        out, self._out = self._out, b""
        return out

    def _tell(self, kind: str, key: str = "", said: str = "") -> None:
        self.told.append(Told(kind, key, said))

    def _teach(self) -> Generator[None, Pieces, None]:
        for self.speed in SPEEDS:
            try:
                yield from self._lesson()
            except _WrongSpeed:
                self._tell("no_text", said=str(self.speed))
                yield from self._wait_for_quiet()
                continue
            self.pad = yield from self._proved()
            yield
        raise CannotLearn(f"What it sends is no text at any of {', '.join(map(str, SPEEDS))} baud.")

    # -- hearing

    def _listen(self, ms: int) -> Generator[None, Pieces, Pieces]:
        """While no key is pressed. A board with this project's firmware is asked, and says so."""
        pieces: Pieces = []
        lines = Lines()
        start, asked = self._now, False
        while (passed := self._now - start) < ms:
            if not asked and passed > ASK_AT_MS:
                asked, self._out = True, encode(1, "?")
            for piece in (yield):
                pieces.append(piece)
                if any(one.kind == "frame" for one in lines.feed(piece[1])):
                    raise Framed
        last = pieces[-1][0] - 1_000 if pieces else 0
        if pieces and not is_text(b"".join(data for at, data in pieces if at >= last)):
            raise _WrongSpeed
        if not is_text(b"".join(data for _, data in pieces)):
            return [piece for piece in pieces if piece[0] >= last]  # it spoke otherwise at first
        return pieces

    def _wait_for_quiet(self) -> Generator[None, Pieces, None]:
        """Until the key that showed a wrong speed has been let go."""
        last = start = self._now
        while self._now - last < QUIET_MS and self._now - start < QUIET_MOST_MS:
            if (yield):
                last = self._now

    def _press(self, quiet: int) -> Generator[None, Pieces, Pieces | None]:
        """What one press sends until it is let go; None for a key that was skipped."""
        pieces: Pieces = []
        start = self._now
        self._skipped = False
        while True:
            new = yield
            pieces += new
            if new and not is_text(b"".join(data for _, data in pieces)):
                raise _WrongSpeed
            if self._skipped:
                return None
            news = self.lesson.news(pieces) if pieces else []
            if not news:
                if self._now - start > self._patience:
                    return None
                continue
            waits = self._tells_releases and len(news) < 2
            if self._now - news[-1].at > (RELEASE_MS if waits else quiet):
                return pieces

    # -- asking

    def _lesson(self) -> Generator[None, Pieces, None]:
        self.lesson = lesson = Lesson(self.speed)
        self._tell("start", said=str(self.speed))
        start, self._start = self._start, self._again
        lesson.idle = yield from self._listen(start)
        self._tells_releases = False
        names = iter(BASE)
        first = ""
        for name in names:
            if (yield from self._hold(name)):
                first = name
                break
        if not first:
            raise CannotLearn("Nothing came when keys were pressed.")
        self._tell("again", first)
        self._keep(first, (yield from self._press(QUIET_MS)))
        for name in names:
            yield from self._learn_key(name, "press")
        for name in FUNCTIONS:
            if not (yield from self._learn_key(name, "more")):
                break

    def _keep(self, key: str, pieces: Pieces | None) -> bool:
        if pieces is None:
            return False
        self.lesson.samples.append(Sample(key, pieces))
        return True

    def _hold(self, name: str) -> Generator[None, Pieces, bool]:
        self._tell("hold", name)
        pieces = yield from self._press(QUIET_HELD_MS)
        if not self._keep(name, pieces):
            return False
        lines = self.lesson.news(pieces or [])
        self._tells_releases = len({line.text for line in lines}) > 1 and (
            lines[-1].at - lines[0].at >= HELD_MS
        )
        return True

    def _learn_key(self, name: str, kind: str) -> Generator[None, Pieces, bool]:
        for _ in range(MISTAKES):
            self._tell(kind, name)
            pieces = yield from self._press(QUIET_MS)
            if pieces is None:
                self._tell("skipped", name)
                return False
            other = self.lesson.seen_for(pieces, name)
            if not other:
                break
            self._tell("same", other, _shown(pieces))
        return self._keep(name, pieces)

    # -- proof

    def _proved(self) -> Generator[None, Pieces, Pad]:
        dice = random.Random()
        lesson, why = self.lesson, ""
        for _ in range(ROUNDS):
            pad = lesson.learn()
            why = ""
            keys = list(pad.legends.values())
            for name in dice.sample(keys, min(PROOFS, len(keys))):
                self._tell("prove", name)
                pieces = yield from self._press(QUIET_MS)
                if pieces is None:
                    raise CannotLearn(f"{name} was not seen again.")
                lesson.samples.append(Sample(name, pieces))
                alone = Lesson(lesson.speed)
                alone.samples = lesson.samples[-1:]
                why = why or alone.prove(pad)
            if not why:
                return pad
            self._tell("wrong", said=why)
        raise CannotLearn(why)


def _shown(pieces: Sequence[Piece]) -> str:
    return repr(text_of(b"".join(data for _, data in pieces))[:60])
