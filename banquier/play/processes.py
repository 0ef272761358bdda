"""Jobs in other processes: many at once, or one after the other in a process of low priority.

for result in spread(jobs, workers=2): ...      in the order of the jobs
worker = Worker()
worker.ask(job)                                 its result; EOFError once the process has ended
worker.close()

A job is anything that can be pickled and called without arguments.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import NoReturn, TypeVar

T = TypeVar("T")
CONTEXT = get_context("spawn")


def processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(todo: Sequence[Callable[[], T]], workers: int) -> Generator[T, None, None]:
    if workers == 1 or len(todo) < 3:
        yield from map(call, todo)
        return
    with _unwound_by_sigterm():
        pool = CONTEXT.Pool(min(workers, len(todo)), initializer=ignore_interrupts)
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


class Worker:
    def __init__(self) -> None:
        self._pipe, there = CONTEXT.Pipe()
        self.process = CONTEXT.Process(target=_answer, args=(there,), daemon=True)
        self.process.start()
        there.close()

    def ask(self, job: Callable[[], T]) -> T:
        """EOFError, OSError: the process has ended."""
        self._pipe.send(job)
        result: T = self._pipe.recv()
        return result

    def close(self) -> None:
        self.process.kill()
        self.process.join()


def _answer(pipe: Connection) -> None:
    ignore_interrupts()
    if hasattr(os, "nice"):
        os.nice(10)  # keys come first
    with suppress(EOFError, OSError):
        while True:
            pipe.send(pipe.recv()())
