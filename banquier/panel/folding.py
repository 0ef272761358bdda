"""A text cut at its spaces into lines of a width."""

from __future__ import annotations


def folded(text: str, width: int, indent: str = "    ") -> list[str]:
    """What follows the first line begins with `indent`."""
    lines: list[str] = []
    rest = text
    while len(rest) > width:
        cut = rest.rfind(" ", 8, width + 1)
        cut = cut if cut > 0 else width
        lines.append(rest[:cut])
        rest = indent + rest[cut:].lstrip()
    return [*lines, rest]
