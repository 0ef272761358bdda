"""The tables of the built-in editions, kept as Python keeps its modules.

    table = compiled("…/editions/deska.toml", text)

tomllib takes 20 ms to load and to read an edition: more than a script takes to play. So the tables
are written to `__pycache__` once, with the text they came from; another text is read anew. Where
nothing can be written, and where Python is told to leave no compiled files, tomllib reads each
time.
"""

from __future__ import annotations

import marshal
import os
import sys
from typing import Any


def compiled(path: str, text: str) -> dict[str, Any]:
    """The table of a built-in edition; `text` is what the file holds."""
    kept = _place(path)
    try:
        with open(kept, "rb") as file:
            known, table = marshal.loads(file.read())
        if known == text:
            return dict(table)
    except (OSError, ValueError, EOFError, TypeError):
        pass  # not there, cut short, or of another Python
    import tomllib

    table = tomllib.loads(text)
    if not sys.dont_write_bytecode:
        _keep(kept, marshal.dumps((text, table)))
    return table


def _place(path: str) -> str:
    folder, name = os.path.split(path)
    return os.path.join(folder, "__pycache__", f"{name}.{sys.implementation.cache_tag}")


def _keep(path: str, data: bytes) -> None:
    """Whole or not at all: another process may read it at this moment."""
    draft = f"{path}.{os.getpid()}"
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(draft, "wb") as file:
            file.write(data)
        os.replace(draft, path)
    except OSError:
        pass


def compile_all() -> None:
    """As `python -m compileall`, also where Python is told to leave no compiled files."""
    from firmware_sim.edition.edition_file import NAMES, load

    sys.dont_write_bytecode = False
    for name in NAMES:
        load(name)


if __name__ == "__main__":
    compile_all()
