"""The words of commands that play games on: how many, which, in how many processes."""

from __future__ import annotations

from argparse import ArgumentParser

from banquier.cli.game_options import whole
from banquier.play.processes import processors

INTERRUPTED = 130
MOST_GAMES = 1_000_000


def add_playing(options: ArgumentParser, games: int) -> None:
    options.add_argument("--games", type=whole(1, MOST_GAMES), default=games, metavar="N",
                         help=f"so many games: {games} if not given")  # fmt: skip
    options.add_argument("--seed", type=whole(0, (1 << 64) - 1), default=1, metavar="S",
                         help="the same seed, the same figures")  # fmt: skip
    options.add_argument("--workers", type=whole(1, 256), default=processors(), metavar="N",
                         help="spread over so many processes")  # fmt: skip
