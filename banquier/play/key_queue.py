"""The queue before the keypad: every source of keys presses one unit through it.

    keys = KeyQueue(unit)
    keys.tap("7"); keys.tap("OK")              typed: one after the other, each when no key is down
    keys.down("F"); keys.up("F")               the mouse: down as long as its button
    keys.down("OK", "a"); keys.up("OK", "a")   a key held in browser "a" or on a real keypad
    keys.lift("a")                             release the keys of "a" and drop its queued edges
    keys.begin(strokes)                        a whole action: no other key between its keys
    keys.invite(strokes, players)              bots: one key whenever nothing else is queued
    keys.run(tick)                             run the unit until that tick, with all keys due

A terminal reports when a key of the keyboard goes down, never when it comes up, so a typed key is a
tap of a fixed time. A network or a wire delivers several edges at once, so the edges of each client
have a queue of their own. The unit scans its keys 128 times a second: two edges are kept so far
apart that it sees both, in their order. A key is down as long as one source holds it, and each
source releases only its own keys. No wall clock is read.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from datasheet.ticks import NEVER
from keypad.keys import NAMES, PULSE

if TYPE_CHECKING:
    from hardware.unit import Unit

TAP = PULSE
"""Ticks between an edge and a release: a key is always seen, in spite of bounce."""
APART = 1_280
"""Ticks between an edge and a press: the debounce of a worn key's release, and a little."""
HOLD = 38_400
"""Ticks of a key held on purpose: the unit needs 112 scans after it accepted the press."""
WAITING_EDGES = 128
"""The most edges of one client in the queue; further ones are dropped."""
WAITING_ACTIONS = 16
HERE = "here"
"""The client of this computer's mouse."""
STROKES = "strokes"
"""The holder of the keys that come up by themselves."""


class Stroke(NamedTuple):
    """A key to tap, and the ticks to wait after it; without a key, only a wait."""

    key: str
    pause: int = 0


class _Strokes:
    """A typed key, an action or a bot: its strokes and the tick of its next edge."""

    def __init__(
        self, strokes: Iterator[Stroke], tick: int, typed: str = "", ticks: int = TAP
    ) -> None:
        self.strokes = strokes
        self.at = tick
        self.typed = typed
        self.ticks = ticks
        """The ticks for which each key stays down."""
        self.key = ""
        self.pause = 0


