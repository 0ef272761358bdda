"""What anybody whose fingers are on the keys knows of a unit: its clock, and what it says.

tap(unit, "DES")            a key pressed for a pulse, and left alone for another
"""

from __future__ import annotations

from typing import Protocol

PULSE = 2048
"""Ticks an ordinary press holds its key, and then leaves it alone: seen whatever the bounce."""


class Keys(Protocol):
    """Something with keys, in whose time they go down and up."""

    @property
    def tick(self) -> int: ...
    def press(self, key: str) -> None: ...
    def release(self, key: str) -> None: ...
    def run(self, until: int) -> None: ...


def tap(unit: Keys, key: str) -> None:
    unit.press(key)
    unit.run(unit.tick + PULSE)
    unit.release(key)
    unit.run(unit.tick + PULSE)


class Said(Protocol):
    """The whole text, lit: read through scrolling and blinking."""

    @property
    def text(self) -> str: ...
    @property
    def value(self) -> str: ...
    @property
    def icons(self) -> frozenset[str]: ...
    @property
    def error(self) -> int: ...


class Unit(Protocol):
    @property
    def tick(self) -> int: ...
    @property
    def quiet_at(self) -> int: ...
    @property
    def operations(self) -> int: ...
    @property
    def said(self) -> Said: ...
