"""Options that commands share: which game, how many players, their names, which are bots."""

from __future__ import annotations

from argparse import Action, ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from banquier.editions.edition_file import BUILT_IN
from banquier.editions.rule_fields import HOUSE, values
from banquier.play.pace import PACES
from banquier.script.errors import ScriptError
from banquier.script.header import rule_value
from banquier.script.vocabulary import player_names
from banquier.trouble import Trouble

USUAL = 4
OPERATIONS = 999_999_999


def add_game(parser: ArgumentParser) -> None:
    add_edition(parser, "--edition", default="", metavar="E")
    add_rules(parser)
    parser.add_argument("--players", type=whole(2, 8), default=0, metavar="N", help="2 to 8")
    parser.add_argument("--names", type=names, default={}, metavar="Anne,Bob",
                        help="of the players, from player 1 on")  # fmt: skip
    parser.add_argument("--pace", default="", choices=tuple(PACES), help="of the bots")
    parser.add_argument("--keypad", action="append", nargs="?", const="auto", metavar="PORT",
                        default=[],
                        help="a real keypad (twice: two); without PORT the only one")  # fmt: skip


def add_saved_game(parser: ArgumentParser) -> None:
    parser.add_argument("--bots", type=seats, default=[], metavar="2,3,4",
                        help="these players are played by the program")  # fmt: skip
    parser.add_argument("--save", default="", metavar="FILE", help="the game in that file")
    parser.add_argument("--new", action="store_true", help="a new game, whatever was played")
    parser.set_defaults(demo=False)


def add_edition(parser: ArgumentParser, name: str, **how: Any) -> None:
    option = parser.add_argument(name, help="by name, or a file of one", **how)
    set_completer(option, lambda: BUILT_IN)


def add_rules(parser: ArgumentParser) -> None:
    option = parser.add_argument(
        "--rule", action="append", type=_rule, default=[], metavar="NAME=VALUE", dest="rules",
        help="of the house, or another of the edition; once or more",
    )  # fmt: skip
    set_completer(option, lambda: [f"{name}={value}" for name in HOUSE for value in values(name)])


def _rule(text: str) -> tuple[str, object]:
    name, _, value = text.partition("=")
    try:
        return name, rule_value(name, value.replace(",", " ").split())
    except ScriptError as bad:
        raise ArgumentTypeError(str(bad)) from None


def set_completer(option: Action, words: Callable[[], Iterable[str]]) -> None:
    """Set the words that a shell proposes for this option."""
    option.completer = lambda **_: words()  # type: ignore[attr-defined]


def whole(least: int, most: int) -> Callable[[str], int]:
    """The type of an option: a whole number within these limits."""

    def number(text: str) -> int:
        if text.isascii() and text.isdigit() and len(text) <= 20 and least <= int(text) <= most:
            return int(text)
        raise ArgumentTypeError(f"{least} to {most}, not {text!r}")

    return number


def names(text: str) -> dict[int, str]:
    try:
        return player_names(text.split(","))
    except ScriptError as bad:
        raise ArgumentTypeError(str(bad)) from None


def seats(text: str) -> list[int]:
    given = text.split(",")
    if not all(len(seat) == 1 and seat in "12345678" for seat in given):
        raise ArgumentTypeError(f"{text!r} is not a list of players such as 2,3,4")
    return sorted(set(map(int, given)))


def check_bots(bots: Sequence[int], players: int) -> None:
    """Check seats. Raises Trouble for a player that does not exist. `players`: 0 if unknown."""
    if bots and 0 < players < bots[-1]:
        raise Trouble(f"there is no player {bots[-1]} of {players}")
