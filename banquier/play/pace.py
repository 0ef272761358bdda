"""The pace at which bots press keys in real time."""

from __future__ import annotations

from datasheet.ticks import NEVER

PACES = {"slow": (100_000, NEVER), "normal": (20_000, NEVER), "quick": (4_000, 4_000)}
"""The ticks after each key, and the most for which bots leave a notice, which the next key skips.
Each pace is at least twice as quick as the last."""


class BotPace:
    """A pace by its name, which may be changed while bots play."""

    def __init__(self, name: str = "normal") -> None:
        self.name = name

    @property
    def ticks(self) -> tuple[int, int]:
        return PACES[self.name]
