"""A game of the command line: opened by its options, closed at the end, and kept elsewhere if it
could not be saved."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from argparse import Namespace
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import filterfalse

from banquier.cli.game_options import USUAL, check_bots
from banquier.folders import folders, private
from banquier.saves.games import names_beside
from banquier.saves.open_game import OpenGame, open_game
from banquier.saves.save_folder import SaveFolder
from banquier.saves.save_messages import message, writing
from banquier.say import print_error, print_line
from banquier.trouble import Trouble
from banquier.whole_file import write_new
from banquier.words import Said
from hardware.unit_inputs import name_players

UNSAVED = 1


class PlayedGame:
    """A game of a command."""

    def __init__(self, game: OpenGame, lang: str) -> None:
        self.game, self.lang = game, lang
        self.status = 0
        """The exit status, once it was closed."""

    def close(self) -> None:
        self.status = close_game(self.game, self.lang)


def begin_game(
    chosen: Namespace, players: int, bots: Sequence[int], lang: str, stack: ExitStack
) -> PlayedGame:
    """Open the game that the options describe; closing the stack closes the game."""
    folder = "" if chosen.demo else folders()["saves"]  # a demonstration is not saved
    if folder:
        private(folder)
    game = open_game(
        chosen.edition,
        players,
        games=SaveFolder(folder) if folder else None,
        path=chosen.save,
        new=chosen.new,
        rules=dict(chosen.rules),
        default_players=max([USUAL, *bots]) if bots else 0,  # the set-up asks if there are no bots
    )
    played = PlayedGame(game, lang)
    stack.callback(played.close)
    if chosen.names:
        name_players(game.unit, chosen.names)
    if game.unit.game:
        check_bots(bots, game.unit.game.players)
    return played


def close_game(game: OpenGame, lang: str) -> int:
    """Return 0, or `UNSAVED` if the game is lost or kept where the player did not put it."""
    game.close()
    if game.recorder and (wanted := game.recorder.file.instead_of):
        _print_sentence(message("not_a_file", path=wanted), lang)
        _print_sentence(message("saved_as", path=game.path), lang)
    return _keep_elsewhere(game, lang) if game.unsaved else 0


def _keep_elsewhere(game: OpenGame, lang: str) -> int:
    _print_sentence(message("unsaved", path=game.path, reason=game.trouble), lang)
    places = _places(game.path)
    if (
        sys.stdin
        and sys.stdin.isatty()
        and _ask_for_place(game.unsaved, next(iter(places), ""), lang)
    ):
        return 0
    if not any(_write_save(game.unsaved, place, lang) for place in places):
        _print_sentence(message("lost"), lang)
    return UNSAVED


def _places(path: str) -> list[str]:
    """Free names in the user's home and in the folder for temporary files, unless that is full."""
    folders = [os.path.expanduser("~")]
    with contextlib.suppress(FileNotFoundError):
        folders += [tempfile.gettempdir()]
    wanted = (names_beside(os.path.join(folder, os.path.basename(path))) for folder in folders)
    free = (next(filterfalse(os.path.lexists, names)) for names in wanted)
    return list(dict.fromkeys(free))


def _ask_for_place(data: bytes, proposed: str, lang: str) -> bool:
    """Ask for a place for the game; return whether one was named that took it."""
    while True:
        question = message("save_where", path=proposed).text(lang)
        print_line(question, sys.stderr, end="")
        try:
            answer = sys.stdin.readline()
        except (KeyboardInterrupt, OSError, ValueError):
            return False
        if not answer:
            return False
        if _write_save(data, os.path.expanduser(answer.strip()) or proposed, lang):
            return True


def _write_save(data: bytes, place: str, lang: str) -> bool:
    try:
        with writing(place):
            write_new(place, data)
    except Trouble as trouble:
        _print_sentence(trouble.args[0], lang)
        return False
    _print_sentence(message("saved_as", path=place), lang)
    return True


def _print_sentence(sentence: Said, lang: str) -> None:
    print_error(f"banquier: {sentence.text(lang)}")
