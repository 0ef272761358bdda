"""Into prison, and the three ways out."""

from __future__ import annotations

from firmware_sim.game import BANK, Error, Game, Phase, Refused, Why
from firmware_sim.ledger import spend

TRIES = 3
THROW = Phase.THROW


def send(game: Game, player: int) -> None:
    """No salary on the way; the turn ends."""
    game.square[player] = game.edition.prison
    game.prison[player] = 1
    end_turn(game)


def end_turn(game: Game) -> None:
    """The next number in the game follows."""
    game.doubles = 0
    game.third_die = 0
    game.phase = THROW
    game.turn_number += 1
    game.effect = None
    game.stop = ()
    player = game.turn % game.players + 1
    while player in game.bankrupt_order:
        player = player % game.players + 1
    game.turn = player


def _waiting(game: Game) -> int:
    player = game.turn
    if game.phase is not Phase.THROW or not game.prison[player]:
        raise Refused(Error.KEY)
    if game.debts:
        raise Refused(Error.DEBT)
    return player


def pay_fine(game: Game) -> None:
    player = _waiting(game)
    spend(game, player, BANK, game.edition.fine, Why.FINE)
    game.prison[player] = 0


def use_card(game: Game) -> None:
    """The card that opens the prison goes back under its pile."""
    player = _waiting(game)
    if player not in game.free_cards:
        raise Refused(Error.KEY)
    pile = game.free_cards.index(player)
    game.prison[player] = 0
    return_free_card(game, pile)


def return_free_card(game: Game, pile: int) -> None:
    """Put the card under its pile, if it came from there: one keyed by hand may not have."""
    game.free_cards[pile] = BANK
    for card in game.edition.decks[pile]:
        if card.effect == "free" and card.number not in game.decks[pile]:
            game.decks[pile] += (card.number,)
