"""Lines for a terminal. Names of files, words of scripts and of other programs stand in them:
their control characters are written out, so that no terminal obeys them."""

from __future__ import annotations

import re
import sys


def tell(line: object) -> None:
    print(clean(str(line)))


def complain(line: object) -> None:
    print(clean(str(line)), file=sys.stderr)


def mistake(command: str, sentence: str) -> str:
    """With the name of the command, unless a file and a line stand there: `rent.keys:3: …`."""
    placed = re.match(r"[^\n]+?:\d+: ", sentence)
    return sentence if placed else f"banquier {command}: {sentence}"


def clean(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() or char == "\n" else ascii(char)[1:-1] for char in text
    )
