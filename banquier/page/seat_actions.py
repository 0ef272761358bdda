"""What a seat may do: one table. An action, whose it is, when it is possible, what the rules say of
it, and the decision that it is; `banquier.game.decision_keys` has the keys of the decision.

    refusal(unit, 2, Do("build", 39))      None, or the sentence why not
    strokes(unit, 2, Do("build", 39))      the keys, as a finger would press them

A seat does what its player may do: the own turn, the own claims and goods, what is asked of it.
What concerns others is for the unit's keypad, which every phone can show. The keys go through the
unit like all others: seen by all, recorded, undone by CORR.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from banquier.game.decision import Decision
from banquier.game.decision_keys import BIDS, BUILDS, goods, press
from banquier.game.key_reader import KeyReader, Stroke, Stuck
from banquier.page.bilingual import Bilingual, both, first_sentence, sentence_of
from banquier.page.messages import Do
from firmware_sim.game import BANK, BOARD, HOTEL, Error, Game, Refused
from firmware_sim.interface import Bargain, Question
from firmware_sim.ledger import pay as pay_by_hand
from firmware_sim.ledger import settle
from firmware_sim.question import FUNCTIONS_OPEN
from firmware_sim.rules import (
    building,
    cards,
    deeds,
    loans,
    moving,
    prison,
    rent,
    speed_die,
    throwing,
    trade,
)

if TYPE_CHECKING:
    from hardware.unit import Unit

PAUSE = 1_800
"""Ticks between two keys of an action, so that the others can follow it on the glass."""

THROW = frozenset(("throw", "throw_again", "prison_throw", "rethrow"))
KEYED = frozenset(f"{kind}_keyed" for kind in THROW)
PRISON = frozenset(("prison_throw", "prison_throw_keyed"))
LIFTS = frozenset(("lift_received", "interest"))
SCARCE = frozenset(("scarce", "scarce_price"))
DEBT = frozenset(("debt", "debt_payable"))
CARD = frozenset(
    f"card_{effect}"
    for effect in (
        "pay", "receive", "from_each", "to_each", "repairs", "advance", "back_to", "back",
        "prison", "free",
    )
)  # fmt: skip
HOTEL_WAYS = frozenset(("hotel_group", "hotel_hotels", "hotel_lot", "hotel_swap"))
UNDO = FUNCTIONS_OPEN | {"winner", "winners", "rank"}
LOOKING = frozenset(f"{how}_{what}" for how in ("look", "walk") for what in ("deed", "nothing")) | {
    "look",
    "look_cash",
    "look_loan",
    "look_speed_die",
    "look_passport",
    "look_bank",
}


class Case(NamedTuple):
    """Who would act, and when."""

    unit: Unit
    game: Game
    seat: int
    asked: Question
    undoable: bool = False
    """The last operation is this seat's own, of a moment ago."""


Whose = Callable[[Case, Do], Bilingual | None]
"""Why it is not this seat's; None if it is."""


class Action(NamedTuple):
    whose: Whose
    kinds: frozenset[str] | None
    """The questions that it answers; None: wherever functions are open."""
    rule: Callable[[Game, Case, Do], object]
    """Tried on a copy of the game. Refused: the bank would not have it."""
    decision: Callable[[Case, Do], Decision]
    sighted: bool = False
    """An answer: refused where the page showed another moment than the one that waits."""


def case_of(unit: Unit, seat: int, undoable: bool = False) -> Case | None:
    game = unit.firmware.session.game
    return Case(unit, game, seat, unit.question, undoable) if game is not None else None


def moment_of(unit: Unit) -> int:
    """A number of what waits for an answer, terms and sums included."""
    asked = unit.question._replace(error=0, key="", label="", keys=(), claims=())
    return crc32(repr((unit.operations, asked)).encode())


# -- whose it is


def _anyones(case: Case, do: Do) -> Bilingual | None:
    return None


def _left_open(case: Case, do: Do) -> Bilingual | None:
    """A look is anybody's to end; BATIR, where the auction of a scarce building ends, is not."""
    return _asked(case, do) if case.asked.kind in BUILDS else None


def _own(case: Case, do: Do) -> Bilingual | None:
    if not case.game.is_in(case.seat) or case.game.winner:
        return both("seat.why.over")
    return None


def _turn(case: Case, do: Do) -> Bilingual | None:
    if over := _own(case, do):
        return over
    turn = case.game.turn
    return None if turn == case.seat else both("seat.why.turn", case.unit.names, turn)


def _asked(case: Case, do: Do) -> Bilingual | None:
    if over := _own(case, do):
        return over
    player = case.asked.player
    return None if player == case.seat else both("seat.why.asked_other", case.unit.names, player)


