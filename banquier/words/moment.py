"""The moments of a game and their sentences: the same for the report, the phones and the wall.

    for moment in moments(line, before, after):      one operation
        sentence(moment, after.edition, names)       "Bob owes 17.000 F to Anne and is bankrupt."

The report chooses among them by `weight`; everybody at a table is shown the kinds in SHOWN at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, Protocol

from banquier.words import Said, Several, bargain_sides, is_known, player, with_currency
from firmware_sim.edition import Edition
from firmware_sim.game import HOTEL, Act, Bargain, Entry, Game, Why
from firmware_sim.rules import endings

SHOWN = (
    "bankrupt", "gave_up", "gave_up_lead", "group", "hotel", "auctioned", "trade", "gift",
    "jailed", "lost", "taken", "rent",
)  # fmt: skip
ORDER = (
    "gave_up_lead", "rent", "bankrupt", "lead", "trade", "rent", "hotel", "group", "bankrupt",
    "rent", "auctioned", "rent", "paid", "gift", "group", *["rent"] * 4, "buy", "hotel", "paid",
    *["buy"] * 6, "gave_up",
)  # fmt: skip
"""The order in which the report asks kinds for their next moment until it has enough; bankruptcies,
and sums paid or given that are above all rents, come first."""
WEIGHTY = frozenset((Why.CARD, Why.TAX, Why.TAKEN, Why.REWARD, Why.POT, Why.PAYMENT))
"""Reasons of payments that may be moments of the report."""


class RollOperation(Protocol):
    """A line of the roll, or a step of a story."""

    @property
    def act(self) -> Act | None: ...
    @property
    def entries(self) -> tuple[Entry, ...]: ...


class Moment(NamedTuple):
    kind: str
    """One of SHOWN, or rent, buy, paid, throw, lead; of an award: rent, throw, deal, visited."""
    step: Any
    """The operation."""
    player: int = 0
    other: int = 0
    amount: int = 0
    squares: tuple[int, ...] = ()
    weight: float = 0
    """The weight among moments of its kind; 0 if the report leaves it out."""
    why: Why | str = Why.RENT
    hotel: bool = False
    dice: tuple[int, ...] = ()
    cost: int = 0
    bargain: Bargain | None = None
    estate: tuple[tuple[int, tuple[int, ...], int], ...] = ()
    """The estate of a bankruptcy by heir: deeds and money."""


class GameChange(NamedTuple):
    """An operation, and the games before and after it."""

    step: Any
    before: Game
    after: Game
    fallen: tuple[int, ...]
    """The players whom the operation made bankrupt."""

    @property
    def players(self) -> range:
        return range(1, self.after.players + 1)


def moments(step: RollOperation, before: Game, after: Game) -> Iterator[Moment]:
    """Yield the moments of an operation. One that CORR undid has none."""
    if step.act and step.act.kind == "undo":
        return
    fallen = after.bankrupt_order[len(before.bankrupt_order) :]
    change = GameChange(step, before, after, fallen)
    for find in FINDERS:
        yield from find(change)


def _ruins(change: GameChange) -> Iterator[Moment]:
    step, before, after, fallen = change
    for who in fallen:
        estate = tuple(_estate(step, before, after, who))
        if debt := before.debt_of(who):
            _, creditor, amount, why, _, square = debt
            yield Moment("bankrupt", step, who, creditor, amount, as_tuple(square), amount, why,
                         estate=estate)  # fmt: skip
        else:
            worth = [endings.worth(before, one) for one in range(1, before.players + 1)]
            *_, second, first = sorted(worth)
            leads = worth[who - 1] == first > second
            yield Moment("gave_up_lead" if leads else "gave_up", step, who, amount=worth[who - 1],
                         weight=1, estate=estate)  # fmt: skip


def _trades(change: GameChange) -> Iterator[Moment]:
    step = change.step
    bargain = step.act.bargain if step.act else None
    if bargain is None:
        return
    deeds = bargain.first_deeds + bargain.second_deeds
    weight = abs(bargain.money) + sum(change.after.squares[deed].price for deed in deeds)
    gives = bargain.first_deeds or bargain.first_cards or bargain.money > 0
    gets = bargain.second_deeds or bargain.second_cards or bargain.money < 0
    sides = (bargain.first, bargain.second) if gives else (bargain.second, bargain.first)
    yield Moment("trade" if gives and gets else "gift", step, *sides, abs(bargain.money),
                 deeds, weight, bargain=bargain)  # fmt: skip


def _groups(change: GameChange) -> Iterator[Moment]:
    """Yield completed groups, except by inheritance, where a player pays only for mortgages."""
    step, before, after, fallen = change
    for who in () if fallen else change.players:
        spent = sum(entry.amount for entry in step.entries if entry.payer == who)
        known = before.whole_streets[who]
        for group in [group for group in after.whole_streets[who] if group not in known]:
            lots = tuple(lot for lot in group if before.owner[lot] != who)
            weight = sum(after.squares[lot].price for lot in group)
            if spent:
                yield Moment("group", step, who, amount=spent, squares=lots, weight=weight)


def _arrests(change: GameChange) -> Iterator[Moment]:
    for who in change.players:
        if change.after.prison[who] and not change.before.prison[who]:
            yield Moment("jailed", change.step, who, why=_why_jailed(change.before, who))


def _recalled_loans(change: GameChange) -> Iterator[Moment]:
    """Yield loans that the bank took back, paid or owed."""
    debts = set(change.after.debts) - set(change.before.debts)
    taken = [one for one in (*change.step.entries, *debts) if one.why is Why.TAKEN]
    for who in change.players:
        if amount := sum(one.amount for one in taken if one[0] == who):
            yield Moment("taken", change.step, who, amount=amount)


def _lost_claims(change: GameChange) -> Iterator[Moment]:
    step, before, after, fallen = change
    if fallen or after.winner:
        return
    rents = [one.payee for one in step.entries if one.why is Why.RENT]
    debts = set(after.debts) - set(before.debts)
    rents += [one.creditor for one in debts if one.why is Why.RENT]
    for claim in before.claims:
        if claim not in after.claims and claim.owner not in rents:
            yield Moment("lost", step, claim.owner, claim.tenant, claim.amount, (claim.square,))


def _throws(change: GameChange) -> Iterator[Moment]:
    before, after = change.before, change.after
    if after.throws > before.throws:
        yield Moment("throw", change.step, before.turn, squares=(after.square[before.turn],))


def _payments(change: GameChange) -> Iterator[Moment]:
    for entry in change.step.entries:
        yield from PAYMENTS.get(entry.why, _payment)(change, entry)


def _payment(change: GameChange, entry: Entry) -> Iterator[Moment]:
    payer, payee, amount, why, square = entry
    weight = amount if why in WEIGHTY else 0
    yield Moment("paid", change.step, payer, payee, amount, as_tuple(square), weight, why)


def _rent(change: GameChange, entry: Entry) -> Iterator[Moment]:
    payer, payee, amount, _, square = entry
    hotel = square >= 0 and change.before.houses[square] == HOTEL
    yield Moment("rent", change.step, payer, payee, amount, as_tuple(square), amount, hotel=hotel)


def _purchase(change: GameChange, entry: Entry) -> Iterator[Moment]:
    payer, payee, amount, _, square = entry
    if square < 0:
        yield from _payment(change, entry)
        return
    act, kind, weight = change.step.act, "buy", amount
    if act and act.kind == "auctioned":
        kind, weight = "auctioned", amount - change.after.squares[square].price
    yield Moment(kind, change.step, payer, payee, amount, as_tuple(square), max(1, weight))


def _building(change: GameChange, entry: Entry) -> Iterator[Moment]:
    payer, payee, amount, _, square = entry
    if change.after.houses[square] == HOTEL > change.before.houses[square]:
        yield Moment("hotel", change.step, payer, payee, amount, as_tuple(square), 1)
    else:
        yield from _payment(change, entry)


def _nothing(change: GameChange, entry: Entry) -> Iterator[Moment]:
    """Yield nothing: an estate is part of the moment of the bankruptcy."""
    return iter(())


FINDERS = (_ruins, _trades, _groups, _arrests, _recalled_loans, _lost_claims, _throws, _payments)
"""The functions that find one kind of moment each, in this order."""
PAYMENTS = {Why.RENT: _rent, Why.DEED: _purchase, Why.BUILDING: _building, Why.RUIN: _nothing}
"""Functions for payments by their reason; any other is a plain payment."""


def as_tuple(square: int) -> tuple[int, ...]:
    return (square,) if square >= 0 else ()


def _estate(
    step: RollOperation, before: Game, after: Game, fallen: int
) -> Iterator[tuple[int, tuple[int, ...], int]]:
    for heir in range(after.players + 1):
        deeds = tuple(lot for lot in before.deeds[fallen] if after.owner[lot] == heir)
        money = sum(one.amount for one in step.entries if one[:2] == (fallen, heir))
        if heir != fallen and (deeds or money):
            yield heir, deeds, money


def _why_jailed(before: Game, player: int) -> str:
    if before.effect:
        return "card"
    return "doubles" if before.doubles == 2 and before.turn == player else "square"


def sentence(
    told: Moment, edition: Edition, names: Mapping[int, str], group: str = "report.moment"
) -> Said:
    """Return the sentence of a moment. `group`: the catalogue's; awards have their own."""
    currency = edition.currency
    label = tuple(edition.squares[square].name for square in told.squares)
    given, got = bargain_sides(told.bargain, edition, told.player)
    why: object = Said(f"moment.jailed.{told.why}")
    if not isinstance(told.why, str):
        why = Said(f"report.why_paid.{Why(told.why).name.lower()}")
        if label:
            why = label if told.why is Why.TAX else Several(why, label, between=", ")
    return Several(
        Said(
            "act.trade" if told.kind == "trade" else f"{group}.{told.kind}",
            player=player(names, told.player), other=player(names, told.other),
            value=told.amount if told.kind == "visited" else with_currency(told.amount, currency),
            cost=with_currency(told.cost, currency), turn=told.step.turn,
            label=label, given=given, got=got, why=why, dice=told.dice,
            square=Said("report.for_square", label=label) if label else "",
            built=Said("report.with_hotel") if told.hotel else "",
        )
    )  # fmt: skip


