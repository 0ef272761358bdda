"""The words of `banquier replay`: a recording or a save played again, shown or checked."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from firmware_sim.edition_file import built_in
from hardware.rig import unit_for
from hardware.savefile import LARGEST, scan
from keypad.script import replay
from keypad.script.language import Script, parse, parse_file
from keypad.script.steps import readable
from keypad.script.words import BadWord


def add_options(options: ArgumentParser) -> None:
    options.add_argument("file", metavar="FILE", help="a recording, or a save")
    options.add_argument("--speed", default="1", metavar="N",
                         help="so many times real time; 0 or max: as fast as it goes")  # fmt: skip
    options.add_argument(
        "--until", metavar="N", help="stop after operation N, at tick @N, or at a time such as 90s"
    )
    options.add_argument("--check", action="store_true", help="compare every digest, show nothing")
    options.add_argument("--stepped", action="store_true", help="every slot, no skipping")


def run(chosen: Namespace) -> int:
    """The exit status. ValueError: one sentence; a ScriptError where the file is none."""
    try:
        stop = replay.until(chosen.until) if chosen.until else None
        pace = replay.pace(chosen.speed)
    except BadWord as bad:
        raise ValueError(str(bad)) from None
    script = script_of(chosen.file)
    try:
        bench = unit_for(script.header, stepped=chosen.stepped)
    except ValueError as error:
        raise ValueError(f"{chosen.file}: {str(error).splitlines()[0]}") from None
    played = replay.replay(
        bench, script, stop=stop, check=chosen.check,
        pace=None if chosen.check else pace, show=None if chosen.check else _show,
    )  # fmt: skip
    if played.failure is not None:
        failed = played.failure
        print(f"{failed.place}: recorded {failed.wanted}, replayed {failed.found}", file=sys.stderr)
        return 1
    if chosen.check:
        print(f"{chosen.file}: all {played.states} digests agree")
    return 0


def script_of(path: str) -> Script:
    """A save that breaks off is played as far as it goes, and that is said."""
    try:
        with open(path, "rb") as file:
            found = scan(file.read(LARGEST))
    except (OSError, ValueError):
        return parse_file(path, built_in())  # knows better what is wrong
    if found.sound or not found.marks:
        return parse_file(path, built_in())
    if not found.playable:
        raise ValueError(f"{readable(path)}: {found.trouble}; banquier play mends it")
    print(f"{readable(path)}: {found.trouble}", file=sys.stderr)
    return parse(found.mended().decode(), path, built_in())


def _show(line: str) -> None:
    print(line, flush=True)
