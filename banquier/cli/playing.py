"""The words of commands that play games on: how many, which, in how many processes."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from banquier.play.processes import processors

INTERRUPTED = 130
MOST_GAMES = 1_000_000


def add_playing(options: ArgumentParser, games: int) -> None:
    options.add_argument("--games", type=int, default=games, metavar="N",
                         help=f"so many games: {games} if not given")  # fmt: skip
    options.add_argument("--seed", type=int, default=1, metavar="S",
                         help="the same seed, the same figures")  # fmt: skip
    options.add_argument("--workers", type=int, default=processors(), metavar="N",
                         help="spread over so many processes")  # fmt: skip


def check_playing(chosen: Namespace) -> None:
    if not 1 <= chosen.games <= MOST_GAMES:
        raise ValueError(f"--games is 1 to {MOST_GAMES}")
    if not 0 <= chosen.seed < 1 << 64:
        raise ValueError("--seed is a number from 0 on, below 2 to the power of 64")
    if not 1 <= chosen.workers <= 256:
        raise ValueError("--workers is 1 to 256")
