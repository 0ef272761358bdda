"""The compiled firmware on the simulated board: keys, ghosts, displays, and what it says.

"20 ms apart" is read as the firmware's 15 ms debounce allows it: the next key goes down 20 ms
after the one before.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator

import pytest

from hardware.keypads.frames import encode
from keypad.keys import PAD_LEGENDS
from tests.keypads.building import build_sketch
from tests.keypads.rig import COLS, ROWS, BoardListener, Rig, listening, name_of, number_on
from tests.keypads.vectors import answers_every_vector
from tests.support.paths import ROOT
from tests.support.simulated_keypad import HELLO

ROUNDS = int(os.environ.get("KEYPAD_PRESSES", "6"))
BOUNCE = 12

# Neighbours in this order share neither row nor column, so three at once make no ghost.
DIAGONAL = [(n % ROWS, (n + n // COLS) % COLS) for n in range(ROWS * COLS)]
IN_ROWS = [(row, col) for row in range(ROWS) for col in range(COLS)]


def press(row: int, col: int, down: int = 40, up: int = 40) -> list[str]:
    return [f"d {row} {col} {BOUNCE}", f"wait {down}", f"u {row} {col} {BOUNCE}", f"wait {up}"]


def names(places: list[tuple[int, int]]) -> str:
    return " ".join(name_of(*place) for place in places)


@pytest.fixture
def board(rig: Rig) -> Iterator[BoardListener]:
    """No pin is ever driven against another, and nothing is lost."""
    with listening(rig) as listener:
        yield listener
        stats, counters = rig.stats(), listener.session.counters
    assert stats["contention"] == stats["high"] == stats["serial"] == stats["lost"] == 0
    assert counters["missing"] == counters["damaged"] == counters["healed"] == 0


def test_every_vector_is_answered(rig: Rig) -> None:
    answers_every_vector(rig, f"H,{HELLO}")


def test_the_sketch_of_ten_lines_types_all_sixteen_keys(make_rig: Callable[..., Rig]) -> None:
    page = (ROOT / "docs" / "keypad.md").read_text(encoding="utf-8")
    code = page.partition("```cpp\n")[2].partition("```")[0]
    assert len(code.splitlines()) == 10
    rig = make_rig(build_sketch("ten", f"#include <Arduino.h>\n{code}"))
    with listening(rig) as board:  # 90 ms down, 50 ms up, as in fast typing
        for _ in range(34):
            board.run("wait 90")
        told = board.run(*(line for number in range(16)
                            for line in press(number // 4, number % 4 + 4, 90, 50)))  # fmt: skip
    assert told == "1 2 3 ? 4 5 6 + 7 8 9 - C 0 OK F"
    assert rig.stats()["contention"] == rig.stats()["high"] == 0


# -- keys


def test_all_keys_one_every_20_ms_are_each_one_down_and_one_up(board: BoardListener) -> None:
    """Each is down for 31 ms: two keys down, 12 ms of bounce and more than 15 still."""
    lines, before = list[str](), DIAGONAL[-1]
    for row, col in DIAGONAL * ROUNDS:
        lines += [f"d {row} {col} {BOUNCE}", "wait 11"]
        lines += [f"u {before[0]} {before[1]} {BOUNCE if len(lines) > 2 else 0}", "wait 9"]
        before = row, col
    lines += ["wait 11", f"u {before[0]} {before[1]} {BOUNCE}", "wait 60"]
    events = board.events(*lines)
    pressed = [event.key for event in events if event.kind == "press"]
    assert pressed == names(DIAGONAL * ROUNDS).split()
    for name in pressed[: len(DIAGONAL)]:
        kinds = [event.kind for event in events if event.key == name]
        assert kinds == ["press", "release"] * ROUNDS


def test_ghost_rectangles_send_nothing(board: BoardListener) -> None:
    """Of three corners, one after the other, the third is no key, nor is the fourth."""
    dice = random.Random(90)
    for _ in range(20):
        rows, cols = dice.sample(range(ROWS), 2), dice.sample(range(COLS), 2)
        corners = dice.sample([(row, col) for row in rows for col in cols], 3)
        lines = [f"d {row} {col} {BOUNCE}" for row, col in corners]
        lines += [f"u {row} {col} {BOUNCE}" for row, col in dice.sample(corners, 3)]
        events = board.events(*(step for line in lines for step in (line, "wait 60")))
        pressed = [event.key for event in events if event.kind == "press"]
        assert pressed == names(corners[:2]).split()
        assert sorted(event.key for event in events) == sorted(pressed * 2)
    # When all are up, keys are keys again, also a third one that makes no rectangle.
    diagonal = [line for n in range(3) for line in (f"d {n} {n}", "wait 30")]
    assert board.run(*diagonal) == "+DES +DEMOL +RECU"


def test_a_long_cable_makes_no_press_of_its_own(board: BoardListener) -> None:
    """Read sooner than its columns rise, each key also looks like its neighbour in the next row."""
    lines = [line for at in DIAGONAL for line in press(*at, 60, 60)]
    assert board.run("cable 25", *lines) == names(DIAGONAL)


def test_a_key_that_is_down_while_the_board_starts_is_no_press(board: BoardListener) -> None:
    assert board.run("d 1 5", "wait 40") == "+5"
    assert board.run("reset", "wait 1500") == "-5"
    assert board.run("u 1 5 8", "wait 40", *press(1, 5)) == "5"


def test_a_pad_of_sixteen_keys_has_the_right_block(make_rig: Callable[..., Rig]) -> None:
    with listening(make_rig("banquier-4x4")) as board:
        told = board.run(*(line for at in IN_ROWS for line in press(*at)))
    assert told == " ".join(PAD_LEGENDS.values())  # as from a board without protocol


def test_the_heartbeat_comes_every_second_with_the_held_keys(board: BoardListener) -> None:
    before = board.session.counters["frames"]
    assert board.run("d 3 7", "wait 1000") == "+F"
    assert board.run("wait 1000") == board.run("wait 1000") == ""
    assert board.session.counters["frames"] - before == 4


SLOW = """
#include <Arduino.h>
#define loop one_loop
#include "banquier.ino"
#undef loop
void loop() { delay(20 + (millis() * 7 & 31)); one_loop(); }
"""
"""Something else in the loop takes 20 to 51 ms each time."""


def test_a_slow_loop_loses_and_doubles_nothing(make_rig: Callable[..., Rig]) -> None:
    dice = random.Random(16)
    places = [(dice.randrange(ROWS), dice.randrange(COLS)) for _ in range(8)]
    with listening(make_rig(build_sketch("slow", SLOW))) as board:
        heard = board.run(*(line for at in places for line in press(*at, 130, 160)))
        counters = board.session.counters
    assert heard == names(places)
    assert counters["missing"] == counters["damaged"] == counters["healed"] == 0


# -- glass and sound


def test_the_glass_is_on_the_board_s_displays(board: BoardListener) -> None:
    board.send(encode(7, "S", "J1 LANCEZ.  ,1.234.560,200000001"))
    letters, digits = board.rig.glass()
    assert digits[0] == 0 and number_on(digits) == "1.234.560"
    # Bits of the letters: A top, B C right, D bottom, E F left, the point is bit 14.
    assert letters[0] == 0b0001_1110  # J
    assert letters[3] == 0b0011_1000  # L
    assert letters[8] & 0x4000 and letters[8] != 0x4000  # Z and its point
    assert letters[2] == letters[9] == letters[11] == 0


def test_every_letter_and_digit_has_a_shape_of_its_own(board: BoardListener) -> None:
    shapes = dict[int, str]()
    for page in ("ABCDEFGHIJKL", "MNOPQRSTUVWX", "YZ0123456789", "?+-/=       "):
        board.send(encode(1, "S", f"{page},,000000000"))
        for char, shape in zip(page, board.rig.glass()[0], strict=True):
            if char != " ":
                assert shape and shape not in shapes, (char, shapes.get(shape))
                shapes[shape] = char
    assert len(shapes) == 41
    board.send(encode(1, "S", "888888888888,8.8.8.8.8.8.8.8.,FFFFFFFFF"))
    letters, digits = board.rig.glass()
    assert digits == [0xFF] * 8
    assert len(set(letters)) == 1


def test_a_board_without_letters_says_so_and_shows_numbers(rig: Rig) -> None:
    rig.tell("letters 0")
    with listening(rig) as board:
        assert board.read_frames() == [f"H,{HELLO.replace('disp=3', 'disp=2')}"]
        board.send(encode(1, "S", "J1 LANCEZ   ,42,000000000"))
        assert number_on(rig.glass()[1]) == "42"


@pytest.mark.parametrize(("hz", "ms"), [(4_096, 31), (2_048, 62), (1_365, 62), (1_170, 250)])
def test_the_piezo_sounds_with_the_given_pitch_and_length(
    board: BoardListener, hz: int, ms: int
) -> None:
    board.send(encode(1, "B", f"{hz},{ms}"))
    board.run("wait 400")
    ((heard, length),) = board.rig.beeps()
    assert abs(heard - hz) <= hz // 200
    assert abs(length - ms) <= 2
    board.send(encode(2, "B", "2048,5000"))
    board.send(encode(3, "B", "0,0"))  # no hertz are silence
    board.run("wait 500")
    ((_, length),) = board.rig.beeps()
    assert length < 200
