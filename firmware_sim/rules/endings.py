"""Who has won, and what everybody is worth."""

from __future__ import annotations

from typing import NamedTuple

from firmware_sim.game import BANK, HOTEL, Game, Variant, Why
from firmware_sim.ledger import charge, percent_up
from firmware_sim.rules import loans

MORTGAGED_COUNTS = 50  # percent of the price


class Worth(NamedTuple):
    """What a player has; the sum is what the player is worth."""

    cash: int
    deeds: int  # at price, mortgaged at half
    buildings: int  # at cost
    loans: int  # below 0: what repaying them costs now (RANK-1)
    debts: int  # those that others owe, less the own


def parts_of_worth(game: Game, player: int) -> Worth:
    lots, buildings = 0, 0
    for number in game.deeds[player]:
        square = game.squares[number]
        counted = MORTGAGED_COUNTS if game.mortgaged[number] else 100
        lots += percent_up(game, square.price, counted)
        houses = game.houses[number]
        if houses == HOTEL:
            buildings += square.hotel + game.houses_for_hotel() * square.house
        else:
            buildings += houses * square.house
    owed = sum(
        debt.amount if debt.creditor == player else -debt.amount
        for debt in game.debts
        if player in (debt.creditor, debt.debtor)
    )
    lent = sum(loans.cost(game, loan) for loan in game.loans[player])
    return Worth(game.cash[player], lots, buildings, -lent, owed)


def worth(game: Game, player: int) -> int:
    return sum(parts_of_worth(game, player))


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
