"""The test bench: reads the ledger beside the glass, and changes it between two scans.

    unit.bench.get("cash", 1)
    unit.bench.set("owner", 39, 2)          # ValueError where that cannot be

What can be read and set is the bank's affair; here it is only clipped to a running unit.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from firmware_sim.debug_port import Workbench
    from firmware_sim.firmware import Firmware


class Bench:
    def __init__(
        self, firmware: Firmware, between_scans: Callable[[Callable[[], None]], None]
    ) -> None:
        self._firmware = firmware
        self._between_scans = between_scans

    @cached_property
    def _desk(self) -> Workbench:
        from firmware_sim.debug_port import Workbench

        return Workbench(self._firmware)

    def get(self, noun: str, *which: int | str) -> object:
        return self._desk.get(noun, *which)

    def set(self, noun: str, *facts: int | str) -> None:
        self._between_scans(lambda: self._desk.set(noun, *facts))
