"""A new game is one sheet: it presses the keys of the set-up on the unit."""

from __future__ import annotations

from banquier.editions.edition_file import editions
from banquier.script.start import set_up
from firmware_sim.game import Variant
from hardware.unit import Unit
from tests.page.conftest import Join
from tests.page.fast_table import fast_table
from tests.page.phones import Phones
from tests.page.sitting import SIDEWAYS, SMALL, SPEED, TINY, text_of
from tests.support.bot_game import state
from tests.support.positions import deals
from tests.support.units import at_the_table, tap_in_turn

SIZES = [(320, 568), (390, 844), (844, 390), (1280, 800)]


def test_a_game_begins_by_one_tap_with_what_the_sheet_proposes(join: Join) -> None:
    unit = Unit(editions(), seed=1)
    with fast_table(unit, SPEED) as table:
        page, wall = join(table.link), join(table.table.wall_link(), asked=True)
        page.tap("#open-seat")
        page.wait_for_selector('[data-action="start"]')
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(SMALL) == [], width
            assert page.evaluate(TINY) == [], width
            assert page.evaluate(SIDEWAYS) == [], width
        page.tap('[data-action="start"]')
        for one in (page, wall):
            one.wait_for_function("() => banquier.state.moment?.kind === 'throw'")
        assert (state(unit).players, state(unit).edition.name) == (4, "electronique")


def test_what_is_chosen_on_the_sheet_is_played(join: Join) -> None:
    """Edition, names, bots, a timed game, real cards and a house rule; and the sheet is asked
    before it ends a game."""
    unit = Unit(editions(), seed=1)
    set_up(unit, "electronique", 4)
    with fast_table(unit, SPEED) as table:
        page = join(table.link)
        page.tap("#open-views")
        page.tap("#tab-more")
        page.tap('[data-view="new_game"]')
        page.select_option('select[name="edition"]', "2")
        page.wait_for_function("() => banquier.state.offers?.at === 2")
        for _ in range(2):
            page.tap('[data-at="fewer"]')
        page.fill(".entry >> nth=0 >> input", "Anne")
        page.tap('.entry >> nth=1 >> [data-by="true"]')
        page.tap('[data-game="timed"]')
        page.fill('input[type="number"]', "45")
        page.tap('[data-cards="true"]')
        page.tap("summary")
        page.check('[data-rule="parking"]')
        page.tap('[data-action="start"]')
        page.tap('[data-at="no"]')
        assert state(unit).edition.name == "electronique"
        page.tap('[data-action="start"]')
        page.tap('[data-action="sure"]')
        page.wait_for_function("() => banquier.state.table.bots.length")
        game = state(unit)
        assert (game.edition.name, game.players, game.variant) == ("euro", 2, Variant.TIMED)
        assert game.has_pot and not unit.session.settings["auto_cards"]
        assert 40 <= unit.session.minutes_left() <= 45
        assert unit.names == {1: "Anne", 2: "Robot 2"}
        assert "Anne" in text_of(page, "#view")


def test_the_view_of_rules_has_the_switches_of_the_sheet(join: Join) -> None:
    unit = Unit(editions(), seed=1)
    with fast_table(unit, SPEED) as table:
        page = join(table.link)
        for at in ("#open-views", "#tab-more", '[data-view="rules"]'):
            page.tap(at)
        page.check('[data-rule="parking"]')
        page.select_option('[data-rule="depart_exact"]', index=2)
        page.wait_for_function(
            "() => banquier.state.rules.switches.filter(({ on }) => on).length === 2"
        )
        assert unit.session.editions.rules == {"parking": "pot", "depart_exact": 3}
        page.uncheck('[data-rule="parking"]')
        page.select_option('[data-rule="depart_exact"]', index=0)
        page.wait_for_function("() => banquier.state.rules.switches.every(({ on }) => !on)")


def test_it_begins_whatever_stands_in_the_unit() -> None:
    """A bargain, the end of a game, a set-up that was begun, and a game that was left."""
    asked = {"t": "newgame", "names": ["Anne", "Bob", "Carl"], "edition": 0}
    bargain = tap_in_turn(deals(), "VENTE", "OK", "2", "OK", "OK", "FIN", "FIN", "1", "0", "OK")
    begun = tap_in_turn(Unit(editions(), seed=1), "OK", "OK")
    ended = tap_in_turn(at_the_table(), "FAILL", "1", "OK", "OK", "OK")
    tap_in_turn(ended, "FAILL", "2", "OK", "OK", "OK")
    left = at_the_table()
    left.power_off()
    left.power_on()
    for unit in (bargain, begun, ended, left):
        phones = Phones(unit)
        phones.join("a").say(**asked)
        phones.wait(20)
        assert unit.question.kind == "throw", unit.question
        assert (state(unit).throws, state(unit).players, unit.names[3]) == (0, 3, "Carl")
