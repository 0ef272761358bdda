"""Keypads without the protocol: which lines are keys, and which keys are presses."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hardware.keypads.facts import LIFT, SPEED
from hardware.keypads.keypad_session import KeypadSession
from hardware.keypads.pad import Pad
from keypad.keys import BY_NAME
from tests.keypads import talk
from tests.keypads.talk import Pieces, spell_events


def hear(
    pieces: Pieces, pad: Pad | None = None, speed: int = 0, until: int | None = None
) -> tuple[str, KeypadSession]:
    """Return the key events, and the session. Without a speed text was heard before, which is most
    of a session."""
    until = pieces[-1][0] + 8_000 if until is None else until
    if not speed:
        pieces = [(150, b"there is no key in this\r\nnor in this\r\n"),
                  *((4_000 + at, data) for at, data in pieces)]  # fmt: skip
        until += 4_000
    told, session, _ = talk.hear(pieces, KeypadSession(pad=pad, speed=speed or SPEED), until)
    return spell_events(told), session


def lines(*texts: str, every: int = 200) -> Pieces:
    return [(every * n, f"{text}\n".encode()) for n, text in enumerate(texts)]


PRESSES = ("5 pressed", "5 PRESSED", "5 down", "5 Down", "DES pressed")
NO_KEYS = ("Key 5 PRESSED.", "Key pressed: 5", "pressed 5", "5 hold", "5 released", "5 up", "5X",
           "Hi 5", "a", "?!", "Z pressed", "OK", "Ready", "Température : 21",
           "Loops per second = 12345", "x" * 5_000)  # fmt: skip
COLOURS = (b"\x1b[0;32m5\x1b[0m\r\n", b"\x1b[1m5 PRESSED\x1b[0m\n", b"\0005\0\r\n", b"5\0")
GARBAGE = (b"\x015\n", b"5\xff\n", b"\x80", b"\xc3\r\n")
TWELVE = Pad({"*": "F", "* *": "C"})
OWN = Pad({"E": "OK", "a": "?", "UP": "+"})
TAUGHT = Pad({"Pressed:  [5]": "5", "12": "OK"}, only=True)
ANY_TEXT = Pad({"… key 5": "5", "… key 6": "6", "I (…) 5 …": "5", "I (…) … 6": "6"}, only=True)
ACCENT = Pad({"Touche 5 appuyée": "5"}, only=True)
ACCENTS = [[(at * 2, "Touche 5 appuyée\n".encode()[at : at + size]) for at in range(0, 18, size)]
           for size in (15, 1)]  # fmt: skip
REPEATS = Pad({"[5]": "5", "[6]": "6"}, repeat_ms=150)
RELEASED = Pad({"5 on": "5", "F on": "F"}, only=True, release=("… off",))
LINES = Pad({"BTN 07 DOWN": "5", "BTN 07 UP": "5 up", "BTN 08 DOWN": "OK", "BTN 08 UP": "OK up",
             "status": ""})  # fmt: skip
HELD = [(100 * n, b"[5]\n") for n in range(40)]
STROKE = b"* pressed\n* released\n"

SAID: dict[str, list[tuple[Pieces, str]]] = {
    "an ordinary pad": [(lines(*"123A456B789C*0#D"), "1 2 3 ? 4 5 6 + 7 8 9 - C 0 OK F")],
    "the unit's own signs": [(lines(*"+-?F"), "+ - ? F")],
    "any line end": [
        ([(0, b"5" + end), (200, b"#" + end)], "5 OK") for end in (b"\n", b"\r\n", b"\r", b" \r\n")
    ],
    "edges": [(lines(line), line[:1] if line[0] == "5" else "DES") for line in PRESSES],
    "no keys": [(lines("4", line, "5"), "4 5") for line in NO_KEYS],
    "colours and NUL bytes": [([(0, line)], "5") for line in COLOURS],
    "keys held together": [
        (lines("1 released", "1 pressed", "A down", "1 Released", "A up", every=0), "+1 +? -1 -?"),
    ],
    "pressed again without a release": [
        (lines("5 released", "5 pressed", "5 pressed", every=500), "5 5"),
    ],
    "bare characters": [
        ([(0, b"1"), (60, b"2"), (120, b"0")], "1 2 0"), ([(0, b"1234")], ""),
        ([(0, b" 5\t")], "5"),
        ([(0, b"X5")], ""), ([(0, b"5"), (70, b"\r\n")], "5"), ([(0, b"Hi 5")], ""),
    ],
    "torn lines": [
        ([(0, line[:cut]), (400, line[cut:] + b"\r\n")], "5")
        for line in (b"5 pressed", b"5 down") for cut in range(2, 9)
    ],
    "the end of a torn line": [([(0, b"loop 12"), (400, b"5\r\n")], "")],
    "a line that never goes on": [([(0, b"5 pre"), (2_000, b"5\n")], "5")],
    "a bounce": [(lines("5", "5", every=gap), "5") for gap in (0, 20, 59)],
    "a key held": [
        ([*((at, line) for at in range(0, 1_500, gap)),
          (2_000, line), (2_070, b"6\n"), (2_140, line)], "5 5 6 5")
        for line in (b"5", b"5\n", b"5\0") for gap in (60, 100, 149)
    ],
    "bounce for long": [([(10 * n, b"5\n") for n in range(300)], "5")],
    "the same key later": [(lines("5", "5", "5", every=150), "5 5 5")],
    "another key at once": [(lines("5", "6", every=0), "5 6")],
    "twenty presses a second": [(lines(*"56" * 30, every=50), " ".join("56" * 30))],
    "two keys in turn": [
        (lines(*"65" * 30, every=gap), "6 5 !") for gap in (1, 10, 16, 29)
    ],
    "after garbage": [
        ([(0, garbage), (100, b"5\n"), (249, b"6\n"), (250, b"7\n")], "7") for garbage in GARBAGE
    ],
    "garbage in a line": [([(0, b"5 pre"), (100, b"\xff"), (500, b"ssed\n")], "")],
    "after a number": [
        (lines("4", "12", "5"), "4"), (lines("4", "12", "5", "#", "6"), "4 OK 6"),
    ],
}  # fmt: skip


@pytest.mark.parametrize("rows", SAID.values(), ids=SAID)
def test_lines_mean_keys(rows: list[tuple[Pieces, str]]) -> None:
    for pieces, said in rows:
        assert hear(pieces)[0] == said, pieces


@pytest.mark.parametrize(
    ("pieces", "first", "until", "then"),
    [
        ([(0, b"7")], "", 50, "7"),
        ([(0, b"5 pressed\n")], "", 0, "5"),
        (
            [(0, b"5 released\n"), *((at, b"5 pressed\n") for at in range(200, 4_001, 100))],
            "+5",
            7_000,
            "5",
        ),
        (lines("5 released", "5 pressed", "5 hold", every=1_000), "+5", 4_000, "5"),
        ([*lines("5 released", "5 pressed"), (2_500, b"5 released\n")], "+5", 2_500, "5"),
    ],
)
def test_a_key_moves_at_its_time(pieces: Pieces, first: str, until: int, then: str) -> None:
    for end, said in ((until - 1, first), (until, then)):
        assert hear([piece for piece in pieces if piece[0] <= end], until=end)[0] == said


def test_a_lost_release_is_counted() -> None:
    assert hear(lines("5 released", "5 pressed"))[1].counters["healed"] == 1


def test_what_is_read_late_did_not_come_late() -> None:
    """No line is torn, and a key that is held is no new press."""
    _, session = hear(lines("5 pressed", "5 released"))
    late = [(110_000, b"6"), (110_090, b" released\n"),
            *((120_000 + ms, b"7\n") for ms in (0, 100, 200, 600, 601, 640, 900))]  # fmt: skip
    for now, data in late:
        session.feed(data, now)
    assert spell_events(session.take_events()) == "7"


def test_three_seconds_are_as_long_where_a_look_is_taken_every_half_second() -> None:
    """A page looks so rarely while nothing comes."""
    session = KeypadSession()
    for now, data in ((1_000, b""), (2_000, b""), (3_000, b""), (3_200, b"5\n"), (3_700, b"")):
        session.feed(data, now)
    assert spell_events(session.take_events()) == "5"


def test_a_flood_is_stopped_until_a_second_of_quiet() -> None:
    flood = lines(*"65" * 38, every=40)
    begins, last = f"{' '.join('65' * 10)} !", flood[-1][0]
    for quiet, problem in ((999, "flood"), (1_000, "")):
        said, session = hear(flood, until=last + quiet)
        assert (said, session.problem) == (begins, problem)
    assert hear([*flood, (last + 1_001, b"7\n")])[0] == f"{begins} 7"


def test_a_flood_forgets_the_presses_that_nobody_has_taken_and_the_keys_that_are_down() -> None:
    _, session = hear(lines("1 released", "1 pressed"), until=300)
    session.feed(b"6\n5\n" * 15, 4_400)
    session.feed(b"", 9_000)
    session.end()
    assert session.take_events() == [LIFT]


@given(st.lists(st.tuples(st.integers(0, 300), st.binary(max_size=30)), max_size=60))
@example([(100, b""), (200, f"x{200 * 'é'}".encode()), (200, b"\n")])
@example([(100, b""), (200, f"{200 * '€'}".encode()), (200, b"\n")])
def test_any_bytes_give_only_keys_of_the_unit_and_little_is_kept(
    pieces: list[tuple[int, bytes]],
) -> None:
    session, now = KeypadSession(), 0
    for pause, data in pieces:
        now += pause
        session.feed(data, now)
        assert all(event == LIFT or event.key in BY_NAME for event in session.take_events())
        assert not session.plain or len(session.plain._cutter._run) <= 160


# -- what the settings say of a pad

PADS: dict[str, tuple[Pad, Pieces, str]] = {
    "other legends": (OWN, [(0, b"E\n"), (200, b"a"), (400, b"UP\r\n")], "OK ? +"),
    "a legend with its edge": (OWN, lines("E pressed"), "OK"),
    "twelve keys, F": (TWELVE, lines("*", "7", "7", every=500), "F 7 7"),
    "twelve keys, C": (TWELVE, lines("*", "*", "7", every=500), "C 7"),
    "twelve keys, too late": (TWELVE, lines("*", "7", every=4_000), "7"),
    "two strokes of two keys": (Pad({"*": "F", "* #": "C"}), lines("*", "#"), "C"),
    "the second stroke alone": (Pad({"*": "F", "* #": "C"}), lines("#"), "OK"),
    "releases of both strokes": (
        TWELVE, [(0, b"* released\n"), (100, STROKE), (500, STROKE)], "C"),
    "taught": (TAUGHT, lines("Pressed:  [5]", "7", "12", "6 pressed"), "5 OK"),
    **{f"an accent, read in {len(pieces)} pieces": (ACCENT, pieces, "5") for pieces in ACCENTS},
    "any text": (ANY_TEXT, lines("12:30 key 5", "I (7) 5 6", "12:31 key 6"), "5 6"),
    "any text between equal parts": (
        Pad({"5 … 5": "5", "a…b…b…c": "6"}, only=True),
        lines("5 5", "a b c", "5 x 5", "a b b c"), "5 6"),
    "held": (REPEATS, [*HELD, (4_000, b"[5]\n"), (4_030, b"[6]\n"), (4_050, b"[5]\n")], "5 6"),
    "held, released and again": (
        Pad({"on": "5", "off": "5 up"}, repeat_ms=300),
        lines("on", "off", "on", every=100), "5 5"),
    "held, and again": (REPEATS, [*HELD, (4_051, b"[5]\n"), (4_500, b"[5]\n")], "5 5 5"),
    "twice": (
        Pad({"5": "5"}, only=True, both_edges=True),
        [(at, b"5\n") for at in (0, 80, 200, 2_900, 3_000, 3_100)], "5 5 5"),
    "a release": (RELEASED, lines("5 on", "F on", "x off", "5 on"), "+5 +F -5 -F 5"),
    "whole lines": (
        LINES, lines("BTN 07 DOWN", "BTN 08 DOWN", "BTN 07 UP", "BTN 08 UP", "6"),
        "+5 +OK -5 -OK 6"),
    "an edge behind a release": (
        Pad({"on": "5", "off": "5 up"}), lines("off pressed", "on", "off"), "5"),
    "a line that is not a key": (LINES, lines("5", "status", "A"), "5 ?"),
    "numbers that are named": (
        Pad({"12": "OK", "5": "7"}), lines("12", "5", "13", "5", "6"), "OK 7 7 6"),
    "a bounce at both edges": (
        Pad(both_edges=True), [(at, b"5\n") for at in (0, 20, 100, 130, 600, 700)], "5 5"),
    "a torn line": (
        Pad({"Key 1": "1", "Key 12": "OK"}, only=True),
        [(0, b"Key 12\n"), (300, b"Key 1"), (700, b"2\n")], "OK OK"),
}  # fmt: skip


@pytest.mark.parametrize(("pad", "pieces", "said"), PADS.values(), ids=PADS)
def test_a_pad_is_read_as_the_settings_say(pad: Pad, pieces: Pieces, said: str) -> None:
    assert hear(pieces, pad)[0] == said


# -- speeds

SIGNS = [(5_000 + 400 * n, b"*+-"[n % 3 :][:1]) for n in range(30)]
DIGITS = [(4_000, b"5"), (6_000, b"6"), (6_500, b"#"), (6_800, b"6")]
TORN = [(4_000, b"1"), (4_300, b"2"), (4_500, b"\x85"), (5_000, b"3")]
NO_TEXT = [(at, b"\x80\xff") for at in (3_200, 6_000, 8_100)]
LOOPS = [(ms, b"loop 123456\r\n") for ms in range(3_000, 3_400, 20)]
"""Never 50 ms of silence."""

FRESH: dict[str, tuple[int, Pieces, str, str]] = {
    "digits that wait": (9_600, DIGITS, "", ""),
    "three digits": (9_600, [*DIGITS, (7_000, b"7"), (7_100, b"5")], "6 OK 6 7 5", ""),
    "a line": (250_000, [(4_000, b"5\r\n")], "5", ""),
    "a line below the usual speed": (9_600, [(4_000, b"5\r\n")], "", ""),
    "two lines below it": (9_600, [(4_000, b"5\r\n"), (5_200, b"6\r\n")], "5 6", ""),
    "garbage between": (9_600, TORN, "", "speed"),
    "garbage, then digits": (9_600, [*TORN, (5_300, b"1"), (5_600, b"2")], "3 1 2", ""),
    "at the start": (SPEED, [(500, b"5\r\n"), (1_000, b"6\r\n"), (3_000, b"7\r\n")], "5 6 7", ""),
    "sent before the port was open": (SPEED, [(20, b"5\r\n6\r\n7\r\n"), (200, b"8\r\n")], "8", ""),
    "twice at the start": (
        SPEED, [*((at, b"0\r\n") for at in range(500, 9_000, 1_000)), (9_100, b"5\r\n"),
                (70_000, b"0\r\n")], "5 0", ""),
    # As a sketch of 250 000 baud reads at 115 200: six of its keys look like other ones.
    "signs": (SPEED, SIGNS, "", "speed"),
    "signs, then a key": (SPEED, [*SIGNS, (17_000, b"#")], "- C + - OK", ""),
    "garbage": (SPEED, NO_TEXT[:1], "", "speed"),
    **{f"garbage {ms} ms after a line": (
        SPEED, [(3_200, b"ok\n"), (3_200 + ms, b"\x80"), (4_000, b"*")], "", "speed")
       for ms in (10, 400)},
    "garbage, then lines": (
        SPEED, [*NO_TEXT, (8_300, b"\xfe"), (9_000, b"5\r\n"), (9_500, b"6\r\n")], "5 6", ""),
    "a slow sender": (SPEED, [(at, b"\0\0\0") for at in range(3_200, 9_000, 500)], "", "speed"),
    "text without a key": (SPEED, [*LOOPS, (3_400, b"5\r\nloop 123457\r\n")], "5", ""),
    "NUL in every turn of a loop": (
        SPEED, [(ms, b"5" if ms in (4_000, 5_000) else b"\0") for ms in range(0, 6_000, 10)],
        "5 5", ""),
    "noise later": (
        SPEED, [(3_400, b"1\r\n"), (5_000, b"\xff\x01\x81\x02\xfe"), (5_300, b"5\r\n")],
        "1 5", ""),
    "no key for three lines": (
        SPEED, [(at, b"Pressed:  [%d]\n" % at) for at in range(3_200, 4_000, 200)], "", "unknown"),
    "no key, and then one": (
        SPEED, [*((at, b"Pressed:  [%d]\n" % at) for at in (3_200, 3_400, 3_600)), (3_800, b"5\n")],
        "5", ""),
    "no key while it starts": (
        SPEED, [(at, b"boot: %d\r\n" % at) for at in (200, 400, 600, 3_100)], "", ""),
    "numbers": (SPEED, [(3_200, b"5\n"), (3_600, b"12\n"), (4_000, b"6\n")], "5", "unknown"),
}  # fmt: skip


@pytest.mark.parametrize(("speed", "pieces", "said", "problem"), FRESH.values(), ids=FRESH)
def test_nothing_counts_before_the_speed_is_proven(
    speed: int, pieces: Pieces, said: str, problem: str
) -> None:
    heard, session = hear(pieces, speed=speed, until=max(pieces[-1][0], 3_000) + 100)
    assert (heard, session.problem) == (said, problem)
    if problem == "unknown":
        assert session.status("").last_junk in ("Pressed:  [3600]", "12")


def test_a_release_proves_the_press_that_waits_for_a_speed() -> None:
    assert hear([(3_300, b"5 on\n"), (3_330, b"5 off\n")], RELEASED, SPEED)[0] == "5"
