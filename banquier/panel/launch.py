"""Runs a panel in this terminal, and tells whether the terminal can draw one.

status = open_panel(game, Settings(), bots={2: "greedy"})
"""

from __future__ import annotations

import codecs
import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from banquier.say import print_line
from banquier.words import Said, text

if TYPE_CHECKING:
    from banquier.panel.settings import Settings
    from banquier.saves.open_game import OpenGame
    from banquier.saves.recorded_game import RecordedGame

FPS = "120"
"""Pictures a second at most: a key is seen a sixtieth of a second sooner than at the usual 60."""


def at_a_terminal() -> bool:
    streams = sys.stdin, sys.stdout, sys.stderr
    return all(stream and stream.isatty() for stream in streams)


def only_lines() -> Said | None:
    """Return why this terminal gets lines instead of a picture, if it does."""
    if os.environ.get("TERM", "") in ("dumb", "unknown", "cons25-m"):
        return Said("plain.terminal", term=os.environ["TERM"])
    encoding = getattr(sys.__stderr__, "encoding", None) or "ascii"
    if codecs.lookup(encoding).name != "utf-8":
        return Said("plain.locale", encoding=encoding)
    return None


def open_panel(game: OpenGame | RecordedGame, settings: Settings, **more: Any) -> int:
    """Show a panel until it is left. Returns the exit status."""
    os.environ.setdefault("TEXTUAL_FPS", FPS)  # read when Textual is imported
    gc.disable()  # as for a command: all of it stays
    from banquier.panel.app import Panel

    panel = Panel(game, settings, **more)
    # The first line that a screen reader finds: it cannot follow what comes after.
    print_line(text(panel.lang, "window.plain"))
    for name in ("COLUMNS", "LINES"):  # where they are exported, they would hide every resize
        os.environ.pop(name, None)
    gc.freeze()  # what was loaded stays: not looked through again for a picture or a key
    gc.enable()
    with own_terminal():
        status = panel.run()
    if panel.fault is not None:
        raise panel.fault
    return status or panel.return_code or 0


@contextmanager
def own_terminal() -> Iterator[None]:
    """Only the panel writes on the screen. Sound libraries write their complaints to standard
    error, and there the panel is drawn: they are sent nowhere."""
    screen = sys.__stderr__
    assert screen is not None
    with (
        open(os.dup(screen.fileno()), "w", encoding=screen.encoding, errors=screen.errors) as drawn,
        open(os.devnull, "w") as nowhere,
    ):
        os.dup2(nowhere.fileno(), screen.fileno())
        sys.__stderr__ = drawn  # type: ignore[misc]
        try:
            yield
        finally:
            sys.__stderr__ = screen  # type: ignore[misc]
            drawn.flush()
            os.dup2(drawn.fileno(), screen.fileno())
