"""Dispatch: the first word names a command, `banquier.cli.commands.<command>` runs it.

A command is a module with `add_options(options)` and `run(chosen)`, which returns the exit status
or raises Trouble: one sentence that says what is wrong with the input. It is imported only
when it is asked for, because a script must not wait for what the panel needs.
"""

from __future__ import annotations

import codecs
import errno
import gc
import os
import re
import sys
from argparse import Action, ArgumentParser, HelpFormatter
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

from banquier.say import print_error, print_line
from banquier.script.vocabulary import nearest, quote
from banquier.trouble import Trouble, reason

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
    "keypad": "a keypad on a serial line: list, monitor",
    "edition": "an edition of your own: a file to start from, and its faults",
    "paths": "where saves, configuration and logs are",
}
USUAL = "play"
"""The command that runs when none is named."""
WHOLE = ("-h", "--help", "--version", "--completion")
"""Options of no command."""
SHELLS = ("bash", "zsh", "fish")
TYPED = {"’": "'", "\u00a0": " "}


class Parser(ArgumentParser):
    """A mistake in the words is one sentence."""

    def __init__(self, **how: Any) -> None:
        def layout(prog: str) -> HelpFormatter:
            return HelpFormatter(prog, width=98)  # asking the terminal would cost start-up time

        super().__init__(formatter_class=layout, allow_abbrev=False, **how)

    def error(self, message: str) -> NoReturn:
        raise Trouble(f"{self.prog}: {message}; {self.prog} --help tells more")


class Versions(Action):
    def __call__(self, parser: ArgumentParser, *_: object) -> None:
        from banquier.cli.versions import versions  # the module imports every package

        print_line(versions())
        parser.exit()


class Completion(Action):
    def __call__(self, parser: ArgumentParser, _: object, shell: object, *__: object) -> None:
        from argcomplete.shell_integration import shellcode

        print_line(shellcode(["banquier"], shell=str(shell)))
        parser.exit()


def parser(named: str) -> Parser:
    """The command that is named, with its options; else every command, without."""
    whole = Parser(prog="banquier", epilog="banquier COMMAND --help tells more")
    about = "of the package, and of each format that it writes"
    whole.add_argument("--version", action=Versions, nargs=0, help=about)
    about = "completion of commands, options and saves, for a shell to read"
    whole.add_argument("--completion", action=Completion, choices=SHELLS, help=about)
    commands = whole.add_subparsers(title="commands", metavar="COMMAND", prog="banquier")
    for name in [named] if named in COMMANDS else COMMANDS:
        summary = COMMANDS[name]
        about = f"{summary[0].upper()}{summary[1:]}."
        command = commands.add_parser(name, help=summary, description=about)
        if name == named:
            gc.disable()  # the imported objects stay: collecting takes a tenth of the start
            module = import_module(f"banquier.cli.commands.{name}")
            gc.freeze()
            gc.enable()
            module.add_options(command)
            command.set_defaults(run=module.run)
    return whole


def dispatch(words: list[str]) -> int:
    if words == ["help"]:
        words = ["--help"]
    if not words or (words[0].startswith("-") and words[0] not in WHOLE):
        words = [USUAL, *words]
    name = words[0]
    if name not in COMMANDS and not name.startswith("-"):
        raise Trouble(
            f"banquier: {quote(name)} is not a command{nearest(name, COMMANDS)}; "
            "banquier --help lists them"
        )
    chosen, unknown = parser(name).parse_known_args(words)
    try:
        if unknown:
            commands = f"banquier {name} --help tells more"
            raise Trouble(f"unrecognized arguments: {' '.join(unknown)}; {commands}")
        return int(chosen.run(chosen))
    except Trouble as trouble:
        raise Trouble(mistake(name, str(trouble))) from None


def mistake(command: str, sentence: str) -> str:
    """Add the command's name to a sentence without file and line (`rent.keys:3: …`)."""
    placed = re.match(r"[^\n]+?:\d+: ", sentence)
    return sentence if placed else f"banquier {command}: {sentence}"


def complete(line: str) -> None:
    """Proposals for a shell: it runs the command with this line in the environment."""
    from argcomplete import autocomplete

    autocomplete(parser(*line.split()[1:2] or [""]))


def written_plainly(fault: UnicodeError) -> tuple[str | bytes, int]:
    """Replace what a terminal's encoding lacks: signs of print by those of a typewriter, any other
    character (€) by its number."""
    assert isinstance(fault, UnicodeEncodeError)
    sign = TYPED.get(fault.object[fault.start])
    return (sign, fault.start + 1) if sign else codecs.backslashreplace_errors(fault)


def main(argv: Sequence[str] | None = None) -> int:
    words = list(sys.argv[1:] if argv is None else argv)
    if "_ARGCOMPLETE" in os.environ:
        complete(os.environ.get("COMP_LINE", ""))
    codecs.register_error("plain", written_plainly)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # the shell closed it: >&-
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_WRONLY), "w"))
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="plain")
    try:
        status = dispatch(words)
        sys.stdout.flush()
        return status
    except SystemExit as told:  # --help
        return int(told.code or 0)
    except Trouble as trouble:
        print_error(trouble)
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
            print_error(f"banquier: standard output cannot be written: {reason(error)}")
            return WRONG
        return _report_crash(error)
    except Exception as fault:
        return _report_crash(fault)


def _drop_output() -> None:
    """Drop the pending output, which would fail again when the interpreter ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _report_crash(fault: Exception) -> int:
    from banquier.cli.crash_message import crash_message

    print_error(crash_message(fault))
    return BROKEN
