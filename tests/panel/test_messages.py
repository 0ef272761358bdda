"""What the panel tells is text: names of files may hold square brackets."""

from __future__ import annotations

import asyncio

from textual.widgets._toast import Toast

from display.panel.app import Panel
from hardware.unit import Unit


def test_a_name_with_square_brackets_is_shown_as_it_is(waiting: Unit) -> None:
    panel = Panel(waiting, still=True)
    panel.sentences = ["/home/me/[/bold] [red]games[/x.keys is played"]

    async def look() -> None:
        async with panel.run_test(size=(120, 40), notifications=True) as pilot:
            await pilot.pause()
            (toast,) = panel.screen.query(Toast)
            assert "/home/me/[/bold] [red]games[/x.keys is played" in str(toast.render())

    asyncio.run(look())
    assert panel.fault is None
