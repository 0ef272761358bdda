"""Waiting for what another process, thread, task or browser does.

A test waits as long as what it waits for lives: on a busy machine nothing comes within a number of
seconds. Only what hangs takes as long as LIFETIME.
"""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

LIFETIME = 180.0
"""Seconds, of each wait; tests/conftest.py ends a test that has lasted ten times as long."""


def is_busy() -> bool:
    """Return whether more programs wait than let a glass be painted in the time that it stands."""
    return os.getloadavg()[0] > 4 * (os.cpu_count() or 1)


def until(true: Callable[[], bool], seconds: float = LIFETIME) -> float:
    """Wait for something to become true and return the seconds it took."""
    start = time.monotonic()
    pause = threading.Event()
    while not true():
        assert time.monotonic() - start < seconds, "it never came"
        pause.wait(0.002)
    return time.monotonic() - start


async def comes(true: Callable[[], bool]) -> None:
    """Wait in a task."""
    while not true():
        await asyncio.sleep(0.002)


def until_page(page: Page, holds: Callable[[], bool], seconds: float = LIFETIME) -> None:
    """Wait while the browser goes on."""
    ends = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < ends, "that did not come"
        page.wait_for_timeout(10)
