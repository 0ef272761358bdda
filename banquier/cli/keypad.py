"""`banquier keypad`: a keypad on a serial line. Exit statuses, and sentences on stderr.

    keypad list            /dev/ttyACM0   Arduino Uno   2341:0043   serial 7543331
    keypad monitor PORT    press 5
                           release 5
    keypad teach PORT      learns an unknown keypad: banquier/cli/keypad_teach.py

Without PORT the only one that is there is taken.
Standard output holds the ports, the key edges or the questions; whatever is said about the link
itself goes to standard error.
"""

from __future__ import annotations

import json
import os
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from banquier.cli.keypad_teach import teach
from banquier.cli.say import complain
from banquier.panel.settings import FILE, read
from banquier.paths import folders
from hardware.keypads.facts import Event, State, Status
from hardware.keypads.keypad_link import GLANCE_S, KeypadLink
from hardware.keypads.port import AUTO, BOARDS, PortTrouble, chosen_port, ports
from hardware.keypads.speed_memory import FILE as SPEEDS
from hardware.keypads.speed_memory import SpeedMemory

DONE, FAILED, WRONG_INPUT = 0, 1, 2

REPORT_S = 1.0
PORT_HELP = "a device, socket://, rfc2217://; without it the only one there is"


def add_options(options: ArgumentParser) -> None:
    commands = options.add_subparsers(dest="what", required=True, metavar="list|monitor|teach")
    commands.add_parser("list", help="the serial ports of this machine")
    monitor = commands.add_parser("monitor", help="each key as the unit understands it")
    teach = commands.add_parser("teach", help="learns what a foreign keypad prints")
    for command in (monitor, teach):
        command.add_argument("port", nargs="?", metavar="PORT", help=PORT_HELP)
    teach.add_argument("--save", metavar="FILE", help="keep what was heard")


def run(chosen: Namespace) -> int:
    if chosen.what == "list":
        return list_ports()
    if chosen.what == "teach":
        return teach(chosen.port or "", chosen.save or "")
    return monitor(chosen.port or AUTO)


def list_ports(out: TextIO | None = None) -> int:
    """Every serial port with what is known of it."""
    out = out or sys.stdout
    try:
        found = ports()
    except PortTrouble as trouble:
        return _failed(trouble)
    for port in found:
        parts = [port.device]
        known = BOARDS.get((port.vid, port.pid)) if port.vid and port.pid else None
        about = known or (port.description if port.description != "n/a" else "")
        parts.append(about or "a port of its own, no USB")
        if port.vid is not None and port.pid is not None:
            parts.append(f"{port.vid:04x}:{port.pid:04x}")
        if port.serial:
            parts.append(f"serial {port.serial}")
        print("   ".join(parts), file=out)
    if not found:
        print("No serial port was found; is the keypad plugged in?", file=sys.stderr)
    return DONE


def monitor(
    port: str,
    out: TextIO | None = None,
    err: TextIO | None = None,
    over: Callable[[Status], bool] = lambda _: False,
) -> int:
    """One line per key edge as the unit understands it, until Ctrl-C, or until `over` says so."""
    out, err = out or sys.stdout, err or sys.stderr
    held: list[str] = []
    said = ""
    junk, reported = 0, time.monotonic()
    unknown: tuple[str, ...] = ()
    with _linked(port, err) as link:
        if link is None:
            return WRONG_INPUT
        try:
            while True:
                link.wait(GLANCE_S)
                status = link.status()
                for line in _edges(link.take(), held):
                    print(line, file=out, flush=True)
                if (sentence := describe(status)) != said:
                    said = sentence
                    print(f"# {said}", file=err, flush=True)
                if status.state is State.REFUSED:
                    return FAILED
                if status.unknown != unknown:
                    unknown = status.unknown
                    print(pad_table(unknown), file=err, flush=True)
                wasted = status.counters.junk
                if wasted != junk and time.monotonic() - reported >= REPORT_S:
                    junk, reported = wasted, time.monotonic()
                    print(f"# junk: {junk} bytes, last {_shown(status.last_junk)}", file=err)
                if over(status):
                    return DONE
        except KeyboardInterrupt:
            return DONE
        finally:
            print(f"# {summary(link.status())}", file=err, flush=True)


def pad_table(legends: Sequence[str]) -> str:
    """What to copy into the settings for a pad with these legends, and where they are."""
    path = os.path.join(folders()["configuration"], FILE)
    rows = "".join(f'#   {json.dumps(legend)} = "OK"\n' for legend in legends)
    return (
        f"# {' '.join(legends)}: no key. If it is one, say which in {path}:\n#   [pad]\n{rows}"
        "#   (instead of OK the key of the unit that is meant)"
    )


def describe(status: Status) -> str:
    """The state of the link in one line, for a monitor or a panel."""
    if status.trouble:
        return f"{status.state}: {status.trouble}"
    if status.board is not None:
        board = status.board
        return (
            f"{status.state}: firmware {board.firmware}, {board.rows} rows of {board.cols} keys"
            + (", a ghost: let go of all keys" if status.ghost else "")
        )
    if status.state is State.PLAIN:
        return f"{status.state} at {status.speed} baud"
    return str(status.state)


def summary(status: Status) -> str:
    c = status.counters
    return (
        f"{c.presses} presses, {c.frames} frames, {c.damaged} damaged, {c.missing} missing, "
        f"{c.healed} healed, {c.junk} bytes of junk, {c.openings} openings"
    )


@contextmanager
def _linked(port: str, err: TextIO) -> Iterator[KeypadLink | None]:
    places = folders()
    pad = read(Path(places["configuration"]) / FILE).pad
    speeds = SpeedMemory(Path(places["cache"]) / SPEEDS)
    try:
        link = KeypadLink(chosen_port(port), pad=pad, speeds=speeds)
        link.open()
    except PortTrouble as trouble:
        print(trouble, file=err)
        yield None
        return
    try:
        yield link
    finally:
        link.close()


def _failed(trouble: PortTrouble) -> int:
    complain(trouble)
    return FAILED


def _edges(events: list[Event], held: list[str]) -> Iterator[str]:
    for event in events:
        match event.kind:
            case "press":
                held.append(event.key)
                yield f"press {event.key}"
            case "release":
                if event.key in held:
                    held.remove(event.key)
                    yield f"release {event.key}"
            case "tap":
                yield f"press {event.key}"
                yield f"release {event.key}"
            case _:
                yield from (f"release {key}" for key in held)
                held.clear()


def _shown(junk: bytes) -> str:
    return repr(junk[:24])[1:]
