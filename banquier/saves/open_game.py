"""Open a game: the saved one, a new one, or one whose set-up is done already.

game = open_game(folder=saves)                the last game, or a new one
game = open_game(folder=saves, path="a.keys") that one
game = open_game("euro", 3, folder=saves)     a new one at J1's first throw
game = open_game(players=4)                   one that is not saved
game.unit, game.path                          what is played, and where it is saved
game.trouble                                  why the file is not complete; empty if it is
game.moments(); game.unit_at(7); game.go_on(7)
game.print_on(paper)                          what the unit prints, as it prints it
game.close()
"""

import os
from collections.abc import Sequence
from typing import TextIO

from banquier.editions.edition_file import editions, load
from banquier.saves.open_save import open_save
from banquier.saves.recorder import SaveRecorder
from banquier.saves.save_messages import message
from banquier.saves.saved_game import SavedGame
from banquier.say import tell
from banquier.script.errors import Place, ScriptError
from banquier.script.header import Header
from banquier.script.player import Player, Script
from banquier.script.start import walk
from banquier.trouble import Trouble
from banquier.words import Said
from firmware_sim.session import RollLine
from hardware.unit import Observer, Unit, tap


class OpenGame:
    """A game that is played. Its unit is another one after `go_on`."""

    def __init__(
        self, unit: Unit, recorder: SaveRecorder | None = None, sentences: Sequence[Said] = ()
    ) -> None:
        """Without `recorder` it is not saved and has no history. `sentences`: what to tell the
        players about the save."""
        self.unit = unit
        self.recorder = recorder
        self.sentences = sentences
        self._saved: SavedGame | None = None
        self._roll: PrintedRoll | None = None

    @property
    def path(self) -> str:
        """Of its save; empty if it is not saved."""
        return self.recorder.file.path if self.recorder else ""

    @property
    def trouble(self) -> str:
        return self.recorder.file.trouble if self.recorder else ""

    @property
    def unsaved(self) -> bytes:
        """What the file should hold, if it is not complete."""
        return bytes(self.recorder.file.content) if self.recorder and self.trouble else b""

    def moments(self) -> Sequence[RollLine]:
        """One roll line an operation. The save itself is read only by `unit_at` and `go_on`."""
        return self.unit.roll

    def unit_at(self, at: int) -> Unit:
        """A unit after operation `at`, which is not saved. Trouble."""
        unit = self._known(at).unit_at(at)
        unit.names = self.unit.names
        return unit

    def go_on(self, at: int) -> None:
        """With a new save from operation `at`; the old save stays as it is. Trouble."""
        went = went_on(self._known(at), at)
        self.leave()
        self.unit, self.recorder, self.sentences = went.unit, went.recorder, went.sentences
        if self._roll is not None:
            self._roll.go_on(self.unit)

    def _known(self, at: int) -> SavedGame:
        """The save as it is now. Trouble if operation `at` is not in it."""
        known, path, printed = self._saved, self.path, len(self.unit.roll)
        if known is None or known.path != path or len(known.points) != printed:
            known = self._saved = SavedGame.of(path)
        if at >= len(known.points) or known.points[at].text != self.moments()[at].text:
            raise Trouble(message("no_such_operation", path=path))
        return known

    def print_on(self, paper: TextIO) -> None:
        self._roll = PrintedRoll(paper)
        self._roll.follow(self.unit)

    def close(self) -> None:
        if self.recorder is not None:
            self.recorder.close(self.unit)

    def leave(self) -> None:
        """Close without writing anything more."""
        if self.recorder is not None:
            self.recorder.file.abandon()


class PrintedRoll(Observer):
    """The roll on paper, each line at once; `x` marks a struck line, `<` where a game goes on."""

    def __init__(self, paper: TextIO) -> None:
        self.paper = paper
        self._struck: list[bool] = []
        """Of each line that was printed."""
        self._done = (0, 0)

    def follow(self, unit: Unit) -> None:
        unit.observers.append(self)
        self.passed(unit)

    def go_on(self, unit: Unit) -> None:
        """The paper holds this game already, which goes on from an earlier operation."""
        self._struck = [line.struck for line in unit.roll]
        if unit.roll:
            tell(f"   < {unit.roll[-1].text}", self.paper)
        self.follow(unit)

    def passed(self, unit: Unit) -> None:
        done = unit.operations, len(unit.roll)
        if done == self._done:
            return
        if len(unit.roll) < len(self._struck):  # of a new game
            self._struck.clear()
        for struck, line in zip(self._struck, unit.roll, strict=False):
            if line.struck and not struck:
                tell(f"   x {line.text}", self.paper)
        for line in unit.roll[len(self._struck) :]:
            tell(line, self.paper)
        self._struck = [line.struck for line in unit.roll]
        self._done = done


def open_game(
    edition: str = "",
    players: int = 0,
    *,
    folder: str = "",
    path: str = "",
    new: bool = False,
    otherwise: int = 0,
    goes_on: bool = False,
) -> OpenGame:
    """With a folder, the game is saved there. Trouble says what is wrong.

    `otherwise`: the number of players of a new game if there is no saved one. `goes_on`: the
    question that stood is asked at once."""
    walked = bool(edition or players)
    # The tick of the first key would seed the dice, and can be the same every evening: with the
    # set-up done already, with bots, and with lines, where no time passes before it.
    seed = int.from_bytes(os.urandom(4), "big")
    if folder:
        if edition:
            load(edition)
        new = new or walked
        game = OpenGame(*open_save(folder=folder, path=path, new=new, edition=edition, seed=seed))
    else:
        game = OpenGame(Unit(editions(edition), seed=seed))
    if walked or (otherwise and game.unit.game is None):
        play_setup(game.unit, edition, players or otherwise)
    if goes_on and game.unit.question.kind == "resume":
        game.unit.run(game.unit.notices_end)
        tap(game.unit, "OK")
        game.unit.run(game.unit.notices_end)
    return game


def went_on(saved: SavedGame, at: int, path: str = "") -> OpenGame:
    """A new save that goes on from operation `at`; the old one stays. `path`: its name, if that is
    free. Trouble."""
    branch = saved.branch(at, path)
    return open_game(path=branch, folder=os.path.dirname(branch) or ".", goes_on=True)


def play_setup(unit: Unit, edition: str = "", players: int = 0) -> None:
    """Answer the questions of the set-up by keys."""

    header = Header()
    for field, value in (("edition", edition), ("players", players)):
        if value:
            setattr(header, field, value)
            header.given[field] = Place(f"--{field}", 0)
    if walk(Player(unit, Script("start", header, []))) is not None:
        raise ScriptError("the set-up did not lead to a first throw", Place("start", 0))
