"""Pauses coverage for tests that run no line of their own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from coverage import Coverage


@contextmanager
def measuring_paused() -> Iterator[None]:
    measuring = Coverage.current()
    if measuring is not None:
        measuring.stop()
    yield
    if measuring is not None:
        measuring.start()
