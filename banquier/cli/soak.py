"""The words of `banquier soak`, and what it prints."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from functools import partial

from banquier.checks.soak.all_variants import EVERYTHING, AllVariants, Evenings
from banquier.checks.soak.game import Outcome
from banquier.checks.soak.game import play as play_game
from banquier.checks.soak.game_spec import GameSpec
from banquier.checks.soak.run_games import soak
from banquier.checks.soak.soak_report import Report, read
from banquier.cli.progress import Progress
from banquier.cli.say import complain

INTERRUPTED = 130

NUMBERS = (
    ("games", 100, "so many games: 100 if not given"),
    ("seed", 1, "the same seed, the same games"),
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
        "--edition", default=GameSpec().edition, metavar="E",
        help="by name, or a file of one; all: every edition, and all that is not given below",
    )  # fmt: skip
    options.add_argument("--players", type=int, metavar="N", help="2 to 8: 4 if not given")
    for name, answers, about in CHOICES:
        options.add_argument(f"--{name}", choices=answers, help=about)
    options.add_argument("--minutes", type=int, metavar="N", help="of a timed game: 90")
    options.add_argument("--world", action="store_true",
                         help="whole evenings instead: phones, a keypad board, a disk that fails, "
                         "kills; with --seed, --games, --workers and --json only")  # fmt: skip
    options.add_argument("--json", metavar="FILE", help="write what was counted")
    options.add_argument("--resume", action="store_true", help="go on with FILE, if it is there")
    options.add_argument("--failures", default=".", metavar="FOLDER", help="for failed games")


def asked(chosen: Namespace) -> GameSpec | AllVariants | Evenings:
    """With `all` editions everything that no option settles has its turn too."""
    given = {field: getattr(chosen, field) for field in GameSpec._fields}
    if chosen.world:
        usual = {**dict.fromkeys(given), "edition": GameSpec().edition,
                 "seed": chosen.seed, "most_turns": GameSpec().most_turns}  # fmt: skip
        if given != usual:
            raise ValueError("--world has games of all kinds: no option of a game goes with it")
        return Evenings(chosen.seed)
    left_open = EVERYTHING & {field for field, value in given.items() if value is None}
    spec = GameSpec(**{field: value for field, value in given.items() if value is not None})
    if spec.edition != "all":
        return spec
    return AllVariants(spec._replace(edition=GameSpec().edition), left_open | {"edition"})


def tell(progress: Progress, report: Report) -> None:
    counts, seconds = report.counts, report.seconds
    rates = f"{counts.games / seconds:.1f} a second, {counts.presses / seconds:,.0f} presses/s"
    failures = f"{len(report.failures)} failures"
    progress.tell(counts.games, report.wanted, f"{rates}, {failures}, ")


def run(chosen: Namespace) -> int:
    """The exit status; ValueError says in a sentence what cannot be done."""
    if chosen.games < 1 or not 1 <= chosen.workers <= 256 or chosen.most_turns < 1:
        raise ValueError("--games, --most-turns and --workers (up to 256) begin with 1")
    if chosen.resume and not chosen.json:
        raise ValueError("--resume goes on with the games of --json FILE")
    spec = asked(chosen)
    begun = read(chosen.json, spec) if chosen.resume and os.path.exists(chosen.json) else None
    play: Callable[..., Outcome] = play_game
    if chosen.world:
        from banquier.checks.world import play_evening  # it needs what serves phones

        play = play_evening
    try:
        with Progress("games", begun.counts.games if begun else 0) as progress:
            report = soak(
                spec, chosen.games, play=play, workers=chosen.workers, folder=chosen.failures,
                file=chosen.json, told=partial(tell, progress), begun=begun,
            )  # fmt: skip
    except OSError as error:
        raise ValueError(f"{error.filename}: {error.strerror}") from None
    print(report.sentence())
    if isinstance(spec, AllVariants) and report.unmet:
        print(f"never met: {', '.join(report.unmet)}")
    for failure, *files in zip(report.failures, report.recordings, report.scripts, strict=True):
        complain(": ".join(filter(None, (" ".join(filter(None, files)), failure))))
    if report.interrupted:
        return INTERRUPTED
    return 1 if report.failures else 0
