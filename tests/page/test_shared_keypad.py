"""Many hands on one keypad."""

from __future__ import annotations

from collections.abc import Iterator

from banquier.bots.key_reader import Stroke
from banquier.page.shared_keypad import TAP, WAITING_EDGES, SharedKeypad
from hardware.crystal import NEVER
from hardware.unit import Unit
from tests.support.bot_game import at_the_table, tap


def typed(unit: Unit) -> str:
    return unit.said.value


def amount_asked() -> Unit:
    """PAYER, to the bank: MONTANT ? waits for digits."""
    return tap(at_the_table(), "PAYER", "OK", "0", "OK")


def test_presses_that_arrive_together_are_all_seen() -> None:
    unit = amount_asked()
    keys = SharedKeypad(unit)
    for digit in "1223331":
        keys.down("a", digit)
        keys.up("a", digit)
    keys.run(unit.tick + 20 * TAP)
    assert typed(unit) == "1.223.331"
    assert keys.held == ()


def test_two_browsers_are_two_fingers() -> None:
    unit = amount_asked()
    keys = SharedKeypad(unit)
    keys.down("a", "7")
    keys.down("b", "8")
    assert set(keys.held) == {"7", "8"}
    keys.run(unit.tick + TAP)
    keys.up("a", "7")
    keys.run(unit.tick + TAP)
    assert typed(unit) == "78"  # the second, still down, counts when the first is released
    keys.down("a", "8")
    keys.up("b", "8")
    keys.run(unit.tick + 2 * TAP)
    assert keys.held == ("8",)  # one of the two still holds it


def test_a_browser_that_goes_away_lets_go() -> None:
    unit = amount_asked()
    keys = SharedKeypad(unit)
    keys.down("a", "5")
    keys.down("b", "F")
    keys.lift("a")
    keys.run(unit.tick + 2 * TAP)
    assert keys.held == ("F",)


def test_a_browser_cannot_fill_the_memory() -> None:
    unit = amount_asked()
    keys = SharedKeypad(unit)
    for _ in range(1_000):
        keys.down("a", "5")
        keys.up("a", "5")
        keys.up("a", "6")
    pressed = 0
    while keys.next_event() < NEVER:
        keys.run(keys.next_event())
        pressed += keys.held == ("5",)
    assert 1 <= pressed <= WAITING_EDGES


def test_no_other_key_comes_between_the_keys_of_an_action() -> None:
    unit = amount_asked()
    keys = SharedKeypad(unit)

    def three() -> Iterator[Stroke]:
        yield from (Stroke("1"), Stroke("2", 4 * TAP), Stroke("3"))

    keys.down("b", "9")  # a finger that is down when the action begins is waited for
    keys.run(unit.tick + TAP)
    assert keys.begin(three())
    keys.up("b", "9")
    keys.run(unit.tick + 3 * TAP)
    keys.down("b", "8")
    keys.up("b", "8")
    keys.run(unit.tick + 20 * TAP)
    assert typed(unit) == "91.238"
    assert not keys.acting


def test_a_bot_presses_when_no_other_hand_does() -> None:
    unit = amount_asked()
    keys = SharedKeypad(unit)
    keys.invite(iter([Stroke("4"), Stroke("5")]))
    keys.down("a", "7")
    keys.run(unit.tick + 10 * TAP)
    assert typed(unit) == "7"
    keys.up("a", "7")
    keys.run(unit.tick + 10 * TAP)
    assert typed(unit) == "745"
    keys.run(unit.tick + 10 * TAP)
    assert keys.held == ()
