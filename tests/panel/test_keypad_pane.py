"""A real keypad's line as the machine pane shows it; its keys, when a game is branched off."""

import os
from pathlib import Path
from typing import get_args

import pytest

from banquier.editions.edition_file import editions
from banquier.panel.app import Panel
from banquier.panel.settings import Settings
from banquier.saves.open_game import OpenGame, open_game
from banquier.saves.save_folder import SaveFolder
from banquier.words.keypad_state import keypad_state
from banquier.words.languages import LANGUAGES
from hardware.keypads.facts import KeypadState, Problem, Status
from hardware.keypads.keypad_link import KeypadLink
from hardware.unit import Unit
from keypad.keys import BY_NAME, PULSE
from tests.keypads.wires import Terminal
from tests.panel.steering import press, shown, shown_at, steered
from tests.support.games_played import play
from tests.support.typography import typed
from tests.support.waiting import comes


@pytest.mark.usefixtures("nothing_by_time")
async def test_the_machine_pane_shows_the_state_and_counters_of_the_line() -> None:
    terminal = Terminal()
    with KeypadLink(terminal.name) as link:
        async with steered(Unit(editions(), seed=1), (120, 40), keypads=[link]) as (panel, pilot):
            await press(pilot, "f4")
            lines = [line[78:].strip() for line in shown(panel).splitlines()]
            assert "CLAVIER SUR LE FIL" in lines
            state = lines[lines.index("CLAVIER SUR LE FIL") + 1]
            assert typed(state).startswith("le clavier démarre : /dev/")
            assert any(line.startswith("touches 0, trames") for line in lines)


@pytest.mark.usefixtures("nothing_by_time")
async def test_its_keys_light_and_are_held_in_a_game_that_was_branched_off(tmp_path: Path) -> None:
    """Until it lets go: the same key of the computer meanwhile does not."""
    opened = open_game(players=2, games=SaveFolder(str(tmp_path)))
    play(opened.unit, 8)
    terminal = Terminal()
    with KeypadLink(terminal.name) as link:
        terminal.greet(link)
        panel = Panel(opened, Settings(), keypads=[link])
        async with shown_at(panel, (120, 40)) as pilot:
            before = opened.unit
            await pilot.press("ctrl+t", *["up"] * 3, "enter", "ctrl+n")
            unit = panel.unit
            assert unit is opened.unit is not before
            pressed = unit.firmware.last_key
            terminal.say("D", "36")
            await comes(lambda: "OK" in panel.key_block.held)
            await pilot.press("enter")
            tick = unit.tick
            await comes(lambda: unit.tick >= tick + 4 * PULSE)
            assert unit.matrix.held_codes() == (BY_NAME["OK"].code,)
            assert unit.firmware.last_key > pressed
            terminal.say("U", "36")
            await comes(lambda: not panel.key_block.held)
    opened.close()


def test_what_is_wrong_with_the_line_is_said_in_the_player_s_language() -> None:
    refused = Status("refused", "COM3", problem="protocol", protocol=7)
    assert keypad_state(refused).text("en") == (
        "COM3 speaks protocol 7, this program knows protocol 1: update it"
    )
    assert "parle le protocole 7" in keypad_state(refused).text("fr")
    for problem in get_args(Problem):
        for lang in LANGUAGES:
            for state in get_args(KeypadState):
                assert "COM3" in keypad_state(Status(state, "COM3", problem=problem)).text(lang)


async def test_the_panel_reports_a_wrong_speed() -> None:
    terminal = Terminal()
    with KeypadLink(terminal.name) as link:
        panel = Panel(OpenGame(Unit(editions(), seed=1)), Settings(lang="en"), keypads=[link])
        async with shown_at(panel, (120, 40)):
            await comes(lambda: link.status().state == "silent")
            os.write(terminal.master, b"\x00\xff\x80")
            sentence = "is not text at 115200 baud."
            await comes(lambda: any(sentence in said for said in panel.messages.said))
