"""Watch a keypad at a port of this computer: wake the front end for its keys, tell each new state.

    task = asyncio.create_task(watch(link, wake, tell))

The front end that was woken takes the keys and sends the glass back (`exchange`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from banquier.words import Said
from banquier.words.keypad_state import keypad_state

if TYPE_CHECKING:
    from hardware.keypads.keypad_link import KeypadLink

GLANCE_S = 0.5


async def watch(
    link: KeypadLink, wake: Callable[[], None], tell: Callable[[Said, bool], object]
) -> None:
    """Watch until cancelled. `tell` gets each new state, and whether it is a problem."""
    latest = None
    while True:
        await asyncio.to_thread(link.wait_for_events, GLANCE_S)
        wake()
        status = link.status()
        if (state := keypad_state(status)) != latest:
            latest = state
            tell(state, bool(status.problem))
