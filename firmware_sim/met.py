"""Which rules an operation met: for those who play thousands of games and want to have seen all.

    met(before, game, "J1 ACHAT PIGALLE")        ("BUY-1",)

Told from the game before and after, the entries it posted and what the roll prints of it. Rules
that refuse leave no operation: the errors are counted instead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from firmware_sim.edition import Kind, Square
from firmware_sim.game import BANK, HOTEL, Claim, Game, Phase, Variant, Why


class Step(NamedTuple):
    before: Game
    game: Game
    word: str  # what the roll calls it: ACHAT, FIN, LOYER …
    why: frozenset[Why]

    @property
    def player(self) -> int:
        return self.before.turn

    @property
    def thrown(self) -> bool:
        return self.game.throws > self.before.throws and self.before.phase is Phase.THROW

    @property
    def prisoner(self) -> bool:
        return self.before.prison[self.player] > 0

    @property
    def jailed(self) -> bool:
        return not self.prisoner and self.game.prison[self.player] > 0

    @property
    def double(self) -> bool:
        return self.thrown and self.game.dice[0] == self.game.dice[1]

    @property
    def square(self) -> Square:
        """Where the token of the player stands now."""
        return self.game.edition.squares[self.game.square[self.player]]

    @property
    def claimed(self) -> Claim | None:
        """The rent that a landing has just opened."""
        new = [claim for claim in self.game.claims if claim not in self.before.claims]
        return new[-1] if new else None


def met(before: Game, game: Game, printed: str) -> tuple[str, ...]:
    words = printed.split()
    why = frozenset([entry.why for entry in game.entries])
    step = Step(before, game, words[1] if len(words) > 1 else "", why)
    return tuple([name for name, holds in RULES if holds(step)])


# -- moving


def _landed_unpaid(step: Step) -> bool:
    square = step.square
    owner = step.before.owner[square.number]
    mortgaged = step.before.mortgaged[square.number]
    return step.thrown and owner > BANK and owner != step.player and mortgaged


def _rent_of(kind: Kind) -> Callable[[Step], bool]:
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


def _fell_due(step: Step) -> bool:
    return step.thrown and len(step.game.claims) < len(step.before.claims) + bool(step.claimed)


def _owner_in_prison(step: Step) -> bool:
    claim = step.before.claims[0] if step.word == "LOYER" and step.before.claims else None
    return claim is not None and step.before.prison[claim.owner] > 0


# -- building


def _built(step: Step) -> int:
    """The lot an operation built on, or -1."""
    if step.word != "BATIR":
        return -1
    grown = [lot for lot in range(40) if step.game.houses[lot] > step.before.houses[lot]]
    return grown[0] if grown else -1


def _built_a(hotel: bool) -> Callable[[Step], bool]:
    return lambda step: (lot := _built(step)) >= 0 and (step.game.houses[lot] == HOTEL) == hotel


def _lifted_by_building(step: Step) -> bool:
    lot = _built(step)
    return lot >= 0 and step.before.mortgaged[lot]


def _last_building(step: Step) -> bool:
    stocks = (step.game.house_stock, step.game.hotel_stock)
    return step.word == "BATIR" and 0 in stocks


def _auctioned_building(step: Step) -> bool:
    lot = _built(step)
    if lot < 0 or step.before.mortgaged[lot]:
        return False
    square = step.game.edition.squares[lot]
    price = square.hotel if step.game.houses[lot] == HOTEL else square.house
    return any(entry.amount != price for entry in step.game.entries)


def _hotels_sold(step: Step) -> bool:
    fell = step.game.houses.count(HOTEL) < step.before.houses.count(HOTEL)
    return step.word == "DEMOL" and fell


def _swap_failed(step: Step) -> bool:
    edition = step.game.edition
    return _hotels_sold(step) and "swap" in edition.hotel_sales and step.before.house_stock < 4


# -- prison, cards, bargains


def _out_by(word: str) -> Callable[[Step], bool]:
    return lambda step: step.prisoner and step.word == word and not step.game.prison[step.player]


def _third_failure(step: Step) -> bool:
    fined = step.prisoner and step.thrown and not step.double
    return fined and not step.game.prison[step.player]


def _effect(*effects: str) -> Callable[[Step], bool]:
    def holds(step: Step) -> bool:
        was = step.before.effect
        return was is not None and step.game.effect is None and was[1].effect in effects

    return holds


def _chance_instead(step: Step) -> bool:
    was, now = step.before.effect, step.game.effect
    return was is not None and now is not None and was[1].effect == "pay_or_chance"


def _cards_sold(step: Step) -> bool:
    return step.word == "VENTE" and step.game.free_cards != step.before.free_cards


def _debt_in_kind(step: Step) -> bool:
    owed = sum(debt.amount for debt in step.before.debts)
    return step.word == "VENTE" and sum(debt.amount for debt in step.game.debts) < owed


def _deeds_sold(step: Step) -> bool:
    return step.word == "VENTE" and step.game.owner != step.before.owner


def _mortgage_moved(step: Step) -> bool:
    return step.word == "VENTE" and len(step.game.lifts) > len(step.before.lifts)


# -- loans, ruin, the end


def _loan_taken_short(step: Step) -> bool:
    return any(debt.loan and debt not in step.before.debts for debt in step.game.debts)


def _ruined_by(player: bool) -> Callable[[Step], bool]:
    def holds(step: Step) -> bool:
        if step.word != "FAILLITE":
            return False
        gone = step.game.bankrupt_order[-1]
        debt = step.before.debt_of(gone)
        return (debt is not None and debt.creditor != BANK) == player

    return holds


def _cards_left(step: Step) -> bool:
    return step.word == "FAILLITE" and step.game.free_cards != step.before.free_cards


def _won(variant: Variant) -> Callable[[Step], bool]:
    return lambda step: step.game.winner > 0 and step.game.variant is variant


def _speed(step: Step) -> bool:
    return step.game.speed_die and step.thrown and step.game.third_die > 0


Rule = Callable[[Step], bool]

RULES: tuple[tuple[str, Rule], ...] = (
    ("TURN-1", lambda step: step.game.turn != step.player),
    ("TURN-2", lambda step: step.thrown and not step.prisoner),
    ("TURN-3", lambda step: step.word == "FIN" and step.game.doubles > 0),
    ("TURN-4", lambda step: step.thrown and step.jailed and step.before.doubles == 2),
    ("SAL-1", lambda step: Why.SALARY in step.why),
    ("SAL-2", lambda step: step.jailed or _effect("back", "back_to")(step)),
    ("TAX-1", lambda step: Why.TAX in step.why),
    ("PARC-1", lambda step: step.thrown and step.square.kind is Kind.PARK),
    ("BUY-1", lambda step: step.word == "ACHAT"),
    ("BUY-2", lambda step: step.word in ("ENCHERE", "INVENDU")),
    ("BUY-3", lambda step: step.word == "ENCHERE"),
    ("BUY-5", lambda step: step.word == "INVENDU"),
    ("RENT-1", _rent_of(Kind.STREET)),
    ("RENT-2", _fell_due),
    ("RENT-3", _landed_unpaid),
    ("RENT-4", _double_rent),
    ("RENT-5", _rent_of(Kind.STATION)),
    ("RENT-6", _rent_of(Kind.UTILITY)),
    ("RENT-7", lambda step: step.before.phase is Phase.RETHROW and step.word == "DES"),
    ("RENT-8", _owner_in_prison),
    ("RENT-9", _debt_in_kind),
    ("BLD-1", lambda step: _built(step) >= 0),
    ("BLD-2", _built_a(hotel=False)),
    ("BLD-3", _built_a(hotel=True)),
    ("BLD-4", _lifted_by_building),
    ("BLD-5", _last_building),
    ("BLD-6", _auctioned_building),
    ("BLD-7", lambda step: step.word == "DEMOL"),
    ("BLD-8", _hotels_sold),
    ("BLD-9", _swap_failed),
    ("MTG-1", lambda step: Why.MORTGAGE in step.why),
    ("MTG-2", lambda step: Why.LIFT in step.why),
    ("MTG-3", _mortgage_moved),
    ("PRI-1", lambda step: step.jailed),
    ("PRI-2", lambda step: step.thrown and not step.jailed and step.square.kind is Kind.VISIT),
    ("PRI-3", lambda step: step.prisoner and step.double),
    ("PRI-4", _out_by("AMENDE")),
    ("PRI-5", _out_by("CARTE")),
    ("PRI-7", _third_failure),
    ("CARD-1", lambda step: step.game.draws > step.before.draws),
    ("CARD-2", _cards_sold),
    ("CARD-3", _effect("advance", "back", "back_to")),
    ("CARD-4", _effect("repairs", "from_each")),
    ("CARD-5", lambda step: step.game.effect not in (None, step.before.effect)
        and step.game.draws == step.before.draws),
    ("CARD-6", lambda step: _effect("pay_or_chance")(step) or _chance_instead(step)),
    ("TRD-1", lambda step: step.word == "VENTE"),
    ("TRD-3", _deeds_sold),
    ("LOAN-1", lambda step: Why.LOAN in step.why),
    ("LOAN-3", lambda step: Why.TAKEN in step.why),
    ("LOAN-4", lambda step: Why.REPAID in step.why),
    ("LOAN-5", _loan_taken_short),
    ("BKR-1", lambda step: step.word == "FAILLITE"),
    ("BKR-2", _ruined_by(player=True)),
    ("BKR-3", lambda step: step.word in ("LEVEE", "INTERET") and bool(step.before.lifts)),
    ("BKR-4", _ruined_by(player=False)),
    ("BKR-5", _cards_left),
    ("END-1", _won(Variant.NORMAL)),
    ("SHORT-3", _won(Variant.SHORT)),
    ("TIME-1", _won(Variant.TIMED)),
    ("SPD-3", lambda step: _speed(step) and step.game.third_die < 4),
    ("SPD-4", lambda step: step.word == "BUS"),
    ("SPD-5", lambda step: _speed(step) and step.game.third_die == 4),
    ("SPD-7", lambda step: step.word == "CASE"),
    ("PAS-1", lambda step: step.game.visited != step.before.visited),
    ("PAS-2", lambda step: step.word == "VISA"),
    ("PAS-4", lambda step: Why.REWARD in step.why),
)  # fmt: skip
