"""The handheld's own files under MicroPython, on a chip that takes its time: pico/pico.py."""

from __future__ import annotations

import ast
import os
import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from struct import iter_unpack
from typing import Any

import pytest

from banquier.bodies.handheld import folder
from banquier.bodies.modules import Modules
from datasheet.glass import ICONS
from display.font import fourteen
from display.patterns import patterns
from display.wiring import LINES, Rows
from hardware.keypads.keypad_session import KeypadSession
from keypad.keys import BY_NAME, PULSE
from tests.bodies.which import ALL
from tests.handheld import picture
from tests.handheld.hand import PICO, SECOND, SET_UP, Edge, Hand, make_edge, run_handheld
from tests.keypads.rig import number_on
from tests.support.paths import ROOT
from tests.support.pictures import pixels
from tests.support.system import micropython

Run = Callable[..., Any]
KEYS = [key for key in BY_NAME if key not in ("F", "ON")]
PRESSES, PHASES = (1_000, 200) if ALL else (100, 25)
"""All with `make test-bodies`."""


@pytest.fixture(scope="session")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that is copied onto a Pico."""
    place = tmp_path_factory.mktemp("handheld")
    folder.write(place)
    return place


@pytest.fixture
def run(build: Path, tmp_path: Path) -> Run:
    """Run the handheld with edges until an end, with a flash of its own."""
    return partial(run_handheld, build, tmp_path)


def test_a_game_by_keys_gives_the_emulators_glasses(run: Run) -> None:
    """The ticks, the screen, the piezo and the lines over USB are the emulator's too. When the
    cells are pulled within the last records, the question that the glass has confirmed comes back,
    and CORR goes back twelve operations."""
    hand = Hand()
    hand.play_bots(60)
    for key in "77C77C77C7":
        hand.tap(key)
    hand.wait(2 * 32_768)
    result = run(hand.edges, hand.end, cuts=60)
    assert result.glasses == hand.glasses
    assert result.pixels == paint(hand.unit.lcd.memory)
    assert result.lights == [0, 1] and result.largest < 4_096
    # A press is accepted after 23 ms, is answered after 60 and has its whole glass after 125.
    for (tick, *_), (until, *_) in pairwise(result.glasses[2:]):
        begins, ends = tick * SECOND / 32_768, until * SECOND / 32_768
        drawn = [us - begins for us in result.drawn if begins < us < ends]
        assert ends - begins < 60_000 or (drawn[0] < 37_000 and drawn[-1] < 102_000), drawn
    assert {2_048, 0} <= {*result.tones} and result.tones[-1] == 0
    keypad = KeypadSession()
    for number, line in enumerate(result.said):
        keypad.feed(f"{line}\r\n".encode(), 3_000 + 500 * number)
    pressed = [event.key for event in keypad.events if event.kind == "press"]
    assert pressed == hand.taps[-len(pressed) :] and len(pressed) > 20
    for known, (operations, undo, _) in result.cuts:
        assert operations in (known, known + 1) and undo == 12
    assert len({question for _, (*_, question) in result.cuts}) > 3
    asked = run([make_edge(3e6, "OK", 1), make_edge(3.1e6, "OK", 0)], 5e6)
    shown = [shown for _, *shown in asked.glasses]
    assert "REPRISE ?" in [row_a for row_a, *_ in shown] and result.glasses[-1][1:] in shown


def paint(rows: Rows) -> bytes:
    """Return all pixels of a glass, and check that the patterns of no two elements overlap."""
    screen = [b"\xb6\x14"] * 320 * 240
    for number, (left, top, right, bottom, (pattern, *_)) in enumerate(patterns()):
        colour = b"\x19\x03" if rows[number // LINES] >> number % LINES & 1 else b"\xad\xb2"
        row_bytes = (right - left + 7) // 8
        for y in range(top, bottom):
            for x in range(left, right):
                if pattern[(y - top) * row_bytes + (x - left) // 8] << (x - left) % 8 & 128:
                    assert screen[320 * y + x] == b"\xb6\x14", number
                    screen[320 * y + x] = colour
    return b"".join(screen)


def random_presses(count: int) -> Iterator[tuple[Edge, ...]]:
    """Yield presses of 30, 60 and 80 ms at any phase: taps, two keys at once, rolls of three."""
    chance, at = Random(1), 3.0 * SECOND
    while count > 0:
        keys = chance.sample(KEYS, min(count, chance.choice((1, 1, 1, 2, 3))))
        count -= len(keys)
        if len(keys) == 2:
            keys = sorted(keys, key=lambda key: BY_NAME[key].code)
        up = at
        for nth, key in enumerate(keys):
            down = at + 3_000 * nth if len(keys) == 2 else up - 8_000 * (nth > 0)
            up = max(up, down) + chance.choice((30_000, 60_000, 80_000))
            yield make_edge(down, key, 1), make_edge(up, key, 0)
        at = up + chance.choice((30_000, 90_000, 300_000)) + chance.randrange(8_000)


def test_no_press_is_lost(run: Run) -> None:
    pressed = [*random_presses(PRESSES)]
    edges = sorted(moved for both in pressed for moved in both)
    result = run(edges, edges[-1][0] + SECOND)
    assert [make_edge(0, key, 1)[1] for key in result.accepted] == [down[1] for down, _ in pressed]


def test_on_of_40_ms_wakes_it_at_every_phase_of_its_sleep(run: Run) -> None:
    edges, at = list[Edge](), 3.0 * SECOND
    for nth in range(PHASES):
        edges += [make_edge(at, "ON", 1), make_edge(at + SECOND, "ON", 0)]
        at += 1.5 * SECOND + 30_000 / PHASES * nth
        edges += [make_edge(at, "ON", 1), make_edge(at + 40_000, "ON", 0)]
        at += 0.5 * SECOND
    assert run(edges, at).lights == [0, 1] * (PHASES + 1)


def test_letters_and_numbers_on_chips_and_the_sleep(run: Run) -> None:
    """Chips show what those of the keypad's sketch show (tests/keypads/test_rig.py)."""
    hand = Hand()
    for key in SET_UP:
        hand.tap(key)
    for held in (40_000, PULSE):
        hand.tap("ON", held)
        hand.wait(32_768)
    result = run(hand.edges, hand.end, chips=[0x70, 0x71, 0x72])
    assert [shown[1:] for shown in result.glasses] == [shown[1:] for shown in hand.glasses]
    assert result.sent.count([0x70, [0x80]]) == 1 and result.sent.count([0x70, [0x21]]) == 2
    last = {(chip, data[0]): bytes(data[1:]) for chip, data in result.sent}
    words = [word for chip in (0x70, 0x71, 0x72) for (word,) in iter_unpack("<H", last[chip, 0])]
    row_a, row_b, _ = hand.unit.shown
    assert words[: len(row_a)] == [fourteen(char) for char in row_a]
    assert number_on([last["digits", 8 - at][0] for at in range(8)]) == row_b.strip() != ""


