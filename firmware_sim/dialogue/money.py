"""EMPR, PAYER, RECU, FAILL: loans from the bank, money by hand, and giving up."""

from __future__ import annotations

from functools import partial

from firmware_sim.dialogue.asking import Asking, Usual, ask_amount, ask_player, ask_yes, pick
from firmware_sim.dialogue.operation import operate
from firmware_sim.game import BANK, Act, Error, Game
from firmware_sim.question import Question
from firmware_sim.rules import bankruptcy, debts, loans
from firmware_sim.session import Dialogue, Session


def default_player(game: Game) -> int:
    """Return the player of a function unless a digit names one: the player who must lift a mortgage
    or pay a debt, else the player whose turn it is."""
    if game.lifts:
        return game.lifts[0].player
    return game.debts[0].debtor if game.debts else game.turn


def borrow(session: Session) -> Dialogue:
    """A new loan, or one of those outstanding repaid whole."""
    game = session.current_game
    if not session.allows(loans.terms):
        return
    player = yield from ask_player(session, "who_borrow", default_player(game))
    if player is None:
        return
    lent = game.loans[player]

    def loan(rank: int) -> Question:
        if not rank:
            return Question("new_loan", player)
        return Question("repay", player, amount=loans.cost(game, lent[rank - 1]), rank=rank)

    def repaid(rank: int) -> bool:
        act = Act("repay", player, numbers=(rank,))
        return not rank or operate(session, act, loans.repay, player, rank - 1)

    def lend(amount: int) -> bool:
        return operate(session, Act("borrow", player), loans.borrow, player, amount)

    ranks = range(len(lent) + 1)
    if not lent or (yield from pick(session, ranks, loan, 0, Error.NO_LOAN, repaid)) == 0:
        question = Question("loan_amount", player)
        yield from ask_amount(session, question, lend, usual=lambda: _all_of_it(game, player))


def _all_of_it(game: Game, player: int) -> Usual:
    """The loan that the ceiling leaves, in whole steps."""
    room = loans.room(game, player)
    room -= room % loans.terms(game).step
    return Usual(max(room, 1), room, error=Error.CEILING)


def pay(session: Session) -> Dialogue:
    """Money from one to another, the bank among them; beyond the cash it is refused."""
    first = default_player(session.current_game)
    while (payer := (yield from ask_player(session, "who_pay", first, bank=True))) is not None:
        if (payee := (yield from _to_whom(session, payer))) is not None:
            yield from _hand(session, "pay", payer, payee)
            return
        first = payer


def receive(session: Session) -> Dialogue:
    """The bank pays a player."""
    player = yield from ask_player(session, "who_receive", default_player(session.current_game))
    if player is not None:
        yield from _hand(session, "receive", BANK, player)


def _to_whom(session: Session, payer: int) -> Asking[int | None]:
    debt = session.current_game.debt_of(payer)
    payee = debt.creditor if debt else BANK if payer != BANK else session.current_game.turn
    check = partial(debts.check_payee, payer=payer)
    return (yield from ask_player(session, "whom_pay", payee, True, payer, check))


def _hand(session: Session, kind: str, payer: int, payee: int) -> Dialogue:
    def hand_over(amount: int) -> bool:
        act = Act(kind, payer or payee, payee if payer else BANK)
        return operate(session, act, debts.pay, payer, payee, amount, by_hand=True)

    question = Question("pay_amount", payer, payee)
    game = session.current_game
    yield from ask_amount(session, question, hand_over, usual=lambda: _the_debt(game, payer))


def _the_debt(game: Game, payer: int) -> Usual | None:
    """The whole debt, as far as the cash goes."""
    debt = game.debt_of(payer)
    if debt is None:
        return None
    most = min(debt.amount, game.cash[payer])
    return Usual(max(most, 1), most)


def give_up(session: Session) -> Dialogue:
    """Ask FAILLITE ?, then CERTAIN ? A player who could still pay is warned once (error 22)."""
    game = session.current_game
    player = yield from ask_player(session, "who_bankrupt", default_player(game))
    if player is None:
        return
    if player not in session.warned and bankruptcy.could_pay(game, player):
        session.warned.add(player)
        session.refuse(Error.CAN_PAY)
        return
    for kind in ("bankrupt", "bankrupt_sure"):
        if not (yield from ask_yes(session, Question(kind, player))):
            return
    operate(session, Act("ruin", player), bankruptcy.go_bankrupt, player, tune="bankruptcy")
