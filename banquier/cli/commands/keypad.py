"""`banquier keypad`: a keypad on a serial line.

    keypad list            /dev/ttyACM0   Arduino Uno   2341:0043   serial 7543331
    keypad monitor PORT    the pad with the keys that are down and those that were seen; press 5
    keypad teach PORT      learns an unknown keypad: hardware/keypads/teaching.py

Without PORT the only one that is there is taken. Standard output of the monitor holds the key
edges; the pad is drawn at a terminal, and what is said about the link goes to standard error.
"""

from __future__ import annotations

import json
import queue
import sys
import threading
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from banquier.folders import settings_file
from banquier.panel.settings import own_settings, write_pad
from banquier.saves.save_messages import writing
from banquier.say import complain, tell
from banquier.whole_file import try_place
from banquier.words import of_environment, text
from banquier.words.keypad_state import keypad_state
from hardware.keypads.facts import KeypadEvent, KeypadState, Status
from hardware.keypads.keypad_link import GLANCE_S, KeypadLink
from hardware.keypads.port import (
    AUTO,
    BOARDS,
    PortTrouble,
    chosen_port,
    named_speed,
    open_port,
    ports,
)
from hardware.keypads.teaching import BASE, SPEEDS, CannotLearn, learn
from keypad.keys import KEYS, LINES, STROBES

DONE, FAILED, WRONG_INPUT = 0, 1, 2

PORT_HELP = "a device, socket://HOST:PORT, rfc2217://HOST:PORT; @9600 behind it names the speed"
LIST = "The serial ports of this machine, with what is known of the keypad at each."
MONITOR = """\
Draws the pad, with the keys that are down and those that were seen, and prints each key edge as the
unit understands it (press 5, release 5), with what came and is no key. Ctrl-C ends it."""
TEACH = """\
Asks for the keys of a foreign keypad in turn, learns what its sketch prints for each, and writes
that into the settings. Enter skips a key that it does not have."""


def add_options(options: ArgumentParser) -> None:
    commands = options.add_subparsers(dest="what", required=True, metavar="list|monitor|teach")
    commands.add_parser("list", help="the serial ports of this machine", description=LIST)
    for name, help_, about in (
        ("monitor", "each key as the unit understands it", MONITOR),
        ("teach", "learns what a foreign keypad prints", TEACH),
    ):
        command = commands.add_parser(name, help=help_, description=about)
        command.add_argument(
            "port", nargs="?", default=AUTO, metavar="PORT",
            help=f"{PORT_HELP}; without it the only port there is",
        )  # fmt: skip


def run(chosen: Namespace) -> int:
    try:
        if chosen.what == "list":
            return list_ports()
        return (teach if chosen.what == "teach" else monitor)(chosen.port)
    except PortTrouble as trouble:
        complain(trouble)
        return WRONG_INPUT


def list_ports() -> int:
    """Every serial port with what is known of it."""
    found = ports()
    for port in found:
        known = BOARDS.get((port.vid, port.pid)) if port.vid and port.pid else None
        about = known or (port.description if port.description != "n/a" else "")
        parts = [port.device, about or "a port of its own, no USB"]
        if port.vid is not None and port.pid is not None:
            parts.append(f"{port.vid:04x}:{port.pid:04x}")
        if port.serial_number:
            parts.append(f"serial {port.serial_number}")
        tell("   ".join(parts))
    if not found:
        complain("No serial port was found; is the keypad plugged in?")
    return DONE


def monitor(port: str, over: Callable[[Status], bool] = lambda _: False) -> int:
    """Until Ctrl-C, or until `over` says so."""
    settings = own_settings()
    with KeypadLink(chosen_port(port), pad=settings.pad) as link:
        return Monitor(link, settings.lang or of_environment()).run(over)


