"""The queue before the keypad: keyboard, mouse, browsers, whole actions and bots press one unit.

    keys = KeyQueue(unit)
    keys.tap("7"); keys.tap("OK")              typed: one after the other, each when no key is down
    keys.down("F"); keys.up("F")               the mouse: down as long as its button
    keys.down("OK", "a"); keys.up("OK", "a")   a finger of browser "a"
    keys.lift("a")                             what "a" holds comes up, what still waits is dropped
    keys.begin(strokes)                        a whole action: no other key between its keys
    keys.invite(strokes)                       a bot: one key whenever nothing else waits
    keys.run(tick)                             lets the unit run until then, keys moving on the way

A terminal tells when a key of the keyboard goes down, never when it comes up, so a typed key is a
tap of a fixed time. A network delivers several edges at once, so the edges of each client wait in
a queue of their own: a key stays down for a tap at least and up long enough to be seen. Two
clients may hold two keys; a key is down as long as one client holds it. No wall clock is asked.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple, Protocol

from firmware_sim.glass import NEVER
from keypad.keys import PULSE

if TYPE_CHECKING:
    from hardware.unit import Unit

TAP = PULSE
"""Ticks that a key stays down at least: always seen, whatever the bounce."""
APART = 1_280
"""Ticks between two taps: the debounce of a worn key's release, and a little."""
HOLD = 38_400
"""Ticks of a key held on purpose: the unit wants 112 scans after it took the press."""
WAITING_EDGES = 64
"""Edges of one client that may wait; what it sends beyond is dropped."""
WAITING_ACTIONS = 16
HERE = "here"
"""The client of this computer's mouse."""
TYPED, STROKES = "typed", "strokes"
"""Holders of the keys that come up by themselves."""


class KeyStroke(Protocol):
    """A key of an action or a bot, "" for none, and how long it waits before its next look."""

    @property
    def key(self) -> str: ...
    @property
    def pause(self) -> int: ...


class Tap(NamedTuple):
    key: str
    ticks: int


class _Strokes:
    """A generator of strokes and the time of its next move."""

    def __init__(self, strokes: Iterator[KeyStroke], tick: int) -> None:
        self.strokes = strokes
        self.at = tick
        self.key = ""
        self.pause = 0


