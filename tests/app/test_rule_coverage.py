"""Rule coverage: each rule is counted when it applies and not otherwise."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from banquier.checks.rule_coverage import RULES, rules_met, rules_of_setup
from banquier.editions.edition_file import load
from firmware_sim.edition import Card
from firmware_sim.game import HOTEL, Claim, Debt, Game, Loan, Phase, Variant, Why
from firmware_sim.interface import Act, Bargain
from firmware_sim.ledger import settle
from firmware_sim.rules import (
    bankruptcy,
    building,
    cards,
    deeds,
    endings,
    loans,
    moving,
    opening,
    prison,
    rent,
    speed_die,
    throwing,
    trade,
)
from tests.support.game_states import game_of

ORANGE = (16, 18, 19)


def give(game: Game, player: int, *lots: int) -> Game:
    for lot in lots:
        game.give(lot, player)
    return game


def built(game: Game, *levels: int) -> Game:
    give(game, 1, *ORANGE)
    for lot, level in zip(ORANGE, levels, strict=True):
        game.houses[lot] = level
        game.house_stock -= 0 if level == HOTEL else level
        game.hotel_stock -= level == HOTEL
    return game


def at(game: Game, square: int, phase: Phase = Phase.THROW) -> Game:
    game.square[1], game.phase = square, phase
    return game


def after(game: Game, kind: str, rule: Callable[..., object], *facts: object) -> set[str]:
    before = game.copy()
    game.posted.clear()
    rule(game, *facts)
    act = Act(kind, 1)
    if facts and isinstance(facts[0], Bargain):
        act = Act(kind, facts[0].first, facts[0].second, bargain=facts[0])
    return set(rules_met(before, game, act))


def thrown(game: Game, first: int, second: int, third: int = 0) -> set[str]:
    return after(game, "throw", throwing.throw, first, second, third)


def prisoner(game: Game, tries: int = 1) -> Game:
    game.square[1], game.prison[1] = 10, tries
    return game


def test_moving() -> None:
    assert thrown(game_of(), 4, 6) == {"TURN-2", "PRI-2"}
    assert thrown(at(game_of(), 35), 4, 6) == {"TURN-2", "SAL-1", "BANK-1"}
    assert thrown(game_of(), 1, 3) == {"TURN-2", "TAX-1"}
    assert thrown(at(game_of(), 13), 3, 4) == {"TURN-2", "PARC-1"}
    assert thrown(at(game_of(), 20), 4, 6) == {"TURN-1", "TURN-2", "PRI-1", "SAL-2"}
    game = game_of()
    game.doubles = 2
    assert thrown(game, 4, 4) == {"TURN-1", "TURN-2", "TURN-4", "PRI-1", "SAL-2"}
    game = at(game_of(), 20, Phase.SQUARE)
    game.doubles = 1
    assert after(game, "finish", throwing.finish) == {"TURN-3"}
    game.phase, game.doubles = Phase.SQUARE, 0
    assert after(game, "finish", throwing.finish) == {"TURN-1"}


def test_rents() -> None:
    assert "RENT-1" in thrown(give(game_of(), 2, 6), 2, 4)
    assert "RENT-5" in thrown(give(game_of(), 2, 5), 2, 3)
    assert "RENT-6" in thrown(give(game_of(), 2, 12), 6, 6)
    assert {"RENT-1", "RENT-4"} <= thrown(give(game_of(), 2, 6, 8, 9), 2, 4)
    game = give(game_of(), 2, 6)
    game.mortgaged[6] = True
    assert thrown(game, 2, 4) == {"TURN-2", "RENT-3"}
    game = game_of()
    game.claims = (Claim(3, 2, 39, 5_000, 0),)
    assert "RENT-2" in thrown(game, 6, 4)
    game = prisoner(game_of())
    game.claims = (Claim(2, 1, 39, 5_000, 1),)
    assert not after(game, "buy", lambda game: None) & {"RENT-8"}
    game.prison[1] = 1
    assert "RENT-8" in after(game, "claim", rent.claim)
    game = give(game_of("classique"), 2, 12)
    throwing.throw(game, 6, 6)
    assert "RENT-7" in after(game, "throw", throwing.rethrow, 1, 2)
    game = at(give(game_of(), 2, 12), 7, Phase.CARD)
    card = Card(0, "advance", 0, 0, 0, 12, 0)
    assert "RENT-7" in after(game, "by_hand", cards.play, 0, card)


def test_buying() -> None:
    assert after(at(game_of(), 39, Phase.OFFER), "buy", deeds.buy) == {"BUY-1"}
    sold = after(at(game_of(), 39, Phase.OFFER), "auctioned", deeds.sell_at_auction, 39, 2, 10)
    assert sold == {"BUY-2", "BUY-3"}
    left = after(at(game_of(), 39, Phase.OFFER), "unsold", deeds.leave_unsold, 39)
    assert left == {"BUY-2", "BUY-5"}
    game = at(game_of(), 39, Phase.OFFER)
    game.estate = (11,)
    assert after(game, "auctioned", deeds.sell_at_auction, 11, 2, 10) == {"BUY-3"}
    game = prisoner(at(game_of(), 39))
    game.phase = Phase.OFFER
    sold = after(game, "auctioned", deeds.sell_at_auction, 39, 1, 10)
    assert sold == {"BUY-2", "BUY-3", "PRI-8"}


def test_building() -> None:
    house, hotel = {"BLD-1", "BLD-2"}, {"BLD-1", "BLD-3"}
    assert after(built(game_of(), 0, 0, 0), "build", building.build, 1, 16) == house
    assert after(built(game_of(), 4, 4, 4), "build", building.build, 1, 16) == hotel
    auctioned = after(built(game_of(), 0, 0, 0), "build", building.build, 1, 16, 12_000)
    assert auctioned == house | {"BLD-6"}
    game = built(game_of(), 0, 0, 0)
    game.house_stock = 1
    assert after(game, "build", building.build, 1, 16) == house | {"BLD-5"}
    game = built(game_of("deska"), 0, 0, 0)
    game.mortgaged[16] = True
    assert after(game, "build", building.build, 1, 16) == house | {"BLD-4"}
    one = after(built(game_of(), 1, 1, 1), "demolish", building.sell_house, 1, 16)
    assert one == {"BLD-7", "BANK-1"}
    cleared = after(built(game_of(), 5, 4, 4), "demolish", building.sell_hotel, 1, 16, "group")
    assert cleared == {"BLD-7", "BLD-8", "BANK-1"}
    game = built(game_of("euro"), 3, 3, 3)
    game.variant = Variant.SHORT
    early = after(game, "build", building.build, 1, 16)
    assert early == hotel | {"SHORT-2"}
    game = built(game_of("classique"), 5, 4, 4)
    game.house_stock = 3
    alone = after(game, "demolish", building.sell_hotel, 1, 16, "lot")
    assert alone == {"BLD-7", "BLD-8", "BLD-9", "BANK-1"}


def test_mortgages() -> None:
    game = give(game_of("euro"), 1, 39)
    assert after(game, "mortgage", deeds.mortgage, 1, 39) == {"MTG-1", "BANK-1"}
    bargain = trade.Bargain(1, 2, first_deeds=(39,))
    assert after(game, "trade", trade.strike, bargain) == {"TRD-1", "MTG-3"}
    assert after(game, "lift", deeds.answer_lift, True) == {"MTG-2"}


def test_prison() -> None:
    assert after(prisoner(game_of()), "fine", prison.pay_fine) == {"PRI-4"}
    game = prisoner(game_of())
    game.free_cards[0] = 1
    assert after(game, "leave_by_card", prison.use_card) == {"PRI-5"}
    assert thrown(prisoner(game_of()), 5, 5) == {"PRI-3", "PARC-1"}
    assert thrown(prisoner(game_of()), 4, 5) == {"TURN-1"}
    assert "PRI-7" in thrown(prisoner(game_of(), 3), 4, 5)
    game = prisoner(give(game_of(), 1, 39))
    assert after(game, "mortgage", deeds.mortgage, 1, 39) == {"MTG-1", "BANK-1", "PRI-8"}


@pytest.mark.parametrize(
    ("pile", "number", "rules"),
    [
        (0, 13, {"CARD-3", "SAL-2", "TAX-1"}),
        (0, 10, {"CARD-3"}),
        (0, 3, {"CARD-4"}),
        (1, 1, {"CARD-4"}),
        (1, 6, {"CARD-6"}),
        (1, 7, {"CARD-3", "SAL-2"}),
        (0, 12, {"PRI-1", "SAL-2", "TURN-1"}),
        (0, 2, {"BANK-1"}),
    ],
)
def test_cards(pile: int, number: int, rules: set[str]) -> None:
    game = at(game_of(), 7, Phase.CARD)
    game.decks[pile] = (number, *(other for other in game.decks[pile] if other != number))
    assert after(game, "draw", cards.draw, pile) == {"CARD-1"}
    assert after(game, "carry_out", cards.carry_out) == rules


def test_cards_keyed_in_and_a_card_drawn_instead() -> None:
    game = at(game_of(), 2, Phase.CARD)
    assert after(game, "named", cards.name, 1, 6) == {"CARD-5"}
    assert after(game, "draw", cards.draw, 0) == {"CARD-1", "CARD-6"}
    game = at(game_of(), 2, Phase.CARD)
    card = Card(0, "pay", 500, 0, 0, 0, 0)
    assert after(game, "by_hand", cards.play, 1, card) == {"CARD-5"}


def test_bargains() -> None:
    game = game_of()
    game.free_cards[0] = 1
    bargain = trade.Bargain(1, 2, first_cards=(0,), money=-100)
    assert after(game, "trade", trade.strike, bargain) == {"TRD-1", "CARD-2"}
    game = give(game_of("euro"), 1, 39)
    bargain = trade.Bargain(1, 2, first_deeds=(39,), money=-300)
    game.debts = (Debt(1, 2, 1_600, Why.GIFT),)
    assert after(game.copy(), "trade", trade.strike, bargain) == {"TRD-1"}
    game.debts = (Debt(1, 2, 1_600, Why.RENT),)
    assert after(game, "trade", trade.strike, bargain) == {"TRD-1", "RENT-9"}
    game = give(game_of(), 2, *game_of().edition.deeds)
    bargain = trade.Bargain(1, 2, second_deeds=(39,), money=300)
    assert after(game, "trade", trade.strike, bargain) == {"TRD-1", "TRD-3"}
    game = built(game, 1, 1, 1)
    bargain = trade.Bargain(2, 1, first_deeds=(37,))
    assert after(game, "trade", trade.strike, bargain) == {"TRD-1", "TRD-3", "TRD-4"}


def test_loans() -> None:
    game = game_of()
    assert after(game, "borrow", loans.borrow, 1, 10_000) == {"LOAN-1", "BANK-1"}
    assert after(game, "repay", loans.repay, 1, 0) == {"LOAN-4"}
    game.loans[1] = (Loan(10_000, 1),)
    assert after(game, "repay", loans.repay, 1, 0) == {"LOAN-4", "LOAN-2"}
    passed = {"TURN-2", "SAL-1", "BANK-1", "LOAN-6"}
    game.loans[1] = (Loan(10_000, 2),)
    assert thrown(at(game, 35), 4, 6) == passed | {"LOAN-2", "LOAN-3"}
    game.loans[1], game.cash[1], game.turn, game.phase = (Loan(50_000, 2),), 0, 1, Phase.THROW
    assert thrown(at(game, 35), 4, 6) == passed | {"LOAN-5"}
    game.cash[1] = 65_000
    assert after(game, "settle", settle) == {"LOAN-3"}


def test_bankruptcy_and_the_end() -> None:
    game = give(game_of(), 1, 39)
    game.debts = (Debt(1, 2, 500_000, Why.RENT),)
    game.free_cards[0], game.mortgaged[39] = 1, True
    ruined = {"TURN-1", "BKR-1", "BKR-2", "BKR-3", "BKR-5"}
    assert after(game, "ruin", bankruptcy.go_bankrupt, 1) == ruined
    assert after(game, "interest", deeds.answer_lift, False) == set()
    assert after(game, "ruin", bankruptcy.go_bankrupt, 3) == {"BKR-1", "BKR-4", "END-1"}
    game = game_of()
    game.claims = (Claim(2, 3, 39, 5_000, 1),)
    assert after(game, "ruin", bankruptcy.go_bankrupt, 2) == {"BKR-1", "BKR-4", "BKR-6"}
    game = game_of("euro", 4)
    game.variant = Variant.SHORT
    assert after(game, "ruin", bankruptcy.go_bankrupt, 4) == {"BKR-1", "BKR-4"}
    assert after(game, "ruin", bankruptcy.go_bankrupt, 3) == {"BKR-1", "BKR-4", "SHORT-3"}


def test_the_end_by_the_clock_and_by_the_menu() -> None:
    game = game_of("euro")
    game.variant = Variant.TIMED
    assert after(game.copy(), "end", endings.end_now) == set()
    assert after(game, "time", endings.end_now) == {"TIME-1"}
    game = game_of()
    game.loans[2] = (Loan(10_000, 0),)
    assert after(game, "end", endings.end_now) == {"RANK-1"}


def with_speed_die() -> Game:
    """A game in which player 1 throws three dice."""
    game = game_of("classique")
    game.speed_die, game.speed_from[1] = True, 1
    return game


def test_the_speed_die() -> None:
    assert thrown(with_speed_die(), 2, 4, 3) == {"TURN-2", "SPD-2", "SPD-3"}
    assert thrown(with_speed_die(), 2, 4, 5) == {"TURN-2", "SPD-2"}
    assert "SPD-6" in thrown(with_speed_die(), 3, 3, 5)
    game = with_speed_die()
    assert thrown(game, 2, 4, 4) == {"TURN-2", "SPD-2"}
    deeds.buy(game)
    assert after(game, "finish", throwing.finish) == {"SPD-5"}
    game = with_speed_die()
    thrown(game, 1, 4, 5)
    assert "SPD-4" in after(game, "bus", speed_die.take_bus, 1)
    game = with_speed_die()
    assert thrown(game, 2, 2, 2) == {"TURN-2", "SPD-2"}
    assert after(game, "anywhere", speed_die.go_anywhere, 39) == {"SPD-7"}
    assert "SPD-8" in thrown(at(with_speed_die(), 20), 4, 3, 3)
    assert "SPD-8" in thrown(prisoner(with_speed_die()), 4, 3)
    game = give(with_speed_die(), 2, 12)
    throwing.throw(game, 4, 5, 3)
    assert {"RENT-6", "RENT-7", "SPD-9"} <= after(game, "throw", throwing.rethrow, 1, 2, 3)


def test_the_passport() -> None:
    game = game_of("merveilles")
    assert thrown(game, 2, 4) == {"TURN-2", "PAS-1"}
    game = game_of("merveilles")
    assert thrown(game, 2, 3) == {"TURN-2", "PAS-3"}
    assert after(game, "visa", moving.visa, 39) == {"PAS-2"}
    game.visited[1] = sum(1 << lot for lot in game.edition.deeds) & ~(1 << 6)
    at(game, 0)
    assert {"PAS-1", "PAS-4"} <= thrown(game, 2, 4)


def test_the_opening() -> None:
    assert rules_of_setup(game_of()) == ("TURN-5",)
    second = game_of()
    second.turn = 2
    assert rules_of_setup(second) == ()
    assert rules_of_setup(game_of("euro")) == ("TURN-5",)
    quick = Game(load("classique"), 3)
    quick.speed_die = True
    assert rules_of_setup(quick) == ("TURN-5",)
    opening.open_accounts(quick, lambda below: below - 1)
    assert rules_of_setup(quick) == ("TURN-5", "SPD-1")
    short = Game(load("deska"), 3)
    short.variant = Variant.SHORT
    opening.open_accounts(short, lambda below: below - 1)
    assert rules_of_setup(short) == ("TURN-5", "SHORT-1")
    short.cash[2] += 20
    assert rules_of_setup(short) == ("TURN-5",)


def test_every_rule_has_a_name_of_its_own() -> None:
    names = [name for name, _, _ in RULES]
    assert len(set(names)) == len(names)
