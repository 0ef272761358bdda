"""Runs games in several processes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import partial
from time import perf_counter

from banquier.chances.workers import spread
from banquier.checks.soak.all_variants import AllVariants, Evenings
from banquier.checks.soak.game import Outcome, play
from banquier.checks.soak.game_spec import GameSpec
from banquier.checks.soak.soak_report import Report, write

SAVED = 5.0  # seconds between two writings of the report


def soak(
    spec: GameSpec | AllVariants | Evenings,
    games: int,
    *,
    play: Callable[..., Outcome] = play,
    workers: int = 1,
    folder: str = ".",
    file: str | None = None,
    told: Callable[[Report], None] = lambda report: None,
    begun: Report | None = None,
) -> Report:
    """Play games 0 to `games` - 1 by `play`; failures are recorded in `folder`. `told` is called
    with the report after each.

    The report is written to `file` every few seconds; `begun` is a report to go on from. When
    interrupted, it returns the report so far.
    """
    spec.check()
    report = begun or Report(spec, games)
    report.wanted = games
    before, start = report.seconds, perf_counter()
    todo = [partial(play, spec, number, folder) for number in range(report.counts.games, games)]
    written = before - SAVED
    try:
        with closing(spread(todo, workers)) as outcomes:  # in order: it covers the first games
            if file:
                write(report, file)
            for outcome in outcomes:
                report.take(outcome, folder)
                report.seconds = before + perf_counter() - start
                told(report)
                if file and report.seconds > written + SAVED:
                    write(report, file)
                    written = report.seconds
    except KeyboardInterrupt:
        report.interrupted = True
    report.seconds = before + perf_counter() - start
    if file:
        write(report, file)
    return report
