"""Open a game: the saved one, a new one, or one whose set-up is done already.

opened = open_game(folder=saves)                the last game, or a new one
opened = open_game(folder=saves, path="a.keys") that one
opened = open_game("euro", 3, folder=saves)     a new one at J1's first throw
opened = open_game(players=4)                   one that is not saved
opened.unit; opened.sentences; opened.history; opened.close()

roll_writer(unit, paper)            writes what the unit prints; `x` marks a struck line,
                                    `<` where a game goes on again
"""

import os
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple, TextIO

from banquier.editions.edition_file import editions, load
from banquier.play.key_queue import Stroke
from banquier.saves.game_save import GameSave, SaveError
from banquier.saves.messages import message
from banquier.saves.saved_game import SavedGame, SaveTrouble
from banquier.script.errors import Place, ScriptError
from banquier.script.header import Header
from banquier.script.player import Player, Script
from banquier.script.start import Starter
from firmware_sim.session import RollLine
from hardware.unit import Unit


class UnitHooks(NamedTuple):
    """What goes with a unit: called after it has run, and bots that press its keys."""

    after_run: Sequence[Callable[[], None]] = ()
    bots: Sequence[Iterator[Stroke]] = ()
    seats: Collection[int] = ()
    """The players that the bots play."""


class OpenedGame(NamedTuple):
    unit: Unit
    sentences: Sequence[str] = ()
    """What to tell the players about the save."""
    close: Callable[[], None] = lambda: None
    history: "GameHistory | None" = None
    """None if the game is not saved."""


class GameHistory:
    """The operations of a saved game, a unit at any of them, and a new save from there."""

    def __init__(self, save: GameSave) -> None:
        self.save = save
        self._timeline: SavedGame | None = None

    @property
    def sentences(self) -> Sequence[str]:
        return tuple(self.save.sentences)

    def moments(self) -> Sequence[RollLine]:
        """One roll line an operation. The save itself is read only by `unit_at` and `go_on`."""
        return self.save.unit.roll

    def unit_at(self, at: int) -> Unit:
        unit = self._known(at).unit_at(at)
        unit.names = self.save.unit.names
        return unit

    def go_on(self, at: int) -> Unit:
        """The unit of a new save from operation `at`; the old save stays as it is. ValueError."""

        try:
            save = GameSave(folder=self.save.folder, path=self._known(at).branch(at))
        except (SaveError, SaveTrouble) as error:
            raise ValueError(error.args[0]) from None
        self.save.leave()
        self.save = save
        return save.unit

    def _known(self, at: int) -> SavedGame:
        """The save as it is now. ValueError if operation `at` is not in it."""

        known, path, printed = self._timeline, self.save.path, len(self.save.unit.roll)
        if known is None or known.path != path or len(known) != printed:
            known = self._timeline = SavedGame.of(path)
        if at >= len(known) or known[at].text != self.moments()[at].text:
            raise ValueError(message("no_such_operation", path=path))
        return known

    def close(self) -> None:
        self.save.close()


def open_game(
    edition: str = "",
    players: int = 0,
    *,
    folder: str = "",
    path: str = "",
    new: bool = False,
    otherwise: int = 0,
) -> OpenedGame:
    """With a folder, the game is saved there. ValueError and ScriptError say what is wrong.

    `otherwise`: the number of players of a new game if there is no saved one."""
    walked = bool(edition or players)
    # The tick of the first key would seed the dice, and can be the same every evening: with the
    # set-up done already, with bots, and with lines, where no time passes before it.
    seed = int.from_bytes(os.urandom(4), "big")
    opened = (
        _saved(edition, seed, folder, path, new or walked) if folder else _unsaved(edition, seed)
    )
    if walked or (otherwise and opened.unit.game is None):
        play_setup(opened.unit, edition, players or otherwise)
    return opened


def _unsaved(edition: str, seed: int) -> OpenedGame:
    return OpenedGame(Unit(editions(edition), seed=seed))


def _saved(edition: str, seed: int, folder: str, path: str, new: bool) -> OpenedGame:

    if edition:
        load(edition)
    try:
        save = GameSave(folder=folder, path=path, new=new, edition=edition, seed=seed)
    except SaveError as error:
        raise ValueError(*error.args) from None
    history = GameHistory(save)
    return OpenedGame(save.unit, tuple(save.sentences), history.close, history)


def play_setup(unit: Unit, edition: str = "", players: int = 0) -> None:
    """Answer the questions of the set-up by keys."""

    header = Header()
    for field, value in (("edition", edition), ("players", players)):
        if value:
            setattr(header, field, value)
            header.given[field] = Place(f"--{field}", 0)
    if Starter(Player(unit, Script("start", header, []))).walk() is not None:
        raise ScriptError("the set-up did not lead to a first throw", Place("start", 0))


def roll_writer(unit: Unit, paper: TextIO, *, branched: bool = False) -> Callable[[], None]:
    """A function that writes what was printed and struck since its last call.

    `branched`: the paper already holds this game, which goes on from an earlier operation."""
    printed = len(unit.roll) if branched else 0
    struck = {number for number in range(printed) if unit.roll[number].struck}
    if branched and printed:
        print(f"   < {unit.roll[-1].text}", file=paper)

    def write() -> None:
        nonlocal printed
        roll = unit.roll
        if len(roll) < printed:  # of a new game
            printed = 0
            struck.clear()
        for number in range(printed):
            if number < len(roll) and roll[number].struck and number not in struck:
                struck.add(number)
                print(f"   x {roll[number].text}", file=paper)
        for number in range(printed, len(roll)):
            print(roll[number], file=paper)
            if roll[number].struck:
                struck.add(number)
        if len(roll) != printed:
            paper.flush()
        printed = len(roll)

    return write
