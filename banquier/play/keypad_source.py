"""A real keypad as one more source of the unit's keys.

exchange(keys, link)        queue the keypad's keys; show the glass and beeps on its displays
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from banquier.play.key_queue import KeyQueue
    from hardware.keypads.facts import KeypadEvent
    from hardware.unit import Unit


class Keypad(Protocol):
    """A link at a port of this computer, or one that a browser has opened."""

    @property
    def client(self) -> str: ...
    def take_events(self) -> Sequence[KeypadEvent]: ...
    def show_unit(self, unit: Unit) -> None: ...


def press(keys: KeyQueue, event: KeypadEvent, client: str) -> None:
    """Queue one event of a keypad. No edge is lost if several come at once."""
    if event.kind == "press":
        keys.down(event.key, client)
    elif event.kind == "release":
        keys.up(event.key, client)
    else:
        keys.lift(client)


def exchange(keys: KeyQueue, link: Keypad) -> None:
    for event in link.take_events():
        press(keys, event, link.client)
    link.show_unit(keys.unit)
