"""Text of the panel can be read on its ground, in every tint."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.color import Color

from banquier.panel.app import Panel
from banquier.panel.tints import TINTS
from banquier.saves.open_game import open_game
from banquier.saves.save_folder import SaveFolder
from hardware.unit_inputs import name_players
from tests.panel.steering import laid_out, press, steered
from tests.support.units import set_facts, tap_in_turn

LEAST = 4.5
"""The contrast that the guidelines for web content ask of text."""
BUILT = "owner 1 1, owner 3 1, owner 39 2, houses 1 3, houses 3 5, houses 39 1, prison 3 1"
SCENES = {
    "set-up": (0, "", "", ""),
    "house rules": (0, "", "", "ctrl+d"),
    "debt": (4, f"{BUILT}, cash 1 100, next-dice 1 3", "DES", ""),
    "functions": (4, "", "F", ""),
    "board": (4, BUILT, "", "f3"),
    "roll": (4, "next-dice 1 2", "DES ACHAT FIN CORR OK", "f2"),
    "history": (4, "next-dice 1 2", "DES ACHAT FIN CORR OK", "ctrl+t up up up"),
    "names": (4, "", "", "ctrl+e"),
    "commands": (4, "", "", "ctrl+p"),
    "help": (4, "", "", "f1"),
}  # fmt: skip


def luminance(color: Color) -> float:
    """Return the relative luminance of sRGB."""
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4
                        for one in color.normalized)  # fmt: skip
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrasts(panel: Panel) -> Iterator[tuple[float, str]]:
    """Return the contrast of each piece of text outside the glass."""
    for strip in panel.screen._compositor.render_strips()[: panel.size.height]:
        for text, style, _ in strip:
            if style and style.color and style.bgcolor and any(map(str.isalnum, text)):
                ink, ground = map(Color.from_rich_color, (style.color, style.bgcolor))
                dark, light = sorted(map(luminance, (ink, ground)))
                if ground.hex.lower() != panel.theme_variables["glass"]:
                    yield (light + 0.05) / (dark + 0.05), text


@pytest.mark.parametrize(("players", "facts", "taps", "keys"), SCENES.values(), ids=SCENES)
async def test_text_can_be_read_in_every_tint(
    players: int, facts: str, taps: str, keys: str, tmp_path: Path
) -> None:
    game = open_game(players=players, games=SaveFolder(str(tmp_path)))
    set_facts(tap_in_turn(game.unit), facts)
    tap_in_turn(game.unit, *taps.split())
    if players:
        name_players(game.unit, {1: "Anne", 2: "Bob"})
    async with steered(game) as (panel, pilot):
        pale = set()
        for theme in TINTS:
            panel.theme = theme
            await press(pilot, *keys.split())
            await laid_out(pilot)
            pale |= {(theme, round(ratio, 1), text) for ratio, text in contrasts(panel)
                     if ratio < LEAST}  # fmt: skip
            await press(pilot, *(["escape"] if keys else []))
        assert sorted(pale) == []
    game.close()