class Monitor:
    def __init__(self, link: KeypadLink, lang: str) -> None:
        self.link, self.lang = link, lang
        self.down: set[str] = set()
        self.seen: set[str] = set()
        self._before = Status()
        self._drawn = 0
        """Lines of the pad at the bottom of the terminal."""

    def run(self, over: Callable[[Status], bool]) -> int:
        try:
            self._draw()
            while True:
                self.link.wait(GLANCE_S)
                events, status = self.link.take(), self.link.status()
                self._print(self._edges(events), tell)
                self._print(self._remarks(status), complain)
                if status.state is KeypadState.REFUSED:
                    return FAILED
                if over(status):
                    return DONE
        except KeyboardInterrupt:
            return DONE
        finally:
            c = self.link.status().counters
            complain(
                f"# {c.presses} presses, {c.frames} frames, {c.damaged} damaged, {c.missing} "
                f"missing, {c.healed} healed, {c.junk} bytes of junk, {c.openings} openings"
            )

    def _edges(self, events: Sequence[KeypadEvent]) -> list[str]:
        lines = []
        for event in events:
            if event.kind == "press":
                self.down.add(event.key)
                self.seen.add(event.key)
                lines.append(f"press {event.key}")
            else:
                up = [event.key] if event.kind == "release" else sorted(self.down)
                self.down -= {*up}
                lines += [f"release {key}" for key in up]
        return lines

    def _remarks(self, status: Status) -> list[str]:
        """What is new about the line itself."""
        before, self._before = self._before, status
        lines = []
        if (said := keypad_state(status)) != keypad_state(before):
            lines.append(f"# {said.text(self.lang)}")
        if status.last_junk and status.counters.junk != before.counters.junk:
            lines.append(f"# {text(self.lang, 'keypad.no_key', said=repr(status.last_junk))}")
        if status.unknown != before.unknown:
            lines += pad_table(status.unknown, self.lang)
        return lines

    def _print(self, lines: list[str], write: Callable[[object], None]) -> None:
        """Above the pad, which stays at the bottom."""
        if lines:
            if self._drawn:
                sys.stdout.write(f"\x1b[{self._drawn}F\x1b[J")
                sys.stdout.flush()
            write("\n".join(lines))
            self._draw()

    def _draw(self) -> None:
        if sys.stdout.isatty():
            drawing = pad_drawing(self.down, self.seen)
            tell("\n".join(drawing))
            self._drawn = len(drawing)


def teach(port: str) -> int:
    path = Path(settings_file())
    settings = own_settings()  # or it says what is wrong with it
    if path.parent.exists():
        with writing(str(path)):
            try_place(str(path))
    lang = settings.lang or of_environment()

    def ask(name: str, **facts: object) -> None:
        tell(text(lang, f"teach.{name}", **facts))

    try:
        name, speed = named_speed(chosen_port(port))
        pad = learn(partial(open_port, name), [speed] if speed else SPEEDS, ask, _enter_pressed())
    except CannotLearn as why:
        ask(why.name, **why.facts)
        return DONE if why.name == "framed" else FAILED
    except KeyboardInterrupt:
        ask("stopped")
        return FAILED
    write_pad(path, pad)
    if without := [key for key in BASE if key not in pad.legends.values()]:
        ask("without", keys=" ".join(without))
    ask("done", count=len(pad.legends), path=path)
    return DONE


def _enter_pressed() -> Callable[[], bool]:
    """Whether Enter was pressed in the terminal since the last time."""
    lines: queue.Queue[str] = queue.Queue()

    def watch() -> None:
        for line in sys.stdin:
            lines.put(line)

    if sys.stdin is not None and sys.stdin.isatty():
        threading.Thread(target=watch, daemon=True).start()
    return lambda: not lines.empty() and bool(lines.get())


def pad_drawing(down: set[str], seen: set[str]) -> list[str]:
    """The keys in their places: [5] is down, 5* was seen."""
    placed = {(key.line, key.strobe): key for key in KEYS}
    rows = []
    for line in range(LINES):
        cells = []
        for strobe in range(STROBES):
            key = placed[line, strobe]
            mark = f"[{key.legend}]" if key.name in down else f" {key.legend}"
            cells.append(f"{mark}{'*' if key.name in seen and key.name not in down else ''}")
        rows.append("".join(f"{cell:<9}" for cell in cells).rstrip())
    return ["", *rows]


def pad_table(legends: Sequence[str], lang: str) -> list[str]:
    """What to copy into the settings for a pad with these legends, and where they are."""
    said = text(lang, "keypad.legends", legends=" ".join(legends), path=settings_file())
    return [f"# {said}", "#   [pad]", *(f'#   {json.dumps(legend)} = "OK"' for legend in legends)]
