"""The debug port: reads the game's state, and changes it between two scans. No key reaches it.

    unit.debug_port.get("cash", 1)
    unit.debug_port.set("owner", 39, 2)          # ValueError where that cannot be

firmware_sim/debug_port.py lists what can be read and set.
"""

from __future__ import annotations

from collections.abc import Callable

from firmware_sim.debug_port import GameAccess
from firmware_sim.firmware import Firmware

Facts = tuple[int | str, ...]


class DebugPort:
    def __init__(
        self, firmware: Firmware, between_scans: Callable[[Callable[[], None], str, Facts], None]
    ) -> None:
        self._access = GameAccess(firmware)
        self._between_scans = between_scans

    def get(self, noun: str, *which: int | str) -> object:
        return self._access.get(noun, *which)

    def set(self, noun: str, *facts: int | str) -> None:
        self._between_scans(lambda: self._access.set(noun, *facts), noun, facts)
