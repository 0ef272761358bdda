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
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from hardware.places import folders

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from hardware.link.link import Link
    from keypad.script.runner import Outcome

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


# -- scripts and recordings


def run(words: list[str]) -> int:
    options = parser("run", "Plays scripts without a panel, each on a unit of its own.")
    options.add_argument("file", nargs="+", metavar="FILE", help="a script (.keys)")
    options.add_argument("--record", metavar="OUT", help="write what is done, with absolute times")
    options.add_argument("--trace", metavar="OUT", help="a recording with all there is to see")
    options.add_argument("--wav", metavar="OUT", help="write what the beeper plays")
    options.add_argument("--board", metavar="PORT", default="", help="with a keypad board")
    options.add_argument("--board-echo", action="store_true", help="print a keypad board's frames")
    options.add_argument("--stepped", action="store_true", help="every slot, no skipping")
    options.add_argument("--json", action="store_true", help="the outcome as one JSON document")
    chosen = options.parse_args(words)
    outputs = {kind: getattr(chosen, kind) for kind in ("record", "trace", "wav")}
    outputs = {kind: path for kind, path in outputs.items() if path}
    if outputs and len(chosen.file) > 1:
        raise Wrong(f"banquier run: --{min(outputs)} writes one file, so it takes one script")
    for path in outputs.values():
        if list(outputs.values()).count(path) > 1 or _same(path, chosen.file[0]):
            raise Wrong(f"banquier run: {path} cannot be written over")

    from firmware_sim.edition_file import built_in
    from hardware.rig import Rack
    from keypad.script import runner

    echo = print if chosen.board_echo else None
    rack = Rack(stepped=chosen.stepped, echo=echo, board=chosen.board, **outputs)
    outcomes = runner.run(chosen.file, runner.Maker(rack.make, built_in()))
    for outcome in outcomes:
        tell(outcome, stepped=chosen.stepped, quiet=chosen.json)
    if chosen.json:
        import json

        files = [outcome.data(_again(outcome, chosen.stepped)) for outcome in outcomes]
        print(json.dumps({"status": runner.worst(outcomes), "files": files}, ensure_ascii=False))
    elif len(outcomes) > 1:
        print(runner.summary(outcomes))
    return runner.worst(outcomes)


def replay(words: list[str]) -> int:
    from hardware import replaying

    options = parser("replay", "Plays a recording or a save.")
    replaying.add_options(options)
    try:
        return replaying.run(options.parse_args(words))
    except ValueError as error:
        raise Wrong(str(error)) from None


def _same(one: str, other: str) -> bool:
    return os.path.exists(one) and os.path.exists(other) and os.path.samefile(one, other)


def _again(outcome: Outcome, stepped: bool) -> str:
    """The command that shows a failure once more."""
    import shlex

    return f"banquier run {'--stepped ' if stepped else ''}{shlex.quote(outcome.file)}"


def tell(outcome: Outcome, *, stepped: bool, quiet: bool) -> None:
    """How a script went: a line for standard output, all that is wrong for standard error."""
    if outcome.failure is not None:
        from hardware.rig import PEN
        from keypad.script.failure import report

        lines = report(outcome.failure, _again(outcome, stepped), PEN)
        print("\n".join(lines), file=sys.stderr)
    elif outcome.fault is not None:
        print(apology(outcome.fault, f"playing {outcome.file}"), file=sys.stderr)
    elif outcome.sentence:
        print(outcome.sentence, file=sys.stderr)
    if not quiet and not outcome.sentence:
        print(outcome.line())


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
    chosen.sessions = max(1, chosen.sessions)
    from display.panel.serve import serve as open_the_door

    command = [sys.executable, os.path.abspath(__file__), "play", *chosen.play]
    try:
        return open_the_door(command, chosen.port, chosen.sessions)
    except OSError as error:
        raise Wrong(f"banquier serve: port {chosen.port}: {error.strerror}") from None


# -- figures, places


