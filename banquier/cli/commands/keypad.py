"""`banquier keypad`: a keypad on a serial line.

    keypad list             /dev/ttyACM0   Arduino Uno   2341:0043   serial 7543331
    keypad monitor PORT     the pad with the keys that are down and those that were seen; press 5
    keypad monitor PORT --ask         press the keys that no line names, as they are asked for
    keypad monitor PORT --write       put the table into the settings
    keypad monitor PORT --speeds      9600 baud is text: 'Ready' '5'

Without PORT the only USB port is taken. The monitor prints the key edges to standard output, and at
the end the table for the lines that are no key; it draws the pad at a terminal, and reports on the
link to standard error.
"""

from __future__ import annotations

import re
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from banquier.cli.command_language import add_lang, language_of_player
from banquier.cli.keypad_links import AUTO, chosen_port
from banquier.cli.pad_rows import PadDraft, write_table
from banquier.folders import settings_file
from banquier.panel.settings import own_settings
from banquier.say import print_error, print_line
from banquier.words import text
from banquier.words.keypad_state import keypad_state
from hardware.keypads.facts import KeypadEvent, Status
from hardware.keypads.keypad_link import KeypadLink
from hardware.keypads.pad import UP
from hardware.keypads.plain_keypad import HeardLine
from hardware.keypads.plain_text import LEADS, is_text, visible_text
from hardware.keypads.port import PortTrouble, open_port, ports, split_speed
from keypad.keys import KEYS, LINES, PAD_LEGENDS, STROBES

DONE, FAILED, WRONG_INPUT = 0, 1, 2

PORT_HELP = "a device, socket://HOST:PORT, rfc2217://HOST:PORT; @9600 behind it names the speed"
LIST = "The serial ports of this machine, with what the system knows of the device at each."
MONITOR = """\
Draws the pad, with the keys that are down and those that were seen, and prints each key edge as the
unit understands it (press 5, release 5), with what came and is no key. Ctrl-C ends it; then it
prints the table for the lines that are no key, filled in where a legend stands in them."""
SPEEDS = (9_600, 115_200, 57_600, 38_400, 19_200, 4_800, 2_400, 74_880, 250_000)
SHOWN = 5
GLANCE_S, QUIET_S = 0.25, 1.0
REMARKS = ("repeat_ms", "both_edges", "count")
"""The options and facts of a table for which there is a remark."""
LINE_END = re.compile(rb"[\r\n\0]+")
LISTEN_S = 4.0
"""The time at each speed; a board that is reset by opening its port needs half of it to start."""


def add_options(options: ArgumentParser) -> None:
    commands = options.add_subparsers(dest="what", required=True, metavar="list|monitor")
    commands.add_parser("list", help="the serial ports of this machine", description=LIST)
    command = commands.add_parser(
        "monitor", help="each key as the unit understands it", description=MONITOR
    )
    command.add_argument(
        "port", nargs="?", default=AUTO, metavar="PORT",
        help=f"{PORT_HELP}; without it the only USB port there is",
    )  # fmt: skip
    command.add_argument(
        "--ask", action="store_true", help="ask for each key that no line names, one press each"
    )
    command.add_argument(
        "--write", action="store_true", help="put the table into the settings, after a question"
    )
    command.add_argument(
        "--speeds", action="store_true", help="listen at each usual speed, and show what is text"
    )
    add_lang(command, "of what is told of the line and the keys")


def run(chosen: Namespace) -> int:
    try:
        if chosen.what == "list":
            return list_ports()
        lang = language_of_player(chosen.lang)
        if chosen.speeds:
            return try_speeds(chosen.port, lang)
        return monitor(chosen.port, lang, asks=chosen.ask, writes=chosen.write)
    except PortTrouble as trouble:
        print_error(trouble)
        return WRONG_INPUT


def list_ports() -> int:
    """Print every serial port with its facts."""
    found = ports()
    for port in found:
        about = port.description if port.description != "n/a" else "a port of its own, no USB"
        usb = f"{port.vid:04x}:{port.pid:04x}" if port.vid is not None else ""
        serial = f"serial {port.serial_number}" if port.serial_number else ""
        print_line("   ".join(filter(None, (port.device, about, usb, serial))))
    if not found:
        print_error("No serial port was found; is the keypad plugged in?")
    return DONE


def monitor(
    port: str,
    lang: str,
    over: Callable[[Status], bool] = lambda _: False,
    *,
    asks: bool = False,
    writes: bool = False,
) -> int:
    """Print the edges until Ctrl-C, or until `over` is true; then print the table."""
    with KeypadLink(chosen_port(port), pad=own_settings().pad) as link:
        listening = Monitor(link, lang)
        if (result := listening.run(over)) != DONE:
            return result
        with suppress(KeyboardInterrupt):
            if asks:
                # A pad may lack a key that is asked for.
                with suppress(KeyboardInterrupt):
                    listening.ask()
            table = listening.print_table()
            if writes and not table:
                print_error(f"# {text(lang, 'keypad.no_table')}")
            elif writes and _agrees(text(lang, "keypad.write", path=settings_file())):
                write_table(Path(settings_file()), table)
                print_error(f"# {text(lang, 'keypad.written', path=settings_file())}")
    return DONE


def _agrees(question: str) -> bool:
    print_line(question, sys.stderr, end=" ")
    return sys.stdin.readline().strip().lower() in ("y", "yes", "o", "oui")


