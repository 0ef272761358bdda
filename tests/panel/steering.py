"""A panel under Textual's pilot, for tests that are coroutines."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from textual import _wait
from textual.pilot import Pilot

from banquier.panel.app import Panel
from banquier.saves.open_game import OpenGame
from hardware.unit import Unit

_wait.SLEEP_GRANULARITY = 0.004  # of seconds: how often the pilot looks whether a panel is idle


@asynccontextmanager
async def shown_at(panel: Panel, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Pilot[int]]:
    """Show a panel on a screen of this size, until the block ends."""
    async with panel.run_test(size=size) as pilot:
        await laid_out(pilot)
        yield pilot


@asynccontextmanager
async def steered(
    played: Unit | OpenGame, size: tuple[int, int] = (80, 24), **more: Any
) -> AsyncIterator[tuple[Panel, Pilot[int]]]:
    """A panel in which time passes only when the test lets it."""
    game = OpenGame(played) if isinstance(played, Unit) else played
    panel = Panel(game, frozen=True, **more)
    async with shown_at(panel, size) as pilot:
        yield panel, pilot


async def press(pilot: Pilot[int], *keys: str) -> None:
    """And let come what follows from them."""
    await pilot.press(*keys)
    await laid_out(pilot)


async def laid_out(pilot: Pilot[int]) -> None:
    """Wait until what has changed has its place, and is painted for it: a frame later."""
    await pilot.pause()
    laid = asyncio.Event()
    pilot.app.call_after_refresh(laid.set)
    await comes(pilot, lambda: laid.is_set() or not pilot.app.is_running)
    await pilot.pause()


async def resized(panel: Panel, pilot: Pilot[int], size: tuple[int, int]) -> None:
    await pilot.resize_terminal(*size)
    await laid_out(pilot)
    await panel.workers.wait_for_complete()
    panel.timing.wake()
    await laid_out(pilot)


async def comes(pilot: Pilot[int], agrees: Callable[[], object]) -> None:
    """Wait for what follows by itself; a test that waits in vain is red at last."""
    while not agrees():
        await pilot.pause()


def let_pass(panel: Panel, ticks: int) -> None:
    panel.keys.run(panel.unit.tick + ticks)
    panel.timing.wake()


def shown(panel: Panel) -> str:
    """The whole screen."""
    strips = panel.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)
