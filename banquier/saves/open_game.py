"""Open a game: the saved one, a new one, or one whose set-up is done already.

game = open_game(games=games)                 the last game, or a new one
game = open_game(games=games, path="a.keys")  that one
game = open_game("euro", 3, games=games)      a new one at J1's first throw
game = open_game(players=4)                   one that is not saved
game.unit, game.path                          what is played, and where it is saved
game.trouble                                  why the file is not complete; empty if it is
game.moments; game.unit_at(7); game.go_on(7)
game.print_on(paper)                          what the unit prints, as it prints it
game.close()

A unit with a saved game begins with a cold start and asks REPRISE ?. Each key edge is written
and, after each operation, the state. A file that cannot be written is error 23 of the unit;
nothing raises while a game is played.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TextIO

from banquier.editions.edition_file import AS_WRITTEN, editions
from banquier.editions.rule_fields import switched_on
from banquier.jobs import NEXT_SLICE, Job, at_once
from banquier.saves.games import Games, SaveInMemory, read
from banquier.saves.recorder import SaveRecorder
from banquier.saves.save_format import Found, header_of, parse_in_slices, read_header
from banquier.saves.save_listing import find_unfinished
from banquier.saves.save_messages import cannot_play, message
from banquier.saves.saved_game import SavedGame
from banquier.script.header import FORMAT, Header, unit_for
from banquier.trouble import InUse, Trouble
from banquier.words import Said
from banquier.words.printed_roll import PrintedRoll
from firmware_sim.saved_state import NewerFormat, StateError
from firmware_sim.session import RollLine
from firmware_sim.texts import VERSION
from hardware.unit import Unit, tap
from hardware.unit_inputs import offer

LONGEST_HEADER = 4096


class OpenGame:
    """A game that is played. Its unit is another one after `go_on`."""

    def __init__(
        self,
        unit: Unit,
        recorder: SaveRecorder | None = None,
        sentences: Sequence[Said] = (),
        games: Games | None = None,
    ) -> None:
        """A game without `recorder` and `games` is not saved and has no history. `sentences`:
        messages for the players about the save."""
        self.unit = unit
        self.recorder = recorder
        self.games = games
        self.sentences = sentences
        self._saved: SavedGame | None = None
        self._roll: PrintedRoll | None = None
        self._last: tuple[str, Mapping[str, object]] | None = None

    @property
    def path(self) -> str:
        """The path of the save; empty if the game is not saved."""
        return self.recorder.file.path if self.recorder else ""

    @property
    def trouble(self) -> str:
        return self.recorder.file.trouble if self.recorder else ""

    @property
    def unsaved(self) -> bytes:
        """The content that the file should hold, if the file is incomplete."""
        return self.recorder.file.content if self.recorder and self.trouble else b""

    @property
    def moments(self) -> Sequence[RollLine]:
        """One roll line an operation; none without a save. It is read only by `unit_at` and
        `go_on`."""
        return self.unit.roll if self.path else ()

    def unit_at(self, at: int) -> Unit:
        """Return an unsaved unit after operation `at`. Raises Trouble if that fails."""
        unit = self._save_with(at).unit_at(at)
        unit.names = self.unit.names
        return unit

    def go_on(self, at: int) -> None:
        """Continue in a new save from operation `at`; keep the old one. Raises Trouble."""
        known = self._save_with(at)
        assert self.games is not None
        went = open_branch(known, at, self.games)
        self.abandon()
        self.unit, self.recorder, self.sentences = went.unit, went.recorder, went.sentences
        if self._roll is not None:
            self._roll.go_on(self.unit)

    def _save_with(self, at: int) -> SavedGame:
        """Return the current save. Raises Trouble if it does not contain operation `at`."""
        known, path, printed = self._saved, self.path, len(self.unit.roll)
        if known is None or known.path != path or len(known.points) != printed:
            known = self._saved = SavedGame.from_path(path)
        if at >= len(known.points) or known.points[at].text != self.moments[at].text:
            raise Trouble(message("no_such_operation", path=path))
        return known

    # -- house rules, while no game is in the unit

    @property
    def rules(self) -> Mapping[str, object]:
        """The rules of the games that begin from now on."""
        return self.unit.session.editions.rules

    def choose_rules(self, rules: Mapping[str, object]) -> None:
        """Set the next games' rules. Raises Trouble during a game or if an edition refuses them."""
        if self.unit.game is not None:
            raise Trouble(message("rules_too_late"))
        offer(self.unit, editions(self.own_edition, rules=switched_on(rules)))

    @property
    def own_edition(self) -> str:
        """The file of a player's own edition that the set-up offers; "" without one."""
        names = self.unit.session.editions.names
        return next((name for name in names if name.endswith(".toml")), "")

    @property
    def last_rules(self) -> Mapping[str, object]:
        """The rules of the previous saved game; empty if it had none."""
        path = self.path
        if self._last is None or self._last[0] != path:  # the next game has another file
            self._last = path, self._rules_played_last()
        return self._last[1]

    def _rules_played_last(self) -> Mapping[str, object]:
        with suppress(Trouble):
            for path in self.games.paths()[:1] if self.games else ():
                header, _, _ = read(path, LONGEST_HEADER).partition(b"\n@")
                return read_header(header, path).rules
        return {}

    def print_on(self, paper: TextIO) -> None:
        self._roll = PrintedRoll(paper)
        self._roll.follow(self.unit)

    def close(self) -> None:
        if self.recorder is not None:
            self.recorder.close(self.unit)

    def abandon(self) -> None:
        """Close without writing anything more."""
        if self.recorder is not None:
            self.recorder.file.abandon()


