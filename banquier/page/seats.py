"""A seat: what one player has, and the buttons for what can be done now.

    seat_view(unit, 2)                 plain data for the page: actions, deeds, loans, debts
    strokes(unit, 2, Do("buy"))        the keys of that action, as a finger would press them

An action is offered by trying its rule on a copy of the game; where the rule refuses, the button
is grey and says why. The keys go through the unit like all others: seen by all, recorded, undone
by CORR.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from banquier.bots.key_reader import KeyReader, Place, Stroke, Stuck, form_of
from banquier.page.bilingual import Bilingual, both, sentence_of
from banquier.page.messages import Do
from firmware_sim.edition import Kind
from firmware_sim.game import BANK, HOTEL, Error, Game, Phase, Refused
from firmware_sim.ledger import pay as pay_by_hand
from firmware_sim.ledger import settle
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
        return {"seat": seat, "actions": [], "deeds": [], "loans": [], "debts": []}
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
        "debts": [
            {"to": debt.creditor, "amount": debt.amount}
            for debt in game.debts
            if debt.debtor == seat
        ],
    }


# -- what is offered


def _action(
    name: str,
    label: Bilingual,
    why: Bilingual | None = None,
    *,
    amount: int = 0,
    player: int = -1,
    asks: tuple[str, ...] = (),
    large: bool = False,
) -> dict[str, Any]:
    return {
        "action": name, "label": label, "why": why, "amount": amount, "player": player,
        "asks": asks, "large": large,
    }  # fmt: skip


def _function(unit: Unit, game: Game, seat: int) -> Bilingual | None:
    """Why a function key is not open to this seat."""
    if not game.is_in(seat) or game.winner:
        return both("La partie est finie pour vous.", "The game is over for you.")
    return None if unit.question.functions else _answer_first(unit.question)


def _answer_first(asked: Question) -> Bilingual:
    return both(f"D’abord répondre à : {asked.label}", f"First answer: {asked.label}")


def _turn_of(game: Game, seat: int) -> Bilingual | None:
    if game.turn == seat:
        return None
    return both(f"C’est le tour de J{game.turn}.", f"It is the turn of J{game.turn}.")


def _when(asked: Question, kinds: tuple[str, ...]) -> Bilingual | None:
    return None if asked.kind in kinds else _answer_first(asked)


def _actions(unit: Unit, game: Game, seat: int) -> Iterator[dict[str, Any]]:
    asked = unit.question
    yield from _claims(unit, game, seat)
    yield from _answers(asked, game, seat)
    if asked.kind in (*BID, *HAMMER, "opening"):
        yield from _auction(asked, game, seat)
    yield from _own_turn(asked, game, seat)
    yield from _money(unit, game, seat)


def _claims(unit: Unit, game: Game, seat: int) -> Iterator[dict[str, Any]]:
    label = both("Réclamer le loyer", "Claim the rent")
    first = game.claims[0].owner if game.claims else BANK
    for claim in game.claims:
        if claim.owner == seat:
            grey = _function(unit, game, seat)
            if first != seat and not grey:
                grey = both(f"D’abord le loyer de J{first}.", f"The rent of J{first} comes first.")
            yield _action(
                "claim", label, grey, amount=claim.amount, player=claim.tenant, large=True
            )
            return  # LOYER takes the oldest


def _answers(asked: Question, game: Game, seat: int) -> Iterator[dict[str, Any]]:
    """Questions that are put to this seat alone."""
    if asked.kind == "accord" and asked.player == seat:
        yield _action("agree", both("Accepter le marché", "Accept the bargain"), large=True)
        yield _action("refuse", both("Refuser", "Refuse"))
    if game.lifts and game.lifts[0].player == seat:
        lift = game.lifts[0]
        grey = _when(asked, ("lift_received",))
        cost = deeds.lifting_cost(game, lift.square)
        at_once = grey or refusal(game, deeds.answer_lift, True)
        label = both("Lever l’hypothèque", "Lift the mortgage")
        yield _action("agree", label, at_once, amount=cost)
        yield _action("refuse", both("Payer 10 %", "Pay 10 %"), grey)
    if game.debts and game.debts[0].debtor == seat:
        debt = game.debts[0]
        grey = _when(asked, DEBT)
        pay = grey or refusal(game, settle)
        label = both("Payer la dette", "Pay the debt")
        yield _action("settle", label, pay, amount=debt.amount, player=debt.creditor, large=True)
        yield _action("ruin", both("Faire faillite", "Go bankrupt"), grey, asks=("confirm",))


def _auction(asked: Question, game: Game, seat: int) -> Iterator[dict[str, Any]]:
    if asked.kind == "opening":
        label = both("Fixer la mise à prix", "Set the opening price")
        yield _action("open", label, asks=("amount",), large=True)
        return
    digits = asked.value.replace(".", "")
    best = int(digits) if digits.isdigit() else 0
    grey = _when(asked, BID)
    if grey is None and game.cash[seat] < max(1, best + (asked.kind == "bid")):
        grey = sentence_of(Error.FUNDS)
    label = both("Enchérir", "Bid")
    yield _action("bid", label, grey, amount=best, asks=("amount",), large=True)
    yield _action("hammer", both("Fermer l’enchère", "Close the auction"))


def _own_turn(asked: Question, game: Game, seat: int) -> Iterator[dict[str, Any]]:
    other = _turn_of(game, seat)
    throw = other or _when(asked, THROW)
    if other is None and asked.kind in KEYED:
        throw = both("Vrais dés : tapez-les sur les touches.", "Real dice: type them on the keys.")
    yield _action("throw", both("Lancer les dés", "Throw the dice"), throw, large=True)
    if game.prison[seat]:
        grey = other or _when(asked, LEAVE_PRISON)
        fine = grey or refusal(game, prison.pay_fine)
        label = both("Payer l’amende", "Pay the fine")
        yield _action("fine", label, fine, amount=game.edition.fine)
        if seat in game.free_cards:
            card = grey or refusal(game, prison.use_card)
            yield _action("card", both("Carte de prison", "Prison card"), card)
    here = other or _when(asked, SQUARE)
    if other is None and game.phase is Phase.OFFER:
        price = game.edition.squares[game.square[seat]].price
        buy = here or refusal(game, deeds.buy)
        yield _action("buy", both("Acheter", "Buy"), buy, amount=price, large=True)
        yield _action("finish", both("Laisser aux enchères", "Leave it to auction"), here)
    elif other is None and game.phase is Phase.CARD:
        yield _action("draw", both("Tirer la carte", "Draw the card"), here, large=True)
    elif other is None and game.phase is Phase.EFFECT:
        grey = None if asked.kind.startswith("card_") else _answer_first(asked)
        yield _action("agree", both("Exécuter la carte", "Carry out the card"), grey, large=True)
    else:
        finish = here or refusal(game, throwing.finish)
        yield _action("finish", both("Finir le tour", "End the turn"), finish)


def _money(unit: Unit, game: Game, seat: int) -> Iterator[dict[str, Any]]:
    grey = _function(unit, game, seat)
    debt = game.debt_of(seat)
    pay = grey or refusal(game, pay_by_hand, seat, debt.creditor if debt else BANK, 1)
    yield _action("pay", both("Payer à…", "Pay to…"), pay, asks=("payee", "amount"))
    own = game.deeds_of(seat)
    sell = grey
    if sell is None and not own:
        sell = both("Aucun titre à vendre.", "No deed to sell.")
    if sell is None and all(refusal(game, trade.check_deed, number) for number in own):
        sell = refusal(game, trade.check_deed, own[0])
    label = both("Vendre à…", "Sell to…")
    yield _action("sell", label, sell, asks=("player", "deed", "amount"))
    if game.edition.loans is not None:
        room = loans.room(game, seat)
        borrow = grey
        if borrow is None and room < game.edition.loans.step:
            borrow = sentence_of(Error.CEILING)
        yield _action("borrow", both("Emprunter", "Borrow"), borrow, amount=room, asks=("amount",))


def _deed(unit: Unit, game: Game, seat: int, number: int) -> dict[str, Any]:
    square = game.edition.squares[number]
    grey = _function(unit, game, seat)
    offered: list[dict[str, Any]] = []
    if square.kind is Kind.STREET:
        price = building.building_price(game, number)
        build = grey or refusal(game, building.build, seat, number)
        offered.append(_action("build", both("Bâtir", "Build"), build, amount=price))
        if game.houses[number]:
            back = building.resale(game, number)
            sale = grey
            if sale is None and game.houses[number] != HOTEL:
                sale = refusal(game, building.sell_house, seat, number)
            offered.append(_action("demolish", both("Démolir", "Demolish"), sale, amount=back))
    if game.mortgaged[number]:
        cost = deeds.lifting_cost(game, number)
        lift = grey or refusal(game, deeds.lift, seat, number)
        label = both("Lever l’hypothèque", "Lift the mortgage")
        offered.append(_action("mortgage", label, lift, amount=cost))
    else:
        mortgage = grey or refusal(game, deeds.mortgage, seat, number)
        label = both("Hypothéquer", "Mortgage")
        offered.append(_action("mortgage", label, mortgage, amount=square.mortgage))
    return {
        "square": number,
        "name": square.name,
        "group": square.group,
        "houses": game.houses[number],
        "mortgaged": game.mortgaged[number],
        "rents": square.rents,
        "rent": rent.due(game, square, 1) if not game.mortgaged[number] else 0,
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
    if asked.action == "sell" and (
        asked.square not in game.deeds_of(seat) or asked.player in (BANK, seat)
    ):
        return False
    if asked.square >= 0 and asked.action != "sell":
        if asked.square not in game.deeds_of(seat):
            return False
        found = _deed(unit, game, seat, asked.square)["actions"]
    else:
        found = list(_actions(unit, game, seat))
    return any(action["action"] == asked.action and not action["why"] for action in found)


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
        if hand.text in ("ENCHERE ?", "TOUT ?", "ECHANGE ?") and done:
            return  # a question that a person answers
        yield from hand.press("C")
        yield from hand.back_to(home)

    return press


def _amount(key: str) -> Keys:
    """Who, to whom if it is asked, how much."""

    def press(hand: KeyReader, seat: int, asked: Do, home: Place) -> Iterator[Stroke]:
        if (yield from hand.press(key)) and (yield from hand.name(seat)):
            if hand.text == "NOUVEAU":
                yield from hand.press("OK")
            if hand.text == "A QUI ?":
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
    while form_of(hand.text)[0] == "J# MISE":
        yield from hand.press("C")


def _open(hand: KeyReader, seat: int, asked: Do, home: Place) -> Iterator[Stroke]:
    if (yield from hand.type(asked.amount)):
        yield from hand.press("OK")


def _hammer(hand: KeyReader, seat: int, asked: Do, home: Place) -> Iterator[Stroke]:
    if hand.unit.question.kind in BID:
        yield from hand.press("FIN")
    yield from hand.press("OK")


def _card(hand: KeyReader, seat: int, asked: Do, home: Place) -> Iterator[Stroke]:
    if (yield from hand.press("PRISON")):
        if hand.text == "AMENDE ?":
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


def _sale(hand: KeyReader, seat: int, asked: Do, home: Place) -> Iterator[Stroke]:
    """One deed for one sum; the seller has agreed, the buyer is asked."""
    look = hand.unit.board_view()
    assert look is not None
    done = (
        (yield from hand.press("VENTE"))
        and (yield from hand.name(seat))
        and (yield from hand.name(asked.player))
        and (yield from hand.turn_to(look.squares[asked.square].label))
        and (yield from hand.press("OK", "FIN", "FIN", "+"))
        and (not asked.amount or (yield from hand.type(asked.amount)))
        and (yield from hand.press("OK"))
    )
    for _ in range(8):  # the bargain is read over before both are asked
        if not done or form_of(hand.text) == ("ACCORD J# ?", asked.player):
            break
        if form_of(hand.text) == ("ACCORD J# ?", seat):
            yield from hand.press("OK")
            return
        done = yield from hand.press("OK")
    yield from hand.back_to(home)


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
    "hammer": _hammer,
    "build": _on_deed("BATIR"),
    "demolish": _on_deed("DEMOL"),
    "mortgage": _on_deed("HYPO"),
    "borrow": _amount("EMPR"),
    "repay": _repay,
    "pay": _amount("PAYER"),
    "sell": _sale,
}
"""Action -> its keys. `amount` of "repay" is the number of the loan, from 0."""
