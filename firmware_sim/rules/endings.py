"""The winners, and the worth of every player."""

from __future__ import annotations

from firmware_sim.game import BANK, HOTEL, Game, Variant, Why
from firmware_sim.ledger import charge, percent_up
from firmware_sim.rules import loans

MORTGAGED_COUNTS = 50  # percent of the price


def worth(game: Game, player: int) -> int:
    """Cash, deeds at price (mortgaged at half), buildings at cost, less what repaying the loans
    costs now (RANK-1); what others owe, less the player's debts."""
    total = game.cash[player]
    for number in game.deeds[player]:
        square, houses = game.squares[number], game.houses[number]
        counted = MORTGAGED_COUNTS if game.mortgaged[number] else 100
        total += percent_up(game, square.price, counted)
        if houses == HOTEL:
            total += square.hotel + game.houses_for_hotel() * square.house
        else:
            total += houses * square.house
    for debt in game.debts:
        total += debt.amount * ((debt.creditor == player) - (debt.debtor == player))
    return total - sum(loans.cost(game, loan) for loan in game.loans[player])


def ranking(game: Game) -> list[int]:
    """The winner first; those still in by worth; then the bankrupt, the last to leave first."""
    standing = sorted(game.seats(), key=lambda player: (-worth(game, player), player))
    return standing + list(reversed(game.bankrupt_order))


def places(game: Game) -> list[tuple[int, int]]:
    """The ranking as (rank, player): equal worths share a rank (RANK-1)."""
    found: list[tuple[int, int]] = []
    standing, before = len(game.seats()), 0
    for place, player in enumerate(ranking(game), 1):
        total = worth(game, player)
        shared = 1 < place <= standing and total == before
        found.append((found[-1][0] if shared else place, player))
        before = total
    return found


def end_now(game: Game) -> None:
    """The richest wins. Nothing is asked any more, and unmet debts stay, since they count.

    A mortgaged deed just received costs its tenth whichever way it is answered for (BKR-3), so
    that is taken before anybody is counted.
    """
    for lift in game.lifts:
        interest = percent_up(game, game.squares[lift.square].mortgage, lift.percent)
        charge(game, lift.player, BANK, interest, Why.TRANSFER, square=lift.square)
    game.winner = ranking(game)[0]
    game.estate = ()
    game.lifts = ()
    game.claims = ()


def check_end(game: Game) -> bool:
    """One player left, or in some short games a second bankruptcy."""
    short = game.edition.short
    enough = (
        game.variant is Variant.SHORT
        and short is not None
        and 0 < short.ends_at_bankruptcy <= len(game.bankrupt_order)
    )
    if enough or len(game.seats()) == 1:
        end_now(game)
    return game.winner > 0
