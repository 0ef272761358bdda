"""A real keypad as one more source of the unit's keys.

exchange(keys, link)                    its keys to the queue, glass and beeps to its displays
KeypadOnUnit(keys, link)                an observer of a unit that no driver of time runs
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from hardware.crystal import SECOND
from hardware.unit import Observer, Unit

if TYPE_CHECKING:
    from banquier.play.key_queue import KeyQueue
    from hardware.keypads.facts import KeypadEvent

SLICE = SECOND // 60


class Keypad(Protocol):
    """A link at a port of this computer, or what a browser has opened."""

    @property
    def client(self) -> str: ...
    def take(self) -> Sequence[KeypadEvent]: ...
    def tell(self, unit: Unit) -> None: ...


def press(keys: KeyQueue, event: KeypadEvent, client: str) -> None:
    """One thing that a keypad says. Of edges that it says at once none is lost."""
    if event.kind == "press":
        keys.down(event.key, client)
    elif event.kind == "release":
        keys.up(event.key, client)
    else:
        keys.lift(client)


def exchange(keys: KeyQueue, link: Keypad) -> None:
    for event in link.take():
        press(keys, event, link.client)
    link.tell(keys.unit)


class KeypadOnUnit(Observer):
    """Sixty times a second and whenever a key is due, whoever lets the unit run."""

    def __init__(self, keys: KeyQueue, link: Keypad) -> None:
        self.keys = keys
        self.link = link

    def due(self, unit: Unit) -> int:
        return min(unit.tick + SLICE, max(self.keys.next_event(), unit.tick + 1))

    def passed(self, unit: Unit) -> None:
        exchange(self.keys, self.link)
        self.keys.move()
