"""Conversations with keypads, played by both engines: all that was understood, and all answers."""

from __future__ import annotations

from hardware.beeper import BEEPS
from hardware.keypads.frames import encode, glass_args
from hardware.keypads.keypad_session import KeypadSession
from hardware.keypads.pad import Pad

HELLO = "proto=1,fw=1.0,rows=4,cols=8,disp=3,beep=1"
TABLE = {"[…] KEY 5 ON": "5", "[…] KEY 5 OFF": "5 up", "*": "F", "* *": "C", "12": ""}
FRAMES = (("D", "36"), ("U", "36"), ("T", "9000,00000010"), ("D", "04"), ("T", "4,0"), ("D", "99"))
LINES = (
    b"Ready\r\nTemp\xc3\xa9rature : 21\r\n", b"5\r\n", b"\x1b[1m# pressed\x1b[0m\n# released\n",
    b"[21:07] KEY 5 ON\r\n", b"[21:08] KEY 5 OFF\r\n", b"*", b"*\n", b"\xff\x80", b"6\n", b"\0?\0",
    *([b"1\n2\n"] * 20), b"12\n",
)  # fmt: skip


def conversations() -> list[str]:
    return [*talk([(300, encode(n, *frame)) for n, frame in enumerate((("H", HELLO), *FRAMES))]),
            *talk([(3_100, LINES[0]), *((400, line) for line in LINES[1:-21]),
                   *((5, line) for line in LINES[-21:])])]  # fmt: skip


def talk(pieces: list[tuple[int, bytes]]) -> list[str]:
    session, now, told = KeypadSession(pad=Pad(TABLE)), 0, list[str]()
    for ms, data in pieces:
        for _ in range(0, ms, 25):
            now += 25
            session.feed(b"", now)
        session.outbox.show_glass(glass_args("J1 PÂTÉ", "1.500", now))
        session.outbox.play_notes(BEEPS["key"], now)
        session.feed(data, now)
        told += [f"{now} {event.kind} {event.key}" for event in session.take_events()]
        told += session.outbox.take_bytes().decode().splitlines()
        status = session.status("USB")
        counted = sorted(status.counters.items())
        told.append(f"{status.state} {status.problem} {status.last_junk} {counted}")
    return told


def main() -> None:
    print("\n".join(conversations()))
