"""Every screen of the panel: no word of the other language, and text that can be read on its ground
in every tint.

Every word with a small letter that the panel shows must be a word of the catalogue of that
language. What the glass, the keys and the roll say is French, in capitals.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from textual.color import Color
from textual.pilot import Pilot
from textual.widgets import Static

from banquier.panel.app import Panel
from banquier.panel.settings import Settings
from banquier.panel.tints import TINTS
from banquier.saves.open_game import open_game
from banquier.saves.save_folder import SaveFolder
from banquier.words import text
from banquier.words.catalogues import catalogue
from hardware.unit_inputs import name_players
from tests.panel.steering import laid_out, press, shown, steered
from tests.support.units import set_facts, tap_in_turn

WORD = re.compile(r"[^\W\d_]{2,}")
REGISTER = re.compile(r"[0-9a-f]{4}  (?=[01]{4})")
"""The dice in the machine's pane: hexadecimal, which may be four letters, and binary."""
OF_NO_LANGUAGE = {"Anne", "Bob", "http", "ctrl", "Hz", "mV", "op", "tap", "key"}
"""Names, units, and the beeps as scripts name them."""
LEAST = 4.5
"""What the guidelines for web content ask of text."""

BUILT = "owner 1 1, owner 3 1, owner 39 2, houses 1 3, houses 3 5, houses 39 1, prison 3 1"
SCREENS = (
    ("", "", "Anne"), ("f2", "f2", "action.roll"), ("f3", "f3", "BELL"), ("f4", "f4", "768"),
    ("ctrl+r", "ctrl+r", "http"), ("ctrl+t up", "ctrl+t", "history.present"),
    ("ctrl+p", "", "palette.search"), ("9 9 9 9", "escape", "palette.none"),
    ("ctrl+e", "escape", "names.title"), ("f1", "escape", "action.help"),
    ("ctrl+n", "", "message.choose"), ("q", "escape", "leave.question"), ("tab", "", ""),
)  # fmt: skip
"""The keys that open each screen of a game and those that close it, and what it shows: a text of
the catalogues, or a word."""


@cache
def words_of(lang: str) -> set[str]:
    texts = [text.replace(r"\n", "\n") for text in catalogue(lang).values()]
    return {word.lower() for text in texts for word in WORD.findall(text)} | {
        word.lower() for word in OF_NO_LANGUAGE
    }


def without_link_ends(lines: list[str]) -> Iterator[str]:
    """The secret of a link is chance, and a narrow pane breaks it: up to two lines follow."""
    broken = 0
    for line in lines:
        yield re.sub(r"\S+\s*$", "", line) if broken else line
        broken = 2 if re.search(r"http\S+\s*$", line) else max(0, broken - 1)


def foreign(lines: list[str], lang: str) -> list[str]:
    """Words of these lines that are none of the language. A window or a box over it may cut the
    first and the last word of a piece of line."""
    known = words_of(lang)
    found = []
    for piece in (
        piece for line in without_link_ends(lines) for piece in re.split("[╭│╰╮╯─]+", line)
    ):
        piece = re.sub(r"http\S+|\S*\d\S*", "", REGISTER.sub("", piece))  # links, numbers
        words = WORD.findall(piece)
        for at, printed in enumerate(words):
            word = printed.lower()
            legend = printed.isupper() or printed[1:].isupper()  # a computer's letter before it
            if legend or word in known:
                continue
            begun = at == 0 and any(one.endswith(word) for one in known)
            ended = at == len(words) - 1 and any(one.startswith(word) for one in known)
            if not begun and not ended:
                found.append(printed)
    return found


def luminance(color: Color) -> float:
    """Return the relative luminance of sRGB."""
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4
                        for one in color.normalized)  # fmt: skip
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrasts(panel: Panel) -> Iterator[tuple[float, str]]:
    """Yield the contrast of each piece of text outside the glass."""
    for strip in panel.screen._compositor.render_strips()[: panel.size.height]:
        for piece, style, _ in strip:
            if style and style.color and style.bgcolor and any(map(str.isalnum, piece)):
                ink, ground = map(Color.from_rich_color, (style.color, style.bgcolor))
                dark, light = sorted(map(luminance, (ink, ground)))
                if ground.hex.lower() != panel.theme_variables["glass"]:
                    yield (light + 0.05) / (dark + 0.05), piece


async def read_in_every_tint(panel: Panel, pilot: Pilot[int]) -> None:
    """In one language: words have no colours."""
    for theme in TINTS if panel.lang == "fr" else ():
        panel.theme = theme
        await laid_out(pilot)
        pale = [(round(ratio, 1), piece) for ratio, piece in contrasts(panel) if ratio < LEAST]
        assert pale == [], theme


async def check(panel: Panel, pilot: Pilot[int]) -> None:
    """The words, also those to which one scrolls, and the tints of what is shown."""
    words = [str(part.render()) for part in panel.screen.query(Static)]
    assert foreign("\n".join([shown(panel), *words]).splitlines(), panel.lang) == []
    await read_in_every_tint(panel, pilot)


@pytest.mark.parametrize(("lang", "size"), [("fr", (80, 24)), ("en", (100, 40))])
async def test_every_screen_is_in_the_players_language_and_can_be_read_in_every_tint(
    tmp_path: Path, lang: str, size: tuple[int, int]
) -> None:
    settings = Settings(lang=lang)
    async with steered(open_game(), size, settings=settings) as (panel, pilot):
        await check(panel, pilot)
        await press(pilot, "ctrl+d")
        assert text(lang, "house.title") in shown(panel)
        await check(panel, pilot)
    game = open_game(players=4, games=SaveFolder(str(tmp_path)))
    name_players(game.unit, {1: "Anne", 2: "Bob"})
    payment = "PAYER", "1", "OK", "2", "OK", "5", "OK"
    set_facts(tap_in_turn(game.unit), BUILT)
    tap_in_turn(game.unit, *payment, "CORR", "OK")
    async with steered(game, size, settings=settings) as (panel, pilot):
        for keys, closing, name in SCREENS:
            await press(pilot, *keys.split())
            while (text(lang, name) if "." in name else name) not in shown(panel):
                await pilot.pause()
            await check(panel, pilot)
            await press(pilot, *closing.split())
        set_facts(game.unit, "cash 1 100, next-dice 1 3")
        tap_in_turn(game.unit, "F", "DES")
        assert game.unit.question.kind == "debt"
        panel.timing.wake()
        await read_in_every_tint(panel, pilot)  # the square is French
    game.close()
