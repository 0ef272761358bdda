"""`banquier board`: a keypad on a serial line. Exit statuses, and sentences on stderr.

    board list            /dev/ttyACM0   Arduino Uno   2341:0043   serial 7543331
    board monitor PORT    press 5
                          release 5
    board test PORT       asks for every key in turn
    board test --keyboard the same for a numeric keypad, or anything else that types
    board teach PORT      learns an unknown keypad: banquier/cli/board_teach.py
    board overlay -o FILE the legends of its keys, to print: banquier/cli/board_overlay.py

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

from banquier.cli.board_overlay import write_overlay
from banquier.cli.board_teach import teach
from banquier.cli.key_typing import at_terminal, key_of
from banquier.cli.say import complain
from banquier.panel.keymap import ARROWS, Keymap
from banquier.panel.settings import FILE, read
from banquier.paths import folders
from hardware.keypads.facts import Event, State, Status
from hardware.keypads.keypad_link import GLANCE_S, KeypadLink
from hardware.keypads.pad import Pad
from hardware.keypads.plain_board import text_of
from hardware.keypads.port import AUTO, BOARDS, PortTrouble, chosen_port, ports
from hardware.keypads.speed_memory import FILE as SPEEDS
from hardware.keypads.speed_memory import SpeedMemory
from keypad.keys import BY_NAME, KEYS, PAD_LEGENDS, STROBES, Key

DONE, FAILED, WRONG_INPUT = 0, 1, 2

GREETING_S = 8.0
"""Five seconds past the three after which a board without hello is a plain one."""
PATIENCE_S = 20.0
REPORT_S = 1.0
NO_PAD = Pad()


def add_options(options: ArgumentParser) -> None:
    options.add_argument("what", choices=("list", "monitor", "test", "teach", "overlay"))
    options.add_argument(
        "--keyboard", action="store_true", help="test what types in this terminal, without a PORT"
    )
    options.add_argument(
        "port", nargs="?", metavar="PORT",
        help="a device, socket://, rfc2217://; teach: also a saved FILE",
    )  # fmt: skip
    options.add_argument("--save", metavar="FILE", help="teach: keep what was heard")
    options.add_argument(
        "-o", "--output", metavar="FILE", help="overlay: an .svg, or .html to print"
    )
    options.add_argument("--keys", type=int, choices=(16, 32), help="overlay: 16 if not given")
    options.add_argument("--pitch", type=float, metavar="MM", help="overlay: from key to key")


def run(chosen: Namespace) -> int:
    if chosen.save and chosen.what != "teach":
        raise ValueError("--save goes with teach")
    if chosen.what != "overlay" and (chosen.output or chosen.keys or chosen.pitch):
        raise ValueError("--output, --keys and --pitch go with overlay")
    if chosen.what == "overlay":
        return _overlay(chosen)
    if chosen.what == "list":
        if chosen.port:
            raise ValueError("list takes no PORT")
        return list_ports()
    if chosen.keyboard:
        if chosen.what != "test" or chosen.port:
            raise ValueError("--keyboard goes with test, and takes no PORT")
        return keyboard_test()
    if chosen.what == "teach":
        return teach(chosen.port or "", chosen.save or "")
    return (monitor if chosen.what == "monitor" else guided_test)(chosen.port or AUTO)


def _overlay(chosen: Namespace) -> int:
    if chosen.port or not chosen.output:
        raise ValueError("overlay takes no PORT, and needs -o FILE")
    if chosen.pitch is not None and not 5 <= chosen.pitch <= 60:
        raise ValueError(f"--pitch is 5 to 60 millimetres, not {chosen.pitch:g}")
    write_overlay(chosen.output, chosen.keys or 16, chosen.pitch or 0)
    return DONE


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
        print("No serial port was found; is the board plugged in?", file=sys.stderr)
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


def guided_test(
    port: str,
    out: TextIO | None = None,
    err: TextIO | None = None,
    patience: float = PATIENCE_S,
    greeting: float = GREETING_S,
) -> int:
    """Asks for every key in turn; FAILED unless each came, once, and went."""
    out, err = out or sys.stdout, err or sys.stderr
    with _linked(port, err) as link:
        if link is None:
            return WRONG_INPUT
        pad = link.pad or Pad()
        try:
            status = link.ready(greeting)
            if status.state is State.SILENT:
                print("# A board that says nothing by itself: press the keys.", file=err)
            elif not status.connected:
                print(status.trouble or f"{link.port} is open, but no board answers.", file=err)
                return FAILED
            print(f"# {describe(status)}", file=err, flush=True)
            keys = _keys_of(status, pad)
            faults = [
                fault for key in keys
                if (fault := _ask_for(link, key, _on_the_pad(key, status, pad), patience, out))
            ]  # fmt: skip
            status = link.status()
        except KeyboardInterrupt:
            print("\nStopped before the end.", file=err)
            return FAILED
    for fault in faults:
        print(fault, file=out)
    print(f"{len(keys) - len(faults)} of {len(keys)} keys are right.", file=out, flush=True)
    if faults and status.board is None:
        print(f"banquier board teach {link.port} learns this keypad.", file=out, flush=True)
    return FAILED if faults else DONE


def keyboard_test(out: TextIO | None = None, err: TextIO | None = None) -> int:
    """Asks for the sixteen base keys on whatever types in this terminal."""

    out, err = out or sys.stdout, err or sys.stderr
    host = Keymap(read(Path(folders()["configuration"]) / FILE).keys)
    keys = _keys_of(Status())
    faults: list[str] = []
    with at_terminal() as next_key:
        print("# Ctrl-C stops. A key that does not exist: wait 20 s.", file=err, flush=True)
        try:
            for key in keys:
                print(f"Press {key.name} ", end="", file=out, flush=True)
                name, character = next_key(PATIENCE_S)
                typed = key_of(host, name, character)
                if typed == key.name:
                    print("right\r", file=out, flush=True)
                    continue
                print("WRONG\r", file=out, flush=True)
                if name in ARROWS:
                    faults.append(f"{key.name} came as {name}: is NumLock off?")
                elif not name:
                    faults.append(f"{key.name} was not seen.")
                else:
                    faults.append(f"{key.name} came as {typed or repr(character or name)}.")
        except KeyboardInterrupt:
            print("\nStopped before the end.", file=err)
            return FAILED
    for fault in faults:
        print(fault, file=out)
    print(f"{len(keys) - len(faults)} of {len(keys)} keys are right.", file=out, flush=True)
    return FAILED if faults else DONE


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


def _keys_of(status: Status, pad: Pad = NO_PAD) -> list[Key]:
    """In the order of reading: row by row. Of a board that was taught, what it has."""
    if status.board is None and pad.only:
        return [BY_NAME[name] for name in dict.fromkeys(pad.legends.values())]
    first = STROBES - status.board.cols if status.board else STROBES // 2
    keys = [key for key in KEYS if first <= key.strobe < STROBES]
    return sorted(keys, key=lambda key: (key.line, key.strobe))


def _on_the_pad(key: Key, status: Status, pad: Pad) -> str:
    """What is printed on that key of the pad, where that is something else."""
    if status.board is not None and status.board.cols == STROBES:
        return f"{key.name} (row K{key.line}, column S{key.strobe})"
    legends = {} if pad.only else {**PAD_LEGENDS, **pad.legends}
    printed = next((one for one, its in reversed(legends.items()) if its == key.name), key.name)
    return key.name if printed == key.name else f"{printed} ({key.name} of the unit)"


def _ask_for(link: KeypadLink, key: Key, printed: str, patience: float, out: TextIO) -> str:
    """Empty when the key came once and went; else what is wrong with it."""
    print(f"Press {printed} ", end="", file=out, flush=True)
    junk = link.status().counters.junk
    until = time.monotonic() + patience
    seen: list[Event] = []
    while time.monotonic() < until:
        link.wait(GLANCE_S)
        seen += link.take()
        if any(event.kind in ("release", "tap") for event in seen):
            break
    downs = [event.key for event in seen if event.kind in ("press", "tap")]
    status = link.status()
    if not downs and status.counters.junk != junk:
        fault = f"{key.name} was not seen; what came: {text_of(status.last_junk)[:60]!r}."
    elif not downs:
        fault = f"{key.name} was not seen."
    elif downs != [key.name]:
        fault = f"{key.name} came as {' '.join(downs)}."
    elif not any(event.kind in ("release", "tap") for event in seen):
        fault = f"{key.name} does not come up again."
    else:
        fault = ""
    print("right" if not fault else "WRONG", file=out, flush=True)
    return fault
