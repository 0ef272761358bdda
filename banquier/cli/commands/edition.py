"""`banquier edition`: a file to start an edition of one's own from, and all that is wrong with it.

write_new("lyon.toml")      a complete commented edition, for its owner to change
summary("lyon.toml")        what it is about; EditionError: all that is wrong with it
play_games("lyon.toml")     the turns of twenty games of bots; raises Trouble if one fails
"""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping

from banquier.cli.game_options import add_rules
from banquier.editions.edition_file import (
    AS_WRITTEN,
    BUILT_IN,
    EditionError,
    describe_inheritance,
    load,
    starting_point,
)
from banquier.play.bots.play_without_keys import play
from banquier.play.bots.strategy import PROFILES
from banquier.play.rng import rng
from banquier.saves.save_messages import writing
from banquier.say import print_error, print_line
from banquier.trouble import Trouble
from banquier.whole_file import write_whole
from firmware_sim.game import Game, Variant
from firmware_sim.rules import opening

ENDING = ".toml"
FAULTY, UNREADABLE = 1, 2
GAMES, LONGEST = 20, 2_000
"""Games of bots without keys, and the turns after which one is left."""


def write_new(path: str, like: str = BUILT_IN[0]) -> None:
    """Write a new file; an existing one is never overwritten."""
    if not path.endswith(ENDING):
        raise Trouble(f"{path}: the name of an edition's file ends in {ENDING}")
    if like not in BUILT_IN:
        raise Trouble(f"{like}: is not an edition to start from ({', '.join(BUILT_IN)})")
    if os.path.lexists(path):
        raise Trouble(f"{path}: is there already, and is left as it is")
    with writing(path):
        write_whole(path, starting_point(like))


def play_games(path: str, rules: Mapping[str, object] = AS_WRITTEN) -> list[int]:
    """Play games of bots; return the turns of each. Raises Trouble if one fails."""
    edition = load(path, rules)
    kinds = edition.most_players - edition.least_players + 1
    profiles = [*PROFILES.values()] * edition.most_players
    turns = []
    for number in range(GAMES):
        chance = rng(number)
        game = Game(edition, edition.least_players + number % kinds)
        if edition.short and number % 2:
            game.variant = Variant.SHORT
        game.speed_die = edition.speed_die is not None and number % 4 > 1
        try:
            opening.open_accounts(game, chance)
            play(game, profiles, chance, LONGEST)
        except Exception as fault:
            raise Trouble(
                f"{path}: game {number + 1} of bots, of {game.players} players, broke off in turn "
                f"{game.turn_number}: {type(fault).__name__}: {fault}"
            ) from fault
        turns.append(game.turn_number)
    return turns


def length_of(turns: list[int]) -> str:
    long = sum(number > LONGEST for number in turns)
    rest = f", {long} of them not over by then" if long else ""
    return (
        f"bots played {len(turns)} games, of {min(turns)} to {min(max(turns), LONGEST)} turns{rest}"
    )


def summary(path: str) -> str:
    """Return one line about a good file."""
    edition = load(path)
    parts = {
        "loans": edition.loans, "a short game": edition.short, "a timed game": edition.timed,
        "the speed die": edition.speed_die, "a passport": edition.passport,
    }  # fmt: skip
    having = ", ".join(name for name, part in parts.items() if part)
    players = f"{edition.least_players} to {edition.most_players} players"
    told = f"{edition.label} can be played: {players}{', with ' + having if having else ''}"
    taken = describe_inheritance(path)
    return f"{path}: {told}{'; ' if taken else ''}{taken}"


# -- on the command line


def add_options(options: ArgumentParser) -> None:
    options.add_argument(
        "what", choices=("new", "check"), metavar="new|check", help="begin a file; find its faults"
    )
    options.add_argument("file", metavar="FILE", help="the edition (.toml)")
    add_rules(options)
    options.add_argument("--like", metavar="EDITION", help="what to start from (electronique)")


def run(chosen: Namespace) -> int:
    """The exit status. Trouble says why there is nothing new."""
    if chosen.what == "new":
        if chosen.rules:
            raise Trouble("--rule belongs to check")
        write_new(chosen.file, chosen.like or BUILT_IN[0])
        print_line(f"{chosen.file}: written; banquier edition check says what is wrong with it")
        return 0
    if chosen.like:
        raise Trouble("--like belongs to new")
    rules = dict(chosen.rules)
    try:
        print_line(summary(chosen.file))
        turns = play_games(chosen.file, rules)
    except EditionError as error:
        print_error("\n".join(error.problems))
        return FAULTY if os.path.isfile(chosen.file) else UNREADABLE
    except Trouble as broken:
        print_error(broken)
        return FAULTY
    print_line(f"{chosen.file}: {length_of(turns)}")
    return 0
