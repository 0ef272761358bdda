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
    session.feed(data, now)          # whenever bytes come; without any at each beat
    session.take_events(), session.outbox.take_bytes()
"""

from __future__ import annotations

from collections import deque
from collections.abc import Set

from hardware.keypads.facts import (
    COUNTED,
    PROTOCOL,
    SPEED,
    KeypadEvent,
    KeypadState,
    Problem,
    Status,
    is_number,
    read_hello,
)
from hardware.keypads.frames import HEX, Frame, FrameCutter
from hardware.keypads.outbox import Outbox
from hardware.keypads.pad import Pad
from hardware.keypads.plain_keypad import START_MS, HeardLine, PlainKeypad
from keypad.keys import LINES, NAMES, STROBES

ASK_MS, ASK_AGAIN_MS = 300, 1_000
LOST_MS = 3_000

EVENTS = 256
"""The most events kept untaken; the oldest are dropped, but no release whose press is kept."""
# Verbs of this side come back from a port that echoes, which is not a keypad.
OWN_VERBS = frozenset("?QSB")


class KeypadSession:
    def __init__(self, now: int = 0, pad: Pad | None = None, speed: int = SPEED) -> None:
        """`speed` is the port's."""
        self.pad = pad or Pad()
        self.speed = speed
        self.events: deque[KeypadEvent] = deque(maxlen=EVENTS)
        self.outbox = Outbox()
        self.counters = dict.fromkeys(COUNTED, 0)
        self.framed = False
        """A frame with a good CRC came: it is never taken for a plain keypad again."""
        self.begin(now)

    def begin(self, now: int) -> None:
        """Begin a conversation: the port was opened."""
        self.outbox.restart()
        self.state: KeypadState = "asking"
        self.lost = False
        """True if the keypad has been silent for too long."""
        self.problem: Problem = ""
        self.protocol = PROTOCOL  # the keypad's
        # A keypad that once sent a valid CRC is not a plain one: its broken lines are not keys.
        self.plain = None if self.framed else PlainKeypad(now, self.pad, self.speed, self.counters)
        self._opened = now
        self._ask_at = now + ASK_MS
        self._lines = FrameCutter()
        self._heard = now
        self._last: Frame | None = None
        """The last frame since the port was opened."""
        self._keys: dict[str, str] = {}
        """The names of the keys by row and column, in the order of a heartbeat's bits."""
        self._held: set[str] = set()

    def status(self, port: str) -> Status:
        plain = self.plain
        return Status(
            self.state, port, self.speed, self.problem, self.protocol,
            plain.last_junk if plain else "",
            {**self.counters},
        )  # fmt: skip

    def take_events(self) -> list[KeypadEvent]:
        """Return the events since the last call."""
        events = [*self.events]
        self.events.clear()
        return events

    def take_lines(self) -> list[HeardLine]:
        """Return the lines of a plain keypad since the last call."""
        lines = [*self.plain.lines] if self.plain else []
        if self.plain:
            self.plain.lines.clear()
        return lines

    def feed(self, data: bytes, now: int) -> None:
        self._check_times(now)
        for reading in self._lines.feed(data):
            if reading.frame is not None and reading.kind == "frame":
                self._handle_frame(reading.frame, now)
            elif not self.plain:
                self.counters["junk"] += len(reading.text)
                self.counters["damaged"] += reading.kind != "bare"
        if plain := self.plain:
            for event in plain.feed(data, now):
                self._queue_event(event)
            if plain.understood:
                self.state = "plain"
            elif plain.now >= START_MS:
                self.state = "silent"
            self.problem = plain.problem
        self.outbox.queue_tones(now)

    def _check_times(self, now: int) -> None:
        if self.state == "asking" and now >= self._ask_at:
            self._ask_at = now + ASK_AGAIN_MS - (now - self._opened) % ASK_AGAIN_MS
            self.outbox.queue_frame("?")
        if self._last and now - self._heard >= LOST_MS:
            self.lost = True
            self._release(self._held)

    def end(self) -> None:
        """End the conversation: the port is gone."""
        self._release(self._held)
        self.state, self.problem = "looking", "gone"
        self.plain, self._last = None, None

    def close(self) -> None:
        self.end()
        self.events.clear()
        self.state, self.problem = "closed", ""

    # -- framed keypads

    def _handle_frame(self, frame: Frame, now: int) -> None:
        if frame.verb in OWN_VERBS or frame == self._last:
            return  # no keypad says the very same line twice
        self.counters["frames"] += 1
        self._heard = now
        if self._last is None:
            self._release(self._held)
            self.framed, self.plain, self.state = True, None, "asking"
        self._count_missing(frame)
        self._last = frame
        if frame.verb == "H":
            self._greet(frame)
        elif self.state == "framed":
            self._obey(frame)

    def _count_missing(self, frame: Frame) -> None:
        if self._last is None or frame.verb == "H":
            return
        # Keypads of ours go from FF to 01.
        missing = (frame.seq - self._last.seq - 1) % 255
        if missing:
            self.counters["missing"] += missing
            # It may have started again, and its hello is lost.
            self.outbox.queue_frame("?")
            self.outbox.queue_frame("Q")

    def _greet(self, frame: Frame) -> None:
        hello = read_hello(frame.args)
        if not hello:
            self.counters["damaged"] += 1
            return
        self.protocol, cols = hello["proto"], hello.get("cols", 0)
        # Columns of a 4 × 4 pad are the last four strobes.
        first = STROBES - cols
        keys = {
            f"{row}{col}": NAMES[(first + col) * LINES + row]
            for col in range(cols)
            for row in range(LINES)
        }
        if frame.seq == 0 or keys != self._keys:
            self._release(self._held)
        self._keys = keys
        if self.protocol > PROTOCOL:
            self.state, self.problem = "refused", "protocol"
            return
        self.state, self.problem = "framed", ""
        self.outbox.shows = hello.get("disp", 0) != 0
        self.outbox.beeps = hello.get("beep", 0) != 0
        self.outbox.send_glass()

    def _obey(self, frame: Frame) -> None:
        key = self._keys.get(frame.args)
        match frame.verb:
            case "D" | "U" if key is None:
                self.counters["damaged"] += 1
            case "D" if key:
                # If the key is already held, the release in between was lost; this press was not.
                self.counters["healed"] += key in self._held
                self._release({key})
                self._queue_event(KeypadEvent("press", key))
            case "U" if key:
                self._release({key})
            case "T":
                self._compare_held(frame.args)

    def _compare_held(self, args: str) -> None:
        uptime, _, held = args.partition(",")
        is_hex = 0 < len(held) <= 8 and all(byte in HEX for byte in held.encode())
        if not (is_hex and is_number(uptime)):
            self.counters["damaged"] += 1
            return
        self.outbox.repeat_glass()
        bitmap = int(held, 16)
        down = {key for bit, key in enumerate(self._keys.values()) if bitmap >> bit & 1}
        self.counters["healed"] += len(self._held - down)
        self._release(self._held - down)

    # -- events

    def _release(self, keys: Set[str]) -> None:
        for key in sorted(keys & self._held):
            self._queue_event(KeypadEvent("release", key))

    def _queue_event(self, event: KeypadEvent) -> None:
        match event.kind:
            case "press":
                self._held.add(event.key)
                self.counters["presses"] += 1
            case "release":
                self._held.discard(event.key)
            case "lift":
                self._held.clear()
                self.events.clear()
        self.events.append(event)
