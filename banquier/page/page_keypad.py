"""A keypad among the browsers of a page: one more client of the unit's key queue."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from banquier.play.key_queue import KeyQueue
    from hardware.keypads.facts import Event

CLIENT = "keypad"


def press(keys: KeyQueue, event: Event, client: str = CLIENT) -> None:
    if event.kind in ("press", "tap"):
        keys.down(event.key, client)
    if event.kind in ("release", "tap"):
        keys.up(event.key, client)
    if event.kind in ("release all", "drop all"):
        keys.lift(client)
