"""Text from outside that a parser will follow: its depth is counted first.

In a browser the stack ends before the limit that Python sets to a recursion, and with it the page.
"""

from __future__ import annotations

import json
import re
from typing import Any

DEEPEST = 32
"""Brackets within each other; neither a record nor a file of settings has ten."""

_PIECES = re.compile(r""""[^"\\\n]*(?:\\.[^"\\\n]*)*"|[\[\]{}]""")


def check_depth(text: str) -> None:
    """ValueError: it nests too deeply, in JSON or TOML."""
    depth = 0
    for piece in _PIECES.findall(text):
        if piece in "[{":
            depth += 1
            if depth > DEEPEST:
                raise ValueError("nested too deeply")
        elif piece in "]}":
            depth -= 1


def json_of(text: str | bytes) -> Any:
    """Of whole numbers: no value in this program is a fraction or Infinity. ValueError."""
    text = text if isinstance(text, str) else text.decode()
    check_depth(text)
    return json.loads(text, parse_float=_no_number, parse_constant=_no_number)


def _no_number(word: str) -> object:
    raise ValueError(f"{word} is no whole number")
