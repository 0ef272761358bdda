"""The effect of each house rule on the length of a game, as the laboratory measured it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from banquier.toml_file import toml_of

EFFECTS = Path(__file__).with_name("house_effects.toml")


@cache
def effects() -> dict[str, dict[str, Any]]:
    """Return, by edition and house rule, the measured value and the length of a game with it, as a
    part of the length without it, with the interval."""
    return toml_of(EFFECTS.read_text(encoding="utf-8"))
