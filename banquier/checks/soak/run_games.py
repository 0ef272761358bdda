"""Runs games in several processes, with a line of progress."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import partial
from time import perf_counter
from typing import TextIO

from banquier.chances.workers import spread
from banquier.checks.soak.all_variants import AllVariants, Evenings
from banquier.checks.soak.game import Outcome, play
from banquier.checks.soak.game_spec import GameSpec
from banquier.checks.soak.soak_report import Report, write

EVERY = 0.25  # seconds between two lines of progress
SAVED = 5.0  # seconds between two writings of the report


def soak(
    spec: GameSpec | AllVariants | Evenings,
    games: int,
    *,
    play: Callable[..., Outcome] = play,
    workers: int = 1,
    folder: str = ".",
    file: str | None = None,
    progress: TextIO | None = None,
    begun: Report | None = None,
) -> Report:
    """Play games 0 to `games` - 1 by `play`; failures are recorded in `folder`.

    The report is written to `file` every few seconds; `begun` is a report to go on from. When
    interrupted, it returns the report so far.
    """
    spec.check()
    report = begun or Report(spec, games)
    report.wanted = games
    told = _Progress(report, progress)
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
                told.line()
                if file and report.seconds > written + SAVED:
                    write(report, file)
                    written = report.seconds
    except KeyboardInterrupt:
        report.interrupted = True
    report.seconds = before + perf_counter() - start
    told.done()
    if file:
        write(report, file)
    return report


class _Progress:
    """A line of progress on a terminal; nothing elsewhere."""

    def __init__(self, report: Report, stream: TextIO | None) -> None:
        self.report = report
        self.stream = stream if stream is not None and stream.isatty() else None
        self.due = 0.0
        self.from_games, self.from_seconds = report.counts.games, report.seconds

    def line(self) -> None:
        report = self.report
        if self.stream is None or report.seconds < self.due:
            return
        self.due = report.seconds + EVERY
        counts = report.counts
        rate = (counts.games - self.from_games) / max(report.seconds - self.from_seconds, 1e-9)
        left = int((report.wanted - counts.games) / max(rate, 1e-9))
        share = counts.games / report.wanted
        bar = "#" * int(20 * share)
        self.stream.write(
            f"\r[{bar:<20}] {counts.games}/{report.wanted} games, {rate:.1f} a second, "
            f"{counts.presses / report.seconds:,.0f} presses/s, {len(report.failures)} failures, "
            f"{left // 60}:{left % 60:02} left \x1b[K"
        )
        self.stream.flush()

    def done(self) -> None:
        if self.stream is not None:
            self.stream.write("\r\x1b[K")
            self.stream.flush()
