"""Work in slices: a generator that yields between them and returns its result.

story = finish(reading("game.keys"))        at once
next(job)                                   one slice, if something else has to run in between
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, TypeVar

Result = TypeVar("Result")
Job = Generator[Any, None, Result]


def finish(job: Job[Result], tell: Callable[[Any], object] = lambda done: None) -> Result:
    """Do all of the work and return its result. `tell` is called with each value it yields."""
    while True:
        try:
            tell(next(job))
        except StopIteration as end:
            result: Result = end.value
            return result
