"""Bots go on from any state of the unit: the way out completes an operation within its bound."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banquier.editions.edition_file import BUILT_IN, editions
from banquier.play import key_reader
from banquier.play.bots.bots import Bots
from banquier.play.bots.way_out import WAYS
from banquier.play.moves import OVER
from firmware_sim.game import Phase
from firmware_sim.question import KINDS
from hardware.crystal import SECOND
from hardware.unit import Unit
from keypad.keys import NAMES, PULSE, TWINS
from tests.support.bot_game import MINUTE, arranged, pump, pump_until, seated, state
from tests.support.invariants import broken
from tests.support.units import at_the_table, tap_in_turn
from tests.support.ways_out import assert_way_out

PROFILES = {1: "careful", 2: "greedy", 3: "trader", 4: "greedy"}
HELD = "F held"
LEAVES_GAME = ("menu_new", "menu_off", "menu_end", "end_game", "erase")


# -- the table


def test_every_kind_of_question_has_a_way_out() -> None:
    assert set(WAYS) == set(KINDS)
    assert [
        kind
        for kind, keys in WAYS.items()
        if keys == ("C",) and "C" not in KINDS[kind].keys.split()
    ] == ["shift"]
    assert {kind for kind, keys in WAYS.items() if not keys} == {*OVER}


# -- from any state


def at_a_moment(edition: str, dice: str, moment: int) -> Unit:
    """Return a moment in a game of bots."""
    unit = at_the_table(edition, 4, dice)
    pump(unit, Bots(unit, PROFILES, seed=7).strokes(), 37 * moment)
    return unit


def answer(unit: Unit, number: int) -> None:
    """Any key, those of the question and of the functions more often."""
    question = unit.question
    keys = [*question.keys * 3, *(TWINS.values() if question.functions else ()), *NAMES, HELD]
    key = keys[number % len(keys)]
    if question.kind in LEAVES_GAME and key == "OK":
        key = "C"
    if key == HELD:
        unit.press("F")
        unit.run(unit.tick + SECOND)
        unit.release("F")
        unit.run(unit.tick + PULSE)
    else:
        tap_in_turn(unit, key)


@given(
    edition=st.sampled_from(BUILT_IN),
    dice=st.sampled_from(("DES AUTO", "DES JETES")),
    moment=st.integers(0, 12),
    answers=st.lists(st.integers(0, 10_000), max_size=30),
    cash=st.sampled_from((None, None, 0, 99_999_999)),
    afterwards=st.sampled_from(("", "", "", "asleep", "low battery", "cells changed")),
)
def test_the_way_out_from_any_state_completes_an_operation(
    edition: str, dice: str, moment: int, answers: list[int], cash: int | None, afterwards: str
) -> None:
    unit = at_a_moment(edition, dice, moment)
    if cash is not None:
        for seat in state(unit).seats():
            state(unit).cash[0] += state(unit).cash[seat] - cash
            state(unit).cash[seat] = cash
    for number in answers:
        answer(unit, number)
    if afterwards == "asleep":
        unit.run(unit.tick + 9 * MINUTE)
    elif afterwards == "cells changed":
        unit.power_off()
        unit.power_on()
    elif afterwards:
        unit.set_battery(2_400)
        unit.run(unit.tick + SECOND)
    assert_way_out(unit, seed=moment)
    assert broken(state(unit)) == []


@pytest.mark.parametrize("edition", BUILT_IN)
@pytest.mark.parametrize("dice", ["DES AUTO", "DES JETES"])
def test_the_way_out_alone_plays_a_game(edition: str, dice: str) -> None:
    """The operations make progress: few of them from one throw to the next, or to the end."""
    unit = at_the_table(edition, 4, dice)
    game = state(unit)
    for lot in game.edition.deeds[::2]:  # so that there are debts, bankrupts and mortgaged deeds
        game.give(lot, 1 + lot % 4)
        game.mortgaged[lot] = lot % 3 == 0
    for seat in game.seats()[1:]:
        game.cash[0] += game.cash[seat]
        game.cash[seat] = 0
    arranged(unit, cash=game.cash)
    throws = since = 0
    for _ in range(600):
        if unit.question.kind in OVER:
            break
        assert_way_out(unit, seed=throws)
        assert broken(state(unit)) == []
        since = 0 if state(unit).throws > throws else since + 1
        throws = state(unit).throws
        assert since < 60
    assert throws > 10


@pytest.mark.parametrize("answers", range(9))
@pytest.mark.parametrize("edition", BUILT_IN)
def test_the_way_out_of_a_set_up_begins_the_game(edition: str, answers: int) -> None:
    """Each second answer, so that a duration and the first player are asked too."""
    unit = Unit(editions(names=[edition]), seed=5)
    unit.run(unit.notices_end)
    tap_in_turn(unit, *("OK", "+") * answers)
    assert_way_out(unit)


def test_the_way_out_of_the_deepest_stack_of_dialogues() -> None:
    """F, which ends `?`, over the MENU, over a bargain in the auction of a building, in BATIR, in
    the auction of a deed.
    """
    unit = at_the_table("deska", 3)
    game = state(unit)
    trios = [lots for lots in game.edition.groups if len(lots) == 3]
    levels = ((0, 0, 0), (4, 4, 4), (4, 4, 4), (3, 2, 2))  # 31 of the 32 houses
    for owner, lots, houses in zip((1, 2, 2, 3), trios, levels, strict=False):
        for lot, level in zip(lots, houses, strict=True):
            game.give(lot, owner)
            game.houses[lot] = level
    arranged(unit, turn=1, phase=Phase.OFFER, square=[0, 39, 0, 0], house_stock=1)
    tap_in_turn(
        unit, "ENCH", "BATIR", "OK", "OK", "OK", "VENTE", "OK", "OK", "FIN", "FIN", *"12345678"
    )
    assert unit.question.kind == "trade_money", unit.question
    answer(unit, -1)
    tap_in_turn(unit, "?", "1", "F")
    kinds = assert_way_out(unit)
    assert kinds == [
        "shift", "menu_sound", *["trade_money"] * 9, "goods", "goods", "whom_trade",
        "who_trade", "first_bid", "unsold", "build", "first_bid", "unsold",
    ]  # fmt: skip


# -- bots


@pytest.mark.parametrize(
    ("limit", "at_throw", "otherwise"),
    [("PATIENCE", "9", "9"), ("LONGEST_TURN", "DES", "CORR OK")],
)
def test_bots_that_come_no_further_take_the_way_out(
    limit: str, at_throw: str, otherwise: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They make no operation, or the same ones without end: a throw is undone and thrown again."""
    monkeypatch.setattr(key_reader, limit, 50)
    unit = at_the_table()
    bots = seated(unit, 1, 2, 3)

    def carry_out(player: int, move: object) -> object:
        keys = at_throw if state(unit).phase is Phase.THROW else otherwise
        return bots.reader.press(*keys.split())

    monkeypatch.setattr(bots, "carry_out", carry_out)
    pump(unit, bots.strokes(), 400)
    assert state(unit).turn_number > 2


def test_a_deed_that_a_bot_cannot_buy_is_opened_so_low_that_another_does() -> None:
    unit = at_the_table()
    arranged(unit, phase=Phase.OFFER, square=[0, 39, 0, 0], cash={1: 1_000})
    pump_until(unit, seated(unit, 1, 2, profile="trader").strokes(), "J2 LANCEZ")
    assert state(unit).owner[39] == 2


def test_lost_bots_end_no_auction_of_people(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(key_reader, "PATIENCE", 0)
    unit = at_the_table()
    arranged(unit, phase=Phase.OFFER, square=[0, 39, 0, 0])
    bots = seated(unit, 1)
    assert pump(unit, bots.strokes(), 3)[0] == "FIN"  # the way out of an offer to a bot
    assert unit.question.kind == "opening"
    assert pump(unit, bots.strokes(), 50) == []


def test_bots_stop_in_the_ranking_too() -> None:
    """A person may look through the ranking before the bots see who has won."""
    unit = at_the_table("electronique", 2)
    tap_in_turn(unit, "FAILL", "OK", "OK", "OK", "+")
    unit.run(unit.notices_end)
    assert unit.question.kind == "rank"
    assert next(Bots(unit, {1: "careful", 2: "careful"}).strokes(), None) is None
