"""Snapshots of the panel as text that can be reviewed: characters, then their colours.

    BANQUIER_SNAPSHOTS=write make test TESTS=tests/panel/test_snapshots.py

writes them anew; the difference in version control is then the review. Nothing moves in these
pictures: the unit stands still and the glass is plainly lit or not. And nothing in them hangs on
the rules of the game: the table is arranged by hand. One picture has the last line with the words
of all panes, so that another word there changes one.
"""

import os
from collections.abc import Iterable
from pathlib import Path
from string import ascii_letters, digits

import pytest

from banquier.panel.app import Panel
from banquier.panel.settings import Settings
from banquier.panel.tints import TINTS
from datasheet.glass import ICONS
from display.lcd import encode
from firmware_sim.session import RollLine
from hardware.unit import Unit
from hardware.unit_inputs import set_fact
from tests.panel import readme_picture
from tests.panel.steering import press, shown, steered

FOLDER = Path(__file__).resolve().parent / "snapshots"
SIZES = ((80, 24), (120, 40), (200, 60))
SIGNS = ascii_letters + digits + "!$%&*+-./:;<=>?@^_~|"


WITH_LAST_LINE = ((200, 60), "lcd")


async def picture(unit: Unit, size: tuple[int, int], *keys: str) -> str:
    (found,) = (await pictures(unit, size, ["lcd"], *keys)).values()
    return found


async def pictures(
    unit: Unit, size: tuple[int, int], themes: Iterable[str], *keys: str
) -> dict[str, str]:
    found = {}
    async with steered(unit, size, settings=Settings(lang="fr")) as (panel, pilot):
        await press(pilot, *keys)
        for theme in themes:
            panel.theme = theme
            panel.messages.visible = (size, theme) == WITH_LAST_LINE
            panel.timing.wake()
            await pilot.pause()
            found[theme] = written(panel)
    return found


def written(panel: Panel) -> str:
    """The screen: its characters, a sign for the style of each, and what the signs mean."""
    width, height = panel.size
    styles: dict[str, str] = {}
    text, worn = [], []
    for strip in panel.screen._compositor.render_strips()[:height]:
        line, signs = "", ""
        for segment in strip.crop(0, width):
            name = str(segment.style)
            sign = styles.setdefault(name, SIGNS[len(styles)])
            line += segment.text
            signs += sign * len(segment.text)
        text.append(line.rstrip())
        worn.append(signs)
    legend = [f"{sign} {name}" for name, sign in styles.items()]
    return "\n".join([*text, "", *worn, "", *legend, ""])


def compare(name: str, found: str) -> None:
    file = FOLDER / f"{name}.txt"
    if os.environ.get("BANQUIER_SNAPSHOTS") == "write":
        file.write_text(found, encoding="utf-8")
    wanted = file.read_text(encoding="utf-8")
    assert found.splitlines() == wanted.splitlines()


@pytest.fixture
def arranged(waiting: Unit) -> Unit:
    """A table arranged by hand: some deeds, some tokens, three lines of the roll, a full glass."""
    for square, player in ((1, 1), (3, 1), (5, 2), (12, 3), (39, 4)):
        set_fact(waiting, "owner", square, player)
    for noun, *facts in (("houses", 1, 3), ("houses", 3, 5), ("square", 2, 36), ("cash", 3, 9_990)):
        set_fact(waiting, noun, *facts)
    set_fact(waiting, "mortgaged", 12, "yes")
    set_fact(waiting, "free-card", 1, "chance")
    set_fact(waiting, "prison", 4, 1)
    waiting.run(waiting.tick + 2048)
    icons = sum(1 << ICONS.index(name) for name in ("J2", "P4", "HYPO", "SON", "F"))
    waiting.shown = ("MACHIN. KIWI", "1.234.560", icons)
    waiting.lcd.write(encode(*waiting.shown), waiting.tick)
    waiting.run(waiting.tick + 512)
    waiting.roll[:] = [
        RollLine(1, "J1 DES 4 3"),
        RollLine(1, "J1 ACHAT BOULEVARD DE BELLEVILLE 6.000"),
        RollLine(2, "J2 DES 6 6"),
    ]
    waiting.roll[1].struck = True
    return waiting


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_the_panel_looks_as_it_did(arranged: Unit, size: tuple[int, int]) -> None:
    """One size is enough for the tints."""
    themes = TINTS if size == SIZES[0] else ["lcd"]
    for theme, found in (await pictures(arranged, size, themes)).items():
        compare(f"panel-{size[0]}x{size[1]}-{theme}", found)


PANES = (
    ("f2", "roll", SIZES[0]), ("f2", "roll", SIZES[1]),
    ("f3", "board", SIZES[0]), ("f3", "board", SIZES[1]),
)  # fmt: skip
"""One size is enough for a pane that is not laid out otherwise at another."""


@pytest.mark.parametrize(("key", "pane", "size"), PANES)
async def test_a_pane_looks_as_it_did(
    arranged: Unit, key: str, pane: str, size: tuple[int, int]
) -> None:
    compare(f"{pane}-{size[0]}x{size[1]}", await picture(arranged, size, key))


async def test_a_roll_painted_before_its_pane_is_laid_out_is_folded_the_same(
    arranged: Unit,
) -> None:
    async with steered(arranged, SIZES[1]) as (panel, pilot):
        await press(pilot, "f2")
        assert panel.pane
        panel.pane.styles.overflow_y = "scroll"  # as it may be for a moment, while it opens
        await pilot.pause()
        arranged.roll.append(RollLine(3, "J1 DES 1 2"))
        panel.timing.wake()
        await pilot.pause()
        panel.pane.styles.overflow_y = "auto"
        await pilot.pause()
        assert "J1 ACHAT BOULEVARD DE BELLEVILLE" in shown(panel)


@pytest.mark.parametrize("size", SIZES[:2], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_the_machine_looks_as_it_did(cold: Unit, size: tuple[int, int]) -> None:
    """One key has been read three times, another twice, another once."""
    for tick, key in ((300_100, "7"), (300_500, "5"), (300_700, "3")):
        cold.run(tick)
        cold.press(key)
    cold.run(300_900)
    compare(f"machine-{size[0]}x{size[1]}", await picture(cold, size, "f4"))


async def test_the_lamp_test_lights_everything(cold: Unit) -> None:
    cold.run(10 * 512)
    compare("lamp-test", await picture(cold, (80, 24)))


@pytest.mark.parametrize(
    "size", [(40, 10), (20, 4), (80, 16)], ids=lambda size: f"{size[0]}x{size[1]}"
)
async def test_a_small_window_says_the_same_in_words(arranged: Unit, size: tuple[int, int]) -> None:
    compare(f"small-{size[0]}x{size[1]}", await picture(arranged, size))


@pytest.mark.parametrize("file", readme_picture.PICTURES, ids=lambda file: file.name)
async def test_a_picture_of_the_readme_is_what_the_panel_shows(file: Path) -> None:
    """If not: make readme-picture"""
    shown = readme_picture.PICTURES[file]
    assert file.read_text(encoding="utf-8") == await readme_picture.drawn(*shown)
