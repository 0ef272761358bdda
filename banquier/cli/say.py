"""Lines for a terminal. Names of files, words of scripts and of other programs stand in them:
their control characters are written out, so that no terminal obeys them."""

from __future__ import annotations

import sys


def tell(line: object) -> None:
    print(clean(str(line)))


def complain(line: object) -> None:
    print(clean(str(line)), file=sys.stderr)


def clean(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() or char == "\n" else ascii(char)[1:-1] for char in text
    )
