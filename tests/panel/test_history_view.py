"""Back in the game that is being played, and on from there, by the panel's keys."""

import io
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.events import Key
from textual.pilot import Pilot

from banquier.panel.app import Panel
from banquier.panel.layout import arrange
from banquier.panel.settings import Settings
from banquier.saves.open_game import OpenGame, open_game, open_save
from banquier.saves.save_file import SaveFile
from banquier.saves.save_folder import SaveFolder
from tests.panel.steering import comes, let_pass, press, shown, steered
from tests.support.games_played import evening, facts, of_firmware, play, sit_down


@asynccontextmanager
async def in_history(
    folder: Path, operations: int = 6, **more: Any
) -> AsyncIterator[tuple[Panel, Pilot[int]]]:
    """A game of two after so many operations, and the list of them open on its panel."""
    opened = open_save(SaveFolder(str(folder)), seed=90)
    sit_down(opened.unit, "players 2")
    play(opened.unit, operations)
    async with listed(opened, **more) as found:
        yield found


@asynccontextmanager
async def listed(opened: OpenGame, **more: Any) -> AsyncIterator[tuple[Panel, Pilot[int]]]:
    async with steered(opened, (100, 40), **more) as (panel, pilot):
        await press(pilot, "ctrl+t")
        yield panel, pilot
    opened.close()


def at_once(panel: Panel, *names: str) -> None:
    """As a slow line delivers keys: all before the first has been done."""
    for name in names:
        panel.post_message(Key(name, name if len(name) == 1 else None))


async def test_a_moment_can_be_viewed_left_and_played_on_from_while_the_old_save_stays(
    tmp_path: Path,
) -> None:
    async with in_history(tmp_path, 12) as (panel, pilot):
        present = panel.unit
        held = facts(present)
        (save,) = tmp_path.glob("*.keys")
        before = save.read_bytes()
        moments = panel.history.operations
        assert [moment.text for moment in moments] == [line.text for line in present.roll]
        await pilot.press(*["up"] * 5, "enter")
        history = panel.unit
        assert history is not present
        assert history.operations == len(moments) - 4
        # One of them is marked, and has a sentence, no code of the roll.
        await comes(pilot, lambda: re.search(r"▶ J\d [a-zà-ÿ]+[ ,]", shown(panel)))
        assert shown(panel).count("▶") == 1
        was = panel.unit.session.current_game.plain()
        await pilot.press("?", "2", "+")
        panel.keys.run(history.tick + 32_768)
        assert "?" in history.said.icons
        assert history.firmware.session.current_game.plain() == was
        await pilot.press("backspace", "d", "4")
        let_pass(panel, 32_768)
        assert history.session.current_game.plain() == was and not history.question.typed
        assert "ctrl+n" in panel.messages.said[-1] and "^N" in panel.question_line.text
        await press(pilot, "+")
        let_pass(panel, 32_768)
        assert history.question.kind.startswith("walk")
        await pilot.press("ctrl+t")  # without a pane the present is shown
        assert panel.unit is present and "^N" not in panel.question_line.text
        await pilot.press("ctrl+t", *["up"] * 5, "enter", "end")
        assert panel.unit is present
        assert facts(present) == held
        await pilot.press(*["up"] * 5, "enter")
        stood = panel.unit.said.text
        await pilot.press("ctrl+n")
        assert panel.unit not in (history, present)
        assert panel.unit.session.current_game.plain() == was
        assert panel.unit.said.text == stood
        assert not panel.history.is_away and panel.pane is None  # Enter is OK again
        await pilot.pause()
        assert panel.key_block.size.height == arrange(*panel.size, False).keys
        SaveFile.open_named(str(save), 1 << 20).abandon()  # it can be played beside this one
    assert save.read_bytes() == before
    assert len(list(tmp_path.glob("*-from-*.keys"))) == 1


