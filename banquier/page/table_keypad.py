"""A keypad on the table's computer: one more pair of fingers beside the browsers.

    task = asyncio.create_task(play_keypad(table, link, print_state))

Its keys go through the queue that the phones use too, so that a whole action of a phone is not
interrupted; the glass and the beeps go back to its displays.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from banquier.play.keypad_source import press
from banquier.words import Said
from banquier.words.keypad_state import keypad_state

if TYPE_CHECKING:
    from banquier.page.table_server import Table
    from hardware.keypads.keypad_link import KeypadLink

GLANCE_S = 0.1
"""So late a glass that a phone has changed reaches the keypad at most."""


async def play_keypad(
    table: Table, link: KeypadLink, say: Callable[[Said], None] = lambda _: None
) -> None:
    """Until it is cancelled; `say` hears of each new state of the link."""
    said = None
    while True:
        await asyncio.to_thread(link.wait, GLANCE_S)
        exchange(table, link)
        if (state := keypad_state(link.status())) != said:
            said = state
            say(state)


def exchange(table: Table, link: KeypadLink) -> None:
    """The keypad's keys to the unit, glass and beeps to the keypad."""
    page = table.page
    if events := link.take():
        page.catch_up()
        for event in events:
            press(page.keys, event, link.client)
        table.heard()
    link.tell(page.unit)
