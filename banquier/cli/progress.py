"""Progress on standard error: a line that changes on a terminal, elsewhere one now and then."""

from __future__ import annotations

import sys
from time import perf_counter

ON_TERMINAL, ELSEWHERE = 0.1, 10.0  # seconds between two lines


class Progress:
    """A progress line on the terminal; leaving the `with` block wipes it.

    with Progress("games") as progress:
        progress.update(done, wanted)
    """

    def __init__(self, what: str) -> None:
        self.what = what
        self.stream = sys.stderr
        self.on_terminal = bool(self.stream and self.stream.isatty())
        self.start = perf_counter()
        self.due = 0.0 if self.on_terminal else self.start + ELSEWHERE

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self.on_terminal:
            self._write("\r\x1b[K")

    def update(self, done: int, wanted: int) -> None:
        now = perf_counter()
        if now < self.due:
            return
        told = f"{done}/{wanted} {self.what}"
        if done:
            left = int((now - self.start) * (wanted - done) / done)
            told += f", {left // 60}:{left % 60:02} left"
        if self.on_terminal:
            self.due = now + ON_TERMINAL
            bar = "#" * (20 * done // max(wanted, 1))
            self._write(f"\r[{bar:<20}] {told} \x1b[K")
        else:
            self.due = now + ELSEWHERE
            self._write(f"{told}\n")

    def _write(self, text: str) -> None:
        if self.stream:
            self.stream.write(text)
            self.stream.flush()
