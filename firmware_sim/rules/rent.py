"""The rent of a landing, and the time until which it can be claimed."""

from __future__ import annotations

from firmware_sim.edition import Kind
from firmware_sim.game import BANK, STREET, Claim, Error, Game, Refused, Why
from firmware_sim.ledger import charge

# Looked up once: an enum's member is slow to find, and these are asked for at every rent.
UTILITY, RENT = Kind.UTILITY, Why.RENT


def due(game: Game, number: int, pips: int = 0) -> int:
    """The rent of an owned deed without a mortgage; of a utility, for so many pips."""
    kind = game.kinds[number]
    if kind is STREET:
        rents, houses = game.squares[number].rents, game.houses[number]
        if houses:
            return rents[houses]
        if game.group_owner[game.group_at[number]] != BANK and not _is_halved(game, number):
            return rents[0] * 2
        return rents[0]
    rent = game.by_number_held(number)
    return pips * rent if kind is UTILITY else rent


def _is_halved(game: Game, number: int) -> bool:
    """A mortgage ends the double rent of a whole group, in some editions."""
    edition = game.edition
    return edition.mortgage_breaks_group and not game.is_unmortgaged(game.lots_with[number])


def needs_throw(game: Game, by_card: bool) -> bool:
    """Does a fresh throw set the rent of a utility?"""
    policy = game.edition.utility_throw
    return policy == "always" or (policy == "card" and by_card)


def close_claims(game: Game) -> None:
    """A throw is made: rents whose deadline it is are lost."""
    if not game.claims:
        game.closed_claim = False
        return
    kept = tuple(claim for claim in game.claims if not is_due(game, claim))
    game.closed_claim = len(kept) < len(game.claims)
    game.claims = kept


def is_due(game: Game, claim: Claim) -> bool:
    """Return whether a throw made now closes the claim."""
    return _players_since(game, claim) >= game.edition.claim_turns


def _players_since(game: Game, claim: Claim) -> int:
    """Count the players in the game from the tenant (0) to the one who throws."""
    if game.turn_number == claim.turn:
        return 0
    seats = game.seats()
    after = (seats.index(game.turn) - seats.index(claim.tenant)) % len(seats)
    return after or len(seats)


def claimable(game: Game) -> tuple[Claim, ...]:
    """Return the rents that can be claimed now, the oldest first (HOUSE-5: none in prison)."""
    if game.edition.prison_collects:
        return game.claims
    return tuple([claim for claim in game.claims if not game.prison[claim.owner]])


def oldest_claim(game: Game) -> Claim:
    if not game.claims:
        raise Refused(Error.TOO_LATE if game.closed_claim else Error.KEY)
    for claim in claimable(game):
        return claim
    raise Refused(Error.NOT_YET)


def claim(game: Game) -> None:
    """The owner asks: the oldest rent is paid, or becomes a debt."""
    asked = oldest_claim(game)
    game.claims = tuple([claim for claim in game.claims if claim is not asked])
    tenant, owner, number, amount, _ = asked
    charge(game, tenant, owner, amount, RENT, square=number)


def claim_all(game: Game) -> None:
    """All that can be asked for now."""
    for _ in claimable(game):
        claim(game)
