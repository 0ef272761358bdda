"""Work in slices: a generator that yields between them and returns its result.

story = finish(reading("game.keys"))      all of it at once
next(job)                                   one slice, if something else has to run in between
scan = at_once(scan_in_slices)              a function that does all of such work
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, ParamSpec, TypeVar

Asked = ParamSpec("Asked")
Result = TypeVar("Result")
Job = Generator[Any, None, Result]
NEXT_SLICE = "next slice"
"""The value that a job yields before work that takes a slice of its own."""


def finish(job: Job[Result], tell: Callable[[Any], object] = lambda done: None) -> Result:
    """Do all of the work and return its result. `tell` is called with each value it yields."""
    while True:
        try:
            tell(next(job))
        except StopIteration as end:
            result: Result = end.value
            return result


def at_once(begin: Callable[Asked, Job[Result]]) -> Callable[Asked, Result]:
    """Return a function that does in one call what `begin` does in slices."""
    return lambda *given, **named: finish(begin(*given, **named))
