"""Opens the panel, or where the terminal cannot draw it plain mode, with one sentence why.

status = play(unit, Settings(), edges=edges)

"""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from banquier.panel.settings import Settings
from banquier.words import of_environment

if TYPE_CHECKING:
    from banquier.game.key_queue import KeyStroke
    from banquier.panel.app import Panel
    from banquier.panel.interface import (
        GameHistory,
        KeypadBoard,
        OpenTable,
        PanelUnit,
        UnitHooks,
    )
    from banquier.panel.sound import Edges

FPS = "120"
"""Pictures a second at most: a key is seen a sixtieth of a second sooner than at the usual 60."""


def at_a_terminal() -> bool:
    streams = sys.stdin, sys.stdout, sys.stderr
    return all(stream and stream.isatty() for stream in streams)


def needs_terminal() -> None:
    """ValueError where no terminal is there to draw on."""
    if not at_a_terminal():
        raise ValueError(
            "it needs a terminal to draw on; banquier play --plain reads and writes lines"
        )


def only_lines() -> str:
    """Why this terminal gets lines instead of a picture; empty if it can have one."""
    if os.environ.get("TERM", "") in ("dumb", "unknown", "cons25-m"):
        return f"this terminal (TERM={os.environ['TERM']}) cannot be drawn on"
    encoding = getattr(sys.__stderr__, "encoding", None) or "ascii"
    if codecs.lookup(encoding).name != "utf-8":
        return f"this locale ({encoding}) has no box lines; a UTF-8 one shows the panel"
    return ""


def play(
    unit: PanelUnit,
    settings: Settings,
    *,
    plain: bool = False,
    edges: Edges | None = None,
    pictures: Path | None = None,
    hooks: Callable[[PanelUnit], UnitHooks] | None = None,
    history: GameHistory | None = None,
    board: KeypadBoard | None = None,
    open_table: OpenTable | None = None,
    translated: Callable[[str, object], str] = lambda lang, said: str(said),
    sentences: Sequence[object] = (),
) -> int:
    """Until the player leaves; the exit status. `sentences` are shown at the start."""
    why = "" if plain else only_lines()
    if why:
        print(f"banquier play: {why}; playing in lines (--plain)", file=sys.stderr)
    if plain or why:
        lang = settings.lang or of_environment()
        for sentence in sentences:
            print(f"banquier play: {translated(lang, sentence)}", file=sys.stderr)
        after_run, bots = hooks(unit) if hooks else ((), ())
        return lines(unit, after_run, bots, settings, board)
    from banquier.panel.app import Panel

    panel = Panel(
        unit,
        settings,
        edges=edges,
        pictures=pictures,
        hooks=hooks,
        history=history,
        board=board,
        open_table=open_table,
        translated=translated,
        sentences=sentences,
    )
    return opened(panel)


def opened(panel: Panel) -> int:
    """Until it is left; the exit status."""
    os.environ.setdefault("TEXTUAL_FPS", FPS)
    for name in ("COLUMNS", "LINES"):  # where they are exported, they would hide every resize
        os.environ.pop(name, None)
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
    if screen is None:
        yield
        return
    kept = os.dup(screen.fileno())
    drawn = open(kept, "w", encoding=screen.encoding, errors=screen.errors)  # noqa: SIM115
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, screen.fileno())
    os.close(nowhere)
    sys.__stderr__ = drawn  # type: ignore[misc]
    try:
        yield
    finally:
        sys.__stderr__ = screen  # type: ignore[misc]
        drawn.flush()
        os.dup2(kept, screen.fileno())
        drawn.close()


def lines(
    unit: PanelUnit,
    after_run: Sequence[Callable[[], None]] = (),
    bots: Sequence[Iterator[KeyStroke]] = (),
    settings: Settings | None = None,
    board: KeypadBoard | None = None,
) -> int:
    """The panel in lines, on standard input and output, and on a keypad board if there is one."""
    import gc

    from banquier.plain import plain_mode

    gc.enable()

    def attend() -> None:
        for call in after_run:
            call()

    chosen = settings or Settings()
    # A real keypad needs real time, wherever the lines come from.
    clock = monotonic if board or sys.stdin.isatty() else None
    return plain_mode.play(
        unit,
        sys.stdin,
        sys.stdout,
        lang=chosen.lang or of_environment(),
        clock=clock,
        attend=attend,
        bots=bots,
        speed=chosen.speed,
        board=board,
    )
