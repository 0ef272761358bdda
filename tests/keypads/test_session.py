"""The conversation with a keypad: when each side sends, and what counts as a key."""

from __future__ import annotations

import pytest

from hardware.beeper import BEEPS
from hardware.keypads.frames import encode
from hardware.keypads.keypad_session import EVENTS
from tests.keypads.talk import PAD, Talk
from tests.support.simulated_keypad import HELLO


def say(talk: Talk, row: str) -> None:
    """A verb and its arguments in a word; ~ is lost on the way, 0 begins the numbers anew. +300 are
    milliseconds, and behind ' stands a line that is no frame, its blanks as _."""
    for word in row.split():
        frame = word.lstrip("~0")
        marks = word[: len(word) - len(frame)]
        if "0" in marks:
            talk.seq = 0
        if frame[0] == "+":
            talk.wait(int(frame))
        elif frame[0] == "'":
            talk.send(frame[1:].replace("_", " ").encode() + b"\n")
        else:
            talk.say(frame[0], frame[1:], lost="~" in marks)


SAID: dict[str, tuple[str, str, str, dict[str, int]]] = {
    "the unit's own places": ("D00 U00 D33 U33 D04 U04 D37 U37", "DES FIN 7 F", "", {}),
    "a 4 x 4 pad is the right block": (f"H{PAD} D00 D33 D32", "+7 +F +OK", "", {}),
    "a lost release": ("D13 ~U13 T1000,00000000", "EMPR", "?Q", {"healed": 1, "missing": 1}),
    "a gap is asked about at once": ("D13 ~U13 D14", "+EMPR +4", "?Q", {"missing": 1}),
    "a lost press stays lost": ("~D13 T1000,00002000 U13", "", "?Q", {"missing": 1}),
    "a press after a lost release": ("D13 ~U13 D13", "EMPR +EMPR", "?Q", {"healed": 1}),
    "a restart": (f"D13 0H{HELLO}", "EMPR", "", {"missing": 0}),
    "a press after a restart": (f"D13 0H{HELLO} D13", "EMPR +EMPR", "", {"healed": 0}),
    "a heartbeat after a restart": (
        f"T9000,00000000 0H{HELLO} D36 T1000,08000000", "+OK", "", {"healed": 0}),
    "a restart whose hello is lost": (
        f"T90000,00000000 D13 0~H{HELLO} T1000,00000000", "EMPR", "?Q", {}),
    "fewer columns": (f"D07 H{PAD} U07", "?", "", {}),
    "a newer protocol": (f"D36 Hproto=3,rows=4,cols=99 U36 D36 H{HELLO} U36", "OK", "", {}),
    "after a newer protocol": (f"Hproto=3 D13 H{HELLO} D36", "+OK", "", {}),
    "a key not in the bitmap": ("D00 T9,0", "DES", "", {"damaged": 0}),
    "another key in the bitmap": ("D00 T9,00000010", "DES", "", {"damaged": 0}),
    "answers and unknown verbs": ("Azz N Q7 A G1 X D36", "+OK", "?Q", {"damaged": 0}),
    **{f"the place {at!r}": (f"D{at}", "", "", {"damaged": 1})
       for at in ("", "1", "40", "08", "99", "-1", "1,3", "123", "+1")},
    **{f"the heartbeat {args!r}": (f"D36 T{args}", "+OK", "", {"damaged": 1, "healed": 0})
       for args in ("9,", "9,0X", "9,000000000", "x,0", ",0", "9,0g")},
}  # fmt: skip


@pytest.mark.parametrize(("row", "told", "asked", "counts"), SAID.values(), ids=SAID)
def test_frames_mean_keys(row: str, told: str, asked: str, counts: dict[str, int]) -> None:
    talk = Talk()
    say(talk, row)
    assert (talk.take_keys(), talk.take_verbs()) == (told, asked)
    assert {name: talk.session.counters[name] for name in counts} == counts


