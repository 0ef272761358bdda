"""Games for tests of the bank: opened, with piles in the order of the cards' numbers."""

from typing import Any

from banquier.editions.edition_file import load
from firmware_sim.edition import Edition
from firmware_sim.game import Game
from firmware_sim.rules import opening


def game_of(edition: str | Edition = "electronique", players: int = 3, **facts: Any) -> Game:
    game = Game(load(edition) if isinstance(edition, str) else edition, players)
    opening.open_accounts(game, lambda below: below - 1)
    game.posted.clear()
    arrange(game, **facts)
    return game


def arrange(game: Game, **facts: Any) -> None:
    """Set the state of a game. Of a list, `{place: value}` sets some places only."""
    for name, value in facts.items():
        if isinstance(value, dict):
            kept = getattr(game, name)
            value = [value.get(place, before) for place, before in enumerate(kept)]
        setattr(game, name, value)
    game.count_deeds()
