"""All money moves here. An entry has a payer and a payee, so the sum of all accounts, the
bank's included, is constant. The bank's account may be below zero.
"""

from __future__ import annotations

from firmware_sim.edition import MOST_MONEY
from firmware_sim.game import (
    BANK,
    NO_SQUARE,
    POT,
    Debt,
    Error,
    Game,
    Refused,
    Why,
    refuse_when,
)

INTO_THE_POT = (Why.TAX, Why.FINE, Why.CARD)
"""HOUSE-1: paid to the bank for one of these, at once or out of a debt."""


def post(
    game: Game, payer: int, payee: int, amount: int, why: Why, square: int = NO_SQUARE
) -> None:
    """Post an entry; the caller has checked that the money is there. `square`: its reason."""
    cash = game.cash
    if game.has_pot and payee == BANK and why in INTO_THE_POT:
        payee = POT
    cash[payer] -= amount
    cash[payee] += amount
    game.posted.append((payer, payee, amount, why, square))


def spend(
    game: Game, player: int, payee: int, amount: int, why: Why, square: int = NO_SQUARE
) -> None:
    """A voluntary payment: refused beyond the cash or beyond what row B shows; never a debt."""
    if player != BANK and game.cash[player] < amount:
        raise Refused(Error.FUNDS, amount - game.cash[player])
    check_room(game, payee, amount)
    post(game, player, payee, amount, why, square)


def spend_freely(game: Game, player: int, amount: int, why: Why, square: int = NO_SQUARE) -> None:
    """Pay the bank for anything but a debt: a debtor's money belongs to the creditors."""
    refuse_when(
        (game.cash[player] < amount, Error.FUNDS),
        (game.debt_of(player) is not None, Error.DEBT),
        short=amount - game.cash[player],
    )
    post(game, player, BANK, amount, why, square)


def check_room(game: Game, payee: int, amount: int) -> None:
    """Refuse a voluntary payment that would give a player more than row B can show."""
    if payee != BANK and game.cash[payee] + amount > MOST_MONEY:
        raise Refused(Error.TOO_BIG)


def charge(
    game: Game,
    debtor: int,
    creditor: int,
    amount: int,
    why: Why,
    loan: int = 0,
    square: int = NO_SQUARE,
) -> None:
    """A sum that is due: paid at once, or a debt that blocks the game."""
    if amount == 0:
        return
    if debtor == BANK or (
        game.cash[debtor] >= amount and (not game.debts or game.debt_of(debtor) is None)
    ):
        post(game, debtor, creditor, amount, why, square)
    else:
        game.debts += (Debt(debtor, creditor, amount, why, loan, square),)


def percent_up(game: Game, amount: int, percent: int) -> int:
    """A percentage, rounded up to a whole coin (the rules do not say; our decision)."""
    coin = game.edition.coin
    return -(-amount * percent // (100 * coin)) * coin
