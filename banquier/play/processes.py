"""Jobs in other processes: many at once, or one after the other in a process of low priority.

for result in spread(jobs, workers=2): ...      in the order of the jobs
worker = Worker()
worker.ask(job)                                 its result; raises EOFError if the process ended
worker.close()

A job is anything that can be pickled and called without arguments.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, redirect_stderr, suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread
from typing import TypeVar

T = TypeVar("T")
CONTEXT = get_context("spawn")


def processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(todo: Sequence[Callable[[], T]], workers: int) -> Generator[T, None, None]:
    """Yield the results of jobs in their order. A Pool is not used: its semaphores need a writable
    /dev/shm, and outlive a killed process."""
    if workers == 1 or len(todo) < 3:
        yield from (job() for job in todo)
        return
    count, free = min(workers, len(todo)), SimpleQueue[Worker]()

    def done(job: Callable[[], T]) -> T:
        worker = free.get()
        try:
            return worker.ask(job)
        finally:
            free.put(worker)

    with ThreadPoolExecutor(count) as threads, ExitStack() as stack:
        for _ in range(count):
            stack.callback((worker := Worker(niceness=0)).close)
            free.put(worker)
        yield from threads.map(done, todo)


class Worker:
    def __init__(self, niceness: int = 10) -> None:  # keys come first
        self.pipe, there = CONTEXT.Pipe()
        self.process = CONTEXT.Process(target=_answer, args=(there, niceness), daemon=True)
        # A new process needs the file of stderr; Textual's replacement has none.
        with redirect_stderr(sys.__stderr__):
            self.process.start()
        there.close()

    def ask(self, job: Callable[[], T]) -> T:
        """Return the result of a job. Raises EOFError or OSError if the process has ended."""
        self.pipe.send(job)
        result: T
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
    Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):
        while True:
            job = pipe.recv()
            try:
                pipe.send((job(), None))
            except Exception as fault:
                pipe.send((None, fault))


def _end_with_parent() -> None:
    """End this process with the one that started it: a job may last for minutes."""
    if parent := parent_process():
        parent.join()
        os._exit(1)
