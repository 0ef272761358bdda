"""Keypads without the protocol: which lines are keys, and which keys are presses."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.keypads.facts import LIFT, SPEED, Counters, Event
from hardware.keypads.pad import Pad
from hardware.keypads.plain_lines import CHARACTERS
from hardware.keypads.session import Session
from keypad.keys import BY_NAME
from tests.keypads.talk import taken, tap

LATER = 1_000


class Reader:
    """A conversation with a plain keypad."""

    def __init__(self, pad: Pad | None = None, speed: int = SPEED) -> None:
        self.session = Session(Counters(), 0, pad=pad, speed=speed)

    def feed(self, data: bytes, now: int) -> list[Event]:
        self.session.hear(data, now)
        return taken(self.session)

    def tick(self, now: int) -> list[Event]:
        return self.feed(b"", now)

    @property
    def junk(self) -> int:
        return self.session.counters.junk


def proven(pad: Pad | Mapping[str, str] | None = None) -> Reader:
    """A reader that has heard text, which is what most of a session is."""
    reader = Reader(pad if isinstance(pad, Pad) else Pad(pad or {}))
    assert reader.feed(b"there is no key in this\r\nnor in this\r\n", 150) == []
    assert reader.tick(250) == []
    reader.session.counters.junk = 0
    return reader


def events_of(
    *pieces: tuple[int, bytes], pad: Pad | Mapping[str, str] | None = None
) -> list[Event]:
    """What these bytes mean that come so many milliseconds later."""
    reader = proven(pad)
    found = [event for now, data in pieces for event in reader.feed(data, LATER + now)]
    return found + reader.tick(100_000)


def typed(*pieces: tuple[int, bytes], pad: Pad | Mapping[str, str] | None = None) -> list[str]:
    return [event.key for event in events_of(*pieces, pad=pad) if event.kind == "press"]


def fed(reader: Reader, *pieces: tuple[int, bytes]) -> list[str]:
    """The keys pressed; after each piece there are 50 ms of silence."""
    events = []
    for now, data in pieces:
        events += reader.feed(data, now) + reader.tick(now + 50)
    return [event.key for event in events if event.kind == "press"]


def test_the_sixteen_characters_of_an_ordinary_pad_are_the_sixteen_base_keys() -> None:
    keys = [typed((0, f"{char}\n".encode())) for char in "123A456B789C*0#D"]
    assert keys == [[name] for name in (*"123?456+789-C0", "OK", "F")]
    assert set(CHARACTERS.values()) <= set(BY_NAME)


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r", b" \r\n"])
def test_one_character_a_line_is_a_key_whatever_the_line_end(end: bytes) -> None:
    assert typed((0, b"5" + end), (200, b"#" + end)) == ["5", "OK"]


# -- lines that name the key


@pytest.mark.parametrize(
    "line",
    [
        "Key 5 PRESSED.",
        "Key 5 PRESSED",
        "5 pressed",
        "5 PRESSED",
        "Key pressed: 5",
        "Key Pressed : 5",
        "pressed 5",
        "Pressed: 5",
    ],
)
def test_a_line_that_names_a_key_is_a_press(line: str) -> None:
    assert typed((0, f"{line}\r\n".encode())) == ["5"]


@pytest.mark.parametrize("line", ["Key 5 HOLD.", "Key 5 RELEASED.", "Key 5 IDLE.", "5 released"])
def test_a_line_that_names_another_state_is_no_press(line: str) -> None:
    assert events_of((0, f"{line}\r\n".encode())) == []


@pytest.mark.parametrize(
    ("press", "release"), [("Key {} PRESSED.", "Key {} RELEASED."), ("{} pressed", "{} released")]
)
def test_where_releases_are_sent_a_key_is_held_until_its_release(press: str, release: str) -> None:
    def line(form: str, key: str) -> bytes:
        return f"{form.format(key)}\r\n".encode()

    assert events_of(
        (0, line(press, "5")),
        (100, line(release, "5")),
        (200, line(press, "D")),
        (1_400, line(release, "D")),
    ) == [*tap("5"), Event("press", "F"), Event("release", "F")]


def test_keys_held_together_are_pressed_and_released_in_their_order() -> None:
    lines = [b"Key 1 RELEASED.", b"Key 1 PRESSED.", b"Key A PRESSED.", b"Key 1 RELEASED."]
    lines += [b"Key A RELEASED.", b"Key A IDLE."]
    assert events_of((0, b"\r\n".join([*lines, b""]))) == [
        Event("press", "1"),
        Event("press", "?"),
        Event("release", "1"),
        Event("release", "?"),
    ]


def test_a_lost_release_is_healed_three_seconds_after_the_last_line_about_that_key() -> None:
    reader = proven()
    reader.feed(b"5 released\n5 pressed\n", 1_000)
    reader.feed(b"5 hold\n", 2_000)
    assert reader.tick(4_999) == []
    assert reader.tick(5_000) == [Event("release", "5")]
    assert reader.session.counters.healed == 1


def test_a_key_pressed_again_without_a_release_is_released_first() -> None:
    assert events_of((0, b"5 released\n5 pressed\n"), (500, b"5 pressed\n"))[:3] == [
        Event("press", "5"),
        Event("release", "5"),
        Event("press", "5"),
    ]


# -- bare characters and torn lines


def test_a_bare_character_counts_after_fifty_milliseconds_of_silence() -> None:
    reader = proven()
    assert reader.feed(b"7", 1_000) == []
    assert reader.tick(1_049) == []
    assert reader.tick(1_050) == [*tap("7")]


def test_bare_characters_in_one_run_are_several_keys() -> None:
    assert typed((0, b"1"), (40, b"2"), (80, b"0")) == ["1", "2", "0"]


@pytest.mark.parametrize("line", [b"Key 5 PRESSED.", b"Key pressed: 5", b"pressed 5"])
@pytest.mark.parametrize("cut", range(1, 14))
def test_a_line_that_is_torn_apart_is_still_one_line(line: bytes, cut: int) -> None:
    assert typed((0, line[:cut]), (400, line[cut:] + b"\r\n")) == ["5"]


def test_the_end_of_a_torn_status_line_is_no_key() -> None:
    assert typed((0, b"loop 12"), (400, b"5\r\n")) == []


def test_a_line_whose_beginning_was_not_seen_is_no_key() -> None:
    reader = Reader()
    assert reader.feed(b"5\r\n", 20) == []  # "loop 125", opened in the middle
    assert reader.tick(1_000) == []
    assert reader.feed(b"6\r\n", 1_100) + reader.tick(1_200) == [*tap("6")]


def test_a_line_that_never_goes_on_is_junk_after_a_second() -> None:
    reader = proven()
    reader.feed(b"Key 5 PRE", 1_000)
    assert reader.tick(1_050) == []
    assert reader.tick(2_000) == []
    assert reader.junk == 9
    assert reader.feed(b"5\n", 3_000) == [*tap("5")]


def test_a_line_end_that_comes_late_adds_nothing() -> None:
    assert typed((0, b"5"), (70, b"\r\n")) == ["5"]


# -- bounce and floods


@pytest.mark.parametrize("gap", [0, 20, 59])
def test_the_same_character_within_sixty_milliseconds_is_a_bounce(gap: int) -> None:
    assert typed((0, b"5\n"), (gap, b"5\n")) == ["5"]


@pytest.mark.parametrize("line", [b"5", b"5\n", b"5\0", b"Key pressed: 5\n"])
@pytest.mark.parametrize("gap", [60, 100, 149])
def test_a_key_held_is_one_press_where_the_sketch_repeats_it(line: bytes, gap: int) -> None:
    held = [(at, line) for at in range(0, 1_500, gap)]
    assert typed(*held, (2_000, line), (2_070, b"6\n"), (2_140, line)) == ["5", "5", "6", "5"]


def test_the_same_character_later_is_another_press() -> None:
    assert typed((0, b"5\n"), (150, b"5\n"), (300, b"5\n")) == ["5"] * 3


def test_another_character_at_once_is_another_press() -> None:
    assert typed((0, b"5\n6\n")) == ["5", "6"]


def test_a_flood_of_alternating_keys_is_stopped_until_a_second_of_quiet() -> None:
    reader = proven()
    events = [
        event
        for ms in range(0, 3_000, 40)
        for event in reader.feed(b"5\n" if ms % 80 else b"6\n", 2_000 + ms)
    ]
    assert len(events) == 41 and events[-1] == LIFT
    assert reader.session.problem == "flood"
    last = 2_000 + 2_960
    assert reader.tick(last + 100) == []
    assert reader.tick(last + 999) == [] and reader.session.problem == "flood"
    assert reader.tick(last + 1_000) == [] and not reader.session.problem
    assert reader.feed(b"7\n", last + 1_001) == [*tap("7")]


@pytest.mark.parametrize("gap", [1, 10, 16, 29])
def test_two_keys_in_turn_are_a_flood_even_where_each_comes_like_a_bounce(gap: int) -> None:
    reader = proven()
    events = [
        event
        for n in range(60)
        for event in reader.feed(b"5\n" if n % 2 else b"6\n", 2_000 + gap * n)
    ]
    assert events == [*tap("6"), *tap("5"), LIFT]
    assert reader.session.problem == "flood"


def test_one_key_that_bounces_is_no_flood() -> None:
    pieces = [(10 * n, b"5\n") for n in range(300)]
    assert typed(*pieces) == ["5"]


def test_twenty_presses_in_a_second_are_no_flood() -> None:
    pieces = [(50 * n, b"5\n" if n % 2 else b"6\n") for n in range(60)]
    assert len(typed(*pieces)) == 60


# -- what is no key

NO_KEYS = [
    b"Pressed: Z",
    b"F9 pressed",
    b"Pressed: F9",
    b"Ready",
    b"Key",
    b"Key  PRESSED.",
    b"Key Z PRESSED.",
    b"a",
    b"?!",
]
NO_KEYS += [
    b"Loops per second = 12345",
    "Température : 21".encode(),
    b"x" * 5_000,
]


@pytest.mark.parametrize("line", NO_KEYS)
def test_printable_text_is_counted_and_the_keys_around_it_count(line: bytes) -> None:
    reader = proven()
    assert reader.feed(b"4\n" + line + b"\n5\n", 1_000) == [*tap("4"), *tap("5")]
    assert reader.junk >= min(len(line), 64)
    assert reader.session.plain and reader.session.plain.last_junk


def test_after_a_number_digits_are_no_keys_until_another_key_comes() -> None:
    """12 is a number of a touch pad, or two lines whose ends were lost."""
    reader = proven()
    assert reader.feed(b"4\n12\n5\n", 1_000) == [*tap("4")]
    assert reader.session.problem == "numbers"
    assert reader.feed(b"#\n6\n", 2_000) == [*tap("OK"), *tap("6")]


def test_a_word_without_line_end_is_no_row_of_keys() -> None:
    assert typed((0, b"ABBA0")) == []
    assert typed((0, b"Hi 5")) == []


@pytest.mark.parametrize("garbage", [b"\x015\n", b"5\xff\n", b"\x80"])
def test_for_a_quarter_of_a_second_after_garbage_nothing_counts(garbage: bytes) -> None:
    assert typed((0, garbage), (100, b"5\n"), (249, b"6\n"), (250, b"7\n")) == ["7"]


def test_noise_types_nothing() -> None:
    dice = random.Random(7)
    reader = Reader()
    events = [event for ms in range(20_000) for event in reader.feed(dice.randbytes(100), ms)]
    # Two million bytes hold several lines that read `5`.
    assert events == []
    assert reader.junk > 1_900_000


@given(st.lists(st.tuples(st.integers(0, 300), st.binary(max_size=30)), max_size=60))
def test_any_bytes_give_only_keys_of_the_unit_and_little_is_kept(
    pieces: list[tuple[int, bytes]],
) -> None:
    reader, now = Reader(), 0
    for pause, data in pieces:
        now += pause
        for event in reader.feed(data, now) + reader.tick(now):
            assert event == LIFT or event.key in BY_NAME
        assert reader.session.plain and len(reader.session.plain._cutter._run) <= 160


# -- pads with other legends


def test_legends_are_mapped_by_the_settings() -> None:
    pad = {"E": "OK", "a": "?", "UP": "+"}
    assert typed((0, b"E\n"), (200, b"a"), (400, b"UP\r\n"), pad=pad) == ["OK", "?", "+"]
    assert typed((0, b"Key E PRESSED.\r\n"), pad=pad) == ["OK"]


def test_legends_that_are_mapped_to_nothing_are_kept_to_be_shown() -> None:
    reader = proven()
    for ms, data in enumerate([b"E\n", b"Key U PRESSED.\n", b"E\n", b"Loop 7\n"]):
        reader.feed(data, 1_000 + 300 * ms)
    reader.feed(b"z", 3_000)
    reader.tick(3_050)
    assert reader.session.plain and list(reader.session.plain.unknown) == ["E", "U", "z"]


def test_a_pad_of_twelve_keys_has_all_base_keys_that_a_game_needs() -> None:
    pad = {"*": "F", "* *": "C"}
    assert typed((0, b"*\n"), (500, b"7\n"), (900, b"7\n"), pad=pad) == ["F", "7", "7"]
    assert typed((0, b"*\n"), (500, b"*\n"), (900, b"7\n"), pad=pad) == ["C", "7"]
    assert typed((0, b"*\n"), (4_000, b"7\n"), pad=pad) == ["7"]


# -- speeds


@pytest.mark.parametrize("baud", [9_600, 250_000])
def test_at_another_speed_bare_characters_wait_for_three_different_digits(baud: int) -> None:
    reader = Reader(speed=baud)
    assert fed(reader, (1_000, b"5"), (3_000, b"6"), (3_500, b"#"), (3_800, b"6")) == []
    assert fed(reader, (4_000, b"7"), (4_100, b"5")) == ["6", "OK", "6", "7", "5"]
    assert fed(Reader(speed=baud), (2_000, b"5\r\n")) == ["5"]


def test_signs_prove_no_speed() -> None:
    """As a sketch of 250 000 baud reads at 115 200: six of its keys look like other ones."""
    reader = Reader()
    assert fed(reader, *((5_000 + 400 * n, b"*+-"[n % 3 :][:1]) for n in range(30))) == []
    assert reader.session.problem == "speed"
    assert fed(reader, (17_000, b"#"), (17_400, b"*")) == ["-", "C", "+", "-", "OK", "C"]
    assert not reader.session.problem


def test_garbage_before_the_proof_begins_it_anew() -> None:
    reader = Reader(speed=9_600)
    assert fed(reader, (1_000, b"1"), (1_300, b"2"), (1_500, b"\x85"), (2_000, b"3")) == []
    assert fed(reader, (2_300, b"1"), (2_600, b"2")) == ["3", "1", "2"]


def test_garbage_for_five_seconds_is_said_until_text_comes() -> None:
    reader = Reader()
    for at in (3_200, 6_000, 8_100):
        fed(reader, (at, b"\x80\xff"))
    before = reader.session.problem
    fed(reader, (8_300, b"\xfe"))
    assert before == ""
    assert reader.session.problem == "speed"
    fed(reader, (9_000, b"5\r\n"), (9_500, b"6\r\n"))
    assert not reader.session.problem


def test_a_slow_sender_reads_as_nul_bytes_and_is_said_too() -> None:
    reader = Reader()
    for at in range(3_200, 9_000, 500):
        fed(reader, (at, b"\0\0\0"))
    assert reader.session.problem == "speed"


def test_text_that_is_no_key_proves_a_speed_too() -> None:
    reader = Reader()
    for ms in range(0, 400, 20):  # never 50 ms of silence
        assert reader.feed(b"loop 123456\r\n", ms) == []
    assert reader.feed(b"5\r\nloop 123457\r\n", 400) == [*tap("5")]


def test_a_burst_of_noise_costs_a_sure_keypad_nothing_later() -> None:
    reader = proven()
    fed(reader, (400, b"1\r\n"), (700, b"2\r\n"))
    reader.feed(b"\xff\x01\x81\x02\xfe", 5_000)
    assert fed(reader, (5_300, b"5\r\n")) == ["5"]


# -- what surrounds a key


@pytest.mark.parametrize(
    "line", [b"\x1b[0;32m5\x1b[0m\r\n", b"\x1b[1mKey 5 PRESSED.\x1b[0m\n", b"\0005\0\r\n", b"5\0"]
)
def test_colours_and_nul_bytes_are_skipped(line: bytes) -> None:
    assert typed((0, line)) == ["5"]
    assert fed(Reader(), (200, line)) == ["5"]


def test_nul_bytes_while_no_key_is_down_are_no_wrong_speed_for_long() -> None:
    """A sketch that prints what it has read in every turn of its loop, never silent for 50 ms."""
    reader, heard = Reader(), []
    for ms in range(0, 4_000, 10):
        data = b"5" if ms in (2_000, 3_000) else b"\0"
        heard += [event.key for event in reader.feed(data, ms) if event.kind == "press"]
    assert heard == ["5", "5"] and reader.session.problem == ""


def test_what_was_sent_before_the_port_was_opened_is_no_key() -> None:
    reader = Reader()
    assert fed(reader, (20, b"5\r\n6\r\n7\r\n"), (200, b"8\r\n")) == ["8"]


def test_lines_of_which_none_is_a_key_are_counted_until_one_is() -> None:
    reader = Reader()
    fed(reader, (200, b"Pressed:  [5]\n"), (400, b"Pressed:  [6]\n"), (600, b"Pressed:  [7]\n"))
    assert reader.session.problem == "unknown"
    fed(reader, (800, b"5\n"))
    assert not reader.session.problem


# -- pads that were taught


def test_of_a_taught_pad_nothing_else_is_a_key() -> None:
    pad = Pad({"Pressed:  [5]": "5", "12": "OK"}, only=True)
    assert typed((0, b"Pressed:  [5]\n"), (200, b"7\n"), (400, b"12\n"), (600, b"Key 6 PRESSED.\n"),
                 pad=pad) == ["5", "OK"]  # fmt: skip


def test_a_sign_stands_for_any_text_and_two_keys_at_once_are_none() -> None:
    pad = Pad({"… key 5": "5", "… key 6": "6", "I (…) 5 …": "5", "I (…) … 6": "6"}, only=True)
    assert typed((0, b"12:30 key 5\n"), (200, b"I (7) 5 6\n"), (400, b"12:31 key 6\n"),
                 pad=pad) == ["5", "6"]  # fmt: skip


def test_a_line_that_repeats_while_a_key_is_held_is_one_press() -> None:
    pad = Pad({"[5]": "5", "[6]": "6"}, only=True, repeats=150)
    held = [(100 * n, b"[5]\n") for n in range(40)]
    assert typed(*held, (4_000, b"[5]\n"), (4_030, b"[6]\n"), (4_050, b"[5]\n"),
                 pad=pad) == ["5", "6"]  # fmt: skip
    assert typed(*held, (4_051, b"[5]\n"), (4_500, b"[5]\n"), pad=pad) == ["5", "5", "5"]


def test_a_line_that_comes_at_press_and_release_is_one_press() -> None:
    pad = Pad({"5": "5"}, only=True, twice=True)
    pieces = [(at, b"5\n") for at in (0, 80, 200, 2_900, 3_000, 3_100)]
    assert typed(*pieces, pad=pad) == ["5", "5", "5"]


def test_a_taught_release_lets_go_of_what_is_held() -> None:
    pad = Pad({"5 on": "5", "F on": "F"}, only=True, release=("… off",))
    assert events_of((0, b"5 on\n"), (100, b"5 off\n"), (200, b"F on\n"), (900, b"F off\n"),
                     pad=pad) == [Event("press", "5"), Event("release", "5"),
                                  Event("press", "F"), Event("release", "F")]  # fmt: skip


def test_a_release_proves_the_press_that_waits_for_a_speed() -> None:
    reader = Reader(Pad({"5 on": "5"}, only=True, release=("… off",)))
    reader.tick(200)
    events = reader.feed(b"5 on\n", 300) + reader.feed(b"5 off\n", 330) + reader.tick(400)
    assert [event.kind for event in events] == ["press", "release"]


def test_of_a_board_that_ends_its_lines_a_torn_line_is_no_other_key() -> None:
    pad = Pad({"Key 1": "1", "Key 12": "OK"}, only=True)
    pieces = [(0, b"Key 12\n"), (300, b"Key 1"), (700, b"2\n")]
    assert typed(*pieces, pad=pad) == ["OK", "OK"]


@pytest.mark.parametrize("key", ["+", "-", "?", "F"])
def test_the_unit_s_own_signs_are_keys(key: str) -> None:
    assert typed((0, f"{key}\n".encode())) == [key]


def test_two_strokes_begin_with_the_first_of_them() -> None:
    pad = {"*": "F", "* #": "C"}
    assert typed((0, b"*\n"), (300, b"#\n"), pad=pad) == ["C"]
    assert typed((0, b"#\n"), pad=pad) == ["OK"]


@pytest.mark.parametrize(("run", "keys"), [(b"1234", [*"1234"]), (b"12345", []), (b" 5\t", ["5"])])
def test_up_to_four_bare_characters_are_keys(run: bytes, keys: list[str]) -> None:
    assert typed((0, run)) == keys


@pytest.mark.parametrize("data", [b"X5", b"X5\n", b"5X\n"])
def test_letters_around_a_key_make_it_none(data: bytes) -> None:
    assert typed((0, data)) == []


# -- two strokes: bounces, releases and floods

TWELVE = {"*": "F", "* *": "C"}


def test_a_key_of_two_strokes_is_not_held_where_releases_are_told() -> None:
    """The release of either stroke names another key."""
    stroke = b"* pressed\n* released\n"
    assert events_of((0, b"* released\n"), (100, stroke), (500, stroke), pad=TWELVE) == [*tap("C")]
