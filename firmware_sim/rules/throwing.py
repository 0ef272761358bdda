"""The dice of a turn, and the FIN that closes it."""

from __future__ import annotations

from firmware_sim.game import BANK, Error, Game, Phase, Refused, Why
from firmware_sim.ledger import charge, post
from firmware_sim.rules import moving, prison, rent, speed_die

# Looked up once: an enum's member is slow to find, and these are asked for at every throw.
THROW, SQUARE, OFFER = Phase.THROW, Phase.SQUARE, Phase.OFFER
UNREAD = (Phase.CARD, Phase.EFFECT)


def throw(game: Game, first: int, second: int, third: int = 0) -> None:
    """The dice of the turn, thrown by the unit or keyed in. `third` is the speed die."""
    if game.debts:
        raise Refused(Error.DEBT)
    if game.phase is not THROW:
        raise Refused(Error.KEY)
    if game.claims or game.closed_claim:
        rent.close_claims(game)
    game.throws += 1
    game.dice = (first, second)
    game.third_die = third
    player = game.turn
    if first == second == 1 and game.edition.double_one:  # HOUSE-7
        post(game, BANK, player, game.edition.double_one, Why.DOUBLE_ONE)
    if game.prison[player]:
        _try_double(game, player, first, second)
        return
    if third and first == second == third and third <= 3:
        game.phase = Phase.ANYWHERE
        game.doubles = 0
        return
    if first == second:
        third = game.third_die = 0  # SPD-6: void on a double
        game.doubles += 1
        if game.doubles == 3:
            prison.send(game, player)
            return
    else:
        game.doubles = 0
    if third:
        speed_die.advance(game, player, first, second, third)
    else:
        moving.advance(game, player, first + second)


def _try_double(game: Game, player: int, first: int, second: int) -> None:
    """Throw white dice: a double frees; the third failure frees once the fine is paid (PRI-7)."""
    game.third_die = 0
    game.doubles = 0
    if first == second:
        leave_prison(game)
    elif game.prison[player] < prison.TRIES:
        game.prison[player] += 1
        prison.end_turn(game)
    else:
        charge(game, player, BANK, game.edition.fine, Why.FINE)
        if not game.debts:
            leave_prison(game)


def leave_prison(game: Game) -> None:
    """Leave prison by the throw that was made, now or before the fine was paid."""
    game.prison[game.turn] = 0
    moving.advance(game, game.turn, sum(game.dice))


def rethrow(game: Game, *dice: int) -> None:
    """A throw only for a utility's rent: it moves nothing and closes no claim."""
    if game.phase is not Phase.RETHROW:
        raise Refused(Error.KEY)
    game.throws += 1
    game.phase = SQUARE
    moving.open_delayed(game, speed_die.pips(dice))


def finish(game: Game) -> None:
    """Close the square (FIN); after a double the same player throws again. Without auctions a
    declined deed stays with the bank (HOUSE-4)."""
    if game.debts:
        raise Refused(Error.DEBT)
    if game.phase is not SQUARE and (game.phase is not OFFER or game.edition.auctions):
        raise Refused(Error.DRAW_CARD if game.phase in UNREAD else Error.KEY)
    if game.third_die and speed_die.onward(game):
        return
    if game.doubles:
        game.phase = THROW
    else:
        prison.end_turn(game)
