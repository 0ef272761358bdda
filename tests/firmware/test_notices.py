"""The icons of a notice: its players, the owner and the subject."""

from __future__ import annotations

from banquier.game.open_game import open_game
from hardware.unit import Unit, tap
from tests.support.units import at_the_table


def icons_shown(unit: Unit, *keys: str) -> dict[str, set[str]]:
    """What is shown from the last of these keys on, until all notices are over, and its icons."""
    for key in keys[:-1]:
        tap(unit, key)
    seen: dict[str, set[str]] = {}

    def shown(tick: int, display: object) -> None:
        seen.setdefault(unit.said.text, set(unit.said.icons - {"SON", "F"}))

    unit.on_display.append(shown)
    tap(unit, keys[-1])
    unit.run(unit.notices_end)
    unit.on_display.clear()
    return seen


def second_players_turn() -> Unit:
    unit = at_the_table()
    unit.debug_port.set("next-dice", 4, 6)
    for key in ("DES", "FIN"):
        tap(unit, key)
    return unit


def test_the_units_dice_have_the_icon_of_the_player_who_threw() -> None:
    unit = second_players_turn()
    unit.debug_port.set("owner", 3, 1)
    unit.debug_port.set("next-dice", 1, 2)
    assert icons_shown(unit, "DES")["DES 1 2"] == {"J2"}


def test_a_landing_has_the_icons_of_tenant_and_owner() -> None:
    unit = second_players_turn()
    for square in (1, 3):
        unit.debug_port.set("owner", square, 1)
    unit.debug_port.set("houses", 3, 1)
    unit.debug_port.set("next-dice", 1, 2)
    seen = icons_shown(unit, "DES")
    assert seen["RUE LECOURBE"] == {"J2", "P1"}
    assert seen["LOYER J1"] == {"J2", "P1", "M1"}


def test_the_fine_of_the_third_try_has_the_icon_of_the_prisoner() -> None:
    unit = second_players_turn()
    unit.debug_port.set("owner", 13, 1)
    unit.debug_port.set("prison", 2, 3)
    unit.debug_port.set("next-dice", 1, 2)
    assert icons_shown(unit, "DES")["AMENDE"] == {"J2"}


def test_a_collection_has_the_icon_of_who_receives_it() -> None:
    unit = second_players_turn()
    unit.debug_port.set("loan", 2, 1000, 0)
    unit.debug_port.set("next-card", "caisse", 1)
    unit.debug_port.set("next-dice", 1, 1)
    assert icons_shown(unit, "DES", "CARTE", "OK")["J2 RECOIT"] == {"J2"}


def test_a_deed_that_is_auctioned_belongs_to_the_bank() -> None:
    unit = at_the_table()
    unit.debug_port.set("owner", 3, 2)
    seen = icons_shown(unit, "FAILL", "2", "OK", "OK", "OK")
    assert seen["RUE LECOURBE"] == {"BANQUE", "ENCHERE"}


def test_a_debt_has_the_icons_of_debtor_and_creditor() -> None:
    unit = second_players_turn()
    unit.debug_port.set("cash", 2, 0)
    unit.debug_port.set("next-dice", 1, 3)
    assert icons_shown(unit, "DES")["IMPOT"] == {"J2", "BANQUE", "DETTE"}


def test_a_mortgaged_deed_received_has_the_icons_of_the_deed() -> None:
    unit = open_game("deska", 3).unit
    unit.run(unit.notices_end)
    unit.debug_port.set("owner", 39, 1)
    unit.debug_port.set("mortgaged", 39, "yes")
    offer = ("VENTE", "1", "OK", "2", "OK", "+", "OK", "FIN", "FIN")
    seen = icons_shown(unit, *offer, "OK", "OK", "OK", "OK")
    assert seen["BRUXELLES (RUE NEUVE)"] == {"P2", "HYPO"}
