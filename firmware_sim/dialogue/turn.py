"""A turn: the dice, the square, what waits there, FIN."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from firmware_sim import texts
from firmware_sim.dialogue import choosing
from firmware_sim.dialogue.asking import (
    Asking,
    Choice,
    deed_icons,
    owner_icon,
    pick,
    player_icons,
    show,
)
from firmware_sim.dialogue.auction import auction_estate, auction_item
from firmware_sim.dialogue.chance_card import card_effect, draw_card
from firmware_sim.dialogue.ending import the_end
from firmware_sim.dialogue.functions import anything_else
from firmware_sim.dialogue.operation import operate
from firmware_sim.dialogue.views import walk
from firmware_sim.edition import Kind
from firmware_sim.game import BANK, Act, Debt, Error, Phase
from firmware_sim.question import Question
from firmware_sim.rules import debts, deeds, endings, moving, prison, rent, speed_die, throwing
from firmware_sim.screens import Screen
from firmware_sim.session import NOT_TYPED, Dialogue, Session, TypedDice
from firmware_sim.texts import BIT


def next_step(session: Session) -> Dialogue:
    """Take the next step: the rest of a trade or bankruptcy, then debts, then the turn."""
    game = session.current_game
    if game.winner:
        yield from the_end(session)
    elif game.lifts:
        yield from lifting(session)
    elif game.debts:
        yield from in_debt(session)
    elif game.estate:
        yield from auction_estate(session)
    elif game.last_turn and game.turn_number > game.last_turn:
        session.do_merged(Act("time", game.turn), endings.end_now)
    else:
        yield from BY_PHASE[game.phase](session)


# -- dice

DIE = ("123456", "123456", "12345")
"""Two white dice; the speed die has 1 to 3, Monsieur Monopoly (4) and the bus (5)."""


def throw(session: Session) -> Dialogue:
    """J1 LANCEZ, J1 REJOUE, J1 PRISON n."""
    game = session.current_game
    player = game.turn
    tries = game.prison[player]
    asks = "prison_throw" if tries else "throw_again" if game.doubles else "throw"
    yield from dice(session, Question(asks, player, rank=tries), throwing.throw)


def rethrow(session: Session) -> Dialogue:
    """J1 RELANCE: a throw that only sets a utility's rent."""
    yield from dice(session, Question("rethrow", session.current_game.turn), throwing.rethrow)


def dice(session: Session, asks: Question, rule: Callable[..., None]) -> Dialogue:
    """DES throws; or real dice are keyed, digit by digit, then OK."""
    game = session.current_game
    player = game.turn
    count = 3 if speed_die.is_active(game, player) else 2
    # Nothing of the game changes before the dialogue ends.
    untyped = show(session, asks._replace(amount=game.cash[player]))
    *throw, typed = session.typed_dice
    if throw != [game.turn_number, game.throws]:
        typed = ""
    while True:
        if session.settings["auto_dice"]:
            typed = ""
        session.typed_dice = TypedDice(game.turn_number, game.throws, typed)
        key = yield _typed_dice(untyped, typed, count) if typed else untyped
        if key in ("+", "-"):
            key = yield from walk(session, player, key, dice=True)
        by_hand = not session.settings["auto_dice"]
        if key == "DES" and not by_hand:
            thrown = session.throw(count)
            if operate(session, Act("throw", numbers=thrown), rule, *thrown, announce_first=True):
                return
        elif by_hand and key == "OK" and len(typed) == count:
            thrown = tuple(map(int, typed))
            if operate(session, Act("throw", numbers=thrown), rule, *thrown):
                session.typed_dice = NOT_TYPED
                return
        elif by_hand and (key.isdigit() or key == "OK"):
            typed = _type_die(session, typed, key, count)
        elif key == "C" and typed:
            typed = typed[:-1]
        elif (yield from _instead_of_dice(session, key)):
            return


def _instead_of_dice(session: Session, key: str) -> Asking[bool]:
    """Handle the other keys; return True if the game has changed."""
    if key == "PRISON":
        return (yield from leaving_prison(session))
    return key != "" and (yield from anything_else(session, key))


def _type_die(session: Session, typed: str, key: str, count: int) -> str:
    """Return the dice with one more, or none of them if there is no such die."""
    if len(typed) < count and key in DIE[len(typed)]:
        return typed + key
    session.refuse(Error.NO_DIE)
    return ""


@lru_cache(maxsize=256)
def _typed_dice(untyped: Screen, typed: str, count: int) -> Screen:
    """Return the question for real dice, some of which may be typed."""
    at = len(typed)
    kind = "dice_typed" if at == count else "third_die" if at == 2 else "second_die"
    assert untyped.asks is not None
    asks = untyped.asks._replace(kind=kind, typed=typed)
    return untyped._replace(text=f"DES {' '.join(typed)}", asks=asks)


# -- prison


def leaving_prison(session: Session) -> Asking[bool]:
    """Ask AMENDE ?, or CARTE ? if the player has a card; return True if the game has changed."""
    game = session.current_game
    player = game.turn
    if game.phase is not Phase.THROW or not game.prison[player]:
        session.refuse(Error.NOT_YET if any(game.prison) else Error.KEY)
        return False
    holds_card = player in game.free_cards

    def way(by_card: int) -> Question:
        if by_card:
            return Question("prison_card", player)
        kind = "fine_or_card" if holds_card else "fine"
        return Question(kind, player, amount=game.edition.fine)

    def leave(by_card: int) -> bool:
        if by_card:
            return operate(session, Act("leave_by_card"), prison.use_card)
        return operate(session, Act("fine"), prison.pay_fine)

    ways = (0, 1) if holds_card else ()
    return (yield from pick(session, ways, way, 0, None, leave)) is not None


