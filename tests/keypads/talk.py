"""A keypad's side of a conversation, for tests without a port."""

from __future__ import annotations

import re
from collections.abc import Iterable

from hardware.keypads.facts import LIFT, KeypadEvent
from hardware.keypads.frames import FrameCutter, encode
from hardware.keypads.keypad_session import KeypadSession
from hardware.keypads.plain_keypad import HeardLine
from tests.support.simulated_keypad import HELLO

PAD = "proto=1,fw=1.0,rows=4,cols=4,disp=0,beep=0"

BEAT_MS = 25
"""The time without bytes after which a link hands on that nothing came."""

_TAP = re.compile(r"\+(\S+) -\1(?= |$)")


def take_frames(session: KeypadSession) -> list[tuple[str, str]]:
    """Take the lines that wait to be written; return verb and arguments of each."""
    stream = session.outbox.take_bytes()
    return [(r.frame.verb, r.frame.args) for r in FrameCutter().feed(stream) if r.frame]


def spell_events(events: Iterable[KeypadEvent]) -> str:
    """`+5 -5` or `5` of keys, `!` of a lift."""
    words = ("!" if e == LIFT else f"{'+' if e.kind == 'press' else '-'}{e.key}" for e in events)
    return _TAP.sub(r"\1", " ".join(words))


Pieces = list[tuple[int, bytes]]
"""Milliseconds, and what comes then."""


def hear(
    pieces: Pieces, session: KeypadSession, until: int
) -> tuple[list[KeypadEvent], KeypadSession, list[HeardLine]]:
    """Feed the pieces at their times; return all events, the session and all lines."""
    told, lines, before = list[KeypadEvent](), list[HeardLine](), 0
    for at, data in [*pieces, (until, b"")]:
        for now in range(before + BEAT_MS, at, BEAT_MS):
            session.feed(b"", now)
        session.feed(data, at)
        before = at
        session.outbox.lines.clear()
        told += session.take_events()
        lines += session.take_lines()
    return told, session, lines


class Talk:
    """A session, and a board's side of the wire with its own numbering."""

    def __init__(self, hello: str | None = HELLO) -> None:
        self.session = KeypadSession()
        self.now = 0
        self.seq = 0
        if hello is not None:
            self.say("H", hello)
            take_frames(self.session)

    def say(self, verb: str, args: str = "", *, lost: bool = False, after: int = 1) -> None:
        line = encode(self.seq, verb, args)
        self.seq = self.seq % 255 + 1
        self.send(b"" if lost else line, after)

    def send(self, data: bytes, after: int = 1) -> None:
        self.wait(after)
        self.session.feed(data, self.now)

    def wait(self, ms: int) -> None:
        """Let time pass."""
        end = self.now + ms
        for now in (*range(self.now + BEAT_MS, end, BEAT_MS), end):
            self.session.feed(b"", now)
        self.now = end

    def take_keys(self) -> str:
        return spell_events(self.session.take_events())

    def take_verbs(self) -> str:
        """Take the frames that wait to be written; return their verbs."""
        return "".join(verb for verb, _ in take_frames(self.session))
