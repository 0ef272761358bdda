"""The words of `banquier soak`, and what it prints."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from hardware.soak.crowd import soak
from hardware.soak.order import Order
from hardware.soak.report import read

INTERRUPTED = 130

NUMBERS = (
    ("games", 100, "so many games: 100 if not given"),
    ("seed", 1, "the same seed, the same games"),
    ("players", 4, "2 to 8"),
    ("workers", 1, "spread over so many processes"),
    ("most-turns", 5_000, "of a game: then the richest wins"),
)
CHOICES = (
    ("prison", ("short", "long", "own"), "out at the first chance, by a double, or as it suits"),
    ("game", ("normal", "short", "timed"), "the variant"),
    ("speed-die", ("no", "yes"), "a third die"),
    ("dice", ("auto", "keyed"), "the unit's, or real ones"),
    ("cards", ("auto", "keyed"), "the unit's, or real ones"),
)


def add_options(options: ArgumentParser) -> None:
    for name, usual, about in NUMBERS:
        options.add_argument(f"--{name}", type=int, default=usual, metavar="N", help=about)
    options.add_argument(
        "--edition", default="electronique", metavar="E", help="by name, or a file of one"
    )
    for name, answers, about in CHOICES:
        options.add_argument(f"--{name}", choices=answers, default=answers[0], help=about)
    options.add_argument("--json", metavar="FILE", help="write what was counted")
    options.add_argument("--resume", action="store_true", help="go on with the games of that FILE")
    options.add_argument("--failures", default=".", metavar="FOLDER", help="for failed games")


def run(chosen: Namespace) -> int:
    """The exit status; ValueError says in a sentence what cannot be done."""
    if chosen.games < 1 or not 1 <= chosen.workers <= 256 or chosen.most_turns < 1:
        raise ValueError("--games, --most-turns and --workers (up to 256) begin with 1")
    if chosen.resume and not chosen.json:
        raise ValueError("--resume goes on with the games of --json FILE")
    order = Order(**{field: getattr(chosen, field) for field in Order._fields})
    begun = read(chosen.json, order) if chosen.resume else None
    try:
        report = soak(
            order, chosen.games, workers=chosen.workers, folder=chosen.failures,
            file=chosen.json, progress=sys.stderr, begun=begun,
        )  # fmt: skip
    except OSError as error:
        raise ValueError(f"{error.filename}: {error.strerror}") from None
    print(report.sentence())
    for failure, recording in zip(report.failures, report.recordings, strict=True):
        print(f"{recording}: {failure}", file=sys.stderr)
    if report.interrupted:
        return INTERRUPTED
    return 1 if report.failures else 0
