"""Rule coverage: the rules that an operation met.

    rules_met(before, game, Act("buy", 1, square=19))  ("BUY-1",)
    rules_of_setup(game)                               ("TURN-5",)

Derived from the game before and after, its ledger entries and what was done. Refusals make no
operation: refusal_coverage.py derives their rules from the error.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from banquier.checks.audited_operation import Step
from firmware_sim.edition import Kind
from firmware_sim.game import BANK, BOARD, HOTEL, Act, Game, Phase, Variant, Why
from firmware_sim.rules import speed_die

Rule = Callable[[Step], bool]

# Constants for speed: enum members are slow to look up, and this runs at every operation.
OFFER, ANYWHERE, RETHROW = Phase.OFFER, Phase.ANYWHERE, Phase.RETHROW
PARK, VISIT, RENTED = Kind.PARK, Kind.VISIT, Why.RENT
PAID_BACK = frozenset({Why.REPAID, Why.TAKEN})
SALARY = Why.SALARY


def rules_met(before: Game, game: Game, act: Act) -> tuple[str, ...]:
    step = Step(before, game, act)
    asked = _asked_after(act.kind, bool(step.why), step.claimed is not None, game.winner > 0)
    return tuple([name for name, holds in asked if holds(step)])


AT_THE_OPENING = ("TURN-5", "SPD-1", "SHORT-1")


def rules_of_setup(game: Game) -> tuple[str, ...]:
    """The rules of the set-up, from the game before its first throw."""
    edition, rules = game.edition, []
    if edition.first == "highest" or game.turn == 1:
        rules.append("TURN-5")
    bonus = edition.speed_die.bonus if game.speed_die and edition.speed_die else 0
    paid = [
        edition.opening_cash
        + bonus
        - sum(edition.squares[lot].price for lot in game.deeds_of(seat))
        for seat in game.seats()
    ]
    if paid == game.cash[1:]:
        if bonus:
            rules.append("SPD-1")
        dealt = [len(game.deeds_of(seat)) for seat in game.seats()]
        if game.variant is Variant.SHORT and edition.short and {*dealt} == {edition.short.deal}:
            rules.append("SHORT-1")
    return tuple(rules)


# -- moving


def _throws_again(step: Step) -> bool:
    return step.game.doubles > 0 and step.game.phase is Phase.THROW


def _goes_back(step: Step) -> bool:
    return _effect("back", "back_to")(step)


def _declined(step: Step) -> bool:
    return step.before.phase is OFFER and not step.before.estate


def _landed_unpaid(step: Step) -> bool:
    square = step.square
    owner = step.before.owner[square.number]
    mortgaged = step.before.mortgaged[square.number]
    return step.thrown and owner > BANK and owner != step.player and mortgaged


def _rent_of(kind: Kind) -> Rule:
    def holds(step: Step) -> bool:
        claim = step.claimed
        return claim is not None and step.game.edition.squares[claim.square].kind is kind

    return holds


def _double_rent(step: Step) -> bool:
    claim = step.claimed
    if claim is None:
        return False
    square = step.game.edition.squares[claim.square]
    bare = square.kind is Kind.STREET and not step.game.houses[claim.square]
    return bare and claim.amount == 2 * square.rents[0]


def _utility_throw(step: Step) -> bool:
    """A throw for the rent of a utility, or a card led there and the throw that moved counts."""
    if step.act.kind == "throw":
        return step.before.phase is RETHROW
    return _rent_of(Kind.UTILITY)(step)


def _fell_due(step: Step) -> bool:
    return step.thrown and len(step.game.claims) < len(step.before.claims) + bool(step.claimed)


def _owner_in_prison(step: Step) -> bool:
    claims = step.before.claims
    return bool(claims) and step.before.prison[claims[0].owner] > 0


# -- building


def _built(step: Step) -> int:
    """The lot that BATIR built on, or -1."""
    was, now = step.before.houses, step.game.houses
    if was == now:
        return -1
    return next((lot for lot in range(BOARD) if now[lot] > was[lot]), -1)


def _built_a(hotel: bool) -> Rule:
    return lambda step: (lot := _built(step)) >= 0 and (step.game.houses[lot] == HOTEL) == hotel


def _lifted_by_building(step: Step) -> bool:
    lot = _built(step)
    return lot >= 0 and step.before.mortgaged[lot]


def _auctioned_building(step: Step) -> bool:
    lot = _built(step)
    if lot < 0 or step.before.mortgaged[lot]:
        return False
    square = step.game.edition.squares[lot]
    price = square.hotel if step.game.houses[lot] == HOTEL else square.house
    return any(entry.amount != price for entry in step.game.entries)


def _hotels_sold(step: Step) -> bool:
    return step.game.houses.count(HOTEL) < step.before.houses.count(HOTEL)


def _swap_failed(step: Step) -> bool:
    edition = step.game.edition
    return _hotels_sold(step) and "swap" in edition.hotel_sales and step.before.house_stock < 4


def _hotel_after_three(step: Step) -> bool:
    lot = _built(step)
    return lot >= 0 and step.game.houses[lot] == HOTEL and step.before.houses[lot] == 3


# -- prison, cards, bargains


def _paid(why: Why) -> Rule:
    return lambda step: why in step.why


def _bank_overdrawn(step: Step) -> bool:
    if step.before.cash[BANK] >= 0:
        return False
    return any(entry.payer == BANK for entry in step.game.entries)


def _acted_in_prison(step: Step) -> bool:
    return any(step.before.prison[player] and step.game.prison[player] for player in step.actors)


def _out_of_prison(step: Step) -> bool:
    return step.prisoner and not step.game.prison[step.player]


def _third_failure(step: Step) -> bool:
    fined = step.prisoner and step.thrown and not step.double
    return fined and not step.game.prison[step.player]


def _effect(*effects: str) -> Rule:
    def holds(step: Step) -> bool:
        was = step.before.effect
        return was is not None and step.game.effect is None and was[1].effect in effects

    return holds


def _chance_instead(step: Step) -> bool:
    was, now = step.before.effect, step.game.effect
    return was is not None and now is not None and was[1].effect == "pay_or_chance"


def _debt_in_kind(step: Step) -> bool:
    def rents(game: Game) -> int:
        return sum(debt.amount for debt in game.debts if debt.why is RENTED)

    return _deeds_sold(step) and rents(step.game) < rents(step.before)


def _deeds_sold(step: Step) -> bool:
    return step.game.owner != step.before.owner


def _bank_had_none(step: Step) -> bool:
    bound = step.game.edition.deeds_trade == "bank empty"
    return bound and _deeds_sold(step) and BANK not in step.before.owner


def _builder_sold(step: Step) -> bool:
    """A player with buildings made a sale, and all buildings are unchanged."""
    if step.game.houses != step.before.houses:
        return False
    before = step.before
    return any(before.houses[lot] for player in step.actors for lot in before.deeds_of(player))


def _by_hand(step: Step) -> bool:
    """A real card: by its number, or by its effect, carried out at once."""
    if step.game.draws != step.before.draws:
        return False
    named = step.game.effect not in (None, step.before.effect)
    return named or step.before.phase is Phase.CARD


# -- loans, bankruptcy, the end


def _with_interest(step: Step) -> bool:
    """More was repaid than borrowed."""
    if not step.why & PAID_BACK:
        return False
    paid = sum(e.amount for e in step.game.entries if e.why in PAID_BACK)
    return paid > sum(_borrowed(step.before)) - sum(_borrowed(step.game)) > 0


def _borrowed(game: Game) -> list[int]:
    return [loan.amount for loans in game.loans for loan in loans]


def _passage_of_a_debtor(step: Step) -> bool:
    if SALARY not in step.why:
        return False
    paid = {entry.payee for entry in step.game.entries if entry.why is SALARY}
    return any(step.before.loans[player] for player in paid)


def _loan_taken_short(step: Step) -> bool:
    return any(debt.loan and debt not in step.before.debts for debt in step.game.debts)


def _ruined_by(player: bool) -> Rule:
    def holds(step: Step) -> bool:
        gone = step.game.bankrupt_order[-1]
        creditors = {debt.creditor for debt in step.before.debts if debt.debtor == gone}
        return bool(creditors - {BANK}) == player

    return holds


def _ruined_tenant(step: Step) -> bool:
    gone = step.game.bankrupt_order[-1]
    return any(claim.tenant == gone for claim in step.before.claims)


def _second_ruin(step: Step) -> bool:
    short = step.game.edition.short if step.game.variant is Variant.SHORT else None
    enough = short is not None and 0 < short.ends_at_bankruptcy <= len(step.game.bankrupt_order)
    return enough and step.game.winner > 0


def _ranked_with_loans(step: Step) -> bool:
    seats = step.game.seats()
    return step.game.winner > 0 and len(seats) > 1 and any(step.game.loans[p] for p in seats)


# -- the speed die, the passport


def _three_dice(step: Step) -> bool:
    """The white dice and the speed die."""
    return step.thrown and speed_die.is_active(step.before, step.player)


def _double_and_third(step: Step) -> bool:
    moved = step.game.phase is not ANYWHERE and not step.jailed
    return _three_dice(step) and step.double and moved


def _third_die_cancelled(step: Step) -> bool:
    earned = step.thrown and speed_die.is_earned(step.before, step.player)
    return earned and (step.prisoner or step.jailed)


def _moved_on_by_speed_die(step: Step) -> bool:
    monopoly = step.before.third_die == speed_die.MONOPOLY
    return monopoly and step.game.square != step.before.square


def _no_wonder(step: Step) -> bool:
    passport = step.thrown and step.game.edition.passport is not None
    elsewhere = step.square.kind in (Kind.STATION, Kind.UTILITY)
    return passport and elsewhere and step.game.visited == step.before.visited


def _always(step: Step) -> bool:
    return True


CARD = "draw named by_hand carry_out"
MOVES = f"throw finish anywhere keep_dice bus {CARD}"

# Each rule with the operations that can meet it: their kinds, or `money`: all that
# moved money, `claim`: all that opened a rent, `end`: all that ended the game; without: all.
RULES: tuple[tuple[str, str, Rule], ...] = (
    ("TURN-1", "", lambda step: step.game.turn != step.player),
    ("TURN-2", "throw", lambda step: step.thrown and not step.prisoner),
    ("TURN-3", "finish auctioned unsold", _throws_again),
    ("TURN-4", "throw", lambda step: step.jailed and step.before.doubles == 2),
    ("SAL-1", "money", _paid(Why.SALARY)),
    ("SAL-2", MOVES, lambda step: step.jailed or _goes_back(step)),
    ("TAX-1", "money", _paid(Why.TAX)),
    ("PARC-1", "throw", lambda step: step.thrown and step.square.kind is PARK),
    ("BANK-1", "money", _bank_overdrawn),
    ("BUY-1", "buy", _always),
    ("BUY-2", "auctioned unsold", _declined),
    ("BUY-3", "auctioned", _always),
    ("BUY-5", "unsold", _always),
    ("RENT-1", "claim", _rent_of(Kind.STREET)),
    ("RENT-2", "throw", _fell_due),
    ("RENT-3", "throw", _landed_unpaid),
    ("RENT-4", "claim", _double_rent),
    ("RENT-5", "claim", _rent_of(Kind.STATION)),
    ("RENT-6", "claim", _rent_of(Kind.UTILITY)),
    ("RENT-7", f"throw {CARD}", _utility_throw),
    ("RENT-8", "claim", _owner_in_prison),
    ("RENT-9", "trade", _debt_in_kind),
    ("BLD-1", "build", lambda step: _built(step) >= 0),
    ("BLD-2", "build", _built_a(hotel=False)),
    ("BLD-3", "build", _built_a(hotel=True)),
    ("BLD-4", "build", _lifted_by_building),
    ("BLD-5", "build", lambda step: 0 in (step.game.house_stock, step.game.hotel_stock)),
    ("BLD-6", "build", _auctioned_building),
    ("BLD-7", "demolish", _always),
    ("BLD-8", "demolish", _hotels_sold),
    ("BLD-9", "demolish", _swap_failed),
    ("MTG-1", "mortgage", _always),
    ("MTG-2", "money", _paid(Why.LIFT)),
    ("MTG-3", "trade", lambda step: len(step.game.lifts) > len(step.before.lifts)),
    ("PRI-1", MOVES, lambda step: step.jailed),
    ("PRI-2", "throw", lambda step: step.thrown and not step.jailed
        and step.square.kind is VISIT and not step.game.prison[step.player]),
    ("PRI-3", "throw", lambda step: step.prisoner and step.double),
    ("PRI-4", "fine", _out_of_prison),
    ("PRI-5", "leave_by_card", _out_of_prison),
    ("PRI-7", "throw", _third_failure),
    ("PRI-8", "claim auctioned build demolish mortgage lift trade", _acted_in_prison),
    ("CARD-1", CARD, lambda step: step.game.draws > step.before.draws),
    ("CARD-2", "trade", lambda step: step.game.free_cards != step.before.free_cards),
    ("CARD-3", CARD, _effect("advance", "back", "back_to")),
    ("CARD-4", CARD, _effect("repairs", "from_each")),
    ("CARD-5", CARD, _by_hand),
    ("CARD-6", CARD, lambda step: _effect("pay_or_chance")(step) or _chance_instead(step)),
    ("TRD-1", "trade", _always),
    ("TRD-3", "trade", _bank_had_none),
    ("TRD-4", "trade", _builder_sold),
    ("LOAN-1", "borrow", _always),
    ("LOAN-2", "money", _with_interest),
    ("LOAN-3", "money", _paid(Why.TAKEN)),
    ("LOAN-4", "repay", _always),
    ("LOAN-5", "", _loan_taken_short),
    ("LOAN-6", "money", _passage_of_a_debtor),
    ("BKR-1", "ruin", _always),
    ("BKR-2", "ruin", _ruined_by(player=True)),
    ("BKR-3", "ruin", lambda step: len(step.game.lifts) > len(step.before.lifts)),
    ("BKR-4", "ruin", _ruined_by(player=False)),
    ("BKR-5", "ruin", lambda step: step.game.free_cards != step.before.free_cards),
    ("BKR-6", "ruin", _ruined_tenant),
    ("END-1", "end", lambda step: step.game.winner > 0 and len(step.game.seats()) == 1),
    ("SHORT-2", "build", _hotel_after_three),
    ("SHORT-3", "ruin", _second_ruin),
    ("TIME-1", "time", _always),
    ("RANK-1", "end", _ranked_with_loans),
    ("SPD-2", "throw", _three_dice),
    ("SPD-3", "throw", lambda step: _three_dice(step) and step.game.phase is not ANYWHERE
        and 0 < step.game.third_die < speed_die.MONOPOLY),
    ("SPD-4", "bus", _always),
    ("SPD-5", "finish auctioned unsold", _moved_on_by_speed_die),
    ("SPD-6", "throw", _double_and_third),
    ("SPD-7", "anywhere keep_dice", _always),
    ("SPD-8", "throw", _third_die_cancelled),
    ("SPD-9", "throw", lambda step: step.before.phase is RETHROW
        and speed_die.is_active(step.before, step.player)),
    ("PAS-1", "",
        lambda step: step.game.visited != step.before.visited and step.act.kind != "visa"),
    ("PAS-2", "visa", _always),
    ("PAS-3", "throw", _no_wonder),
    ("PAS-4", "money", _paid(Why.REWARD)),
)  # fmt: skip


@cache
def _asked_after(kind: str, money: bool, claim: bool, end: bool) -> tuple[tuple[str, Rule], ...]:
    """The rules that such an operation can meet."""
    meets = {"": True, "money": money, "claim": claim, "end": end}
    return tuple(
        (name, holds)
        for name, kinds, holds in RULES
        if meets.get(kinds, False) or kind in kinds.split()
    )
