"""Text from outside for a recursive parser: its depth is counted first.

In a browser the stack overflows before Python's recursion limit is met, and the page crashes.
"""

from __future__ import annotations

import json
import re
from typing import Any

DEEPEST = 32
"""The most brackets within each other; neither a record nor a settings file has ten."""

_PIECES = re.compile(r""""[^"\\\n]*(?:\\.[^"\\\n]*)*"|[\[\]{}]""")


def check_depth(text: str) -> None:
    """Check JSON or TOML. Raises ValueError if it nests too deeply."""
    depth = 0
    for piece in _PIECES.findall(text):
        if piece in "[{":
            depth += 1
            if depth > DEEPEST:
                raise ValueError("nested too deeply")
        elif piece in "]}":
            depth -= 1


def json_of(text: str | bytes) -> Any:
    """Parse JSON with whole numbers only. Raises ValueError, also for a fraction or Infinity."""
    text = text if isinstance(text, str) else text.decode()
    check_depth(text)
    return json.loads(text, parse_float=_no_number, parse_constant=_no_number)


def _no_number(word: str) -> object:
    raise ValueError(f"{word} is not a whole number")