def _deed(case: Case, do: Do) -> Bilingual | None:
    if over := _own(case, do):
        return over
    if not 0 <= do.number < BOARD or do.number not in case.game.deeds_of(case.seat):
        return both("seat.why.not_yours")
    return None


def _oldest_claim(case: Case, do: Do) -> Bilingual | None:
    if over := _own(case, do):
        return over
    claims = case.game.claims
    if not any(claim.owner == case.seat for claim in claims):
        return sentence_of(Error.TOO_LATE)
    first = claims[0].owner
    return None if first == case.seat else both("seat.why.claim", case.unit.names, first)


def _bidder(case: Case, do: Do) -> Bilingual | None:
    if over := _own(case, do):
        return over
    auction = case.asked.auction
    return both("seat.why.holder") if auction and auction.holder == case.seat else None


def _partner(case: Case, do: Do) -> Bilingual | None:
    if over := _own(case, do):
        return over
    bargain = case.asked.bargain
    if bargain and case.seat not in (bargain.first, bargain.second):
        return both("seat.why.asked_other", case.unit.names, case.asked.player)
    return None


def _proposer(case: Case, do: Do) -> Bilingual | None:
    """Each gives only what it has; both parties of a bargain that waits may change it."""
    if why := _partner(case, do) if case.asked.kind == "accord" else _own(case, do):
        return why
    game, partner = case.game, do.partner
    if partner == case.seat or not game.is_in(partner):
        return sentence_of(Error.NO_PLAYER)
    mine = set(do.give) <= set(goods(game, case.seat))
    theirs = set(do.take) <= set(goods(game, partner))
    return None if mine and theirs else both("seat.why.not_yours")


# -- what the rules say


def _nothing(game: Game, case: Case, do: Do) -> None:
    pass


def _dice(game: Game, case: Case, do: Do) -> None:
    thrown = str(do.number)
    count = 3 if speed_die.is_active(game, game.turn) else 2
    if len(thrown) != count or not set(thrown[:2]) <= set("123456") or thrown[2:] > "5":
        raise Refused(Error.NO_DIE)


def _card_number(game: Game, case: Case, do: Do) -> None:
    cards.name(game, cards.pile_here(game), do.number)


def _chance_number(game: Game, case: Case, do: Do) -> None:
    cards.name(game, cards.CHANCE, do.number)


def _bid(game: Game, case: Case, do: Do) -> None:
    auction = case.asked.auction
    if auction is None:
        raise Refused(Error.KEY)
    if do.amount > game.cash[case.seat]:
        raise Refused(Error.FUNDS)
    if game.debt_of(case.seat) is not None:
        raise Refused(Error.DEBT)
    if auction.building and do.amount > building.most_bid(
        game, case.seat, auction.building == "hotel"
    ):
        raise Refused(Error.FUNDS)
    if do.amount < max(1, auction.opening or 0) or do.amount <= auction.best:
        raise Refused(Error.TOO_LOW)


def least_bid(case: Case) -> int:
    auction = case.asked.auction
    if auction is None:
        return 0
    return auction.best + 1 if auction.holder else max(1, auction.opening or 0)


def _way(game: Game, case: Case, do: Do) -> None:
    ways = building.hotel_ways(game)
    if not 0 <= do.number < len(ways):
        raise Refused(Error.TOO_BIG)
    building.sell_hotel(game, case.seat, case.asked.square, ways[do.number])


def lots(case: Case) -> list[int]:
    """Where the winner of a building may put it."""
    game, shown = case.game, case.asked.square
    return building.slots(game, case.seat, building.is_hotel_next(game, shown))


def _lot(game: Game, case: Case, do: Do) -> None:
    if do.number not in lots(case):
        raise Refused(Error.TOO_BIG)


def _demolish(game: Game, case: Case, do: Do) -> None:
    """`amount`: the rank of the way in which a hotel goes."""
    if game.houses[do.number] != HOTEL:
        building.sell_house(game, case.seat, do.number)
        return
    ways = building.hotel_ways(game)
    if do.amount >= len(ways):
        raise Refused(Error.TOO_BIG)
    building.sell_hotel(game, case.seat, do.number, ways[do.amount])


def _pay(game: Game, case: Case, do: Do) -> None:
    if do.number != BANK and (do.number == case.seat or not game.is_in(do.number)):
        raise Refused(Error.NO_PLAYER)
    if not do.amount:
        raise Refused(Error.TOO_BIG)
    pay_by_hand(game, case.seat, do.number, do.amount)


