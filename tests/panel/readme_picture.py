"""The panel as the README shows it, amid a game of bots, and with the pane of the machine.

python -m tests.panel.readme_picture         draws both anew
"""

import asyncio
import re
from pathlib import Path

from banquier.editions.edition_file import editions
from banquier.panel.settings import Settings
from datasheet.glass import CELLS_A
from hardware.crystal import SECOND
from hardware.unit import Unit
from tests.panel.steering import press, steered
from tests.support.games_played import play, sit_down
from tests.support.paths import ROOT

PICTURES: dict[Path, tuple[tuple[int, int], tuple[str, ...]]] = {
    ROOT / "docs" / "panel.svg": ((80, 24), ()),
    ROOT / "docs" / "panel-machine.svg": ((120, 32), ("f4",)),
}
"""Each file: the size of the terminal and the keys that are pressed."""


async def drawn(size: tuple[int, int], keys: tuple[str, ...]) -> str:
    unit = Unit(editions(), seed=1990)
    sit_down(unit, "players 4")
    play(unit, 60)
    while unit.question.kind != "offer" or len(unit.question.place) > CELLS_A:
        play(unit, 1)
    unit.run(unit.notices_end + SECOND)
    async with steered(unit, size, settings=Settings(lang="fr")) as (panel, pilot):
        await press(pilot, *keys)
        panel.messages.visible = not keys  # one picture shows the names of the panes
        panel.timing.wake()
        await pilot.pause()
        # Without the font that Textual would have from elsewhere.
        return re.sub(r"@font-face \{.*?\}\s*", "", panel.export_screenshot(), flags=re.DOTALL)


if __name__ == "__main__":
    for file, shown in PICTURES.items():
        file.write_text(asyncio.run(drawn(*shown)), encoding="utf-8")
