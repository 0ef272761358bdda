"""Ctrl-C, and a terminal that is gone: plain mode ends where it waits, never during a key, which
would be saved half done. A second signal ends it anywhere."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any


class EndingSignals:
    def __init__(self, stack: ExitStack) -> None:
        """Handle signals until the stack is closed."""
        self._number = 0
        """The number of the signal that has come."""
        self._waits = False
        for number in (signal.SIGINT, signal.SIGHUP):
            stack.callback(signal.signal, number, signal.signal(number, self._come))

    def _come(self, number: int, frame: Any) -> None:
        again, self._number = bool(self._number), number
        if again or self._waits:
            self._end()

    def _end(self) -> None:
        if self._number == signal.SIGINT:
            raise KeyboardInterrupt
        if self._number:
            raise SystemExit(128 + self._number)

    @contextmanager
    def waiting(self) -> Iterator[None]:
        self._waits = True
        try:
            self._end()
            yield
        finally:
            self._waits = False
