"""Back in the game that is being played, and on from there, by the panel's keys."""

from __future__ import annotations

import asyncio
from pathlib import Path

from display.panel.app import Panel
from hardware.table import table
from tests.evenings import facts, play


def test_a_moment_is_looked_at_left_and_played_on_from_while_the_old_save_stays(
    tmp_path: Path,
) -> None:
    laid = table(players=3, folder=str(tmp_path))
    present = laid.unit
    play(present, 12)
    held = facts(present)
    (save,) = tmp_path.glob("*.keys")
    before = save.read_bytes()
    panel = Panel(present, past=laid.past, still=True)

    async def travel() -> None:
        async with panel.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            await pilot.press("ctrl+t")
            await pilot.pause()
            moments = panel.travel.moments
            assert [moment.text for moment in moments] == [line.text for line in present.roll]
            await pilot.press(*["up"] * 5, "enter")
            past = panel.unit
            assert past is not present
            assert past.operations == len(moments) - 4
            was = panel.unit.look()
            await pilot.press("?", "2", "+")
            panel.fingers.run(past.tick + 32_768)
            assert "?" in past.said.icons
            assert past.look() == was
            await pilot.press("end")
            assert panel.unit is present
            assert facts(laid.unit) == held
            await pilot.press(*["up"] * 5, "enter", "ctrl+n")
            assert panel.unit not in (past, present)
            assert panel.unit.look() == was
            assert not panel.travel.away

    asyncio.run(travel())
    if panel.fault is not None:
        raise panel.fault
    assert save.read_bytes() == before
    laid.close()
    assert save.read_bytes() == before
    assert len(list(tmp_path.glob("*-from-*.keys"))) == 1


def test_a_folder_that_cannot_be_made_is_played_without(tmp_path: Path) -> None:
    wall = tmp_path / "saves"
    wall.write_text("in the way", encoding="utf-8")
    laid = table(players=2, folder=str(wall))
    assert laid.unit.said.text.endswith(" LANCEZ") or laid.unit.said.error == 23
    laid.close()