def bargain_of(seat: int, do: Do) -> Bargain:
    def split(offered: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return (
            tuple(good for good in offered if good < BOARD),
            tuple(good - BOARD for good in offered if good >= BOARD),
        )

    (mine, my_cards), (theirs, their_cards) = split(do.give), split(do.take)
    return Bargain(seat, do.partner, mine, theirs, my_cards, their_cards, do.money)


def _offer(game: Game, case: Case, do: Do) -> None:
    if not (do.give or do.take or do.money):
        raise Refused(Error.NOTHING)
    trade.check(game, bargain_of(case.seat, do))


def _agree(game: Game, case: Case, do: Do) -> None:
    if case.asked.bargain is not None:
        trade.check(game, case.asked.bargain)


def is_warned(case: Case) -> bool:
    """Was this debtor told that the debt could be paid?"""
    return case.seat in case.unit.firmware.session.warned


def _not_warned(case: Case, do: Do) -> Bilingual | None:
    if why := _own(case, do):
        return why
    return sentence_of(Error.CAN_PAY) if is_warned(case) else None


def _warned(case: Case, do: Do) -> Bilingual | None:
    if why := _own(case, do):
        return why
    return None if is_warned(case) else both("seat.why.ask_first")


def _author(case: Case, do: Do) -> Bilingual | None:
    return None if case.undoable else both("seat.why.undo")


# -- the table


def _kinds(*kinds: str) -> frozenset[str]:
    return frozenset(kinds)


def _is(do: str) -> Callable[[Case, Do], Decision]:
    decision = Decision(do)
    return lambda case, asked: decision


def _about(do: str) -> Callable[[Case, Do], Decision]:
    """With the number and amount that were asked for."""
    return lambda case, asked: Decision(do, max(asked.number, 0), asked.amount)


def _trade(case: Case, do: Do) -> Decision:
    return Decision("trade", bargain=bargain_of(case.seat, do))


FUNCTIONS = None
ACTIONS: dict[str, Action] = {
    # what is owed to this seat, and what is asked of it
    "claim": Action(
        _oldest_claim, FUNCTIONS, lambda game, case, do: rent.claim(game), _is("claim"), True
    ),
    "agree": Action(_asked, _kinds("accord"), _agree, _is("yes"), True),
    "withdraw": Action(_partner, _kinds("accord"), _nothing, _is("withdraw")),
    "lift_now": Action(
        _asked, LIFTS, lambda game, case, do: deeds.answer_lift(game, True),
        _is("lift received"), True,
    ),
    "tenth": Action(
        _asked, LIFTS, lambda game, case, do: deeds.answer_lift(game, False),
        _is("no"), True,
    ),
    "settle": Action(_asked, DEBT, lambda game, case, do: settle(game), _is("settle"), True),
    "ruin": Action(_not_warned, FUNCTIONS, _nothing, _is("ruin"), True),
    "ruin_anyway": Action(_warned, FUNCTIONS, _nothing, _is("ruin"), True),
    "bankrupt_yes": Action(
        _asked, _kinds("bankrupt", "bankrupt_sure"), _nothing, _is("ruin_sure"), True
    ),
    "bankrupt_no": Action(
        _asked, _kinds("bankrupt", "bankrupt_sure"), _nothing, _is("withdraw")
    ),
    "way": Action(_asked, HOTEL_WAYS, _way, _about("choose_rank"), True),
    "way_no": Action(_asked, HOTEL_WAYS, _nothing, _is("withdraw")),
    "scarce_auction": Action(_asked, SCARCE, _nothing, _is("auction it"), True),
    "scarce_no": Action(_asked, SCARCE, _nothing, _is("withdraw"), True),
    "lot": Action(_asked, _kinds("where"), _lot, _about("choose"), True),
    # auctions
    "open": Action(_turn, _kinds("opening"), _nothing, _is("open"), True),
    "bid": Action(_bidder, frozenset(BIDS), _bid, _about("bid")),
    "pass": Action(_bidder, frozenset(BIDS), _nothing, _is("wait")),
    # the own turn
    "throw": Action(_turn, THROW, _nothing, _is("throw")),
    "dice": Action(_turn, KEYED, _dice, _about("throw")),
    "fine": Action(
        _turn, PRISON, lambda game, case, do: prison.pay_fine(game), _is("fine"), True
    ),
    "card": Action(
        _turn, PRISON, lambda game, case, do: prison.use_card(game), _is("card"), True
    ),
    "buy": Action(_turn, _kinds("offer"), lambda game, case, do: deeds.buy(game), _is("buy"), True),
    "to_auction": Action(_turn, _kinds("offer"), _nothing, _is("finish"), True),
    "draw": Action(
        _turn, _kinds("draw"), lambda game, case, do: cards.draw(game, cards.pile_here(game)),
        _is("draw"),
    ),
    "card_number": Action(_turn, _kinds("draw"), _card_number, _about("draw")),
    "carry_out": Action(_turn, CARD, _nothing, _is("carry out"), True),
    "pay_card": Action(_turn, _kinds("card_pay_or_chance"), _nothing, _is("carry out"), True),
    "draw_instead": Action(
        _turn, _kinds("card_pay_or_chance"), lambda game, case, do: cards.draw(game, cards.CHANCE),
        _is("draw"), True,
    ),
    "chance_number": Action(
        _turn, _kinds("card_pay_or_chance"), _chance_number, _about("draw"), True
    ),
    "finish": Action(
        _turn, _kinds("square", "rent"), lambda game, case, do: throwing.finish(game), _is("finish")
    ),
    "bus": Action(
        _turn, _kinds("bus"), lambda game, case, do: speed_die.take_bus(game, do.number),
        _about("choose"), True,
    ),
    "anywhere": Action(
        _turn, _kinds("anywhere"), lambda game, case, do: speed_die.go_anywhere(game, do.number),
        _about("choose"), True,
    ),
    "keep_dice": Action(
        _turn, _kinds("anywhere"), lambda game, case, do: speed_die.keep_to_dice(game),
        lambda case, do: Decision("choose", -1), True,
    ),
    "visa": Action(
        _turn, _kinds("visa"), lambda game, case, do: moving.visa(game, do.number),
        _about("choose"), True,
    ),
    # the own goods
    "build": Action(
        _deed, FUNCTIONS, lambda game, case, do: building.build(game, case.seat, do.number),
        _about("build"),
    ),
    "demolish": Action(_deed, FUNCTIONS, _demolish, _about("demolish")),
    "mortgage": Action(
        _deed, FUNCTIONS, lambda game, case, do: deeds.mortgage(game, case.seat, do.number),
        _about("mortgage"),
    ),
    "lift": Action(
        _deed, FUNCTIONS, lambda game, case, do: deeds.lift(game, case.seat, do.number),
        _about("lift"),
    ),
    "offer": Action(_proposer, FUNCTIONS, _offer, _trade),
    "change": Action(_proposer, _kinds("accord"), _offer, _trade, True),
    "pay": Action(_own, FUNCTIONS, _pay, _about("pay")),
    "borrow": Action(
        _own, FUNCTIONS, lambda game, case, do: loans.borrow(game, case.seat, do.amount),
        _about("borrow"),
    ),
    "repay": Action(
        _own, FUNCTIONS, lambda game, case, do: loans.repay(game, case.seat, do.number),
        _about("repay"),
    ),
    "undo": Action(_author, UNDO, _nothing, _is("undo"), True),
    # the unit itself: nobody's goods
    "resume": Action(_anyones, _kinds("resume"), _nothing, _is("yes"), True),
    "back": Action(_left_open, LOOKING | BUILDS, _nothing, _is("no")),
    "wake": Action(_anyones, _kinds("off"), _nothing, _is("wake")),
}  # fmt: skip


def refusal(unit: Unit, seat: int, do: Do, undoable: bool = False) -> Bilingual | None:
    """Why this seat may not do this now; None if it may. The page is not trusted with this."""
    case, action = case_of(unit, seat, undoable), ACTIONS.get(do.action)
    if action is None or case is None:
        return both("seat.why.unknown")
    why = reason(case, action, do)
    if why is None and action.sighted and do.seen != moment_of(unit):
        return both("seat.why.changed")
    return why


def reason(case: Case, action: Action, do: Do) -> Bilingual | None:
    return action.whose(case, do) or _when(case, action) or _ruled(case, action, do)


def _when(case: Case, action: Action) -> Bilingual | None:
    asked = case.asked
    fits = asked.functions if action.kinds is None else asked.kind in action.kinds
    return None if fits else first_sentence(asked, case.unit.names)


def _ruled(case: Case, action: Action, do: Do) -> Bilingual | None:
    try:
        action.rule(case.game.copy(), case, do)
    except Refused as no:
        return sentence_of(no.error)
    return None


# -- the keys


def _steady(below: int) -> int:
    """No chance in what a player asked for."""
    return below - 1


def strokes(
    unit: Unit,
    seat: int,
    do: Do,
    *,
    undoable: Callable[[], bool] = lambda: False,
    told: Callable[[Bilingual | None], None] = lambda why: None,
) -> Iterator[Stroke]:
    """Asked again when its turn comes: an action before it may have changed what is possible.
    `told` hears at the end why it was refused, or None."""
    reader = KeyReader(unit, _steady, PAUSE)
    try:
        yield from reader.listen()
        why = refusal(unit, seat, do, undoable())
        case = case_of(unit, seat)
        if why is None and case is not None:
            decision = ACTIONS[do.action].decision(case, do)
            if do.action == "change":
                yield from reader.leave()
            if not (yield from press(reader, seat, decision)) and reader.error:
                why = sentence_of(Error(reader.error))
    except Stuck:
        why = both("seat.why.changed")
    told(why)
