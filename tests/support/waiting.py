"""Waiting for what another process, thread, task or browser does."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page


def until(true: Callable[[], bool], seconds: float = 10.0) -> float:
    """Waits for something to become true; the seconds it took."""
    start = time.monotonic()
    pause = threading.Event()
    while not true():
        assert time.monotonic() - start < seconds, "it never came"
        pause.wait(0.002)
    return time.monotonic() - start


async def comes(true: Callable[[], bool], seconds: float = 20.0) -> None:
    """The same in a task."""
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.002)


def until_page(page: Page, holds: Callable[[], bool], seconds: float = 60.0) -> None:
    """The same while the browser goes on."""
    ends = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < ends, "that did not come"
        page.wait_for_timeout(10)
