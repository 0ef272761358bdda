"""What the laboratory found that each rule of the house does to how long a game lasts."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from banquier.toml_file import toml_of

EFFECTS = Path(__file__).with_name("house_effects.toml")


@cache
def effects() -> dict[str, dict[str, Any]]:
    """By edition and rule, at one value: the part of its length that a game has then, and the
    interval."""
    return toml_of(EFFECTS.read_text(encoding="utf-8"))
