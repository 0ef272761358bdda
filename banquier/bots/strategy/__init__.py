"""What a bot decides, from the game alone.

    decide(game, player, "turn", PROFILES["greedy"], rng)     Decision("buy")

A decision is plain data. It is carried out by keys (`bots`) or, with the bank alone, by calls of
the rules (`play_without_keys`). `rng(n)` gives a number from 0 to n - 1; nothing else outside the
game is asked, so the same game and the same numbers give the same decision.
"""

from banquier.bots.strategy.choices import decide
from banquier.bots.strategy.decision import Decision
from banquier.bots.strategy.profile import PROFILES, BotProfile

__all__ = ["PROFILES", "BotProfile", "Decision", "decide"]