# -- squares


def standing(session: Session) -> Dialogue:
    """The square under the token, until FIN closes it."""
    game = session.current_game
    player = game.turn
    while True:
        key = yield _square_screen(session, player)
        if key in ("+", "-"):
            key = yield from walk(session, player, key)
        if key in ("FIN", "ENCH") and game.phase is Phase.OFFER and game.edition.auctions:
            declined = key == "FIN"
            if (yield from auction_item(session, game.square[player], declined=declined)):
                return
        elif key == "ENCH":
            session.allows(deeds.check_offer, True)
        elif key == "FIN":
            if operate(session, Act("finish"), throwing.finish):
                return
        elif key == "ACHAT":
            act = Act("buy", square=game.square[player])
            if operate(session, act, deeds.buy, tune="sale"):
                return
        elif key == "CARTE" and game.phase is Phase.CARD:
            if (yield from draw_card(session)):
                return
        elif key == "PRISON":
            session.refuse(Error.NOT_YET if any(game.prison) else Error.KEY)
        elif key and (yield from anything_else(session, key)):
            return


SQUARE_ASKS = {Phase.OFFER: "offer", Phase.CARD: "draw"}
"""Others only close."""


def _square_screen(session: Session, player: int) -> Screen:
    game = session.current_game
    square = game.edition.squares[game.square[player]]
    for claim in game.claims:
        if (claim.turn, claim.square) == (game.turn_number, square.number):
            kind = "rent" if claim in rent.claimable(game) else "rent_jailed"
            claimed = Question(kind, player, claim.owner, claim.amount, square.number)
            return show(session, claimed)
    owner, amount = game.owner[square.number], None
    if square.kind is Kind.TAX:
        amount = square.amount
    elif owner == BANK:
        amount = square.price
    asks = SQUARE_ASKS.get(game.phase, "square")
    if asks == "offer" and not game.edition.auctions:
        asks = "offer_or_leave"
    elif asks == "square" and owner == BANK and not moving.may_be_offered(game, player):
        asks = "first_lap"
    return show(session, Question(asks, player, max(owner, BANK), amount, square.number))


# -- debts, and mortgaged deeds received


def in_debt(session: Session) -> Dialogue:
    """Show the oldest debt with J1 DETTE and the missing sum; once it is there, J1 PAIE ?"""
    game = session.current_game
    debt = game.debts[0]
    icons = player_icons(session, debt.debtor) | owner_icon(debt.creditor) | BIT["DETTE"]
    if _is_new(session, debt):
        session.notice(texts.DEBTS.get(debt.why, "DETTE"), texts.amount(debt.amount), icons)
    while True:
        missing = debt.amount - game.cash[debt.debtor]
        kind, amount = ("debt", missing) if missing > 0 else ("debt_payable", debt.amount)
        key = yield show(session, Question(kind, debt.debtor, debt.creditor, amount, why=debt.why))
        if key in ("+", "-"):
            key = yield from walk(session, debt.debtor, key)
        if key == "OK":
            if operate(session, Act("settle", debt.debtor, debt.creditor), debts.settle):
                return
        elif key in ("FIN", "DES", "CARTE") or key.isdigit():
            session.refuse(Error.DEBT)
        elif key and (yield from anything_else(session, key)):
            return


def _is_new(session: Session, debt: Debt) -> bool:
    """Was it made the oldest debt by the last operation? A part paid leaves it the same one."""
    if not session.history:
        return True
    before = session.history[-1].before.debts
    known = before[:1] and before[0]._replace(amount=debt.amount) == debt
    return not known or len(before) > len(session.current_game.debts)


def lifting(session: Session) -> Dialogue:
    """Ask LEVER ? or INTERET: OK does it, C pays the tenth."""
    game = session.current_game
    lift = game.lifts[0]
    label = game.edition.squares[lift.square].label
    session.notice(label, icons=deed_icons(game, lift.square))

    def way(lifts: int) -> Question:
        find = deeds.lifting_cost if lifts else deeds.interest
        kind, cost = "lift_received" if lifts else "interest", find(game, lift.square)
        return Question(kind, lift.player, amount=cost, square=lift.square)

    choice = Choice(session, (0, 1), way, 1, None)
    while True:
        key = yield from choice.key()
        if key in ("OK", "C"):
            lifted = choice.at == 1 and key == "OK"
            act = Act("lift" if lifted else "interest", lift.player, square=lift.square)
            if operate(session, act, deeds.answer_lift, lifted):
                return
        elif (yield from anything_else(session, key)):
            return


BY_PHASE: dict[Phase, Callable[[Session], Dialogue]] = {
    Phase.THROW: throw,
    Phase.SQUARE: standing,
    Phase.OFFER: standing,
    Phase.CARD: standing,
    Phase.EFFECT: card_effect,
    Phase.RETHROW: rethrow,
    Phase.BUS: choosing.bus,
    Phase.ANYWHERE: choosing.anywhere,
    Phase.VISA: choosing.visa,
}
