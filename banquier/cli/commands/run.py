"""`banquier run`: scripts without a panel, each on a unit of its own."""

from __future__ import annotations

import os
import shlex
from argparse import ArgumentParser, Namespace
from contextlib import ExitStack

from banquier.cli.main import mistake
from banquier.say import print_error, print_json, print_line
from banquier.script import runner
from banquier.script.header import Header, unit_for
from banquier.trouble import Trouble
from hardware.unit import Unit

FILES = ("record", "trace", "wav", "vcd")


def add_options(options: ArgumentParser) -> None:
    options.add_argument("file", nargs="+", metavar="FILE", help="a script (.keys)")
    options.add_argument("--record", metavar="OUT", help="write what is done, as a save")
    options.add_argument("--trace", metavar="OUT", help="the same, with all there is to see")
    options.add_argument("--vcd", metavar="OUT", help="write the wires, for GTKWave and sigrok")
    options.add_argument("--wav", metavar="OUT", help="write what the beeper plays")
    options.add_argument("--keypad-echo", action="store_true", help="print a keypad's frames")
    options.add_argument("--stepped", action="store_true", help="every slot, no skipping")
    options.add_argument("--json", action="store_true", help="the outcome as one JSON document")


def run(chosen: Namespace) -> int:
    outputs = _outputs(chosen)

    def make(header: Header, stack: ExitStack) -> Unit:
        if not (outputs or chosen.keypad_echo):
            return unit_for(header, stepped=chosen.stepped)
        # What writes them takes a fifth of the time of a short script.
        from banquier.cli.script_outputs import unit_with_outputs

        echo = print_line if chosen.keypad_echo else None
        return unit_with_outputs(header, stack, stepped=chosen.stepped, echo=echo, **outputs)

    outcomes = []
    for outcome in runner.run(chosen.file, make):
        outcomes.append(outcome)
        _print_outcome(outcome, stepped=chosen.stepped, quiet=chosen.json)
    if chosen.json:
        files = [outcome.data(_command_to_repeat(outcome, chosen.stepped)) for outcome in outcomes]
        print_json({"status": runner.worst(outcomes), "files": files})
    elif len(outcomes) > 1:
        print_line(runner.summary(outcomes))
    return runner.worst(outcomes)


def _outputs(chosen: Namespace) -> dict[str, str]:
    """The files to be written: one each, and never over a script."""
    outputs = {kind: path for kind in FILES if (path := getattr(chosen, kind))}
    if outputs and len(chosen.file) > 1:
        raise Trouble(f"--{min(outputs)} writes one file, so it takes one script")
    script = chosen.file[0]
    for path in outputs.values():
        there = os.path.exists(path) and os.path.exists(script)
        if (there and os.path.samefile(path, script)) or [*outputs.values()].count(path) > 1:
            raise Trouble(f"{path} cannot be written over")
    return outputs


def _command_to_repeat(outcome: runner.Outcome, stepped: bool) -> str:
    """The command that shows a failure once more."""
    return f"banquier run {'--stepped ' if stepped else ''}{shlex.quote(outcome.file)}"


def _print_outcome(outcome: runner.Outcome, *, stepped: bool, quiet: bool) -> None:
    """Print the result of a script: one line to standard output, all faults to standard error."""
    if outcome.failure is not None:
        print_error(outcome.complaint(_command_to_repeat(outcome, stepped)))
    elif outcome.fault is not None:
        from banquier.cli.crash_message import crash_message

        print_error(crash_message(outcome.fault, outcome.file))
    elif outcome.sentence:
        print_error(mistake("run", outcome.sentence))
    if not quiet and not outcome.sentence:
        print_line(outcome.line())
