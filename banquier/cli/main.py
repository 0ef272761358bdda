"""Dispatch: the first word of the command line names a command, `banquier.cli.<command>` runs it.

A command is a module with `add_options(options)` and `run(chosen)`, which returns the exit status
or raises a ValueError: one sentence that says what is wrong with the input. It is imported only
when it is asked for, because a script must not wait for what the panel needs.
"""

from __future__ import annotations

import errno
import os
import sys
from argparse import ArgumentParser, HelpFormatter
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from banquier.cli.say import complain, mistake
from banquier.script.errors import ScriptError
from banquier.script.vocabulary import nearest, quoted
from banquier.whole_file import reason

WRONG, BROKEN, HUNG_UP, INTERRUPTED = 2, 3, 129, 130

FULL = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)

COMMANDS = {
    "play": "the panel in the terminal (meant when no command is named)",
    "demo": "bots play all seats, for as long as you like to watch",
    "serve": "one unit for every browser at the table",
    "page": "the page as a folder of files: the unit in the browser itself",
    "run": "plays scripts without a panel, each on a unit of its own",
    "replay": "plays a recording or a save",
    "saves": "lists and removes saved games",
    "share": "a saved game as a link that replays it in a browser",
    "report": "the story of a saved game, as one page to read and print",
    "chances": "who is winning a saved game: bots play it on, many times",
    "study": "the laboratory: what squares, deeds, groups and loans bring",
    "keypad": "a keypad on a serial line: list, monitor, teach",
    "edition": "an edition of your own: a file to start from, and its faults",
    "completion": "completion for the shell: bash, zsh, fish",
    "paths": "where saves, configuration and logs are",
}
USUAL = "play"
"""The command that runs when none is named."""


class Wrong(Exception):
    """Bad input: one clear sentence for standard error."""


def parser(command: str) -> ArgumentParser:
    """The parser of one command. Errors in its words are reported in one sentence."""

    def layout(prog: str) -> HelpFormatter:
        return HelpFormatter(prog, width=98)  # asking the terminal would cost start-up time

    class Parser(ArgumentParser):
        def error(self, message: str) -> NoReturn:
            raise Wrong(f"{self.prog}: {message}; {self.prog} --help tells more")

    summary = COMMANDS[command]
    return Parser(
        prog=f"banquier {command}",
        description=f"{summary[0].upper()}{summary[1:]}.",
        formatter_class=layout,
        allow_abbrev=False,
    )


def overview() -> str:
    lines = [f"  {name:10} {summary}" for name, summary in COMMANDS.items()]
    usage = "usage: banquier COMMAND …    (banquier COMMAND --help tells more)"
    return "\n".join(
        [usage, "", *lines, "", "  --version  of the package, and of each format that it writes"]
    )


def dispatch(words: list[str]) -> int:
    if words[:1] in (["--help"], ["-h"], ["help"]):
        print(overview())
        return 0
    if words[:1] == ["--version"]:
        from banquier.cli.versions import versions  # it looks into every room

        print(versions())
        return 0
    if not words or words[0].startswith("-"):
        words = [USUAL, *words]
    name = words[0]
    if name not in COMMANDS:
        raise Wrong(
            f"banquier: {quoted(name)} is no command{nearest(name, COMMANDS)}; "
            "banquier --help lists them"
        )
    command = import_module(f"banquier.cli.{name}")
    options = parser(name)
    command.add_options(options)
    try:
        chosen = options.parse_args(words[1:])
        return int(command.run(chosen))
    except ValueError as error:
        raise Wrong(f"banquier {name}: {str(error).splitlines()[0]}") from None
    except ScriptError as error:
        raise Wrong(mistake(name, str(error))) from None


def main(argv: Sequence[str] | None = None) -> int:
    words = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="backslashreplace")  # a terminal that has no €
    try:
        status = dispatch(words)
        if sys.stdout:
            sys.stdout.flush()
        return status
    except SystemExit as told:  # --help
        return int(told.code or 0)
    except Wrong as wrong:
        complain(wrong)
        return WRONG
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader of a pipe has closed it
        _drop_output()
        return 0
    except OSError as error:
        if error.errno == errno.EIO and error.filename is None:  # the terminal is gone
            _drop_output()
            return HUNG_UP
        if error.errno in FULL and error.filename is None:  # files have names
            _drop_output()
            complain(f"banquier: standard output cannot be written: {reason(error)}")
            return WRONG
        return _failed(error)
    except Exception as fault:
        return _failed(fault)


def _drop_output() -> None:
    """What standard output still holds would fail again when the interpreter ends."""
    if sys.stdout:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _failed(fault: Exception) -> int:
    from banquier.cli.crash_message import crash_message

    complain(crash_message(fault))
    return BROKEN
