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
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, redirect_stderr, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

T = TypeVar("T")
CONTEXT = get_context("spawn")


def processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(todo: Sequence[Callable[[], T]], workers: int) -> Generator[T, None, None]:
    """By pipes, not by a Pool: its semaphores need a /dev/shm that may be written, and outlive a
    process that is killed."""
    if workers == 1 or len(todo) < 3:
        yield from (job() for job in todo)
        return
    found: dict[int, T] = {}
    left, given = iter(enumerate(todo)), 0
    with ExitStack() as stack:
        doing: dict[Worker, int] = {}
        for _ in range(min(workers, len(todo))):
            stack.callback((worker := Worker(niceness=0)).close)
            doing[worker], job = next(left)
            worker.give(job)
        while doing:
            ready = wait([worker.pipe for worker in doing])
            for worker in [worker for worker in doing if worker.pipe in ready]:
                found[doing.pop(worker)] = worker.result()
                if more := next(left, None):
                    doing[worker], job = more
                    worker.give(job)
            while given in found:
                yield found.pop(given)
                given += 1


class Worker:
    def __init__(self, niceness: int = 10) -> None:  # keys come first
        self.pipe, there = CONTEXT.Pipe()
        self.process = CONTEXT.Process(target=_answer, args=(there, niceness), daemon=True)
        # The starting of a process asks for the file of stderr; Textual's stand-in has none.
        with redirect_stderr(sys.__stderr__):
            self.process.start()
        there.close()

    def ask(self, job: Callable[[], T]) -> T:
        """EOFError, OSError: the process has ended."""
        self.give(job)
        result: T = self.result()
        return result

    def give(self, job: Callable[[], object]) -> None:
        self.pipe.send(job)

    def result(self) -> Any:
        result, fault = self.pipe.recv()
        if fault:
            raise fault
        return result

    def close(self) -> None:
        self.process.kill()
        self.process.join()


def _answer(pipe: Connection, niceness: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is handled by the collecting process
    if hasattr(os, "nice"):
        os.nice(niceness)
    with suppress(EOFError, OSError):
        while True:
            job = pipe.recv()
            try:
                pipe.send((job(), None))
            except Exception as fault:
                pipe.send((None, fault))
