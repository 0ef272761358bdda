"""Games for tests of the bank: opened, with piles in the order of the cards' numbers."""

from banquier.editions.edition_file import load
from firmware_sim.edition import Edition
from firmware_sim.game import Game
from firmware_sim.rules import opening


def game_of(edition: str | Edition = "electronique", players: int = 3) -> Game:
    game = Game(load(edition) if isinstance(edition, str) else edition, players)
    opening.open_accounts(game, lambda below: below - 1)
    game.posted.clear()
    return game
