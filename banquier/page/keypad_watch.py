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
    """Until it is cancelled. `tell` gets the state, and whether it is a problem."""
    told = None
    while True:
        await asyncio.to_thread(link.wait, GLANCE_S)
        wake()
        status = link.status()
        if (state := keypad_state(status)) != told:
            told = state
            tell(state, bool(status.problem))
