"""One keypad, many hands: browsers, whole actions of a seat, and bots.

    keys = SharedKeypad(unit)
    keys.down("a", "OK"); keys.up("a", "OK")    a finger of browser "a"
    keys.lift("a")                              it went away: its keys come up
    keys.begin(strokes)                         a whole action: no other key between its keys
    keys.invite(strokes)                        a bot: a stroke whenever nobody else presses
    keys.run(tick)                              the unit lives until then

Each browser's edges wait in a queue of their own, because a network delivers several at once: a
key stays down for a tap at least and up long enough to be seen. Two browsers are two fingers.
A key is down as long as any browser holds it. Nothing here knows the wall clock.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from hardware.crystal import NEVER

if TYPE_CHECKING:
    from banquier.bots.key_reader import Stroke
    from hardware.unit import Unit

TAP = 2_048
"""Ticks that a key stays down at least: always seen, whatever the bounce."""
APART = 1_280
"""Ticks between two taps of one key: the debounce of a worn key's release, and a little."""
WAITING_EDGES = 64
"""Edges of one browser that may wait; what it sends beyond is dropped."""
WAITING_ACTIONS = 16


class _Strokes:
    """A generator of strokes and the time of its next move."""

    def __init__(self, strokes: Iterator[Stroke], tick: int) -> None:
        self.strokes = strokes
        self.at = tick
        self.key = ""
        self.pause = 0


class SharedKeypad:
    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.at_rest: Callable[[], None] = lambda: None
        """Called after an action has ended."""
        self._edges: dict[str, deque[tuple[str, bool]]] = {}
        self._holders: dict[str, set[str]] = {}
        self._since: dict[str, int] = {}
        self._released: dict[str, int] = {}
        self._actions: deque[_Strokes] = deque()
        self._bots: list[_Strokes] = []

    @property
    def held(self) -> tuple[str, ...]:
        return tuple(self._since)

    @property
    def acting(self) -> bool:
        return bool(self._actions)

    # -- hands

    def down(self, client: str, key: str) -> None:
        self._queue(client, key, True)

    def up(self, client: str, key: str) -> None:
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

    def lift(self, client: str) -> None:
        """What this browser holds comes up; what it queued and was not pressed yet is dropped."""
        held = [key for key, holders in self._holders.items() if client in holders]
        self._edges[client] = deque((key, False) for key in held)
        self._move()

    def begin(self, strokes: Iterator[Stroke]) -> bool:
        """False if too many actions wait already."""
        if len(self._actions) >= WAITING_ACTIONS:
            return False
        self._actions.append(_Strokes(strokes, self.unit.tick))
        return True

    def invite(self, strokes: Iterator[Stroke]) -> None:
        self._bots.append(_Strokes(strokes, self.unit.tick))

    def dismiss_bots(self) -> None:
        for bot in self._bots:
            if bot.key:
                self._release(bot.key, "")
        self._bots.clear()

    # -- time

    def next_event(self) -> int:
        """When a key next moves by itself."""
        due = min((self._due(*edges[0]) for edges in self._edges.values() if edges), default=NEVER)
        mover = self._mover()
        if mover is not None:
            due = min(due, max(mover.at, self.unit.tick))
        return due

    def run(self, until: int) -> None:
        while (due := self.next_event()) <= until:
            if due > self.unit.tick:
                self.unit.run(due)
            self._move()
        if until > self.unit.tick:
            self.unit.run(until)

    def _due(self, key: str, down: bool) -> int:
        """When that edge may be made; NEVER while an action has the keypad."""
        tick = self.unit.tick
        if not down:
            return max(tick, self._since.get(key, tick - TAP) + TAP)
        if self._actions or any(bot.key for bot in self._bots):
            return NEVER
        if key in self._since:
            return tick  # a second finger on a key that is down
        return max(tick, self._released.get(key, tick - APART) + APART)

    def _mover(self) -> _Strokes | None:
        """Whose turn it is among actions and bots: the one with a key down, then actions."""
        for strokes in (*self._bots, *list(self._actions)[:1]):
            if strokes.key:
                return strokes
        if self._since:
            return None
        if self._actions:
            return self._actions[0]
        if any(self._edges.values()):
            return None
        return min(self._bots, key=lambda bot: bot.at, default=None)

    def _move(self) -> None:
        tick = self.unit.tick
        for client in list(self._edges):
            edges = self._edges[client]
            while edges and self._due(*edges[0]) <= tick:
                key, down = edges.popleft()
                if down:
                    self._press(key, client)
                else:
                    self._release(key, client)
            if not edges:
                del self._edges[client]
        mover = self._mover()
        if mover is not None and mover.at <= tick:
            self._stroke(mover)

    def _stroke(self, mover: _Strokes) -> None:
        tick = self.unit.tick
        if mover.key:
            self._release(mover.key, "")
            mover.key = ""
            mover.at = tick + APART + mover.pause
            return
        stroke = next(mover.strokes, None)
        if stroke is None:
            if mover in self._bots:
                self._bots.remove(mover)
            else:
                self._actions.popleft()
                self.at_rest()
            return
        mover.pause = stroke.pause
        mover.key = stroke.key
        if stroke.key:
            self._press(stroke.key, "")
            mover.at = tick + TAP
        else:
            mover.at = tick + max(1, stroke.pause)

    def _press(self, key: str, client: str) -> None:
        self._holders.setdefault(key, set()).add(client)
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
            self.unit.release(key)
