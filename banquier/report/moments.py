"""What is worth telling of a game: its moments and its awards, from the ledger and the positions.

chosen(story)           the ten moments, the weightiest first
awards(story)           dearest rent, luckiest throw, best deal, most visited square
weightiest(story, step) what an operation was, if it can be told
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby, pairwise
from typing import NamedTuple

from banquier.report.story import Change, Story, StoryStep, worth
from firmware_sim.game import BANK, BOARD, HOTEL, NO_DEED, Bargain, Game, Why
from firmware_sim.rules import rent

MOST = 10
ORDER = (
    "gave_up_lead", "rent", "bankrupt", "lead", "trade", "rent", "hotel", "group", "bankrupt",
    "rent", "auctioned", "rent", "paid", "gift", "group", *["rent"] * 4, "buy", "hotel", "paid",
    *["buy"] * 6, "gave_up",
)  # fmt: skip
"""Each takes the weightiest moment of its kind that is left, until there are enough; the last ruin
and a sum paid or given that is above all rents come first."""
RUINS = ("bankrupt", "gave_up", "gave_up_lead")
WEIGHTY = frozenset((Why.CARD, Why.TAX, Why.TAKEN, Why.REWARD, Why.PAYMENT))
"""Payments of which one may be a moment."""


class Moment(NamedTuple):
    kind: str
    """Of ORDER, or throw; of an award: rent, throw, deal, visited."""
    step: StoryStep
    player: int = 0
    other: int = 0
    amount: int = 0
    squares: tuple[int, ...] = ()
    weight: float = 0
    why: Why = Why.RENT
    hotel: bool = False
    dice: tuple[int, ...] = ()
    cost: int = 0
    bargain: Bargain | None = None


def chosen(story: Story) -> list[Moment]:
    told = [moment for change in story.changes for moment in _told(change)] + _lead(story)
    told = [moment for moment in told if moment.weight]
    ruins = [moment for moment in told if moment.kind in RUINS]
    found = {moment.step.number: moment for moment in ruins[-1:]}
    most = {kind: max((one.weight for one in told if one.kind == kind), default=0)
            for kind in ("gift", "paid", "rent")}  # fmt: skip
    order = (*(kind for kind in ("gift", "paid") if most[kind] > most["rent"]), *ORDER)
    told.sort(key=lambda moment: (moment.kind, -moment.weight))
    left = {kind: list(some) for kind, some in groupby(told, lambda moment: moment.kind)}
    for kind in order:
        fresh = (one for one in left.get(kind, ()) if one.step.number not in found)
        if len(found) < MOST and (best := next(fresh, None)):
            found[best.step.number] = best
    return list(found.values())


def weightiest(story: Story, step: StoryStep) -> Moment | None:
    change = next((change for change in story.changes if change.step is step), None)
    return max(_told(change), key=lambda one: one.weight, default=None) if change else None


def _told(change: Change) -> Iterator[Moment]:
    """What happened in an operation."""
    step, before, after = change
    fallen = after.bankrupt_order[len(before.bankrupt_order) :]
    for player in fallen:
        if debt := before.debt_of(player):
            _, creditor, amount, why, _, square = debt
            yield Moment("bankrupt", step, player, creditor, amount, _known(square), amount, why)
        else:
            wealth = worth(before)
            *_, second, first = sorted(wealth)
            leads = wealth[player - 1] == first > second
            kind = "gave_up_lead" if leads else "gave_up"
            yield Moment(kind, step, player, amount=wealth[player - 1], weight=1)
    if bargain := step.act and step.act.bargain:
        deeds = bargain.first_deeds + bargain.second_deeds
        weight = abs(bargain.money) + sum(after.squares[deed].price for deed in deeds)
        gives = bargain.first_deeds or bargain.first_cards or bargain.money > 0
        gets = bargain.second_deeds or bargain.second_cards or bargain.money < 0
        sides = (bargain.first, bargain.second) if gives else (bargain.second, bargain.first)
        yield Moment("trade" if gives and gets else "gift", step, *sides, abs(bargain.money),
                     deeds, weight, bargain=bargain)  # fmt: skip
    for player in range(1, after.players + 1):
        for group in set(after.whole_streets[player]) - set(before.whole_streets[player]):
            lots = tuple(lot for lot in group if before.owner[lot] != player)
            spent = sum(entry.amount for entry in step.entries if entry.payer == player)
            weight = sum(after.squares[lot].price for lot in group)
            if spent and not fallen:  # an heir pays only for mortgages
                yield Moment("group", step, player, amount=spent, squares=lots, weight=weight)
    if after.throws > before.throws:
        yield Moment("throw", step, before.turn, squares=(after.square[before.turn],))
    for payer, payee, amount, why, square in step.entries:
        place = _known(square)
        if why is Why.RENT:
            hotel = bool(place) and before.houses[square] == HOTEL
            yield Moment("rent", step, payer, payee, amount, place, amount, hotel=hotel)
        elif why is Why.DEED and place:
            kind = "auctioned" if step.act and step.act.kind == "auctioned" else "buy"
            above = amount - after.squares[square].price if kind == "auctioned" else amount
            yield Moment(kind, step, payer, payee, amount, place, max(1, above))
        elif why is Why.BUILDING and after.houses[square] == HOTEL > before.houses[square]:
            yield Moment("hotel", step, payer, payee, amount, place, 1 / step.number)
        elif why is not Why.RUIN:
            weight = amount if why in WEIGHTY else 0
            yield Moment("paid", step, payer, payee, amount, place, weight, why)


def _known(square: int) -> tuple[int, ...]:
    return (square,) if square >= 0 else ()


def _lead(story: Story) -> list[Moment]:
    """The operation that gave the lead to who leads last."""
    leads = [(lap, _leader(lap.wealth)) for lap in story.laps]
    changes = [(then, now) for then, now in pairwise(leads) if then[1] != now[1]]
    if not changes:
        return []
    (then, loser), (now, leader) = changes[-1]
    found = None
    for step in reversed(story.lasting):
        if then.step.number < step.number <= now.step.number:
            wealth = worth(step.game)
            if _leader(wealth) != leader:
                break
            found = Moment("lead", step, leader, loser, wealth[leader - 1], weight=1)
    return [found] if found else []


def _leader(wealth: tuple[int, ...]) -> int:
    return wealth.index(max(wealth)) + 1


# -- awards


def awards(story: Story) -> Iterator[Moment]:
    if story.rents:
        step, (payer, payee, amount, _, square) = max(
            story.entries, key=lambda one: one[1].amount if one[1].why is Why.RENT else -1
        )
        yield Moment("rent", step, payer, payee, amount, _known(square))
    throws = filter(None, map(_escape, story.changes))
    if throw := max(throws, key=lambda throw: throw.amount, default=None):
        yield throw
    cost: Counter[tuple[int, int]] = Counter()
    earned: Counter[tuple[int, int]] = Counter()
    for _, (payer, payee, amount, why, square) in story.entries:
        if why is Why.DEED or (why is Why.BUILDING and (payer, square) in cost):
            cost[payer, square] += amount
        elif why is Why.RENT:
            earned[payee, square] += amount
    deal = max(cost, key=lambda one: earned[one] - cost[one], default=None)
    if deal and earned[deal] > cost[deal]:
        player, square = deal
        yield Moment("deal", story.steps[-1], player, amount=earned[deal], squares=(square,),
                     cost=cost[deal])  # fmt: skip
    visits = [one for one in story.visits.most_common() if story.end.squares[one[0]].group >= 0]
    for square, count in visits[:1]:
        yield Moment("visited", story.steps[-1], amount=count, squares=(square,))


def _escape(change: Change) -> Moment | None:
    """A throw that led past squares where rent would have been due, to one where none is."""
    step, before, after = change
    if after.throws == before.throws:
        return None
    player, pips = before.turn, sum(after.dice)
    start = before.square[player]
    if (after.square[player] - start) % BOARD != pips:
        return None
    *passed, here = (
        _due(before, (start + pace) % BOARD, player, pace) for pace in range(1, pips + 1)
    )
    if here or not any(passed):
        return None
    landing = (after.square[player],)
    return Moment("throw", step, player, amount=sum(passed), squares=landing, dice=after.dice)


def _due(game: Game, square: int, player: int, pips: int) -> int:
    """What landing there by such a throw would cost."""
    if game.owner[square] in (BANK, player, NO_DEED) or game.mortgaged[square]:
        return 0
    return rent.due(game, square, pips)
