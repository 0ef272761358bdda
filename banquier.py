#!/usr/bin/env python3
"""The front door: reads the command line, puts the parts together, and nothing else.

Every command is one function that takes the words after its name and returns the exit status;
`COMMANDS` lists them. What a command needs it imports itself: one that draws nothing must not
wait for those that draw.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, NoReturn, Protocol

from hardware.places import folders

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from hardware.bench import Figure
    from hardware.link.link import Link
    from hardware.saves.film import Film

WRONG, BROKEN, INTERRUPTED = 2, 3, 130


class Wrong(Exception):
    """Bad input: one clear sentence for standard error."""


def parser(command: str, summary: str) -> ArgumentParser:
    """A command's own: what is wrong with its words is told in one sentence."""
    from argparse import ArgumentParser, HelpFormatter

    def layout(prog: str) -> HelpFormatter:
        return HelpFormatter(prog, width=98)  # asking the terminal would take a script's time

    class Parser(ArgumentParser):
        def error(self, message: str) -> NoReturn:
            raise Wrong(f"{self.prog}: {message}; {self.prog} --help tells more")

    return Parser(
        prog=f"banquier {command}",
        description=summary,
        formatter_class=layout,
        allow_abbrev=False,
    )


class Desk(Protocol):
    """Where a command is asked for: the words it takes, and what it does. ValueError: bad input."""

    def add_options(self, options: ArgumentParser, /) -> None: ...
    def run(self, chosen: Namespace, /) -> int: ...


def at(desk: Desk, name: str, summary: str, words: list[str]) -> int:
    options = parser(name, summary)
    desk.add_options(options)
    try:
        return desk.run(options.parse_args(words))
    except ValueError as error:
        raise Wrong(f"banquier {name}: {str(error).splitlines()[0]}") from None


# -- people


def play(words: list[str]) -> int:
    return _evening("play", "The panel in the terminal.", words)


def demo(words: list[str]) -> int:
    summary = "The house plays all seats, for as long as you like to watch."
    return _evening("demo", summary, words)


def _evening(command: str, summary: str, words: list[str]) -> int:
    import gc

    # Nothing that is made on the way to the first picture is rubbish; the panel turns it on again.
    gc.disable()
    from display.panel import evening
    from hardware.beeper import edges
    from hardware.table import roll_writer, seats, table

    options = parser(command, summary)
    evening.options(options, demo=command == "demo")
    chosen = options.parse_args(words)
    parts = evening.Parts(table, seats, roll_writer, _board, edges)
    try:
        return evening.play(chosen, parts, folders())
    except ValueError as error:
        raise Wrong(str(error).splitlines()[0]) from None


def _board(port: str) -> Link:
    from hardware.link.link import Link
    from hardware.link.port import PortTrouble

    try:
        link = Link(port)
        link.open()
    except PortTrouble as trouble:
        raise Wrong(str(trouble)) from None
    return link


def serve(words: list[str]) -> int:
    options = parser("serve", "The panel in a browser, on 127.0.0.1 alone.")
    options.add_argument("--port", type=int, default=8000, metavar="N", help="8000 if not given")
    options.add_argument("--sessions", type=int, default=4, metavar="N", help="at most so many")
    options.add_argument("play", nargs="*", metavar="-- …", help="words for banquier play")
    chosen = options.parse_args(words)
    if not 1 <= chosen.port <= 65_535:
        raise Wrong(f"banquier serve: {chosen.port} is no port")
    if chosen.sessions < 1:
        raise Wrong("banquier serve: at least one session")
    from display.panel.serve import serve as open_the_door

    command = [sys.executable, os.path.abspath(__file__), "play", *chosen.play]
    try:
        return open_the_door(command, chosen.port, chosen.sessions)
    except OSError as error:
        raise Wrong(f"banquier serve: port {chosen.port}: {error.strerror}") from None


# -- what needs no panel: each has a desk of its own


def run(words: list[str]) -> int:
    from hardware.desks import run as desk

    return at(desk, "run", "Plays scripts without a panel, each on a unit of its own.", words)


def replay(words: list[str]) -> int:
    from hardware.desks import replay as desk

    here = desk.Desk(_screen)
    return at(here, "replay", "Plays a recording or a save.", words)


