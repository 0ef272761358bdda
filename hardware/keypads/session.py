"""The conversation with a board, from the opening of the port to its loss.

    opened ──▶ asking ──valid hello──▶ framed ──3 s without a line──▶ lost
                 │  ?  at 0.3, 1, 2, 3 s   ▲
                 │                         │ any whole frame proves a framed board
                 ├──3 s──▶ silent          │
                 └───────────┴──a key──▶ plain

Bytes and times go in, events and lines to write come out; no port, no thread, no clock. The rule
above all others: a key-down is never invented, for it is money. So a down counts only from a frame
whose CRC holds, after a hello that says which keys there are, and a heartbeat may release a key but
never press one.

    session = Session(Counters(), now)
    session.hear(data, now)                  # whenever bytes come
    session.tick(now)                        # at `session.due(now)` at the latest
    session.events, session.outbox.lines     # to be taken
"""

from __future__ import annotations

from collections import deque

from hardware.keypads.facts import (
    DROP_ALL,
    PROTOCOL,
    RELEASE_ALL,
    ROWS,
    SPEED,
    Board,
    Counters,
    Event,
    Problem,
    State,
    read_hello,
)
from hardware.keypads.frames import Frame, Lines, Reading
from hardware.keypads.outbox import Outbox
from hardware.keypads.pad import Pad
from hardware.keypads.plain_board import SLOW, STRANGE, PlainReader, text_of
from keypad.keys import LINES, NAMES, STROBES

ASKS_MS = (300, 1_000, 2_000, 3_000)
PLAIN_MS = 3_000
LOST_MS = 3_000
NUDGES_MS = (1_400, 1_900, 2_400, 2_800)
"""Silences of a framed board after which it is asked what it holds: a line may have been damaged,
and reopening the port would reset the board."""
AGAIN_MS = 1_000
FAR_MS = 60_000

EVENTS = 256
LOST_SPEEDS = 3
"""Changes of speed without text, after which guessing has failed."""

# Ours, come back: a port that echoes is no board.
OWN_VERBS = frozenset("?QSB")


