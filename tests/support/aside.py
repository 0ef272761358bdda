"""Something tried aside: in a copy of this process, so that the units here are not touched.

error = aside(lambda: refusal(unit, "OK"))
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")


def aside(act: Callable[[], Found]) -> Found:
    """What it returned, which must be picklable; AssertionError with what it raised."""
    read, write = os.pipe()
    if (child := os.fork()) == 0:
        try:
            told = pickle.dumps((act(), ""))
        except BaseException as raised:
            told = pickle.dumps((None, f"{type(raised).__name__}: {raised}"))
        with os.fdopen(write, "wb") as pipe:
            pipe.write(told)
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        found, fault = pickle.load(pipe)
    os.waitpid(child, 0)
    assert not fault, fault
    return found  # type: ignore[no-any-return]