def bench(words: list[str]) -> int:
    options = parser("bench", "Takes the figures of performance, each with its unit and goal.")
    options.add_argument("--json", action="store_true", help="as one JSON document")
    options.add_argument("--repeats", type=int, metavar="N", help="take every figure N times")
    options.add_argument("--panel", action="store_true", help="the panel's, at a real terminal")
    chosen = options.parse_args(words)
    if chosen.repeats is not None and not 1 <= chosen.repeats <= 1000:
        raise Wrong("banquier bench: --repeats is 1 to 1000")

    from hardware.bench import Figure, measure

    wanted = None
    if chosen.panel:
        from display.panel.bench import figures

        wanted = [Figure(*figure) for figure in figures()]
    rows = measure(wanted, repeats=chosen.repeats)
    if chosen.json:
        import json

        print(json.dumps({"figures": rows}, ensure_ascii=False))
    else:
        for row in rows:
            goal = f"{'at least' if row['at_least'] else 'at most'} {row['goal']:,g}"
            short = "" if row["reached"] else ", NOT REACHED"
            print(f"{row['name']:30} {row['median']:>12,.1f} {row['unit']} ({goal}{short})")
    return 0


def _at_desk(
    name: str,
    summary: str,
    add_options: Callable[[ArgumentParser], None],
    run: Callable[[Namespace], int],
    words: list[str],
) -> int:
    """A command whose options and doing have a module of their own."""
    options = parser(name, summary)
    add_options(options)
    try:
        return run(options.parse_args(words))
    except ValueError as error:
        raise Wrong(f"banquier {name}: {str(error).splitlines()[0]}") from None


def saves(words: list[str]) -> int:
    from hardware import savedesk as desk

    summary = "Lists the saved games: edition, players, lap, leader, date."
    folder = folders()["saves"]
    return _at_desk("saves", summary, desk.saves_options, lambda to: desk.saves(to, folder), words)


def report(words: list[str]) -> int:
    from hardware import savedesk as desk

    summary = "The story of a saved game, as one page to read and print."
    home = folders()["saves"]
    return _at_desk("report", summary, desk.report_options, lambda to: desk.report(to, home), words)


def soak(words: list[str]) -> int:
    from hardware.soak import command

    summary = "Plays whole games through the keypad and checks every operation."
    return _at_desk("soak", summary, command.add_options, command.run, words)


def edition(words: list[str]) -> int:
    from firmware_sim import edition_desk as desk

    summary = "An edition of your own: a file to start from, and its faults."
    return _at_desk("edition", summary, desk.add_options, desk.run, words)


def board(words: list[str]) -> int:
    from hardware.link import commands

    options = parser("board", "A keypad on a serial line.")
    options.add_argument("what", choices=("list", "monitor", "test"))
    options.add_argument("port", nargs="?", metavar="PORT", help="a device, socket://, rfc2217://")
    chosen = options.parse_args(words)
    if chosen.what == "list":
        if chosen.port:
            raise Wrong("banquier board list: takes no PORT")
        return commands.list_ports()
    if not chosen.port:
        raise Wrong(f"banquier board {chosen.what}: needs a PORT; banquier board list shows them")
    return (commands.monitor if chosen.what == "monitor" else commands.guided_test)(chosen.port)


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


def apology(fault: BaseException, doing: str) -> str:
    """The one sentence for what should never happen; all of it for who asks."""
    if os.environ.get("BANQUIER_DEBUG") == "1":
        import traceback

        return "".join(traceback.format_exception(fault))
    place = fault.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    where = ""
    if place is not None:
        file = os.path.relpath(place.tb_frame.f_code.co_filename, os.path.dirname(__file__))
        where = f" in {file}:{place.tb_lineno}"
    said = " ".join(str(fault).split())[:200]
    return (
        f"banquier: the program itself failed {doing}: please report "
        f'"{type(fault).__name__}: {said}"{where} (BANQUIER_DEBUG=1 shows more)'
    )


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
    print(apology(fault, "at once"), file=sys.stderr)
    return BROKEN


if __name__ == "__main__":
    sys.exit(main())
