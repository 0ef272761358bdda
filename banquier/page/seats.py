"""A seat: what one player has, and the buttons for what can be done now.

    seat_view(unit, 2)                 plain data for the page: actions, deeds, loans, debts
    strokes(unit, 2, Do("buy"))        the keys of that action, as a finger would press them

An action is offered by trying its rule on a copy of the game; where the rule refuses, the button
is grey and says why. The keys go through the unit like all others: seen by all, recorded, undone
by CORR.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from banquier.game.key_reader import KeyReader, KeyStrokes, Place, Stroke, Stuck
from banquier.page.bilingual import Bilingual, both, sentence_of
from banquier.page.messages import Do
from banquier.words import LANGUAGES
from firmware_sim.edition import Kind
from firmware_sim.game import BANK, BOARD, HOTEL, Error, Game, Phase, Refused
from firmware_sim.ledger import pay as pay_by_hand
from firmware_sim.ledger import settle
from firmware_sim.messages import DECKS
from firmware_sim.rules import building, deeds, loans, prison, rent, throwing, trade

if TYPE_CHECKING:
    from firmware_sim.interface import Question
    from hardware.unit import Unit

PAUSE = 1_800
"""Ticks between two keys of an action, so that the others can follow it on the glass."""

LEAVE_PRISON = ("prison_throw", "prison_throw_keyed")
THROW = ("throw", "throw_again", "prison_throw", "rethrow")
KEYED = (*(f"{kind}_keyed" for kind in THROW), "second_die", "third_die", "dice_typed")
SQUARE = ("offer", "rent", "draw", "square")
DEBT = ("debt", "debt_payable")
BID = ("first_bid", "bid")
HAMMER = ("sold", "unsold")


def refusal(game: Game, rule: Callable[..., object], *facts: object) -> Bilingual | None:
    """Why the bank would refuse; None if it would not."""
    try:
        rule(game.copy(), *facts)
    except Refused as no:
        return sentence_of(no.error)
    return None


def seat_view(unit: Unit, seat: int) -> dict[str, Any]:
    game = unit.firmware.session.game
    if game is None or seat > game.players:
        return {
            "seat": seat,
            "actions": [],
            "deeds": [],
            "loans": [],
            "debts": [],
            "repay": both("seat.repay"),
            "goods": {},
        }
    return {
        "seat": seat,
        "actions": [action for action in _actions(unit, game, seat) if action],
        "deeds": [_deed(unit, game, seat, number) for number in game.deeds_of(seat)],
        "loans": [
            {
                "amount": loan.amount,
                "passages": loan.passages,
                "cost": loans.cost(game, loan),
                "why": _function(unit, game, seat) or refusal(game, loans.repay, seat, at),
            }
            for at, loan in enumerate(game.loans[seat])
        ],
        "repay": both("seat.repay"),
        "debts": [
            {"to": debt.creditor, "amount": debt.amount}
            for debt in game.debts
            if debt.debtor == seat
        ],
        "goods": {
            player: [{"number": good, "name": _good(game, good)} for good in _goods(game, player)]
            for player in game.seats()
        },
    }


# -- what is offered


def _action(
    name: str,
    why: Bilingual | None = None,
    *,
    label: str = "",
    amount: int = 0,
    player: int = -1,
    asks: tuple[str, ...] = (),
    large: bool = False,
) -> dict[str, Any]:
    return {
        "action": name, "label": both(f"seat.{label or name}"), "why": why, "amount": amount,
        "player": player, "asks": asks, "large": large,
    }  # fmt: skip


def _function(unit: Unit, game: Game, seat: int) -> Bilingual | None:
    """Why a function key is not open to this seat."""
    if not game.is_in(seat) or game.winner:
        return both("seat.why.over")
    return None if unit.question.functions else _answer_first(unit.question)


def _answer_first(asked: Question) -> Bilingual:
    return both("seat.why.asked", label=asked.label)


def _turn_of(unit: Unit, game: Game, seat: int) -> Bilingual | None:
    if not game.is_in(seat) or game.winner:
        return both("seat.why.over")
    return None if game.turn == seat else both("seat.why.turn", unit.names, game.turn)


def _when(asked: Question, kinds: tuple[str, ...]) -> Bilingual | None:
    return None if asked.kind in kinds else _answer_first(asked)


def _actions(unit: Unit, game: Game, seat: int) -> Iterator[dict[str, Any]]:
    asked = unit.question
    yield from _claims(unit, game, seat)
    yield from _answers(asked, game, seat)
    if asked.kind in (*BID, *HAMMER, "bid_amount", "opening"):
        yield from _auction(asked, game, seat)
    yield from _own_turn(unit, game, seat)
    yield from _money(unit, game, seat)


def _claims(unit: Unit, game: Game, seat: int) -> Iterator[dict[str, Any]]:
    first = game.claims[0].owner if game.claims else BANK
    for claim in game.claims:
        if claim.owner == seat:
            grey = _function(unit, game, seat)
            if first != seat and not grey:
                grey = both("seat.why.claim", unit.names, first)
            yield _action("claim", grey, amount=claim.amount, player=claim.tenant, large=True)
            return  # LOYER takes the oldest


def _answers(asked: Question, game: Game, seat: int) -> Iterator[dict[str, Any]]:
    """Questions that are put to this seat alone."""
    if asked.kind == "accord" and asked.player == seat:
        yield _action("agree", label="agree_bargain", large=True)
        yield _action("refuse", label="refuse_bargain")
    if game.lifts and game.lifts[0].player == seat:
        lift = game.lifts[0]
        grey = _when(asked, ("lift_received", "interest"))
        shown = _when(asked, ("lift_received",))
        cost = deeds.lifting_cost(game, lift.square)
        at_once = shown or refusal(game, deeds.answer_lift, True)
        yield _action("agree", at_once, label="lift", amount=cost)
        yield _action("refuse", grey, label="tenth")
    if game.debts and game.debts[0].debtor == seat:
        debt = game.debts[0]
        grey = _when(asked, DEBT)
        pay = grey or refusal(game, settle)
        yield _action("settle", pay, amount=debt.amount, player=debt.creditor, large=True)
        yield _action("ruin", grey, asks=("confirm",))


def _auction(asked: Question, game: Game, seat: int) -> Iterator[dict[str, Any]]:
    if asked.kind == "opening":
        yield _action("open", asks=("amount",), large=True)
        return
    best = (asked.amount or 0) if asked.kind in BID else 0
    grey = _when(asked, BID)
    if grey is None and game.cash[seat] < max(1, best + (asked.kind == "bid")):
        grey = sentence_of(Error.FUNDS)
    yield _action("bid", grey, amount=best, asks=("amount",), large=True)
    yield _action("hammer", _when(asked, (*BID, *HAMMER)))


def _own_turn(unit: Unit, game: Game, seat: int) -> Iterator[dict[str, Any]]:
    asked = unit.question
    other = _turn_of(unit, game, seat)
    throw = other or _when(asked, THROW)
    if other is None and asked.kind in KEYED:
        throw = both("seat.why.dice")
    yield _action("throw", throw, large=True)
    if game.prison[seat]:
        grey = other or _when(asked, LEAVE_PRISON)
        fine = grey or refusal(game, prison.pay_fine)
        yield _action("fine", fine, amount=game.edition.fine)
        if seat in game.free_cards:
            card = grey or refusal(game, prison.use_card)
            yield _action("card", card)
    here = other or _when(asked, SQUARE)
    if other is None and game.phase is Phase.OFFER:
        price = game.edition.squares[game.square[seat]].price
        buy = here or refusal(game, deeds.buy)
        yield _action("buy", buy, amount=price, large=True)
        yield _action("finish", here, label="to_auction")
    elif other is None and game.phase is Phase.CARD:
        yield _action("draw", here, large=True)
    elif other is None and game.phase is Phase.EFFECT:
        grey = None if asked.kind.startswith("card_") else _answer_first(asked)
        yield _action("agree", grey, label="carry_out", large=True)
    else:
        finish = here or refusal(game, throwing.finish)
        yield _action("finish", finish)


def _money(unit: Unit, game: Game, seat: int) -> Iterator[dict[str, Any]]:
    grey = _function(unit, game, seat)
    debt = game.debt_of(seat)
    pay = grey or refusal(game, pay_by_hand, seat, debt.creditor if debt else BANK, 1)
    yield _action("pay", pay, asks=("payee", "amount"))
    others = [other for other in game.seats() if other != seat]
    sell = grey or _nothing_to_trade(game, [seat], "seat.why.no_good")
    buy = grey or _nothing_to_trade(game, others, "seat.why.nobody_has")
    yield _action("sell", sell, asks=("player", "good", "amount"))
    yield _action("buy_from", buy, asks=("player", "their_good", "amount"))
    yield _action("swap", sell or buy, asks=("player", "good", "their_good", "payer", "amount"))
    if game.edition.loans is not None:
        room = loans.room(game, seat)
        borrow = grey
        if borrow is None and room < game.edition.loans.step:
            borrow = sentence_of(Error.CEILING)
        yield _action("borrow", borrow, amount=max(room, 0), asks=("amount",))


def _nothing_to_trade(game: Game, players: Sequence[int], none: str) -> Bilingual | None:
    """Why these players can give nothing in a bargain now."""
    if any(_goods(game, player) for player in players):
        return None
    held = [deed for player in players for deed in game.deeds_of(player)]
    return refusal(game, trade.check_deed, held[0]) if held else both(none)


def _goods(game: Game, player: int) -> list[int]:
    """What a player can give in a bargain now: deeds by their squares, then the prison cards,
    numbered as VENTE numbers them."""
    cards = [BOARD + pile for pile, holder in enumerate(game.free_cards) if holder == player]
    return [deed for deed in game.deeds_of(player) if _can_trade(game, deed)] + cards


def _can_trade(game: Game, deed: int) -> bool:
    try:
        trade.check_deed(game, deed)
    except Refused:
        return False
    return True


def _good(game: Game, number: int) -> Bilingual:
    if number < BOARD:
        return dict.fromkeys(LANGUAGES, game.edition.squares[number].name)
    card = both("page.prison_card")
    return {lang: f"{card[lang]} ({DECKS[number - BOARD]})" for lang in LANGUAGES}


def _deed(unit: Unit, game: Game, seat: int, number: int) -> dict[str, Any]:
    square = game.edition.squares[number]
    grey = _function(unit, game, seat)
    offered: list[dict[str, Any]] = []
    if square.kind is Kind.STREET:
        price = building.building_price(game, number)
        build = grey or refusal(game, building.build, seat, number)
        offered.append(_action("build", build, amount=price))
        if game.houses[number]:
            back = building.resale(game, number)
            sale = grey
            if sale is None and game.houses[number] != HOTEL:
                sale = refusal(game, building.sell_house, seat, number)
            offered.append(_action("demolish", sale, amount=back))
    if game.mortgaged[number]:
        cost = deeds.lifting_cost(game, number)
        lift = grey or refusal(game, deeds.lift, seat, number)
        offered.append(_action("mortgage", lift, label="lift", amount=cost))
    else:
        mortgage = grey or refusal(game, deeds.mortgage, seat, number)
        offered.append(_action("mortgage", mortgage, amount=square.mortgage))
    return {
        "square": number,
        "name": square.name,
        "group": square.group,
        "houses": game.houses[number],
        "mortgaged": game.mortgaged[number],
        "rents": square.rents,
        "rent": rent.due(game, number, 1) if not game.mortgaged[number] else 0,
        "actions": offered,
    }


# -- the keys


def _steady(below: int) -> int:
    """No chance in what a player asked for."""
    return below - 1


def offered(unit: Unit, seat: int, asked: Do) -> bool:
    """Whether that button is not grey now. The page is not trusted with this."""
    game = unit.firmware.session.game
    if game is None or not game.is_in(seat):
        return False
    if asked.action == "repay":
        known = 0 <= asked.amount < len(game.loans[seat])
        return known and not (
            _function(unit, game, seat) or refusal(game, loans.repay, seat, asked.amount)
        )
    if asked.action in BARGAINS:
        if not _can_bargain(game, seat, asked):
            return False
    elif asked.square >= 0:
        if asked.square not in game.deeds_of(seat):
            return False
        return _among(_deed(unit, game, seat, asked.square)["actions"], asked)
    return _among(_actions(unit, game, seat), asked)


def _among(actions: Iterable[dict[str, Any]], asked: Do) -> bool:
    return any(action["action"] == asked.action and not action["why"] for action in actions)


BARGAINS = {"sell": (True, False), "buy_from": (False, True), "swap": (True, True)}
"""Whether this seat gives a deed or card, and whether the other player does."""


def _can_bargain(game: Game, seat: int, asked: Do) -> bool:
    gives, takes = BARGAINS[asked.action]
    return (
        asked.player not in (BANK, seat)
        and game.is_in(asked.player)
        and (not gives or asked.square in _goods(game, seat))
        and (not takes or asked.takes in _goods(game, asked.player))
        and asked.payer in (BANK, seat, asked.player)
    )


def strokes(unit: Unit, seat: int, asked: Do) -> Iterator[Stroke]:
    """Asked again when its turn comes: an action before it may have changed what is possible."""
    hand = KeyReader(unit, _steady, PAUSE)
    try:
        yield from hand.listen()
        if asked.action in KEYS and offered(unit, seat, asked):
            home = hand.place
            yield from KEYS[asked.action](hand, seat, asked, home)
    except Stuck:
        return


Keys = Callable[[KeyReader, int, Do, Place], Iterator[Stroke]]


def _press(*keys: str) -> Keys:
    def press(hand: KeyReader, seat: int, asked: Do, home: Place) -> Iterator[Stroke]:
        yield from hand.press(*keys)

    return press


def _on_deed(key: str) -> Keys:
    def press(hand: KeyReader, seat: int, asked: Do, home: Place) -> Iterator[Stroke]:
        done = (
            (yield from hand.press(key))
            and (yield from hand.name(seat))
            and (yield from hand.type(asked.square))
            and (yield from hand.press("OK"))
        )
        yield from hand.listen()
        if done and hand.kind == "lift_sure":
            yield from hand.press("OK")
            yield from hand.listen()
        if done and hand.kind.startswith(("scarce", "hotel_")):
            return  # a question that a person answers
        yield from hand.press("C")
        yield from hand.back_to(home)

    return press


def _amount(key: str) -> Keys:
    """Who, to whom if it is asked, how much."""

    def press(hand: KeyReader, seat: int, asked: Do, home: Place) -> Iterator[Stroke]:
        if (yield from hand.press(key)) and (yield from hand.name(seat)):
            if hand.kind == "new_loan":
                yield from hand.press("OK")
            if hand.kind == "whom_pay":
                yield from hand.name(max(asked.player, BANK))
            if (yield from hand.type(asked.amount)) and (yield from hand.press("OK")):
                return
        yield from hand.back_to(home)

    return press


def _repay(hand: KeyReader, seat: int, asked: Do, home: Place) -> Iterator[Stroke]:
    if (yield from hand.press("EMPR")) and (yield from hand.name(seat)):
        loan = str(asked.amount + 1)
        if (yield from hand.press(loan, "OK")):
            return
    yield from hand.back_to(home)


def _bid(hand: KeyReader, seat: int, asked: Do, home: Place) -> Iterator[Stroke]:
    if not (yield from hand.press(str(seat))):
        return
    if (yield from hand.type(asked.amount)) and (yield from hand.press("OK")):
        return
    while hand.kind == "bid_amount":
        yield from hand.press("C")


def _open(hand: KeyReader, seat: int, asked: Do, home: Place) -> Iterator[Stroke]:
    if (yield from hand.type(asked.amount)):
        yield from hand.press("OK")


def _confirm_sale(hand: KeyReader, seat: int, asked: Do, home: Place) -> Iterator[Stroke]:
    if hand.unit.question.kind in BID:
        yield from hand.press("FIN")
    yield from hand.press("OK")


def _card(hand: KeyReader, seat: int, asked: Do, home: Place) -> Iterator[Stroke]:
    if (yield from hand.press("PRISON")):
        if hand.kind.startswith("fine"):
            yield from hand.press("+")
        if not (yield from hand.press("OK")):
            yield from hand.press("C")


def _ruin(hand: KeyReader, seat: int, asked: Do, home: Place) -> Iterator[Stroke]:
    for _ in range(2):  # refused once where the debt could be met
        if not (yield from hand.press("FAILL")):
            return
        if (yield from hand.name(seat)):
            yield from hand.press("OK", "OK")
            return
        if hand.error != Error.CAN_PAY:
            break
    yield from hand.back_to(home)


def _bargain(hand: KeyReader, seat: int, asked: Do, home: Place) -> Iterator[Stroke]:
    """A deed or card of either side or of both, and a sum; this seat agrees, the other is asked."""
    gives, takes = BARGAINS[asked.action]
    payer = {"sell": asked.player, "buy_from": seat}.get(asked.action, asked.payer)
    done = (
        (yield from hand.press("VENTE"))
        and (yield from hand.name(seat))
        and (yield from hand.name(asked.player))
        and (yield from _mark(hand, asked.square if gives else -1))
        and (yield from _mark(hand, asked.takes if takes else -1))
        and (payer in (BANK, hand.question.player) or (yield from hand.press("+")))
        and (not (payer and asked.amount) or (yield from hand.type(asked.amount)))
        and (yield from hand.press("OK"))
    )
    for _ in range(8):  # the bargain is read over before both are asked
        asks = hand.question
        if not done or (asks.kind, asks.player) == ("accord", asked.player):
            break
        if (asks.kind, asks.player) == ("accord", seat):
            yield from hand.press("OK")
            return
        done = yield from hand.press("OK")
    yield from hand.back_to(home)


def _mark(hand: KeyReader, good: int) -> KeyStrokes[bool]:
    """One side of a bargain: that deed or card, or nothing (-1)."""
    if good >= 0:
        for _ in range(BOARD):
            if hand.question.square == good:
                break
            if not (yield from hand.press("+")):
                return False
        if not (yield from hand.press("OK")):
            return False
    return (yield from hand.press("FIN"))


KEYS: dict[str, Keys] = {
    "throw": _press("DES"),
    "fine": _press("PRISON", "OK"),
    "card": _card,
    "buy": _press("ACHAT"),
    "finish": _press("FIN"),
    "draw": _press("CARTE"),
    "claim": _press("LOYER"),
    "settle": _press("OK"),
    "agree": _press("OK"),
    "refuse": _press("C"),
    "ruin": _ruin,
    "open": _open,
    "bid": _bid,
    "hammer": _confirm_sale,
    "build": _on_deed("BATIR"),
    "demolish": _on_deed("DEMOL"),
    "mortgage": _on_deed("HYPO"),
    "borrow": _amount("EMPR"),
    "repay": _repay,
    "pay": _amount("PAYER"),
    **dict.fromkeys(BARGAINS, _bargain),
}
"""Action -> its keys. `amount` of "repay" is the number of the loan, from 0."""
