"""Lines for a terminal, a pipe or paper. They contain names of files, ports and players and words
of scripts, whose control characters are escaped so that no terminal obeys them.

print_line(line)                to standard output; print_error(line) to standard error
print_line(line, paper)         to another stream
print_json(document)
readable(name)                  for a sentence that is shown elsewhere
"""

from __future__ import annotations

import json
import sys
from typing import TextIO


def readable(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() or char == "\u00a0" else ascii(char)[1:-1] for char in text
    )


def print_line(line: object, to: TextIO | None = None, end: str = "\n") -> None:
    print("\n".join(map(readable, str(line).split("\n"))), end=end, file=to, flush=True)


def print_error(line: object) -> None:
    print_line(line, sys.stderr)


def print_json(document: object) -> None:
    told = json.dumps(document, ensure_ascii=False)
    print_line(told if told.isprintable() else json.dumps(document))
