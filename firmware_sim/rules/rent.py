"""What a landing is worth to the owner, and until when it can be claimed."""

from __future__ import annotations

from firmware_sim.edition import Kind, Square
from firmware_sim.game import Claim, Error, Game, Refused, Why
from firmware_sim.ledger import charge

STREET = Kind.STREET


def due(game: Game, square: Square, pips: int) -> int:
    """The rent of an owned deed without a mortgage."""
    if square.kind is not STREET:
        rent = square.rents[_held(game, square) - 1]
        return pips * rent if square.kind is Kind.UTILITY else rent
    houses = game.houses[square.number]
    if houses:
        return square.rents[houses]
    return square.rents[0] * 2 if _doubles(game, square) else square.rents[0]


def _held(game: Game, square: Square) -> int:
    """Stations and utilities count even when mortgaged."""
    owner = game.owner
    mine = owner[square.number]
    return [owner[number] for number in game.group_of(square.number)].count(mine)


def _doubles(game: Game, square: Square) -> bool:
    group = game.group_of(square.number)
    return game.owns_group(game.owner[square.number], group) and (
        not game.edition.mortgage_breaks_group or game.is_unmortgaged(group)
    )


def needs_throw(game: Game, by_card: bool) -> bool:
    """Does a fresh throw set the rent of a utility?"""
    policy = game.edition.utility_throw
    return policy == "always" or (policy == "card" and by_card)


def close_claims(game: Game) -> None:
    """A throw is made: rents whose deadline it is are lost."""
    if not game.claims:
        game.closed_claim = False
        return
    grace = game.edition.claim_turns
    kept = tuple(claim for claim in game.claims if _players_since(game, claim) < grace)
    game.closed_claim = len(kept) < len(game.claims)
    game.claims = kept


def _players_since(game: Game, claim: Claim) -> int:
    """Who throws: the tenant still (0), or which player after, of those still in the game."""
    if game.turn_number == claim.turn:
        return 0
    seats = game.seats()
    after = (seats.index(game.turn) - seats.index(claim.tenant)) % len(seats)
    return after or len(seats)


def oldest_claim(game: Game) -> Claim:
    if not game.claims:
        raise Refused(Error.TOO_LATE if game.closed_claim else Error.KEY)
    return game.claims[0]


def claim(game: Game) -> None:
    """The owner asks: the oldest rent is paid, or becomes a debt."""
    tenant, owner, _, amount, _ = oldest_claim(game)
    game.claims = game.claims[1:]
    charge(game, tenant, owner, amount, Why.RENT)
