"""The handheld's own files under MicroPython; only the module `machine` is replaced."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from struct import iter_unpack

import pytest

from banquier.bodies.handheld import folder
from banquier.bodies.handheld.memory import SLOTS, Memory
from display.elements import is_lit
from display.font import fourteen
from display.lcd import encode
from display.shapes import elements
from hardware.keypads.keypad_session import KeypadSession
from hardware.unit import Unit
from keypad.keys import PULSE
from tests.handheld import picture
from tests.handheld.hand import PICO, SET_UP, Hand, played
from tests.keypads.rig import number_on
from tests.support.paths import ROOT
from tests.support.pictures import pixels
from tests.support.system import micropython


@pytest.fixture(scope="session")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is copied onto a Pico."""
    place = tmp_path_factory.mktemp("handheld")
    folder.write(place)
    return place


def test_a_game_by_keys_gives_the_emulators_glasses(copied: Path, tmp_path: Path) -> None:
    """On the screen, on the piezo, over USB; and after a start its question stands again."""
    hand = Hand()
    hand.play(60)
    hand.tap("C")  # which an ordinary pad has not; the error goes by itself
    hand.wait(2 * 32_768)
    result = played(copied, tmp_path, [*hand.edges, str(hand.unit.tick)])
    assert result.glasses == hand.glasses[1:]
    assert drawn(result.pixels) == lit_on(hand.unit)
    assert {2_048, 0} <= {*result.tones} and result.tones[-1] == 0
    keypad = KeypadSession()
    for number, line in enumerate(result.told):
        keypad.hear(f"{line}\r\n".encode(), 3_000 + 500 * number)
    pressed = [event.key for event in keypad.events if event.kind == "press"]
    assert pressed == hand.taps[-len(pressed) :] and len(pressed) > 20
    written = [path.stat().st_size for path in tmp_path.glob("game.*")]
    assert len(written) > 5 and max(written) < 4_096
    again = played(copied, tmp_path, ["98304"])
    assert again.glasses[-1][1][0] == "REPRISE ?"
    asked = played(copied, tmp_path, ["98304 13 8 1", "100352 13 8 0", "163840"])
    assert result.glasses[-1][1] in [shown for _, shown in asked.glasses]


def lit_on(unit: Unit) -> list[bool]:
    """By the emulator: each segment of both rows."""
    rows = encode(*unit.shown)
    return [is_lit(rows, element.name) for element in elements() if element.name[0] in "AB"]


def drawn(pixels: bytes) -> list[bool]:
    """By the screen, at the middle of each segment: dark, or faintly visible."""
    found = list[bool]()
    for name, shapes, _ in elements():
        if name[0] in "AB":
            corners = shapes[0][0]
            x = round(folder.ACROSS * sum(x for x, _ in corners) / len(corners))
            y = round(folder.TOP + folder.DOWN * sum(y for _, y in corners) / len(corners))
            colour = pixels[2 * (320 * y + x) :][:2].hex()
            assert colour in ("1903", "adb2"), (name, colour)
            found.append(colour == "1903")
    return found


def test_letters_and_numbers_on_chips_and_the_sleep(copied: Path, tmp_path: Path) -> None:
    """As the keypad's sketch shows them (tests/keypads/test_rig.py); ON switches off and on."""
    hand = Hand()
    for key in SET_UP:
        hand.tap(key)
    for held in (40_000, PULSE):
        hand.tap("ON", held)
        hand.wait(32_768)
    result = played(copied, tmp_path, [*hand.edges, str(hand.unit.tick)], 0x70, 0x71, 0x72)
    assert result.glasses == hand.glasses[1:]
    assert result.sent.count((0x70, b"\x80")) == 1 and result.sent.count((0x70, b"\x21")) == 2
    last = {(chip, data[0]): data[1:] for chip, data in result.sent}
    words = [word for chip in (0x70, 0x71, 0x72) for (word,) in iter_unpack("<H", last[chip, 0])]
    row_a, row_b, _ = hand.unit.shown
    assert words[: len(row_a)] == [fourteen(char) for char in row_a]
    assert number_on([last["digits", 8 - at][0] for at in range(8)]) == row_b.strip() != ""


def test_of_three_keys_with_a_ghost_the_third_is_no_press(copied: Path, tmp_path: Path) -> None:
    edges = ("65536 10 2 1", "81920 10 3 1", "98304 11 2 1", "131072")
    assert played(copied, tmp_path, edges).told == ["DES pressed", "ACHAT pressed"]


def test_the_picture_of_the_docs_is_what_the_screen_shows() -> None:
    assert (pixels(picture.FILE.read_bytes()) == picture.drawn().round()).all()


def test_a_file_that_is_cut_at_any_byte_leaves_the_operation_before(
    copied: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    memory, records = Memory(), list[str]()
    for operation in range(SLOTS + 9):
        records = [*records, f'{{"cash": {operation}}}'][-SLOTS + 1 :]
        memory.keep(operation, len(records), records[-1:])
    assert Memory().records() == records
    last = max(tmp_path.iterdir(), key=lambda path: int(path.read_bytes().split()[0]))
    whole = last.read_bytes()
    for cut in range(len(whole)):
        for rest in (b"", whole[:9], b"\0" * (len(whole) - cut)):
            last.write_bytes(whole[:cut] + rest)
            assert Memory().records()[1:] == records[:-1], cut
    last.write_bytes(whole)
    memory.keep(99, 1, ["{", "}"])  # a new game
    assert Memory().records() == ["{}"]
    # Of another version: it is set up anew.
    assert played(copied, tmp_path, ["98304"]).glasses[-1][1][0] == "ELECTRONIQUE"


PAD = """
import machine
pairs = [(row, col) for row in (10, 11, 12, 13) for col in (6, 7, 8, 9)]
turns = 0
def sleep_ms(ms):
    global turns
    turns += 1
    if turns % 64 == 1:
        machine.closed.clear()
    elif turns % 64 == 33:
        machine.closed.add(pairs.pop(0))
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
