"""The speed at which a plain board was understood, remembered by VID:PID and serial number.

    speeds = SpeedMemory(folder / "board-speeds.json")
    speeds.of(facts)                   # 115 200 for a board that was never understood
    speeds.keep(facts, 9_600)          # writes the file, if that is new

A missing, damaged or read-only file is no error: it costs one key press at the next start.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

from hardware.keypads.facts import SPEED
from hardware.keypads.plain_board import SLOW
from hardware.keypads.port import PortFacts

FILE = "board-speeds.json"
BOARDS = 64
"""The oldest are forgotten beyond this number."""


class SpeedMemory:
    def __init__(self, path: Path) -> None:
        self.path = path
        self._speeds: dict[str, int] | None = None

    def of(self, facts: PortFacts | None) -> int:
        speed = self._read().get(_name(facts))
        return speed if speed in (SPEED, SLOW) else SPEED

    def keep(self, facts: PortFacts | None, speed: int) -> None:
        name = _name(facts)
        if not name or self.of(facts) == speed:
            return
        speeds = self._read()
        speeds.pop(name, None)
        speeds[name] = speed
        while len(speeds) > BOARDS:
            del speeds[next(iter(speeds))]
        with suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_bytes(json.dumps(speeds, indent=1).encode())

    def _read(self) -> dict[str, int]:
        if self._speeds is None:
            self._speeds = {}
            with suppress(OSError, ValueError):
                found = json.loads(self.path.read_bytes())
                if isinstance(found, dict):
                    self._speeds = {str(n): s for n, s in found.items() if type(s) is int}
        return self._speeds


def _name(facts: PortFacts | None) -> str:
    if facts is None or facts.vid is None or facts.pid is None:
        return ""
    return f"{facts.vid:04x}:{facts.pid:04x}:{facts.serial or ''}"