class KeyQueue:
    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self._taps: deque[Tap] = deque()
        self._typed = Tap("", 0)
        """The typed key that is down, and the tick at which it comes up."""
        self._edges: dict[str, deque[tuple[str, bool]]] = {}
        self._holders: dict[str, set[str]] = {}
        self._since: dict[str, int] = {}
        self._released: dict[str, int] = {}
        self._free = 0
        """The earliest tick of a next typed key."""
        self._actions: deque[_Strokes] = deque()
        self._bots: list[_Strokes] = []
        self.by_hand = True
        """The last key was pressed by a person, not by a bot."""

    @property
    def held(self) -> frozenset[str]:
        """The keys that are down now."""
        return frozenset(self._since)

    @property
    def waiting(self) -> list[str]:
        """The typed keys that wait for their turn."""
        return [tap.key for tap in self._taps]

    @property
    def acting(self) -> bool:
        return bool(self._actions)

    # -- keys

    def tap(self, key: str, ticks: int = TAP) -> None:
        self._taps.append(Tap(key, ticks))

    def down(self, key: str, client: str = HERE) -> None:
        self._queue(client, key, True)

    def up(self, key: str, client: str = HERE) -> None:
        self._queue(client, key, False)

    def _queue(self, client: str, key: str, down: bool) -> None:
        """An edge that changes nothing is dropped, so at most every key has one up beyond."""
        edges = self._edges.get(client, deque())
        held = client in self._holders.get(key, ())
        before = next((way for name, way in reversed(edges) if name == key), held)
        if before == down or (down and len(edges) >= WAITING_EDGES):
            return
        edges.append((key, down))
        self._edges[client] = edges
        self._move()

    def lift(self, client: str = HERE) -> None:
        """What this client holds comes up; edges that wait are dropped, typed keys are not."""
        held = [key for key, holders in self._holders.items() if client in holders]
        self._edges[client] = deque((key, False) for key in held)
        self._move()

    def drop(self) -> None:
        """Every key comes up at once, seen or not: the program is about to stop."""
        self._taps.clear()
        self._typed = Tap("", 0)
        for waiting in (self._edges, self._holders, self._since):
            waiting.clear()
        for strokes in (*self._bots, *self._actions):
            strokes.key = ""
        self.unit.release_all()

    def begin(self, strokes: Iterator[KeyStroke]) -> bool:
        """A whole action. False if too many wait already."""
        if len(self._actions) >= WAITING_ACTIONS:
            return False
        self._actions.append(_Strokes(strokes, self.unit.tick))
        return True

    def invite(self, strokes: Iterator[KeyStroke]) -> None:
        """A bot: asked for its next stroke whenever no key is down and nothing else waits."""
        self._bots.append(_Strokes(strokes, self.unit.tick))

    def dismiss_bots(self) -> None:
        for bot in self._bots:
            if bot.key:
                self._release(bot.key, STROKES)
        self._bots.clear()

    # -- time

    def next_event(self) -> int:
        """The tick at which a key next moves by itself, NEVER if none will."""
        tick = self.unit.tick
        waiting = [edges for edges in self._edges.values() if edges]
        due = min((self._due(*edges[self._next(edges)]) for edges in waiting), default=NEVER)
        if self._typed.key:
            due = min(due, self._typed.ticks)
        elif self._may_type:
            due = min(due, max(self._free, tick))
        mover = self._mover()
        if mover is not None:
            due = min(due, max(mover.at, tick))
        return due

    def run(self, until: int) -> None:
        """Let the unit come to that tick."""
        unit = self.unit
        while (due := self.next_event()) <= until:
            if due > unit.tick:
                unit.run(due)
            self._move()
        if until > unit.tick:
            unit.run(until)

    @property
    def _busy(self) -> bool:
        """An action has the keypad, or a bot's key is down."""
        return bool(self._actions) or any(bot.key for bot in self._bots)

    @property
    def _may_type(self) -> bool:
        return bool(self._taps) and not self._since and not self._busy

    def _due(self, key: str, down: bool) -> int:
        """The tick at which a client's edge may be made; NEVER while an action has the keypad."""
        tick = self.unit.tick
        if not down:
            return max(tick, self._since.get(key, tick - TAP) + TAP)
        if self._busy:
            return NEVER
        if key in self._since:
            return tick  # a second press of a key that is down
        return max(tick, self._released.get(key, tick - APART) + APART)

    def _next(self, edges: deque[tuple[str, bool]]) -> int:
        """The first edge; but a press that waits for an action does not keep down the keys for
        which that action waits."""
        if self._actions and edges[0][1]:
            pressed = set()
            for at, (key, down) in enumerate(edges):
                if not down and key not in pressed:
                    return at
                pressed.add(key)
        return 0

    def _mover(self) -> _Strokes | None:
        """Whose turn it is among actions and bots: the one with a key down, then actions."""
        for strokes in (*self._bots, *list(self._actions)[:1]):
            if strokes.key:
                return strokes
        if self._since:
            return None
        if self._actions:
            return self._actions[0]
        if self._taps or any(self._edges.values()):
            return None
        return min(self._bots, key=lambda bot: bot.at, default=None)

    def _move(self) -> None:
        tick = self.unit.tick
        for client in list(self._edges):
            edges = self._edges[client]
            while edges and self._due(*edges[at := self._next(edges)]) <= tick:
                key, down = edges[at]
                del edges[at]
                (self._press if down else self._release)(key, client)
            if not edges:
                del self._edges[client]
        if self._typed.key and self._typed.ticks <= tick:
            self._release(self._typed.key, TYPED)
            self._typed = Tap("", 0)
        if self._may_type and self._free <= tick:
            key, ticks = self._taps.popleft()
            self._typed = Tap(key, tick + ticks)
            self._press(key, TYPED)
        mover = self._mover()
        if mover is not None and mover.at <= tick:
            self._stroke(mover)

    def _stroke(self, mover: _Strokes) -> None:
        tick = self.unit.tick
        if mover.key:
            self._release(mover.key, STROKES)
            mover.key = ""
            mover.at = tick + APART + mover.pause
            return
        if self._free > tick:
            mover.at = self._free
            return
        stroke = next(mover.strokes, None)
        if stroke is None:
            if mover in self._bots:
                self._bots.remove(mover)
            else:
                self._actions.popleft()
            return
        mover.pause = stroke.pause
        mover.key = stroke.key
        if stroke.key:
            self._press(stroke.key, STROKES)
            self.by_hand = mover not in self._bots
            mover.at = tick + TAP
        else:
            mover.at = tick + max(1, stroke.pause)

    def _press(self, key: str, client: str) -> None:
        self._holders.setdefault(key, set()).add(client)
        self.by_hand = True
        if key not in self._since:
            self._since[key] = self.unit.tick
            self.unit.press(key)

    def _release(self, key: str, client: str) -> None:
        holders = self._holders.get(key)
        if holders is None:
            return
        holders.discard(client)
        if not holders:
            del self._holders[key], self._since[key]
            self._released[key] = self.unit.tick
            self._free = self.unit.tick + APART
            self.unit.release(key)
