"""`banquier play` and `banquier demo`: the panel in the terminal, with a unit, bots and a board.

watch(replay, speed)        the panel for a recorded game: `banquier replay`
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING

from banquier.cli.close_game import begin_game
from banquier.cli.command_language import add_lang
from banquier.cli.game_options import (
    USUAL,
    add_game,
    add_saved_game,
    check_bots,
)
from banquier.ending_signals import EndingSignals
from banquier.panel import launch
from banquier.panel.settings import Settings, own_settings
from banquier.play.bots.strategy import bot_profiles
from banquier.play.driver import FASTEST
from banquier.saves.save_messages import writing
from banquier.say import print_error
from banquier.trouble import Trouble
from banquier.words import Said, of_environment, text

# What not every panel needs (bots, plain mode, a keypad board) is imported where it is used: the
# first picture would be late by a fifth.
if TYPE_CHECKING:
    from banquier.saves.recorded_game import RecordedGame
    from hardware.keypads.keypad_link import KeypadLink


def add_options(parser: ArgumentParser, *, demo: bool = False) -> None:
    add_game(parser)
    if demo:
        parser.set_defaults(demo=True, bots=[], save="", new=False)
    else:
        add_saved_game(parser)
    parser.add_argument("--plain", action="store_true",
                        help="lines in, lines out: for screen readers and pipes")  # fmt: skip
    parser.add_argument("--speak", action="store_true",
                        help="with --plain: the lines are spoken too")  # fmt: skip
    add_lang(parser, "of all words that are not on the glass")
    parser.add_argument("--speed", type=_parse_speed, metavar="N", help="so many times real time")
    parser.add_argument("--mute", action="store_true", help="no sound")
    parser.add_argument("--roll", default="", metavar="FILE", help="what the unit prints")


def _parse_speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not 0.01 <= speed <= 1000:
        raise ArgumentTypeError(f"0.01 to 1000, not {text!r}")
    return speed


def run(chosen: Namespace) -> int:
    bots, players = chosen.bots, chosen.players
    if chosen.demo:
        players = players or USUAL
        bots = list(range(1, players + 1))
    check_bots(bots, players)
    settings = _settings(chosen)
    plain = chosen.plain or settings.plain
    why = _why_only_lines(plain, speak=chosen.speak)
    with ExitStack() as stack:
        ending = EndingSignals(stack) if plain or why else None
        keypads: Sequence[KeypadLink] = ()
        if chosen.keypad:  # before a game is begun that nobody could play
            from banquier.cli.keypad_links import keypad_links

            keypads = keypad_links(chosen.keypad, settings.pad, stack)
        played = begin_game(chosen, players, bots, settings.lang, stack)
        game = played.game
        if chosen.roll:
            with writing(chosen.roll):
                game.print_on(stack.enter_context(open(chosen.roll, "w", encoding="utf-8")))
        profiles = bot_profiles(bots)
        if why:
            print_error(f"banquier play: {text(settings.lang, 'plain.in_lines', why=why)}")
        if ending:
            from banquier.cli.in_lines import in_lines

            for sentence in game.sentences:
                print_error(f"banquier play: {sentence.text(settings.lang)}")
            status = in_lines(game, profiles, settings, keypads, ending, speak=chosen.speak)
        else:
            status = launch.open_panel(
                game, settings, bots=profiles, keypads=keypads, sentences=game.sentences
            )
    return status or played.status


def _settings(chosen: Namespace) -> Settings:
    """Return the user's settings with those of the command line."""
    own = own_settings()
    return own._replace(
        mute=own.mute or chosen.mute,
        speed=chosen.speed or own.speed,
        lang=chosen.lang or own.lang or of_environment(),
        pace=chosen.pace or own.pace,
    )


def _why_only_lines(plain: bool, *, speak: bool) -> Said | None:
    """Return why a wanted panel cannot be drawn. Raises Trouble if nothing works."""
    if speak and not plain:
        raise Trouble("--speak goes with --plain")
    if plain and sys.stdin is None:
        raise Trouble("--plain reads standard input, and there is none")
    if not plain and not launch.at_a_terminal():
        raise Trouble("it needs a terminal to draw on; --plain reads and writes lines")
    return None if plain else launch.only_lines()


def watch(
    game: RecordedGame, speed: float, lang: str, trouble: Sequence[object] = ()
) -> int | None:
    """Return the exit status; None if no panel can be drawn. `speed` 0: as fast as possible."""
    if not launch.at_a_terminal() or launch.only_lines():
        return None
    settings = own_settings()._replace(speed=speed or FASTEST, lang=lang)
    return launch.open_panel(game, settings, sentences=trouble)