def open_in_slices(
    edition: str = "",
    players: int = 0,
    *,
    games: Games | None = None,
    path: str = "",
    new: bool = False,
    rules: Mapping[str, object] = AS_WRITTEN,
    default_players: int = 0,
    skip_resume_prompt: bool = False,
    offered: str = "",
) -> Job[OpenGame]:
    """Open a game, saved among `games` if given. Raises Trouble with the reason if that fails.

    `default_players`: the number of players of a new game if there is no saved one.
    `skip_resume_prompt`: ask the last question at once. `rules`: those of a new game that differ
    from its edition. `offered`: an edition file that the set-up of a new game offers too."""
    walked = bool(edition or players)
    # The tick of the first key would seed the dice, and can be the same every evening: with the
    # set-up done already, with bots, and with lines, where no time passes before it.
    seed = int.from_bytes(os.urandom(4), "big")
    if games:
        if edition or rules:
            editions(edition, rules=rules)
        new = new or walked or bool(rules)
        game = yield from open_save_in_slices(
            games, path=path, new=new, edition=edition or offered, rules=rules, seed=seed
        )
    else:
        game = OpenGame(Unit(editions(edition, rules=rules), seed=seed))
    if walked or (default_players and game.unit.game is None):
        from banquier.script.start import set_up

        set_up(game.unit, edition, players or default_players)
    if skip_resume_prompt and game.unit.question.kind == "resume":
        game.unit.run(game.unit.notices_end)
        tap(game.unit, "OK")
        game.unit.run(game.unit.notices_end)
    return game


open_game = at_once(open_in_slices)


def open_branch(saved: SavedGame, at: int, games: Games, path: str = "") -> OpenGame:
    """Continue from operation `at` in a new save, named `path` if that is free; keep the old one.
    Raises Trouble if that fails."""
    return open_game(games=games, path=saved.branch(at, games, path), skip_resume_prompt=True)


# -- the save of a game


def open_save_in_slices(
    games: Games,
    *,
    path: str = "",
    new: bool = False,
    edition: str = "",
    rules: Mapping[str, object] = AS_WRITTEN,
    seed: int | None = None,
    bounce: str = "none",
) -> Job[OpenGame]:
    """Open `path`, or else the last unfinished one of `games`, or a new save. `edition`: an edition
    file for a new game. Raises Trouble if that fails."""
    sentences: list[Said] = []

    def new_file() -> SaveInMemory:
        return games.new(path)

    header = Header()
    header.edition = os.path.abspath(edition) if edition.endswith(".toml") else ""
    header.seed, header.bounce, header.rules = seed, bounce, dict(rules)
    if not path:
        games.remove_empty()
    if new and path and os.path.lexists(path):
        sentences.append(message("stays", path=path))
    for name in () if new else (path,) if path else find_unfinished(games.paths()):
        try:
            file = games.open(name)
            return (yield from _resume(games, file, header, new_file, sentences))
        except Trouble as error:
            if path:
                raise
            sentences.append(message("sentence", message=error.args[0]))
            if isinstance(error, InUse):
                break
    unit = unit_for(header)
    recorder = SaveRecorder(unit, new_file(), header, new_file)
    return OpenGame(unit, recorder, sentences, games)


open_save = at_once(open_save_in_slices)


def _resume(
    games: Games, file: SaveInMemory, new: Header, new_file: Callable[[], SaveInMemory],
    sentences: list[Said],
) -> Job[OpenGame]:  # fmt: skip
    """Load the game of a file and repair the file if needed; start an empty one with the header of
    a new game. Raises Trouble if that fails."""
    path = file.path
    try:
        found = yield from parse_in_slices(file.content)
        if found.version > FORMAT:
            raise NewerFormat(found.version, FORMAT)
        if not found.marks:
            _repair(file, found, b"", sentences)
            unit = unit_for(new)
            return OpenGame(unit, SaveRecorder(unit, file, new, new_file), sentences, games)
        saved = SavedGame(path, found)
        yield from saved.parse_records()
        yield NEXT_SLICE
        unit, tail = yield from saved.resume_in_slices()
        yield NEXT_SLICE
        header, firmware = saved.header, saved.records[-1]["firmware"]
        found = found._replace(data=found.data[: found.end] + tail)
        _repair(file, found, header_of(header, file.edition_name), sentences)
        unit.names = header.names = dict(saved.names)
        if firmware != VERSION:
            told = message("other_firmware", path=path, old=firmware, new=VERSION)
            sentences.append(told)
        recorder = SaveRecorder(unit, file, header, new_file, tail)
        goes_on = found.playable and firmware == VERSION
        recorder.state(unit, "resume" if goes_on else "adopt")
        return OpenGame(unit, recorder, sentences, games)
    except NewerFormat as error:
        file.abandon()
        raise Trouble(too_new(games, path, error)) from None
    except (StateError, Trouble) as error:
        file.abandon()
        raise cannot_play(path, error) from None


def _repair(file: SaveInMemory, found: Found, header: bytes, sentences: list[Said]) -> None:
    """Repair the file, and bring it to the format of today; a damaged file is kept beside."""
    file.replace(found.repair(header), keep=not found.sound)
    if not found.sound:
        name = "mended_later" if file.trouble else "mended"
        sentences.append(message(name, path=file.path, trouble=found.trouble, reason=file.trouble))


def too_new(games: Games, path: str, error: NewerFormat) -> Said:
    """Rename the file; what to say of it."""
    newer = message("newer", version=error.version, known=error.known)
    sentence = message("cannot_play", path=path, reason=newer)
    try:
        kept = games.put_aside(path, "too_new")
    except OSError:
        return sentence
    return message("put_aside", message=sentence, kept=kept)