def test_a_ghost_and_a_key_that_was_down_are_no_presses(run: Run) -> None:
    edges = [make_edge(0, "7", 1), make_edge(2e6, "7", 0)]
    edges += [
        make_edge(at, key, 1) for at, key in ((2.5e6, "DES"), (3e6, "ACHAT"), (3.5e6, "BATIR"))
    ]
    result = run(edges, 5e6)
    assert result.said == ["DES pressed", "ACHAT pressed"] and result.accepted == ["DES"]


def test_a_file_that_cannot_be_opened_is_error_23_and_tried_again(
    build: Path, tmp_path: Path
) -> None:
    hand = Hand()
    hand.play_bots(12)
    hand.wait(3 * 32_768)
    for first in range(19, 25):  # behind those that look for a game
        home = tmp_path / str(first)
        home.mkdir()
        result = run_handheld(build, home, hand.edges, hand.end, fails=[first, first + 1], cuts=0)
        assert "Err 23" in [row_b for _, _, row_b, _ in result.glasses], first
        ((known, (operations, undo, _)),) = result.cuts
        assert (known, undo) == (operations, len(hand.unit.session.history)), first


@pytest.mark.parametrize(("show", "end"), [("hangs", "WatchdogReset"), ("fails", "reset")])
def test_what_hangs_or_fails_begins_anew(run: Run, show: str, end: str) -> None:
    with pytest.raises(AssertionError, match=end):
        run([], SECOND, show=show)


@pytest.mark.parametrize(
    ("volts", "cells", "is_dark"), [(2.2, "PILE", False), (1.8, "", True), (5.0, "", False)]
)
def test_cells_are_measured(run: Run, volts: float, cells: str, is_dark: bool) -> None:
    """Two cells behind a diode: PILE below 2.5 V, off below 2.2 V; a computer gives 5 V."""
    result = run([], 5e6, volts=volts, seed=None)  # by its own noise
    icons = [icons for _, row_a, _, icons in result.glasses if row_a == "ELECTRONIQUE"]
    assert any(mask >> ICONS.index("PILE") & 1 for mask in icons) == bool(cells)
    assert (result.lights[-1] == 0) == is_dark == (not icons)


def test_all_texts_can_be_frozen() -> None:
    """The engine's own tool takes no half of a character."""
    for source in Modules([f"{folder.ROOM}.handheld"]).sources.values():
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert node.value.encode() is not None


def test_the_picture_of_the_docs_is_what_the_screen_shows() -> None:
    assert (pixels(picture.FILE.read_bytes()) == picture.draw_picture().round()).all()


PAD = """
import pico
pairs = [(row, col) for row in (10, 11, 12, 13) for col in (6, 7, 8, 9)]
turns = 0
def sleep_ms(ms):
    global turns
    turns += 1
    if turns % 64 == 1:
        pico.closed.clear()
    elif turns % 64 == 33:
        pico.closed.add(pairs.pop(0))
"""
"""A key every other four rounds; after the last one there is no next."""


def test_the_program_of_the_docs_presses_all_keys_of_a_pad() -> None:
    page = (ROOT / "docs" / "keypad.md").read_text("utf-8")
    lines = page.partition("```python\n")[2].partition("```")[0]
    lines = lines.replace("from time import sleep_ms\n", "")
    done = subprocess.run(
        [micropython(), "-c", PAD + lines], env={**os.environ, "MICROPYPATH": str(PICO)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    edges = [f"{key} {way}" for key in "123A456B789C*0#D" for way in ("pressed", "released")]
    assert done.stdout.splitlines()[: len(edges)] == edges