class KeyQueue:
    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self._edges: dict[str, deque[tuple[str, bool]]] = {}
        self._holders: dict[str, set[str]] = {}
        self._last = -NEVER
        """The tick of the last edge at a contact."""
        self._turns: deque[_Strokes] = deque()
        """Typed keys and whole actions in their order."""
        self._bot: _Strokes | None = None
        """The strokes of all bots, one after the other."""
        self.bots: Mapping[int, str] = {}
        """The players whom they play, each with its profile."""
        self.by_hand = True
        """The last key was pressed by a person, not by a bot."""

    @property
    def held(self) -> frozenset[str]:
        """The keys that are down now, also those of a recording."""
        return frozenset(NAMES[code] for code in self.unit.matrix.held_codes())

    @property
    def waiting(self) -> list[str]:
        """The typed keys in the queue."""
        return [turn.typed for turn in self._turns if turn.typed and not turn.key]

    @property
    def acting(self) -> bool:
        return any(not turn.typed for turn in self._turns)

    # -- keys

    def tap(self, key: str, ticks: int = TAP) -> None:
        self._turns.append(_Strokes(iter([Stroke(key)]), self.unit.tick, key, ticks))

    def down(self, key: str, client: str = HERE) -> None:
        self._queue(client, key, True)

    def up(self, key: str, client: str = HERE) -> None:
        self._queue(client, key, False)

    def _queue(self, client: str, key: str, down: bool) -> None:
        """Queue an edge. One that changes nothing is dropped, so all keys fit once more as "up"."""
        edges = self._edges.get(client, deque())
        held = client in self._holders.get(key, ())
        before = next((way for name, way in reversed(edges) if name == key), held)
        if before == down or (down and len(edges) >= WAITING_EDGES):
            return
        edges.append((key, down))
        self._edges[client] = edges
        self.make_edges()

    def lift(self, client: str = HERE) -> None:
        """Release the keys of a client and drop its queued edges, but not its typed keys."""
        self._edges.pop(client, None)
        for key in [key for key, holders in self._holders.items() if client in holders]:
            self.up(key, client)

    def drop(self) -> None:
        """Release every key at once, seen or not: the program is about to stop."""
        self._edges.clear()
        self._turns = deque(turn for turn in self._turns if not turn.typed)
        for strokes in filter(None, (self._bot, *self._turns)):
            strokes.key = ""
        for key in self._holders:
            self.unit.release(key)
            self._last = self.unit.tick
        self._holders.clear()

    def begin(self, strokes: Iterator[Stroke]) -> bool:
        """Queue a whole action. Returns False if too many are queued already."""
        if sum(not turn.typed for turn in self._turns) >= WAITING_ACTIONS:
            return False
        self._turns.append(_Strokes(strokes, self.unit.tick))
        return True

    def invite(self, strokes: Iterator[Stroke], players: Mapping[int, str] | None = None) -> None:
        """Let bots play: their next stroke comes whenever no key is down and no other is queued."""
        self._bot, self.bots = _Strokes(strokes, self.unit.tick), players or {}

    def dismiss_bots(self) -> None:
        if self._bot and self._bot.key:
            self._release(self._bot.key, STROKES)
        self._bot, self.bots = None, {}

    # -- time

    def next_event(self) -> int:
        """Return the tick at which the next edge is due, NEVER if there is none."""
        edges = (self._due(*edges[self._next(edges)]) for edges in self._edges.values())
        due = min(edges, default=NEVER)
        turn = self._in_turn()
        if turn is not None:
            due = min(due, self._earliest_tick(turn))
        return max(due, self.unit.tick)

    def run(self, until: int) -> None:
        """Run the unit to that tick."""
        unit = self.unit
        while (due := self.next_event()) <= until:
            if due > unit.tick:
                unit.run(due)
            self.make_edges()
        if until > unit.tick:
            unit.run(until)

    @property
    def _busy(self) -> bool:
        """Return whether an action has the keypad, or a key that comes up by itself is down."""
        turn = self._turns[0] if self._turns else None
        acts = turn is not None and bool(turn.key or not turn.typed)
        return acts or bool(self._bot and self._bot.key)

    def _due(self, key: str, down: bool) -> int:
        """Return the tick at which a client's edge is due; NEVER while an action has the keypad."""
        if not down:
            return self._last + TAP
        if self._busy:
            return NEVER
        return -NEVER if key in self._holders else self._last + APART

    def _next(self, edges: deque[tuple[str, bool]]) -> int:
        """Return the first edge. A press that waits for an action is passed over, as the action may
        wait for the release of a key."""
        if self._busy and edges[0][1]:
            pressed = set()
            for at, (key, down) in enumerate(edges):
                if not down and key not in pressed:
                    return at
                pressed.add(key)
        return 0

    def _in_turn(self) -> _Strokes | None:
        """Return the strokes with a key down, else typed keys and actions, else bots."""
        turn = self._turns[0] if self._turns else None
        for strokes in (self._bot, turn):
            if strokes is not None and strokes.key:
                return strokes
        if self._holders:
            return None
        return turn if turn is not None or self._edges else self._bot

    def _earliest_tick(self, turn: _Strokes) -> int:
        return turn.at if turn.key else max(turn.at, self._last + APART)

    def make_edges(self) -> None:
        """Make all edges that are due now."""
        tick = self.unit.tick
        for client, edges in list(self._edges.items()):
            while edges and self._due(*edges[at := self._next(edges)]) <= tick:
                key, down = edges[at]
                del edges[at], self._edges[client]
                if edges:  # behind those of the others
                    self._edges[client] = edges
                (self._press if down else self._release)(key, client)
        turn = self._in_turn()
        if turn is not None and self._earliest_tick(turn) <= tick:
            self._stroke(turn)

    def _stroke(self, turn: _Strokes) -> None:
        tick = self.unit.tick
        if turn.key:
            self._release(turn.key, STROKES)
            turn.key = ""
            turn.at = tick + APART + turn.pause
            if turn.typed:
                self._turns.popleft()
            return
        stroke = next(turn.strokes, None)
        if stroke is None:
            if turn is self._bot:
                self._bot = None
            else:
                self._turns.popleft()
            return
        turn.key, turn.pause = stroke
        if stroke.key:
            self._press(stroke.key, STROKES)
            self.by_hand = turn is not self._bot
            turn.at = tick + turn.ticks
        else:
            turn.at = tick + max(1, stroke.pause)

    def _press(self, key: str, client: str) -> None:
        self.by_hand = True
        if key not in self._holders:
            self._holders[key] = set()
            self._last = self.unit.tick
            self.close(key)
        self._holders[key].add(client)

    def close(self, key: str) -> None:
        """Close the contact of a key."""
        self.unit.press(key)

    def _release(self, key: str, client: str) -> None:
        holders = self._holders.get(key, set())
        holders.discard(client)
        if not holders:
            del self._holders[key]
            self._last = self.unit.tick
            self.unit.release(key)
