"""The moves of bots, from the game alone.

    choices.turn(game, player, PROFILES["greedy"], rng)     Move("buy")

A move is plain data. It is carried out by keys (bots.py) or applied to the rules
(play_without_keys.py). It depends only on the game and on `rng(n)`, a number from 0 to n - 1.
"""

from banquier.play.bots.strategy.profile import PROFILES, BotProfile

__all__ = ["PROFILES", "BotProfile"]