def _screen(film: Film, speed: float, sentences: Sequence[str]) -> int | None:
    from display.panel import evening
    from hardware.beeper import edges

    return evening.watch(film, speed, edges, folders(), sentences)


def saves(words: list[str]) -> int:
    from hardware.desks import saves as desk

    return at(desk, "saves", "Lists the saved games: edition, players, lap, leader, date.", words)


def report(words: list[str]) -> int:
    from hardware.desks import report as desk

    return at(desk, "report", "The story of a saved game, as one page to read and print.", words)


def soak(words: list[str]) -> int:
    from hardware.desks import soak as desk

    summary = "Plays whole games through the keypad and checks every operation."
    return at(desk, "soak", summary, words)


def bench(words: list[str]) -> int:
    from hardware.desks import bench as desk

    summary = "Takes the figures of performance, each with its unit and goal."
    return at(desk.Desk(_panel_figures), "bench", summary, words)


def _panel_figures() -> list[Figure]:
    from display.panel.bench import figures
    from hardware.bench import Figure

    return [Figure(*figure) for figure in figures()]


def board(words: list[str]) -> int:
    from hardware.desks import board as desk

    return at(desk, "board", "A keypad on a serial line.", words)


def edition(words: list[str]) -> int:
    from firmware_sim.edition import desk

    summary = "An edition of your own: a file to start from, and its faults."
    return at(desk, "edition", summary, words)


def paths(words: list[str]) -> int:
    parser("paths", "Tells where saves, configuration and logs are.").parse_args(words)
    for what, place in folders().items():
        print(f"{what:14} {place}")
    return 0


# -- the door itself


class Command(NamedTuple):
    summary: str
    run: Callable[[list[str]], int]


COMMANDS = {
    "play": Command("the panel in the terminal (meant when no command is named)", play),
    "demo": Command("the house plays all seats", demo),
    "serve": Command("the panel in a browser", serve),
    "run": Command("play scripts without a panel", run),
    "replay": Command("play a recording or a save", replay),
    "saves": Command("the saved games: list and remove them", saves),
    "report": Command("the story of a game as a page", report),
    "soak": Command("whole games through the keypad, all of it checked", soak),
    "bench": Command("the figures of performance", bench),
    "board": Command("a keypad on a serial line: list, monitor, test", board),
    "edition": Command("an edition of your own: begin it, check it", edition),
    "paths": Command("where saves, configuration and logs are", paths),
}
USUAL = "play"
"""The command meant by none."""


def overview() -> str:
    lines = [f"  {name:10} {command.summary}" for name, command in COMMANDS.items()]
    return "\n".join(
        ["usage: banquier COMMAND …    (banquier COMMAND --help tells more)", "", *lines]
    )


def dispatch(words: list[str]) -> int:
    if words[:1] in (["--help"], ["-h"], ["help"]):
        print(overview())
        return 0
    if words[:1] == ["--version"]:
        from firmware_sim.words import VERSION

        print(f"Banquier 90, firmware {VERSION}")
        return 0
    if not words or words[0].startswith("-"):
        words = [USUAL, *words]
    command = COMMANDS.get(words[0])
    if command is None:
        from keypad.script.words import nearest, quoted

        raise Wrong(
            f"banquier: {quoted(words[0])} is no command{nearest(words[0], COMMANDS)}; "
            "banquier --help lists them"
        )
    return command.run(words[1:])


def main(argv: Sequence[str] | None = None) -> int:
    words = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="backslashreplace")  # a terminal that has no €
    try:
        status = dispatch(words)
        sys.stdout.flush()
        return status
    except SystemExit as told:  # help was asked for
        return int(told.code or 0)
    except Wrong as wrong:
        print(wrong, file=sys.stderr)
        return WRONG
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # whoever read has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as fault:
        return _failed(fault)


def _failed(fault: Exception) -> int:
    from keypad.script.steps import ScriptError

    if isinstance(fault, ScriptError):
        print(fault, file=sys.stderr)
        return WRONG
    from hardware.desks.apology import apology

    print(apology(fault, "at once"), file=sys.stderr)
    return BROKEN


if __name__ == "__main__":
    sys.exit(main())
