"""docs/panel.svg: the panel as the README shows it, amid a game of bots.

python -m tests.panel.readme_picture         draws it anew
"""

from __future__ import annotations

import asyncio
import re

from banquier.editions.edition_file import editions
from banquier.panel.settings import Settings
from datasheet.glass import CELLS_A
from hardware.crystal import SECOND
from hardware.unit import Unit
from tests.panel.steering import steered
from tests.support.games_played import play, sit_down
from tests.support.paths import ROOT

FILE = ROOT / "docs" / "panel.svg"


async def drawn() -> str:
    unit = Unit(editions(), seed=1990)
    sit_down(unit, "players 4")
    play(unit, 60)
    while unit.question.kind != "offer" or len(unit.question.place) > CELLS_A:
        play(unit, 1)
    unit.run(unit.notices_end + SECOND)
    async with steered(unit, settings=Settings(lang="fr")) as (panel, pilot):
        panel.timing.wake()
        await pilot.pause()
        # Without the font that Textual would have from elsewhere.
        return re.sub(r"@font-face \{.*?\}\s*", "", panel.export_screenshot(), flags=re.DOTALL)


if __name__ == "__main__":
    FILE.write_text(asyncio.run(drawn()), encoding="utf-8")
