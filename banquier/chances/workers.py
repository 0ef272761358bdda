"""Games played on in several processes.

for tally, comparison in spread(jobs(position, 1000, seed=1), workers=2): ...
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from banquier.chances.position import Position
from banquier.chances.tally import Comparison, Tally, compared, played_on

CHUNK = 50
"""Games a job: the sums are the same for any number of processes."""


class Job(NamedTuple):
    position: str
    first: int
    games: int
    seed: int
    without: str | None = None
    """A second position: what the first is worth more, on the same dice."""


Result = tuple[Tally, Comparison | None]


def jobs(position: Position, games: int, seed: int, without: Position | None = None) -> list[Job]:
    plain, second = position.written(), without.written() if without else None
    return [
        Job(plain, first, min(CHUNK, games - first), seed, second)
        for first in range(0, games, CHUNK)
    ]


def carry_out(job: Job) -> Result:
    position = Position.read(job.position)
    numbers = range(job.first, job.first + job.games)
    if job.without is None:
        return played_on(position, numbers, job.seed), None
    return compared(position, Position.read(job.without), numbers, job.seed)


def processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(todo: Sequence[Job], workers: int) -> Iterator[Result]:
    """The results in the order of the jobs."""
    if workers == 1 or len(todo) < 3:
        yield from map(carry_out, todo)
        return
    from multiprocessing import get_context

    pool = get_context("spawn").Pool(min(workers, len(todo)), initializer=ignore_interrupts)
    try:
        yield from pool.imap(carry_out, todo)
    finally:
        pool.terminate()
        pool.join()


def ignore_interrupts() -> None:
    """Ctrl-C is handled by the collecting process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
