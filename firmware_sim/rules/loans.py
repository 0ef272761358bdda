"""Borrowing from the bank: each borrowing keeps its own count of passages over Départ."""

from __future__ import annotations

from firmware_sim.edition import Loans
from firmware_sim.game import BANK, Error, Game, Loan, Refused, Why, refuse_when
from firmware_sim.ledger import charge, percent_up, post, spend_freely


def terms(game: Game) -> Loans:
    if game.edition.loans is None:
        raise Refused(Error.FORBIDDEN)
    return game.edition.loans


def outstanding(game: Game, player: int) -> int:
    """Return the sum that counts against the ceiling: loans, and those being taken back unpaid."""
    owed = 0
    for loan in game.loans[player]:
        owed += loan.amount
    for debt in game.debts:
        if debt.debtor == player:
            owed += debt.loan
    return owed


def room(game: Game, player: int) -> int:
    """Return the sum that this player may still borrow."""
    loans = game.edition.loans
    return loans.ceiling - outstanding(game, player) if loans else 0


def borrow(game: Game, player: int, amount: int) -> None:
    loans = terms(game)
    refuse_when(
        (amount < 1, Error.TOO_BIG),
        (amount > room(game, player), Error.CEILING),
        (amount % loans.step != 0, Error.STEP),
        short=amount - room(game, player),
    )
    game.loans[player] += (Loan(amount, 0),)
    post(game, BANK, player, amount, Why.LOAN)


def cost(game: Game, loan: Loan) -> int:
    """The sum, and a tenth of the sum borrowed for each passage: simple, not compound."""
    return loan.amount + percent_up(game, loan.amount, terms(game).percent * loan.passages)


def repay(game: Game, player: int, index: int) -> None:
    loans = game.loans[player]
    if not 0 <= index < len(loans):
        raise Refused(Error.NO_LOAN)
    spend_freely(game, player, cost(game, loans[index]), Why.REPAID)
    game.loans[player] = loans[:index] + loans[index + 1 :]


def count_passage(game: Game, player: int) -> None:
    """The unit takes a borrowing by itself when its last passage is reached."""
    if not game.loans[player]:
        return
    older = [Loan(loan.amount, loan.passages + 1) for loan in game.loans[player]]
    taken_at = terms(game).taken_at
    game.loans[player] = tuple(loan for loan in older if loan.passages < taken_at)
    for loan in older:
        if loan.passages >= taken_at:
            charge(game, player, BANK, cost(game, loan), Why.TAKEN, loan=loan.amount)
