"""The third die: 1 to 3 adds to the move, 4 is Monsieur Monopoly, 5 the bus (SPD-1 to SPD-9)."""

from __future__ import annotations

from collections.abc import Callable

from firmware_sim.game import BANK, BOARD, Error, Game, Phase, Refused
from firmware_sim.rules import moving

MONOPOLY, BUS = 4, 5
FACES = (1, 2, 3, MONOPOLY, MONOPOLY, BUS)


def is_earned(game: Game, player: int) -> bool:
    """True from the throw after a player's own first passage of Départ."""
    return game.speed_die and game.speed_from[player] > 0


def is_active(game: Game, player: int) -> bool:
    """Thrown with the white dice now; never to get out of prison."""
    return is_earned(game, player) and not game.prison[player]


def pips(dice: tuple[int, ...]) -> int:
    """A throw's total for a utility: bus and Monsieur Monopoly count zero."""
    return sum(dice[:2]) + sum(die for die in dice[2:] if die < MONOPOLY)


def advance(game: Game, player: int, first: int, second: int, third: int) -> None:
    if third == BUS:
        game.phase = Phase.BUS
        return
    moving.advance(game, player, first + second + (third if third < MONOPOLY else 0))


def take_bus(game: Game, steps: int) -> None:
    """Either white die, or both."""
    if game.phase is not Phase.BUS:
        raise Refused(Error.KEY)
    first, second = game.dice
    if steps not in (first, second, first + second):
        raise Refused(Error.TOO_BIG)
    moving.advance(game, game.turn, steps)


def go_anywhere(game: Game, number: int) -> None:
    """Three of a kind: any square, if the player wishes."""
    if game.phase is not Phase.ANYWHERE:
        raise Refused(Error.KEY)
    if not 0 <= number < BOARD:
        raise Refused(Error.TOO_BIG)
    moving.advance_to(game, game.turn, number, by_card=False)


def keep_to_dice(game: Game) -> None:
    """Three of a kind, not wished for: the three dice move the token."""
    if game.phase is not Phase.ANYWHERE:
        raise Refused(Error.KEY)
    moving.advance(game, game.turn, sum(game.dice) + game.third_die)


def onward(game: Game) -> bool:
    """Monsieur Monopoly: after the landing, on to the next unowned property; if none is left,
    to the next that charges this player rent (our reading). Where the only one is the square under
    the token, that is a whole lap."""
    if game.third_die != MONOPOLY:
        return False
    game.third_die = 0
    player = game.turn
    goal = _next(game, player, lambda number: game.owner[number] == BANK)
    if goal is None:
        goal = _next(game, player, lambda n: game.owner[n] != player and not game.mortgaged[n])
    if goal is None:
        return False
    moving.advance(game, player, (goal - game.square[player]) % BOARD or BOARD)
    return True


def _next(game: Game, player: int, wanted: Callable[[int], bool]) -> int | None:
    here = game.square[player]
    for step in range(1, BOARD + 1):
        number = (here + step) % BOARD
        if number in game.edition.deeds and wanted(number):
            return number
    return None
