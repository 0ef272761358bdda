"""The highlights of a game: its moments and its awards, from the ledger and the positions.

chosen(story)           the ten moments with the largest weight
awards(story)           dearest rent, luckiest throw, best deal, most visited square
weightiest(story, step) the moment of an operation with the largest weight, if it has any
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby, pairwise

from banquier.report.story import Change, Story, StoryStep, worths
from banquier.words.moment import ORDER, Moment, as_tuple, moments
from firmware_sim.game import BANK, BOARD, NO_DEED, Game, Why
from firmware_sim.rules import rent

MOST = 10
RUINS = ("bankrupt", "gave_up", "gave_up_lead")


def chosen(story: Story) -> list[Moment]:
    told = [moment for change in story.changes for moment in moments(*change)] + _lead(story)
    told = [moment for moment in told if moment.weight]
    ruins = [moment for moment in told if moment.kind in RUINS]
    found = {moment.step.number: moment for moment in reversed(ruins)}
    most = {kind: max((one.weight for one in told if one.kind == kind), default=0)
            for kind in ("gift", "paid", "rent")}  # fmt: skip
    order = (*(kind for kind in ("gift", "paid") if most[kind] > most["rent"]), *ORDER)
    told = sorted(told, key=lambda moment: (moment.kind, -moment.weight))
    left = {kind: list(some) for kind, some in groupby(told, lambda moment: moment.kind)}
    for kind in order:
        fresh = (one for one in left.get(kind, ()) if one.step.number not in found)
        if len(found) < MOST and (best := next(fresh, None)):
            found[best.step.number] = best
    return list(found.values())


def weightiest(story: Story, step: StoryStep) -> Moment | None:
    change = next((change for change in story.changes if change.step is step), None)
    return max(moments(*change), key=lambda one: one.weight, default=None) if change else None


def _lead(story: Story) -> list[Moment]:
    """Return the operation that gave the lead to the last leader."""
    leads = [(lap, _leader(lap.worths)) for lap in story.laps]
    changes = [(then, now) for then, now in pairwise(leads) if then[1] != now[1]]
    if not changes:
        return []
    (then, loser), (now, leader) = changes[-1]
    found = None
    for step in reversed(story.lasting):
        if then.step.number < step.number <= now.step.number:
            has = worths(step.game)
            if _leader(has) != leader:
                break
            found = Moment("lead", step, leader, loser, has[leader - 1], weight=1)
    return [found] if found else []


def _leader(has: tuple[int, ...]) -> int:
    return has.index(max(has)) + 1


# -- awards


def awards(story: Story) -> Iterator[Moment]:
    if story.rents:
        step, (payer, payee, amount, _, square) = max(
            story.entries, key=lambda one: one[1].amount if one[1].why is Why.RENT else -1
        )
        yield Moment("rent", step, payer, payee, amount, as_tuple(square))
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
    """Return a throw that led past squares where rent would have been due, to one without."""
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
    """Return what landing there by such a throw would cost."""
    if game.owner[square] in (BANK, player, NO_DEED) or game.mortgaged[square]:
        return 0
    return rent.due(game, square, pips)
