"""A recorded game on the panel: its keys, its speed, looking around and playing on."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from banquier.panel.actions import PLAY, REPLAY
from banquier.panel.app import Panel
from banquier.panel.settings import Settings
from banquier.saves.recorded_game import RecordedGame
from banquier.saves.recording_file import recording_of
from banquier.saves.save_folder import SaveFolder
from banquier.words import text
from hardware import unit_state
from tests.panel.steering import shown_at
from tests.support.games_played import evening, facts
from tests.support.terminal import Terminal, panel_command


@pytest.fixture
def save(tmp_path: Path) -> Path:
    path = tmp_path / "game.keys"
    evening(path, "players 3", operations=30, pace=20_000)
    return path


@pytest.fixture
def saved_replay(save: Path) -> RecordedGame:
    return RecordedGame(recording_of(str(save))[0], SaveFolder.from_path(str(save)))


@asynccontextmanager
async def watched(
    saved_replay: RecordedGame, speed: float = 1.0
) -> AsyncIterator[tuple[Panel, Pilot[int]]]:
    panel = Panel(saved_replay, Settings(speed=speed), frozen=True)
    async with shown_at(panel, (120, 40)) as pilot:
        yield panel, pilot


def notes(panel: Panel) -> tuple[str, ...]:
    return panel.key_block.notes


async def test_arrows_and_f6_go_from_operation_to_operation_and_q_leaves(
    saved_replay: RecordedGame,
) -> None:
    async with watched(saved_replay) as (panel, pilot):
        for key, operation in (("right", 1), ("right", 2), ("f6", 3), ("left", 2), ("home", 0)):
            await pilot.press(key)
            assert panel.unit.operations == operation
            assert notes(panel)[:3] == ("REVOIR", f"op. {operation}", "/ 31")
        assert "PAUSE" in notes(panel)
        assert not any("^E" in said for said in panel.messages.said)
        await pilot.press("ctrl+e")  # the names of a recorded game stay
        assert len(panel.screen_stack) == 1
        assert panel.messages.said[-1] == text("fr", "names.watching")
        await pilot.press("ctrl+t", *["down"] * 6, "enter")
        assert panel.unit.operations == 7
        await pilot.press(*["up"] * 3, "enter")
        assert panel.unit.operations == 4
        await pilot.press("f1")
        assert any(
            "UNE PARTIE REVUE" in str(part.render()) for part in panel.screen.query("Static")
        )
        await pilot.press("escape", "q")  # without a question
        assert panel.return_code == 0


async def test_keys_are_refused_in_a_sentence_and_change_nothing(
    save: Path, saved_replay: RecordedGame
) -> None:
    was = save.read_bytes()
    async with watched(saved_replay) as (panel, pilot):
        await pilot.press("right")
        before = panel.unit.operations, unit_state.digest(saved_replay.cursor.unit)
        await pilot.press("d", "4", "3", "enter", "a", "o", "ctrl+f")
        await pilot.click(panel.key_block, offset=panel.key_block.caps["OK"].offset)
        assert (panel.unit.operations, unit_state.digest(saved_replay.cursor.unit)) == before
        messages = list(panel.messages.said)
        assert messages.count(text("fr", "replay.refused")) == 1
    saved_replay.cursor.go_to(31)
    assert saved_replay.cursor.failure is None
    assert save.read_bytes() == was


async def test_a_digest_that_differs_is_told_once_in_the_players_language(save: Path) -> None:
    recording = recording_of(str(save))[0]
    other = [
        event._replace(facts=(event.facts[0], "0" * 16)) if event.verb == "state" else event
        for event in recording.events
    ]
    async with watched(RecordedGame(recording._replace(events=other))) as (panel, pilot):
        await pilot.press("right", "right", "left", "right")
        assert list(panel.messages.said).count(text("fr", "replay.differs")) == 1


async def test_looking_around_is_another_unit_and_the_end_key_returns(
    saved_replay: RecordedGame,
) -> None:
    async with watched(saved_replay) as (panel, pilot):
        await pilot.press("space", *["right"] * 12)
        before = unit_state.digest(saved_replay.cursor.unit)
        await pilot.press("?")
        assert "PASSÉ" in notes(panel) and not panel.timing.driver.paused
        await pilot.press("2")
        panel.keys.run(panel.unit.tick + 32_768)
        assert panel.history.is_away
        assert "?" in panel.unit.said.icons
        assert "PASSÉ" in notes(panel)
        await pilot.press("left")
        assert panel.unit.operations == 12
        await pilot.press("end")
        assert not panel.history.is_away and panel.timing.driver.paused
        assert unit_state.digest(saved_replay.cursor.unit) == before


async def test_playing_on_makes_a_new_save_and_an_ordinary_panel(
    save: Path, saved_replay: RecordedGame
) -> None:
    was = save.read_bytes()
    async with watched(saved_replay) as (panel, pilot):
        await pilot.press("ctrl+n")
        assert panel.action_mask == REPLAY  # nothing has been played yet
        await pilot.press(*["right"] * 9)
        view = panel.unit.session.current_game.plain()
        await pilot.press("ctrl+n")
        assert panel.unit.session.current_game.plain() == view
        assert "REVOIR" not in notes(panel)
        assert (panel.action_mask, panel.timing.step_length) == (PLAY, "frame")
        panel.keys.run(panel.unit.tick + 10 * 32_768)
        await pilot.press("enter")
        panel.keys.run(panel.unit.tick + 32_768)
        assert panel.unit.said.text != "REPRISE ?"
        await pilot.press("ctrl+t", "up", "up", "enter")
        assert panel.history.is_away and panel.unit.operations == 8
    assert saved_replay.played_on
    saved_replay.played_on.close()
    assert save.read_bytes() == was
    (branch,) = save.parent.glob("game-from-9*.keys")
    branched = RecordedGame(recording_of(str(branch))[0])
    branched.cursor.go_to(9)
    saved_replay.cursor.go_to(9)
    assert facts(branched.unit_here()) == facts(saved_replay.unit_here())


async def test_space_and_f5_stop_and_go_on_and_at_the_end_begin_again_at_any_speed(
    saved_replay: RecordedGame,
) -> None:
    async with watched(saved_replay, speed=2.0) as (panel, pilot):
        await pilot.press("space")
        assert panel.timing.driver.paused
        await pilot.press("f5")
        assert not panel.timing.driver.paused
        saved_replay.cursor.run(1 << 40)
        panel.timing.wake()
        assert panel.timing.driver.paused and notes(panel)[-1] == "FIN"
        await pilot.press("f5")
        assert not panel.timing.driver.paused and panel.unit.operations == 0
        for shown in ("× 5", "× 10", "× 30", "× 60", "× 240", "× max", "× max"):
            await pilot.press("greater_than_sign")
            assert notes(panel)[-1] == shown


# -- the command at a terminal


def replayed(*words: str, term: str = "xterm-256color") -> Terminal:
    return Terminal([*panel_command()[:3], "replay", *words], TERM=term)


def test_a_dumb_terminal_gets_lines(save: Path, home: Path) -> None:
    with replayed(str(save), "--speed", "max", term="dumb") as terminal:
        terminal.until(lambda out: b'ms  "' in out)
        assert terminal.ended() == 0
    assert b"\x1b" not in terminal.out


def test_a_damaged_save_is_reported_on_the_panel(save: Path, home: Path) -> None:
    save.write_bytes(save.read_bytes()[:-100])
    with replayed(str(save)) as terminal:
        terminal.until(
            lambda out: b"damaged after" in out
        )  # beside a long path in a part of its own
        terminal.type(7 * b">")
        terminal.until(lambda out: b"OVER" in out)
        terminal.type(b"q")
        assert terminal.ended() == 0
