"""The conversation with a keypad, from the opening of the port to its loss.

    opened ──▶ asking ──valid hello──▶ framed ──3 s without a line──▶ lost
                 │  ?  at 0.3, 1, 2, … s   ▲
                 │                         │ any whole frame proves a framed keypad
                 ├──3 s──▶ silent          │
                 └───────────┴──a key──▶ plain

Bytes and times go in, events and lines to write come out; no port, no thread, no clock. The rule
above all others: a key-down is never invented, for it is money. So a down counts only from a frame
whose CRC holds, after a hello that says which keys there are, and a heartbeat may release a key but
never press one.

    session = KeypadSession(now)
    session.hear(data, now)                  # whenever bytes come
    session.tick(now)                        # at `session.due(now)` at the latest
    session.events, session.outbox.lines     # to be taken
"""

from __future__ import annotations

import re
from collections import deque
from dataclasses import replace

from hardware.keypads.facts import (
    LIFT,
    PROTOCOL,
    ROWS,
    SPEED,
    Counters,
    Hello,
    KeypadEvent,
    KeypadState,
    Problem,
    Status,
    read_hello,
)
from hardware.keypads.frames import Frame, FrameCutter, FrameLine
from hardware.keypads.outbox import Outbox
from hardware.keypads.pad import Pad
from hardware.keypads.plain_lines import START_MS, KeyLine, NoKey, PlainLines
from hardware.keypads.plain_presses import PlainPresses
from hardware.keypads.plain_text import text_of
from keypad.keys import LINES, NAMES, STROBES

ASK_MS, ASK_AGAIN_MS = 300, 1_000
PLAIN_MS = START_MS
LOST_MS = 3_000
NUDGE_MS, NUDGE_AGAIN_MS = 1_400, 450
"""A framed keypad that is silent for so long is asked what it holds: a line may have been damaged,
and reopening the port would reset it."""
FAR_MS = 60_000

EVENTS = 256
"""Those that nobody takes; the oldest are dropped, and no release whose press is kept."""
_PLACE = re.compile(r"([0-3])([0-7])")  # row and column
_HEARTBEAT = re.compile(r"([0-9]+),([0-9A-Fa-f]{1,8})")  # uptime and the keys that are held
# Ours, come back: a port that echoes is no keypad.
OWN_VERBS = frozenset("?QSB")