def try_speeds(port: str, lang: str) -> int:
    """Listen at each usual speed while keys are pressed; print at which it is text."""
    name, _ = split_speed(chosen_port(port))
    if "://" in name:
        raise PortTrouble(f"{name} is an address: the other end chooses the speed.")
    found: list[str] = []
    open_port(name).close()  # or it says what is wrong with it
    print_error(text(lang, "keypad.speeds.begin", seconds=round(len(SPEEDS) * LISTEN_S)))
    with suppress(KeyboardInterrupt):
        for speed in SPEEDS:
            data = _listen(name, speed)
            is_all_text = is_text(data.rstrip(LEADS))
            lines = [visible_text(line) for line in LINE_END.split(data)] if is_all_text else []
            said = " ".join(map(repr, dict.fromkeys([*filter(None, lines)][-SHOWN:])))
            no_text = "keypad.speeds.garbage" if data else "keypad.speeds.nothing"
            facts = {"speed": speed, "count": len(data), "said": said}
            print_line(text(lang, "keypad.speeds.text" if said else no_text, **facts))
            found += [f"{name}@{speed}"] if said else []
    end = "keypad.speeds.end" if found else "keypad.speeds.none"
    print_error(text(lang, end, port=name, speeds=tuple(found)))
    return DONE if found else FAILED


def _listen(name: str, speed: int) -> bytes:
    transport = open_port(name, speed)
    data, end = b"", time.monotonic() + LISTEN_S
    try:
        while time.monotonic() < end:
            data += transport.read()
    finally:
        transport.close()
    return data


class Monitor:
    def __init__(self, link: KeypadLink, lang: str) -> None:
        self.link, self.lang = link, lang
        self.heard: list[HeardLine] = []
        self.named: dict[str, str] = {}
        """The keys that were asked for, by their lines."""
        self.down: set[str] = set()
        self.seen: set[str] = set()
        self._before = Status()
        self._drawn = 0
        """The height of the pad at the bottom of the terminal."""

    def run(self, over: Callable[[Status], bool]) -> int:
        try:
            self._draw()
            while True:
                self.link.wait_for_events(GLANCE_S)
                events, status = self.link.take_events(), self.link.status()
                self._print(self._note_edges(events), print_line)
                self._print(self._note_status(status), print_error)
                if status.state == "refused":
                    return FAILED
                if over(status):
                    return DONE
        except KeyboardInterrupt:
            return DONE
        finally:
            counts = text(self.lang, "keypad.counts", **self.link.status().counters)
            print_error(f"# {', '.join(counts.splitlines())}")

    @property
    def table(self) -> PadDraft:
        return PadDraft(self.heard, self.link.pad, self.link.speed, self.named)

    def print_table(self) -> list[str]:
        """Print the table with its remarks, and return its lines."""
        table = self.table
        if rows := table.text():
            blank = sum(key == "" for key in table.rows.values())
            facts = {"path": settings_file(), "count": blank, **table.options}
            remarks = ["keypad.table", *(f"keypad.table.{name}" for name in REMARKS if facts[name])]
            print_error("\n".join(f"# {text(self.lang, name, **facts)}" for name in remarks))
            print_line("\n".join(rows))
        return rows

    def ask(self) -> None:
        """Ask for each key of an ordinary pad that no line names, one press each."""
        pressed = {*self.seen, *self.table.rows.values(), *self.link.pad.legends.values()}
        for key in PAD_LEGENDS.values():
            if key not in pressed:
                self.heard += self.link.take_lines()
                print_error(f"# {text(self.lang, 'keypad.ask', key=key)}")
                lines, table = self._read_press(), self.table
                fresh = {table.row_of(line): line for line in reversed(lines)}
                fresh = {row: line for row, line in fresh.items() if table.rows.get(row) == ""}
                self.named |= dict(zip(reversed(fresh.values()), (key, key + UP), strict=False))

    def _read_press(self) -> list[str]:
        """Return what comes until a second without a line."""
        end, lines = float("inf"), list[str]()
        while time.monotonic() < end:
            self.link.wait_for_events(GLANCE_S)
            self.link.take_events()
            came = self.link.take_lines()
            self.heard += came
            lines += [line.text for line in came]
            end = time.monotonic() + QUIET_S if came else end
        return lines

    def _note_edges(self, events: Sequence[KeypadEvent]) -> list[str]:
        """Note which keys are down and were seen; return a line for each edge."""
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

    def _note_status(self, status: Status) -> list[str]:
        """Keep the lines that came; return the remarks about them and about the link."""
        before, self._before = self._before, status
        lines = []
        # Where no line is a key the panel advises to run this monitor.
        if (said := keypad_state(status)) != keypad_state(before) and status.problem != "unknown":
            lines.append(f"# {said.text(self.lang)}")
            if status.state == "silent" and not status.problem:
                lines.append(f"# {text(self.lang, 'keypad.begin')}")
        came = self.link.take_lines()
        self.heard += came
        return lines + [
            f"# {text(self.lang, 'keypad.no_key', said=repr(line.text))}"
            for line in came
            if not line.is_key
        ]

    def _print(self, lines: list[str], write: Callable[[object], None]) -> None:
        """Write above the pad, which stays at the bottom."""
        if lines:
            if self._drawn:
                sys.stdout.write(f"\x1b[{self._drawn}F\x1b[J")
                sys.stdout.flush()
            write("\n".join(lines))
            self._draw()

    def _draw(self) -> None:
        if sys.stdout.isatty():
            drawing = draw_pad(self.down, self.seen)
            print_line("\n".join(drawing))
            self._drawn = len(drawing)


def draw_pad(down: set[str], seen: set[str]) -> list[str]:
    """Return the keys in their places: [5] is down, 5* was seen."""
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
