"""A USB numeric keypad of seventeen keys, and what else types: no setting is needed."""

from __future__ import annotations

from banquier.editions.edition_file import editions
from banquier.panel.keymap import Keymap
from banquier.panel.settings import Settings
from banquier.saves.open_game import open_game
from hardware.unit import Unit
from keypad.keys import KEYS, TWINS
from tests.panel.steering import let_pass, steered

NUMPAD = {
    **{digit: digit for digit in "0123456789"},
    "*": "F", "/": "?", ".": "C", "+": "+", "-": "-", "\r": "OK",
}  # fmt: skip


def test_the_seventeen_keys_reach_all_thirty_two() -> None:
    host = Keymap()
    names = {"\r": "enter"}
    reached = {host.key(names.get(char, char), char) for char in NUMPAD}
    assert reached == set(TWINS)
    assert {TWINS[key] for key in reached if key} | reached == {k.name for k in KEYS} - {"ON"}
    assert host.key(",", ",") == "C"  # its French form


async def test_f_of_a_numeric_keypad_is_f_in_the_panel() -> None:
    async with steered(open_game(players=2).unit) as (panel, pilot):
        await pilot.press("asterisk")
        let_pass(panel, 8_192)
        assert "FONC" in panel.unit.said.icons


async def test_a_numeric_keypad_without_numlock_is_noticed() -> None:
    async with steered(Unit(editions(), seed=1), settings=Settings(lang="en")) as (panel, pilot):
        await pilot.press("up", "up", "up")
        assert not panel.messages.said
        await pilot.press("home", "end")
        assert any("NumLock" in said for said in panel.messages.said)