class Session:
    def __init__(
        self,
        counters: Counters,
        now: int,
        *,
        may_be_plain: bool = True,
        pad: Pad | None = None,
        speed: int = SPEED,
    ) -> None:
        """`speed`: at which this board was understood before."""
        self.state = State.ASKING
        self.board: Board | None = None
        self.events: deque[Event] = deque()
        self.outbox = Outbox(counters)
        self.lost = False
        self.ghost = False
        self.trouble = ""
        self.problem: Problem = ""
        self.protocol = PROTOCOL
        self.framed = False
        """A frame with a good CRC came: it is never taken for a plain board again."""
        self.spilled = False
        """Events were dropped for lack of room: all keys must be released."""
        self.last_junk = b""
        self.plain = PlainReader(now, pad, speed) if may_be_plain else None
        self.counters = counters
        self._speed = speed
        self._torn = False
        """Something like a frame came, and no whole one: what is heard meanwhile is no key."""
        self._opened = now
        self._asked = 0
        self._asked_at = now
        self._lines = Lines()
        self._heard = now
        self._nudged = 0
        self._last: Frame | None = None
        self._uptime = 0
        self._held: set[str] = set()

    @property
    def speed(self) -> int:
        return self.plain.speed if self.plain else self._speed

    # -- bytes

    def hear(self, data: bytes, now: int) -> None:
        self.tick(now)
        if not data:
            return
        self.counters.bytes_in += len(data)
        for reading in self._lines.feed(data):
            if reading.frame is not None and reading.kind == "frame":
                self._frame(reading.frame, now)
            else:
                self._torn |= reading.kind in ("shape", "crc")
                if not self.plain:
                    self._count_junk(reading)
        if self.plain:
            self._take(self.plain, self.plain.feed(data, now))

    def _count_junk(self, reading: Reading) -> None:
        self.counters.junk += len(reading.text)
        self.counters.damaged += reading.kind != "bare"
        self.last_junk = reading.text[:64]

    # -- time

    def due(self, now: int) -> int:
        """When `tick` has something to do, if nothing is heard before."""
        dates = [now + FAR_MS]
        if self.lost:
            return dates[0]
        if self.state is State.ASKING:
            dates.append(self._next_ask())
            if self.plain:
                dates.append(self._opened + PLAIN_MS)
        if self.framed:
            dates.append(self._heard + LOST_MS)
            if self._nudged < len(NUDGES_MS):
                dates.append(self._heard + NUDGES_MS[self._nudged])
        for date in (self.plain.due if self.plain else None, self.outbox.due):
            if date is not None:
                dates.append(date)
        return min(dates)

    def _next_ask(self) -> int:
        if self._asked < len(ASKS_MS):
            return self._opened + ASKS_MS[self._asked]
        return self._asked_at + AGAIN_MS

    def tick(self, now: int) -> None:
        if self.state is State.ASKING:
            self._ask(now)
            if self.plain and now - self._opened >= PLAIN_MS:
                self.state = State.SILENT
                self.plain.strange = 0  # what a board says while it starts
        if self.framed:
            silence = now - self._heard
            if self._nudged < len(NUDGES_MS) and silence >= NUDGES_MS[self._nudged]:
                self._nudged += 1
                self.outbox.say("Q")
            if silence >= LOST_MS:
                self.end()
        if self.plain:
            self._take(self.plain, self.plain.tick(now))
        self.outbox.tick(now)

    def _ask(self, now: int) -> None:
        if now >= self._next_ask():
            self._asked = min(self._asked + 1, len(ASKS_MS))
            self._asked_at = now
            self.outbox.say("?")

    def end(self) -> None:
        """The port is gone, or the board has been silent for too long."""
        self.lost = True
        self._release_all()

    # -- plain boards

    def _take(self, reader: PlainReader, events: list[Event]) -> None:
        torn = self._torn and self.state is State.ASKING
        if torn:
            events = []
        for event in events:
            self.counters.presses += event.kind in ("press", "tap")
            self.counters.releases += event.kind == "release"
            if event == DROP_ALL:
                self.events.clear()
            self._emit(event)
        if reader.understood and not torn:
            self.state = State.PLAIN
        self.problem, self.trouble = _trouble_of(reader)
        self.counters.healed += reader.healed
        self.counters.flooded += reader.flooded
        self.counters.junk += reader.junk
        reader.healed = reader.flooded = reader.junk = 0
        self.last_junk = reader.last_junk

    # -- framed boards

    def _frame(self, frame: Frame, now: int) -> None:
        if frame.verb in OWN_VERBS:
            return
        if frame == self._last:
            return  # the very same line again: no board says anything twice
        self.counters.frames += 1
        self._heard, self._nudged = now, 0
        if not self.framed:
            self.framed = True
            self._speed = self.speed
            self.plain = None
            if self.state in (State.SILENT, State.PLAIN):
                self.state = State.ASKING
        self._count_missing(frame)
        self._last = frame
        if frame.verb == "H":
            self._hello(frame, now)
        elif self.state is State.FRAMED:
            self._said(frame, now)

    def _count_missing(self, frame: Frame) -> None:
        restart = frame.verb == "H" and frame.seq == 0
        if self._last is None or restart:
            return
        # Boards of ours go from FF to 01.
        missing = (frame.seq - self._last.seq - 1) % 255
        if missing:
            self.counters.missing += missing
            self.outbox.say("Q")

    def _hello(self, frame: Frame, now: int) -> None:
        hello = read_hello(frame.args)
        if hello is None:
            self.counters.damaged += 1
            return
        proto, board = hello
        if frame.seq == 0:
            self._restarted()
        if proto > PROTOCOL:
            self._release_all()
            self.board = None
            self.state = State.REFUSED
            self.problem, self.protocol = "protocol", proto
            self.trouble = (
                f"The board speaks protocol {proto}, this program knows protocol {PROTOCOL}: "
                "a newer banquier is needed, or the firmware that came with this one."
            )
            return
        if self.board is not None and board.cols != self.board.cols:
            self._release_all()
        self.board = board
        self.state, self.problem, self.trouble = State.FRAMED, "", ""
        self.outbox.shows = board.displays != 0
        self.outbox.beeps = board.beeper
        self.outbox.show_again(now)

    def _restarted(self) -> None:
        if self.board is not None:
            self.counters.restarts += 1
        self.ghost = False
        self._uptime = 0
        self._release_all()

    def _said(self, frame: Frame, now: int) -> None:
        first, _, rest = frame.args.partition(",")
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
                self._heartbeat(first, rest)
            case "A" | "N":
                if _is_hex(first):
                    why = rest or "no reason" if frame.verb == "N" else ""
                    self.outbox.answered(int(first, 16), now, why)
            case "G":
                self.ghost = first == "1"
                self.counters.ghosts += self.ghost

    def _key_at(self, place: str) -> str | None:
        if self.board is None or len(place) != 2 or not (place.isascii() and place.isdigit()):
            return None
        row, col = int(place[0]), int(place[1])
        if row >= ROWS or col >= self.board.cols:
            return None
        return self._name(row, col)

    def _name(self, row: int, col: int) -> str:
        """Columns of a 4 × 4 pad are the last four strobes."""
        cols = self.board.cols if self.board else STROBES
        return NAMES[(col + STROBES - cols) * LINES + row]

    def _down(self, key: str) -> None:
        self.ghost = False  # nothing is sent during one
        if key in self._held:
            # The release in between was lost; this press was not.
            self.counters.healed += 1
            self._up(key)
        self._held.add(key)
        self.counters.presses += 1
        self._emit(Event("press", key))

    def _up(self, key: str) -> None:
        self._held.discard(key)
        self.counters.releases += 1
        self._emit(Event("release", key))

    def _heartbeat(self, uptime: str, held: str) -> None:
        if not (uptime.isascii() and uptime.isdigit() and _is_hex(held) and self.board):
            self.counters.damaged += 1
            return
        ms = int(uptime)
        if ms < self._uptime:
            # Younger than it was, and its hello is lost. (After 49 days it is so by itself.)
            self._restarted()
            self.outbox.say("?")
        self._uptime = ms
        bitmap = int(held, 16)
        down = {
            self._name(row, col)
            for col in range(self.board.cols)
            for row in range(ROWS)
            if bitmap >> col * ROWS + row & 1
        }
        for key in sorted(self._held - down):
            self.counters.healed += 1
            self._up(key)

    # -- events

    def _release_all(self) -> None:
        if self._held or self.events or (self.plain and self.plain.held):
            self._held.clear()
            self._emit(RELEASE_ALL)

    def _emit(self, event: Event) -> None:
        if len(self.events) < EVENTS:
            self.events.append(event)
            return
        self.spilled = True
        self.counters.dropped += event.kind in ("press", "tap")


def _trouble_of(reader: PlainReader) -> tuple[Problem, str]:
    """What is wrong, and a sentence for it."""
    if reader.flood:
        return "flood", (
            "The board types more than 20 keys a second: nothing counts until it has been "
            "quiet for a second."
        )
    if reader.numbers:
        return "numbers", (
            f"The board sends numbers, {text_of(reader.last_junk)!r}, and no digit of them is a "
            "key: banquier keypad teach learns it."
        )
    if reader.switched >= LOST_SPEEDS:
        return "unreadable", (
            f"What arrives is no text at {SPEED} baud nor at {SLOW}: "
            "banquier keypad teach finds the speed."
        )
    if reader.switched:
        return "speed", (
            f"What arrives is no text at another speed: listening at {reader.speed} baud now. "
            "Press a few keys."
        )
    if reader.strange >= STRANGE and not reader.understood:
        return "unknown", (
            f"Nothing that the board sends is a key: {text_of(reader.last_junk)!r}. "
            "banquier keypad teach learns it."
        )
    return "", ""


def _is_hex(text: str) -> bool:
    return 0 < len(text) <= 8 and all(char in "0123456789abcdefABCDEF" for char in text)
