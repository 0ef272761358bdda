"""Text and names of files that are longer than a line.

fold(text, 80)
short_path("/home/me/games/mardi.keys", 20)
"""

import os
import textwrap


def fold(text: str, width: int, indent: str = "    ") -> list[str]:
    """Cut the text at its spaces; each line that follows the first begins with `indent`."""
    width = max(width, len(indent) + 1)
    return textwrap.wrap(text, width, subsequent_indent=indent, break_on_hyphens=False) or [""]


def short_path(path: str, width: int) -> str:
    """Shorten the name of a file: `~` for home, then without folders in the middle, then without
    the middle of its name. The line is not cut at its spaces."""
    home = os.path.expanduser("~")
    path = path.replace(home, "~", 1) if path.startswith(f"{home}/") else path
    folder, _, name = path.rpartition("/")
    if len(path) > width:
        room = width - len("…/") - len(name)
        kept = folder[: folder.rfind("/", 0, max(0, room)) + 1]
        path = f"{kept}…/{name}"
    if len(path) > width:
        end = (width - 1) // 2
        path = f"{name[: width - 1 - end]}…{name[-end:]}"
    return path.replace(" ", "\N{NO-BREAK SPACE}")