def card(told: Moment, edition: Edition, names: Mapping[int, str]) -> dict[str, Any]:
    """Return what all are shown of a moment: a short sentence, and what changed hands."""
    given, got = bargain_sides(told.bargain, edition, told.player)
    label: tuple[Said | str, ...] = tuple(edition.squares[at].name for at in told.squares)
    heirs: list[tuple[int, Any]] = [
        (heir, _estate_words(edition, deeds, money)) for heir, deeds, money in told.estate
    ]
    if told.kind in ("trade", "gift"):
        heirs = [(told.other, given), (told.player, got)]
    if told.kind == "group":
        heirs = [(told.player, label)] * (told.step.act.kind == "buy")  # else another moment has it
        label = (group_name(edition, edition.group_of[told.squares[0]]),)
    rest = [
        {"player": heir, "said": Said("moment.estate", player=player(names, heir)), "goods": goods}
        for heir, goods in heirs if goods and type(goods) is tuple  # not the words for nothing
    ]  # fmt: skip
    if told.kind == "hotel":
        price = Said("moment.price", value=with_currency(told.amount, edition.currency))
        rest = [{"player": told.player, "said": price, "goods": ()}]
    said = Said(
        f"moment.card.{told.kind}", player=player(names, told.player),
        other=player(names, told.other), label=label,
        value=with_currency(told.amount, edition.currency), why=Said(f"moment.jailed.{told.why}")
        if told.kind == "jailed" else "",
    )  # fmt: skip
    return {"kind": told.kind, "player": told.player, "other": told.other, "amount": told.amount,
            "said": said, "rest": rest}  # fmt: skip


def _estate_words(edition: Edition, deeds: tuple[int, ...], money: int) -> tuple[str, ...]:
    cash = [with_currency(money, edition.currency)] if money else []
    return (*(edition.squares[lot].name for lot in deeds), *cash)


def group_name(edition: Edition, group: int) -> Said | str:
    """Return a group's name in words, if the catalogues have it."""
    name = edition.group_names[group]
    return Said(f"group.{name}") if is_known(f"group.{name}") else name
