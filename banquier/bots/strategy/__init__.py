"""House players: what somebody at the table would like to do now, decided from the game alone.

    wish(game, player, "turn", TEMPERS["greedy"], chance)     Wish("buy")

A wish is plain data. Whoever is asked to fulfil it does so by whatever means there are: keys that
are pressed, or, with the bank alone, the rules themselves (`alone`). `chance(n)` gives a number
from 0 to n - 1 and is the only thing that is not in the game: the same game and the same numbers,
the same wish.
"""

from banquier.bots.strategy.choices import wish
from banquier.bots.strategy.decision import Wish
from banquier.bots.strategy.profile import TEMPERS, Temper

__all__ = ["TEMPERS", "Temper", "Wish", "wish"]
