"""What the application hands the panel: a unit, and what can be done with its game.

The panel may not import the room where the unit is made, so `PanelUnit` says what it uses of one.
All data that a unit gives is of the types of `firmware_sim.interface`. Every game that is kept or
replayed, the keypad board and the table of phones are handed over as callables.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from banquier.game.key_queue import KeyQueue, KeyStroke
    from display.elements import Rows
    from display.lcd import Lcd
    from firmware_sim.interface import BoardView, Question, RollLine, Said
    from keypad.matrix import Matrix
    from keypad.scanner import Scanner


class PanelUnit(Protocol):
    """A unit, as far as the panel presses, runs and reads it."""

    lcd: Lcd
    matrix: Matrix
    scanner: Scanner
    beeper: Any
    dice: Any
    supply: Any

    @property
    def tick(self) -> int: ...
    @property
    def notices_end(self) -> int: ...
    @property
    def question(self) -> Question: ...
    @property
    def names(self) -> dict[int, str]: ...
    @property
    def said(self) -> Said: ...
    @property
    def awake(self) -> bool: ...
    @property
    def beep_count(self) -> int: ...
    @property
    def roll(self) -> Sequence[RollLine]: ...
    @property
    def operations(self) -> int: ...
    @property
    def contrast(self) -> int: ...
    @property
    def millivolts(self) -> int: ...

    def press(self, key: str) -> None: ...
    def release(self, key: str) -> None: ...
    def release_all(self) -> None: ...
    def run(self, until: int) -> None: ...
    def run_to_change(self, limit: int) -> bool: ...
    def next_event(self) -> int: ...
    def beeps_since(self, count: int) -> Sequence[tuple[int, str]]: ...
    def glass(self) -> Rows: ...
    def board_view(self) -> BoardView | None: ...
    def calendar(self) -> dict[str, int]: ...
    def name_players(self, names: dict[int, str]) -> None: ...


class Operation(Protocol):
    """One line of the game's history: a line of the roll, or a recorded operation."""

    @property
    def turn(self) -> int: ...
    @property
    def text(self) -> str: ...
    @property
    def struck(self) -> bool: ...


class GameHistory(NamedTuple):
    """The past of a game that is kept. ValueError says in a sentence why something fails."""

    operations: Callable[[], Sequence[Operation]]
    unit_at: Callable[[int], PanelUnit]
    play_on: Callable[[int], tuple[PanelUnit, Sequence[object]]]
    """The unit of a new save from there, and what to tell of it; the old one stays as it is."""


class SavedReplay(NamedTuple):
    """A recorded game: a cursor that presses its keys, and its operations."""

    cursor: Any
    """The recorded keys over their unit: `unit`, `held`, `over`, `first`, `run(until)`,
    `next_event()`, `go_to(operation)` and `disagreement()`, one sentence or nothing."""
    operations: Callable[[], Sequence[Any]]
    unit_here: Callable[[], PanelUnit]
    """Another unit in the state of the replayed one, not recorded."""
    play_on: Callable[[], tuple[PanelUnit, GameHistory | None, Sequence[object]]]
    """The unit of a new save from the last operation, its history, what to tell. ValueError."""


class KeypadBoard(NamedTuple):
    """A real keypad on a serial line."""

    pump: Callable[[Any], int]
    """Its edges to the unit, the glass to it; the tick at which it is to be pumped again."""
    wait: Callable[[float], object]
    """Blocks until there may be something to pump, so many seconds at most."""
    status: Callable[[], Any]
    """State, port, speed, problem and counters of the line."""


class UnitHooks(NamedTuple):
    """What goes with a unit: called after it has run, and bots that press its keys."""

    after_run: Sequence[Callable[[], None]] = ()
    bots: Sequence[Iterator[KeyStroke]] = ()


class TableHost(NamedTuple):
    """What a table of phones is given: the unit, the queue of its keys, and who drives it."""

    unit: PanelUnit
    keys: KeyQueue
    catch_up: Callable[[], None]
    """Brings the unit to the present."""
    changed: Callable[[], None]
    """To be called after a phone has joined, left or pressed."""


class TableState(NamedTuple):
    link: str
    address: str
    code: str
    """Empty once too many wrong codes were typed."""
    lan: bool
    phones: int
    most_phones: int
    seated: frozenset[int]
    """Seats that a phone has taken."""
    qr: Sequence[str]
    """The link as rows of half blocks, dark on light."""


class PhoneTable(NamedTuple):
    state: Callable[[], TableState]
    changed: Callable[[], None]
    """To be called after the unit has run."""
    close: Callable[[], Awaitable[None]]


class NoNetwork(ValueError):
    """This computer is on no local network."""


OpenTable = Callable[[TableHost, bool], Awaitable[PhoneTable]]
"""Serve this unit, on the local network too or not. ValueError says why it is not possible."""
