"""Debts paid, whole or in parts, and what waited for the payment."""

from __future__ import annotations

from firmware_sim.game import Debt, Error, Game, Refused, Why, refuse_when
from firmware_sim.ledger import post, spend
from firmware_sim.rules import throwing


def settle(game: Game) -> None:
    """Pay the oldest debt whole."""
    debt = game.debts[0]
    if game.cash[debt.debtor] < debt.amount:
        raise Refused(Error.FUNDS, debt.amount - game.cash[debt.debtor])
    _pay_off(game, debt, debt.amount)


def check_payee(game: Game, payee: int, payer: int) -> None:
    """Refuse a debtor's payment to anybody but the creditor of the oldest debt."""
    debt = game.debt_of(payer)
    if debt is not None and debt.creditor != payee:
        raise Refused(Error.DEBT)


def pay(game: Game, payer: int, payee: int, amount: int) -> None:
    """PAYER: from a debtor it is a part of the oldest debt."""
    check_payee(game, payee, payer)
    if not amount:
        raise Refused(Error.TOO_BIG)
    debt = game.debt_of(payer)
    if debt is None:
        spend(game, payer, payee, amount, Why.PAYMENT)
        return
    refuse_when(
        (game.cash[payer] < amount, Error.FUNDS),
        (amount > debt.amount, Error.TOO_BIG),
        short=amount - game.cash[payer],
    )
    _pay_off(game, debt, amount)


def _pay_off(game: Game, debt: Debt, amount: int) -> None:
    post(game, debt.debtor, debt.creditor, amount, debt.why, debt.square)
    rest = debt._replace(amount=debt.amount - amount)
    debts = (rest if other is debt else other for other in game.debts)
    game.debts = tuple(debt for debt in debts if debt.amount)
    if debt.why is Why.FINE and not rest.amount and game.prison[debt.debtor]:
        throwing.leave_prison(game)