async def test_a_held_key_comes_up_in_the_moment_that_is_left_and_no_beep_comes_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with in_history(tmp_path) as (panel, pilot):
        present = panel.keys
        panel.action_contact("F", True)
        assert present.held == {"F"}
        sounded: list[object] = []
        monkeypatch.setattr(panel, "_sound", sounded.extend)
        at_once(panel, "up", "enter", "escape", "ctrl+t", "up", "up", "enter")  # in their order
        await pilot.pause()
        assert panel.history.row_shown == len(panel.history.operations) - 2
        assert panel.keys is not present and not present.held
        await press(pilot, "end")
        assert panel.keys is present and not sounded
        await press(pilot, "4")
        let_pass(panel, 32_768)
        assert sounded


async def test_the_bots_and_the_roll_go_over_to_the_new_game(tmp_path: Path) -> None:
    paper = io.StringIO()
    async with in_history(tmp_path, 12, bots={1: "greedy", 2: "careful"}) as (panel, pilot):
        assert isinstance(panel.game, OpenGame)
        panel.game.print_on(paper)
        await pilot.press(*["up"] * 5, "enter", "ctrl+n")
        begun = panel.unit.operations
        panel.keys.run(panel.unit.tick + 60 * 32_768)
        panel.timing.wake()
        assert panel.unit.operations > begun + 5
        printed = paper.getvalue().partition("   < ")[2].splitlines()
        assert printed[-1] == str(panel.unit.roll[-1])


async def test_a_moment_that_cannot_be_read_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A sync that comes now would find the folder, and write the game beside it.
    monkeypatch.setattr(SaveFile, "later", staticmethod(lambda *_: None))
    async with in_history(tmp_path, settings=Settings(lang="en")) as (panel, pilot):
        (save,) = tmp_path.glob("*.keys")
        save.rename(tmp_path / "elsewhere")
        save.mkdir()  # a file that is only removed is written again
        await press(pilot, "up", "up", "enter")
        await comes(pilot, lambda: any("is not a file" in one for one in panel.messages.said))
        save.rmdir()
        (tmp_path / "elsewhere").rename(save)
        await pilot.press("enter")
        assert panel.history.is_away


async def test_the_sentences_of_the_new_save_are_shown(tmp_path: Path) -> None:
    """The moment lies before another firmware took the game up."""
    save = tmp_path / "old.keys"
    evening(save, "players 3", operations=20)
    of_firmware("0.9", save)
    opened = open_game(games=SaveFolder(str(tmp_path)), path=str(save))
    async with listed(opened, settings=Settings(lang="en")) as (panel, pilot):
        await pilot.press(*["up"] * 5, "enter", "ctrl+n")
        assert any("played with firmware 0.9" in message for message in panel.messages.said)


BOXES = (
    ("f1", "down", "escape"),
    ("q", "4", "n"),
    ("ctrl+e", "4", "escape"),
    ("ctrl+e", "A", "n", "4", "enter"),
    ("ctrl+p", "d", "escape"),
    ("f1", "q", "q", "escape"),
)


async def test_what_follows_the_key_that_closes_a_box_goes_to_what_is_below(tmp_path: Path) -> None:
    async with in_history(tmp_path, 0) as (panel, pilot):
        await press(pilot, "escape")
        for keys in BOXES:
            at_once(panel, *keys, "2", "3")
            await pilot.pause()
            assert [*panel.keys.held, *panel.keys.waiting] == ["2", "3"], keys
            assert panel.unit.names == ({1: "An4"} if BOXES.index(keys) > 2 else {})
            let_pass(panel, 32_768)


async def test_what_a_pane_uses_never_reaches_the_unit(tmp_path: Path) -> None:
    settings = Settings(keys={"up": "+"})
    async with in_history(tmp_path, 0, settings=settings) as (panel, pilot):
        at_once(panel, "up", "enter", "down", "escape")
        for pane in ("f2", "f3", "f4", "ctrl+t"):
            at_once(panel, pane, "pageup", "pagedown", "escape")
            await pilot.pause()
            assert panel.pane is None and not panel.keys.held and not panel.keys.waiting, pane
        at_once(panel, "escape")
        await pilot.pause()
        assert panel.keys.held == {"C"}
