"""The compiled firmware on the simulated board: keys, ghosts, displays, and what it says.

"20 ms apart" is read as the firmware's 15 ms debounce allows it: the next key goes down 20 ms
after the one before, or every contact stays still for 20 ms between two bounces.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable

import pytest

from hardware.keypads.frames import encode
from keypad.keys import PAD_LEGENDS
from tests.keypads.building import build, shared_folder
from tests.keypads.rig import COLS, ROWS, BoardListener, Rig, listening, name_of

ROUNDS = int(os.environ.get("KEYPAD_PRESSES", "12"))
BOUNCE = 12

# Neighbours in this order share neither row nor column, so three at once make no ghost.
DIAGONAL = [(n % ROWS, (n + n // COLS) % COLS) for n in range(ROWS * COLS)]


def all_keys(rounds: int) -> list[str]:
    """A press every 20 ms, each of 31 ms: two keys down, 12 ms of bounce and more than 15 still."""
    commands = []
    for number in range(rounds * len(DIAGONAL)):
        row, col = DIAGONAL[number % len(DIAGONAL)]
        before = DIAGONAL[number % len(DIAGONAL) - 1]
        commands.append(f"d {row} {col} {BOUNCE}\nwait 11")
        commands.append(f"u {before[0]} {before[1]} {BOUNCE if number else 0}\nwait 9")
    row, col = DIAGONAL[-1]
    commands.append(f"wait 11\nu {row} {col} {BOUNCE}\nwait 60")
    return commands


def hear_all(rig: Rig, listener: BoardListener, commands: list[str]) -> list[tuple[str, str]]:
    """Send many commands to the rig in batches; returns the events of its board."""
    heard: list[tuple[str, str]] = []
    for start in range(0, len(commands), 100):
        rig.tell(*commands[start : start + 100])
        heard += listener.edges()
    return heard


def test_all_keys_one_every_20_ms_are_each_one_down_and_one_up(rig: Rig) -> None:
    with listening(rig) as listener:
        heard = hear_all(rig, listener, all_keys(ROUNDS))
        stats = rig.stats()
        counters = listener.session.counters
    presses = [key for kind, key in heard if kind == "press"]
    assert presses == [name_of(*place) for place in DIAGONAL] * ROUNDS
    check_pairs(heard)
    assert stats["contention"] == stats["high"] == stats["serial"] == 0
    assert stats["lost"] == counters.missing == counters.damaged == 0


def test_all_keys_one_after_another_still_for_20_ms_between_bounces(rig: Rig) -> None:
    pause = f"wait {BOUNCE + 20}"
    commands = [
        f"d {row} {col} {BOUNCE}\n{pause}\nu {row} {col} {BOUNCE}\n{pause}"
        for row in range(ROWS)
        for col in range(COLS)
    ]
    rounds = max(ROUNDS // 5, 1)
    with listening(rig) as listener:
        heard = hear_all(rig, listener, commands * rounds)
        stats = rig.stats()
    keys = [name_of(row, col) for row in range(ROWS) for col in range(COLS)]
    assert heard == [(kind, key) for key in keys for kind in ("press", "release")] * rounds
    assert stats["contention"] == stats["high"] == stats["serial"] == 0


def check_pairs(heard: list[tuple[str, str]]) -> None:
    held = set()
    for kind, key in heard:
        if kind == "press":
            assert key not in held
            held.add(key)
        else:
            held.remove(key)
    assert held == set()


def test_ghost_rectangles_send_nothing(rig: Rig) -> None:
    dice = random.Random(90)
    with listening(rig) as listener:
        for _ in range(20):
            rows = dice.sample(range(ROWS), 2)
            cols = dice.sample(range(COLS), 2)
            corners = [(row, col) for row in rows for col in cols]
            dice.shuffle(corners)
            first, second, third, _ghost = corners
            apart = dice.choice([35, 35, 0])  # or all three in the same millisecond
            for row, col in (first, second, third):
                rig.tell(f"d {row} {col} {BOUNCE if apart else 0}", f"wait {apart}")
            rig.tell("wait 60")
            for row, col in dice.sample((first, second, third), 3):
                rig.tell(f"u {row} {col} {BOUNCE}", "wait 40")
            rig.tell("wait 40")
            heard = listener.edges()
            pressed = [key for kind, key in heard if kind == "press"]
            assert pressed == ([name_of(*first), name_of(*second)] if apart else [])
            check_pairs(heard)
        stats = rig.stats()
        # When all are up, keys are keys again.
        rig.tell("d 0 0", "wait 40", "u 0 0", "wait 40")
        assert listener.edges() == [("press", "DES"), ("release", "DES")]
    assert stats["contention"] == stats["high"] == 0


def test_a_long_cable_makes_no_press_of_its_own(rig: Rig) -> None:
    """Read sooner than its columns rise, each key also looks like its neighbour in the next row."""
    with listening(rig) as listener:
        rig.tell("cable 25")
        for row, col in DIAGONAL:
            rig.tell(f"d {row} {col} 12", "wait 60", f"u {row} {col} 12", "wait 60")
        name = [name_of(row, col) for row, col in DIAGONAL]
        assert listener.edges() == [(kind, key) for key in name for kind in ("press", "release")]


def test_a_third_key_that_makes_no_rectangle_is_reported(rig: Rig) -> None:
    with listening(rig) as listener:
        rig.tell("d 0 0", "wait 30", "d 1 1", "wait 30", "d 2 2", "wait 30")
        rig.tell("u 0 0", "u 1 1", "u 2 2", "wait 30")
        assert listener.edges() == [
            *(("press", key) for key in ("DES", "DEMOL", "RECU")),
            *(("release", key) for key in ("DES", "DEMOL", "RECU")),
        ]


def test_a_key_that_is_down_while_the_board_starts_is_no_press(rig: Rig) -> None:
    with listening(rig) as listener:
        rig.tell("d 1 5", "wait 40")
        assert listener.edges() == [("press", "5")]
        rig.tell("reset", "wait 1500")
        assert listener.edges() == [("release", "5")]
        rig.tell("u 1 5 8", "wait 40", "d 1 5 8", "wait 40", "u 1 5 8", "wait 40")
        assert listener.edges() == [("press", "5"), ("release", "5")]


def test_a_pad_of_sixteen_keys_has_the_right_block(make_rig: Callable[..., Rig]) -> None:
    rig = make_rig("banquier-4x4")
    with listening(rig) as listener:
        assert listener.session.hello is not None
        assert listener.session.hello.cols == 4
        for row in range(ROWS):
            for col in range(COLS):
                rig.tell(f"d {row} {col} 12", "wait 40", f"u {row} {col} 12", "wait 40")
        heard = listener.edges()
    pressed = [key for kind, key in heard if kind == "press"]
    assert pressed == list(PAD_LEGENDS.values())  # as from a board without protocol
    assert rig.stats()["contention"] == 0


def test_the_heartbeat_comes_every_second_with_the_held_keys(rig: Rig) -> None:
    with listening(rig) as listener:
        before = listener.session.counters.frames
        rig.tell("d 3 7", "wait 3000")
        assert listener.edges() == [("press", "F")]
        assert listener.session.counters.frames - before == 4
        assert listener.session.counters.healed == 0


def test_a_question_typed_by_hand_is_answered(rig: Rig) -> None:
    with listening(rig) as listener:
        frames = listener.session.counters.frames
        listener.say(b"?\r\nQ\n?\n")
        rig.tell("wait 50")
        listener.catch_up()
        # The two questions fell into one hello if they were read in one millisecond.
        assert listener.session.counters.frames - frames in (2, 3)


# -- glass and sound ------------------------------------------------------------------------------

SHAPES = (0x7E, 0x30, 0x6D, 0x79, 0x33, 0x5B, 0x5F, 0x70, 0x7F, 0x7B)
DIGITS = {str(digit): shape for digit, shape in enumerate(SHAPES)}


def test_the_glass_is_on_the_board_s_displays(rig: Rig) -> None:
    with listening(rig) as listener:
        listener.say(encode(7, "S", "J1 LANCEZ.  ,1.234.560,200000001"))
        rig.tell("wait 50")
        rig.settle()
        letters, digits = rig.glass()
    expected = [DIGITS[char] for char in "1234560"]
    expected[0] |= 0x80
    expected[3] |= 0x80
    assert digits == [0, *expected]
    # Bits of the letters: A top, B C right, D bottom, E F left, the point is bit 14.
    assert letters[0] == 0b0001_1110  # J
    assert letters[3] == 0b0011_1000  # L
    assert letters[8] & 0x4000 and letters[8] != 0x4000  # Z and its point
    assert letters[2] == letters[9] == letters[11] == 0


def test_every_letter_and_digit_has_a_shape_of_its_own(rig: Rig) -> None:
    shapes = dict[int, str]()
    with listening(rig) as listener:
        for page in ("ABCDEFGHIJKL", "MNOPQRSTUVWX", "YZ0123456789", "?+-/=       "):
            listener.say(encode(1, "S", f"{page},,000000000"))
            rig.tell("wait 50")
            rig.settle()
            for char, shape in zip(page, rig.glass()[0], strict=True):
                if char != " ":
                    assert shape and shape not in shapes, (char, shapes.get(shape))
                    shapes[shape] = char
    assert len(shapes) == 41


def test_all_is_lit_in_the_lamp_test(rig: Rig) -> None:
    with listening(rig) as listener:
        listener.say(encode(1, "S", "888888888888,8.8.8.8.8.8.8.8.,FFFFFFFFF"))
        rig.tell("wait 50")
        rig.settle()
        letters, digits = rig.glass()
    assert digits == [0xFF] * 8
    assert len(set(letters)) == 1


def test_a_board_without_letters_says_so_and_shows_numbers(make_rig: Callable[..., Rig]) -> None:
    rig = make_rig()
    rig.tell("letters 0")
    with listening(rig) as listener:
        assert listener.session.hello is not None
        assert listener.session.hello.displays == 2
        listener.say(encode(1, "S", "J1 LANCEZ   ,42,000000000"))
        rig.tell("wait 50")
        rig.settle()
        assert rig.glass()[1][6:] == [DIGITS["4"], DIGITS["2"]]


@pytest.mark.parametrize(("hz", "ms"), [(4_096, 31), (2_048, 62), (1_365, 62), (1_170, 250)])
def test_the_piezo_sounds_with_the_given_pitch_and_length(rig: Rig, hz: int, ms: int) -> None:
    with listening(rig) as listener:
        listener.say(encode(1, "B", f"{hz},{ms}"))
        rig.tell("wait 400")
        rig.settle()
        ((heard, length),) = rig.beeps()
    assert abs(heard - hz) <= hz // 200
    assert abs(length - ms) <= 2


def test_a_beep_of_no_hertz_is_silence(rig: Rig) -> None:
    with listening(rig) as listener:
        listener.say(encode(1, "B", "2048,5000"))
        rig.tell("wait 100")
        listener.say(encode(2, "B", "0,0"))
        rig.tell("wait 500")
        rig.settle()
        ((_, length),) = rig.beeps()
    assert length < 200


# -- a loop that something else keeps busy

HELD_UP = "../../tests/keypads/sketches/held_up.cpp"
SLOW_PRESSES = 16


@pytest.fixture(scope="module")
def held_up_uno() -> str:
    build(shared_folder(), f"SKETCH={HELD_UP}", "sketch")
    return "sketch"


def test_the_arduino_sketch_in_a_slow_loop_loses_and_doubles_nothing(
    make_rig: Callable[..., Rig], held_up_uno: str
) -> None:
    dice = random.Random(16)
    with listening(rig := make_rig(held_up_uno)) as listener:
        expected = []
        for _ in range(SLOW_PRESSES):
            row, col = dice.randrange(ROWS), dice.randrange(COLS)
            rig.tell(f"d {row} {col} 12", f"wait {dice.randrange(130, 200)}")
            rig.tell(f"u {row} {col} 12", f"wait {dice.randrange(130, 200)}")
            expected += [("press", name_of(row, col)), ("release", name_of(row, col))]
        assert listener.edges() == expected
        counters = listener.session.counters
        assert counters.missing == counters.damaged == counters.healed == 0


def test_a_key_that_only_bounces_in_a_slow_loop_is_no_press(
    make_rig: Callable[..., Rig], held_up_uno: str
) -> None:
    dice = random.Random(17)
    with listening(rig := make_rig(held_up_uno)) as listener:
        for _ in range(SLOW_PRESSES):
            rig.tell("d 1 2 8", "wait 3", "u 1 2 8", f"wait {dice.randrange(100, 160)}")
        assert listener.edges() == []