class KeypadSession:
    def __init__(self, now: int = 0, pad: Pad | None = None, speed: int = SPEED) -> None:
        """`speed`: of the port."""
        self.pad = pad or Pad()
        self.speed = speed
        self.events: deque[KeypadEvent] = deque(maxlen=EVENTS)
        self.outbox = Outbox()
        self.counters = Counters()
        self.framed = False
        """A frame with a good CRC came: it is never taken for a plain keypad again."""
        self.begin(now)

    def begin(self, now: int) -> None:
        """The port was opened."""
        self.outbox.restart()
        self.state = KeypadState.ASKING
        self.hello: Hello | None = None
        self.lost = False
        """It has been silent for too long."""
        self.problem: Problem = ""
        self.protocol = PROTOCOL
        # What once held a CRC together is no plain keypad: its broken lines are not keys.
        self.plain = None if self.framed else PlainLines(now, self.pad, self.speed, self.counters)
        self._presses = PlainPresses(self.pad, self.counters)
        self._torn = False
        """Something like a frame came, and no whole one: what is heard meanwhile is no key."""
        self._junk = b""
        self._opened = now
        self._ask_at = now + ASK_MS
        self._lines = FrameCutter()
        self._heard = self._nudge_at = now
        self._last: Frame | None = None
        """Of this opening."""
        self._uptime = 0
        self._held: set[str] = set()

    def status(self, port: str) -> Status:
        plain = self.plain
        return Status(
            self.state, port, self.speed, self.problem, self.protocol,
            last_junk=text_of(plain.last_junk if plain else self._junk),
            counters=replace(self.counters),
        )  # fmt: skip

    def take_no_keys(self) -> list[NoKey]:
        """Lines of a plain keypad that are no key, since the last time."""
        lines = self.plain.no_keys if self.plain else deque[NoKey]()
        taken = [*lines]
        lines.clear()
        return taken

    # -- bytes

    def hear(self, data: bytes, now: int) -> None:
        self.tick(now)
        if not data:
            return
        for reading in self._lines.feed(data):
            if reading.frame is not None and reading.kind == "frame":
                self._frame(reading.frame, now)
            else:
                self._torn |= reading.kind in ("shape", "crc")
                if not self.plain:
                    self._count_junk(reading)
        if self.plain:
            self._take(self.plain, self.plain.feed(data, now), now)

    def _count_junk(self, reading: FrameLine) -> None:
        self.counters.junk += len(reading.text)
        self.counters.damaged += reading.kind != "bare"
        self._junk = reading.text[:64]

    # -- time

    def due(self, now: int) -> int:
        """When `tick` has something to do, if nothing is heard before."""
        if self.lost:
            return now + FAR_MS
        dates: list[int | None] = [now + FAR_MS, self.outbox.due]
        if self.state is KeypadState.ASKING:
            dates += [self._ask_at, self._opened + PLAIN_MS if self.plain else None]
        if self._last:
            dates += [self._heard + LOST_MS, self._nudge_at]
        if self.plain:
            dates += [self.plain.due, self._presses.due]
        return min(date for date in dates if date is not None)

    def tick(self, now: int) -> None:
        if self.state is KeypadState.ASKING:
            if now >= self._ask_at:
                self._ask_at = now + ASK_AGAIN_MS - (now - self._opened) % ASK_AGAIN_MS
                self.outbox.say("?")
            if self.plain and now - self._opened >= PLAIN_MS:
                self.state = KeypadState.SILENT
                self.plain.strange = 0  # what it says while it starts
                if self._torn:
                    self.plain.forget()
        if self._last:
            if now >= self._nudge_at:
                self._nudge_at = now + NUDGE_AGAIN_MS
                self.outbox.say("Q")
            if now - self._heard >= LOST_MS:
                self.lost = True
                self._release_all()
        if self.plain:
            self._take(self.plain, self.plain.tick(now), now)
        self.outbox.tick(now)

    def end(self) -> None:
        """The port is gone."""
        self._release_all()
        self.state, self.problem = KeypadState.LOOKING, "gone"
        self.plain, self._last, self._junk = None, None, b""

    def close(self) -> None:
        self.end()
        self.events.clear()
        self.state, self.problem = KeypadState.CLOSED, ""

    # -- plain keypads

    def _take(self, lines: PlainLines, said: list[KeyLine], now: int) -> None:
        torn = self._torn and self.state is KeypadState.ASKING
        presses = self._presses
        for event in presses.tick(now):
            self._emit(event)
        for one in [] if torn else said:
            for event in presses.take(one):
                self._emit(event)
        if lines.understood and not torn:
            self.state = KeypadState.PLAIN
        self.problem = _problem_of(lines, presses)

    # -- framed keypads

    def _frame(self, frame: Frame, now: int) -> None:
        if frame.verb in OWN_VERBS:
            return
        if frame == self._last:
            return  # the very same line again: no keypad says anything twice
        self.counters.frames += 1
        self._heard, self._nudge_at = now, now + NUDGE_MS
        if self._last is None:
            self.framed = True
            self.plain = None
            if self.state in (KeypadState.SILENT, KeypadState.PLAIN):
                self.state = KeypadState.ASKING
        self._count_missing(frame)
        self._last = frame
        if frame.verb == "H":
            self._hello(frame)
        elif self.state is KeypadState.FRAMED:
            self._said(frame)

    def _count_missing(self, frame: Frame) -> None:
        restart = frame.verb == "H" and frame.seq == 0
        if self._last is None or restart:
            return
        # Keypads of ours go from FF to 01.
        missing = (frame.seq - self._last.seq - 1) % 255
        if missing:
            self.counters.missing += missing
            self.outbox.say("Q")

    def _hello(self, frame: Frame) -> None:
        hello = read_hello(frame.args)
        if hello is None:
            self.counters.damaged += 1
            return
        proto, said = hello
        if frame.seq == 0:
            self._restarted()
        if proto > PROTOCOL:
            self._release_all()
            self.hello = None
            self.state = KeypadState.REFUSED
            self.problem, self.protocol = "protocol", proto
            return
        if self.hello is not None and said.cols != self.hello.cols:
            self._release_all()
        self.hello = said
        self.state, self.problem = KeypadState.FRAMED, ""
        self.outbox.shows = said.displays != 0
        self.outbox.beeps = said.beeper
        self.outbox.show_again()

    def _restarted(self) -> None:
        self._uptime = 0
        self._release_all()

    def _said(self, frame: Frame) -> None:
        match frame.verb:
            case "D" | "U":
                key = self._key_at(frame.args)
                if key is None:
                    self.counters.damaged += 1
                elif frame.verb == "D":
                    self._down(key)
                elif key in self._held:
                    self._up(key)
            case "T":
                self._heartbeat(frame.args)

    def _key_at(self, place: str) -> str | None:
        found = _PLACE.fullmatch(place)
        if self.hello is None or found is None or int(found[2]) >= self.hello.cols:
            return None
        return self._name(int(found[1]), int(found[2]))

    def _name(self, row: int, col: int) -> str:
        """Columns of a 4 × 4 pad are the last four strobes."""
        cols = self.hello.cols if self.hello else STROBES
        return NAMES[(col + STROBES - cols) * LINES + row]

    def _down(self, key: str) -> None:
        if key in self._held:
            # The release in between was lost; this press was not.
            self.counters.healed += 1
            self._up(key)
        self._held.add(key)
        self._emit(KeypadEvent("press", key))

    def _up(self, key: str) -> None:
        self._held.discard(key)
        self._emit(KeypadEvent("release", key))

    def _heartbeat(self, args: str) -> None:
        beat = _HEARTBEAT.fullmatch(args)
        if self.hello is None or beat is None:
            self.counters.damaged += 1
            return
        self.outbox.heartbeat()
        ms, bitmap = int(beat[1]), int(beat[2], 16)
        if ms < self._uptime:
            # Younger than it was, and its hello is lost. (After 49 days it is so by itself.)
            self._restarted()
            self.outbox.say("?")
        self._uptime = ms
        down = {
            self._name(row, col)
            for col in range(self.hello.cols)
            for row in range(ROWS)
            if bitmap >> col * ROWS + row & 1
        }
        for key in sorted(self._held - down):
            self.counters.healed += 1
            self._up(key)

    # -- events

    def _release_all(self) -> None:
        for key in sorted({*self._held, *self._presses.held}):
            self._emit(KeypadEvent("release", key))
        self._held.clear()
        self._presses.held.clear()

    def _emit(self, event: KeypadEvent) -> None:
        if event == LIFT:
            self.events.clear()
        self.counters.presses += event.kind == "press"
        self.events.append(event)


def _problem_of(lines: PlainLines, presses: PlainPresses) -> Problem:
    if presses.flood:
        return "flood"
    if lines.proof.no_text:
        return "speed"
    if lines.is_strange:
        return "numbers" if lines.numbers else "unknown"
    return ""
