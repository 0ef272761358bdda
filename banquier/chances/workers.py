"""Games played on in several processes.

for tally, comparison in spread(jobs(position, 1000, seed=1), workers=2): ...
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from typing import NoReturn, TypeVar

from banquier.chances.position import Position
from banquier.chances.tally import Comparison, Tally, compared, played_on

CHUNK = 50
"""Games a job: the sums are the same for any number of processes."""


Result = tuple[Tally, Comparison | None]

T = TypeVar("T")


def job(
    position: Position, first: int, games: int, seed: int, without: Position | None = None
) -> Callable[[], Result]:
    """Games `first` and on; what the position is worth more than `without`, on the same dice."""
    written = [one.written() for one in (position, without) if one]
    return partial(_carry_out, written, range(first, first + games), seed)


def _carry_out(written: Sequence[str], numbers: range, seed: int) -> Result:
    position, *without = map(Position.read, written)
    if not without:
        return played_on(position, numbers, seed), None
    return compared(position, without[0], numbers, seed)


def jobs(
    position: Position, games: int, seed: int, without: Position | None = None
) -> list[Callable[[], Result]]:
    return [
        job(position, first, min(CHUNK, games - first), seed, without)
        for first in range(0, games, CHUNK)
    ]


def processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(todo: Sequence[Callable[[], T]], workers: int) -> Generator[T, None, None]:
    """The results in the order of the jobs."""
    if workers == 1 or len(todo) < 3:
        yield from map(call, todo)
        return
    with _unwound_by_sigterm():
        pool = get_context("spawn").Pool(min(workers, len(todo)), initializer=ignore_interrupts)
        try:
            yield from pool.imap(call, todo)
        finally:
            pool.terminate()
            pool.join()


@contextmanager
def _unwound_by_sigterm() -> Iterator[None]:
    """A process that is killed at once leaves its workers and their semaphores."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _end(*_: object) -> NoReturn:
    raise SystemExit(128 + signal.SIGTERM)


def call(job: Callable[[], T]) -> T:
    return job()


def ignore_interrupts() -> None:
    """Ctrl-C is handled by the collecting process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
