"""The keys of the unit for the keys of a computer."""

import pytest

from banquier.panel.keymap import REPEATS, Keymap
from banquier.panel.settings import Settings
from hardware.unit import Unit
from keypad.keys import KEYS, TWINS
from tests.panel.steering import steered


@pytest.mark.parametrize(
    ("apart", "pressed"),
    [(0.03, REPEATS), (0.09, 40), (0.0001, 40)],
    ids=["held", "typed", "pasted"],
)
def test_a_held_key_of_a_repeating_keyboard_stops_typing(apart: float, pressed: int) -> None:
    host = Keymap()
    rests = [host.rests("0", 0.5 + apart * nth) for nth in range(40)]
    assert rests == [False] * pressed + [True] * (40 - pressed)


@pytest.mark.parametrize(
    ("sequence", "unit"),
    [
        ("\x1b[57413;;43u", "+"),  # a numeric keypad told apart, as kitty does
        ("\x1b[57412;;45u", "-"),
        ("\x1b[57414u", "OK"),
        ("\x1b[57406;;55u", "7"),
        ("\x1bOM", "OK"),  # and as old terminals do
        ("\x1bOq", "1"),
        ("\x1bOm", "-"),
        ("\x1b[3~", "C"),
        ("\x7f", "C"),
        ("\t", "F"),
        ("é", "2"),
        ("\x1b[232;;232u", "7"),
        ("D", "DES"),  # of a locked keyboard
        ("w", None),
        ("\x04", None),
        ("\x1bOP", None),
    ],
)
def test_what_a_terminal_sends_as_bytes_finds_its_key(sequence: str, unit: str | None) -> None:
    from textual._xterm_parser import XTermParser
    from textual.events import Key

    parser = XTermParser()
    (event,) = [event for event in parser.feed(sequence) if isinstance(event, Key)]
    assert Keymap().key(event.key, event.character) == unit


# -- a USB numeric keypad of seventeen keys

NUMPAD = "0123456789*/.+-"
"""And Enter."""


def test_the_seventeen_keys_reach_all_thirty_two() -> None:
    host = Keymap()
    reached = {host.key("enter", "\r"), *(host.key(char, char) for char in NUMPAD)}
    assert reached == set(TWINS)
    assert {TWINS[key] for key in reached if key} | reached == {k.name for k in KEYS} - {"ON"}
    assert host.key(",", ",") == "C"  # its French form


async def test_a_numeric_keypad_without_numlock_is_noticed(cold: Unit) -> None:
    async with steered(cold, settings=Settings(lang="en")) as (panel, pilot):
        await pilot.press("up", "up", "up")
        assert not panel.messages.said
        await pilot.press("home", "end")
        await pilot.press("end", "home")  # it is told once
        assert sum("NumLock" in said for said in panel.messages.said) == 1
