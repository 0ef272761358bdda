"""Waiting for what another process or thread does."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable


def until(true: Callable[[], bool], seconds: float = 10.0) -> float:
    """Waits for something to become true; the seconds it took."""
    start = time.monotonic()
    pause = threading.Event()
    while not true():
        assert time.monotonic() - start < seconds, "it never came"
        pause.wait(0.002)
    return time.monotonic() - start