def test_events_that_are_not_taken_are_bounded() -> None:
    talk = Talk()
    for _ in range(EVENTS):
        say(talk, "D13 U13")
    assert talk.take_keys() == " ".join(["EMPR"] * (EVENTS // 2))


# -- recognising the board


@pytest.mark.parametrize(
    "hello",
    ["", "proto=1", "proto=1,rows=4", "proto=1,rows=4,cols=9", "proto=1,rows=40,cols=8",
     "rows=4,cols=8", *(f"proto={proto},rows=4,cols=8" for proto in ("x", "-1", "0"))],
)  # fmt: skip
def test_a_hello_without_protocol_rows_and_columns_is_none(hello: str) -> None:
    talk = Talk(hello)
    say(talk, "D13")
    assert (talk.session.state, talk.take_keys()) == ("asking", "")


@pytest.mark.parametrize(("disp", "beep"), [(0, 0), (1, 0), (2, 1), (3, 1)])
def test_glass_and_beeper_are_used_as_the_hello_says(disp: int, beep: int) -> None:
    talk = Talk(hello=None)
    for hello, told in ("", ""), (f"Hproto=1,rows=4,cols=8,disp={disp},beep={beep}", "SB"):
        say(talk, hello)
        talk.session.outbox.show_glass("J1 LANCEZ   ,5,000000001")
        talk.session.outbox.play_notes(BEEPS["key"], talk.now)
        assert talk.take_verbs() == told[disp == 0 : 2 if beep else 1]


def test_the_glass_is_sent_when_it_changed_once_more_and_after_a_restart() -> None:
    talk = Talk()
    talk.session.outbox.show_glass("J1 LANCEZ   ,5,000000001")
    for row, asked in (
        ("", "S"), ("N01,crc T1000,00000000", "S"), ("T2000,00000000", ""), (f"0H{HELLO}", "S"),
        ("T3000,00000000", "S"), ("T4000,00000000", ""),
    ):  # fmt: skip
        say(talk, row)
        assert talk.take_verbs() == asked


# -- framed or plain

OWN = "Hproto=1,colour=red,rows=4,cols=8,knob,fw=2.7-beta,x="
TWICE = encode(1, "D", "13").decode().strip()
BEATS = " ".join(f"T{second},00000000 '5 +998" for second in range(7))

TALKS: dict[str, tuple[str, str, str, str]] = {
    **{f"a hello after {ms} ms": (f"+{ms} {OWN} D13", "+EMPR", asked, "framed")
       for ms, asked in ((10, ""), (298, ""), (300, "?"), (998, "?"), (1_000, "??"), (1_998, "??"),
                         (2_000, "???"), (2_998, "???"), (3_500, "????"), (20_000, "????"))},
    "heartbeats": (f"{OWN} {BEATS}", "", "", "framed"),
    "the same line twice": (f"{OWN} '{TWICE} '{TWICE}", "+EMPR", "", "framed"),
    "silence": (f"{OWN} D13 +2999", "+EMPR", "", "framed"),
    "three seconds of silence": (f"{OWN} D13 +3000", "EMPR", "", "lost"),
    "noise": (f"{OWN}{40 * ' +99 $05,D,13*0000'.replace('$', chr(39) + '$')}", "", "", "lost"),
    "a hello after lines of no key": (f"+3100 'Ready 'Set 'Go {OWN}", "", "????", "framed"),
    "no hello: nothing is pressed, nor by broken lines": (f"D13 {BEATS}", "", 8 * "?", "asking"),
    "a frame ends a plain keypad": (
        "+3100 '5_released '5_pressed +100 T5,00000000 '6 +900", "5", "?????", "asking"),
}  # fmt: skip
"""What a board says, the keys that are told, what is asked, and the state then."""


@pytest.mark.parametrize(("row", "told", "asked", "state"), TALKS.values(), ids=TALKS)
def test_a_conversation_begins_and_ends(row: str, told: str, asked: str, state: str) -> None:
    talk = Talk(hello=None)
    say(talk, row)
    assert (talk.take_keys(), talk.take_verbs()) == (told, asked)
    assert talk.session.problem == ""
    assert (talk.session.state, talk.session.lost) == (
        state.replace("lost", "framed"),
        state == "lost",
    )


def test_an_echo_of_our_own_lines_is_no_keypad() -> None:
    talk = Talk(hello=None)
    for _ in range(50):
        talk.send(talk.session.outbox.take_bytes(), 100)
    assert (talk.session.state, talk.session.problem, talk.take_keys()) == ("silent", "", "")
