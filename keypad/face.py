"""What anybody whose fingers are on the keys knows of a unit: its clock, and what it says."""

from __future__ import annotations

from typing import Protocol


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
