"""A line of progress on a terminal; nothing elsewhere."""

from __future__ import annotations

import sys
from time import perf_counter

EVERY = 0.1  # seconds between two lines


class Progress:
    """With `with`: the line is wiped at the end, however that comes.

    with Progress("games") as progress:
        progress.tell(done, wanted)
    """

    def __init__(self, what: str, begun: int = 0) -> None:
        """`begun`: so many were done before."""
        self.what = what
        self.begun = begun
        self.stream = sys.stderr if sys.stderr and sys.stderr.isatty() else None
        self.start, self.due = perf_counter(), 0.0

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self.stream is not None:
            self.stream.write("\r\x1b[K")
            self.stream.flush()

    def tell(self, done: int, wanted: int, more: str = "") -> None:
        now = perf_counter()
        if self.stream is None or now < self.due:
            return
        self.due = now + EVERY
        left = int((now - self.start) * (wanted - done) / max(done - self.begun, 1))
        bar = "#" * (20 * done // max(wanted, 1))
        self.stream.write(
            f"\r[{bar:<20}] {done}/{wanted} {self.what}, {more}"
            f"{left // 60}:{left % 60:02} left \x1b[K"
        )
        self.stream.flush()
