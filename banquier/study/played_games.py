"""Statistics of whole games of bots: winners, lengths, and the owners of whole groups.

    bots = (PROFILES["greedy"], PROFILES["greedy"]._replace(reserve=0), PROFILES["careful"])
    found = PlayedGames.from_series(GameSeries("electronique", bots), range(500), seed=1)
    found.wins[1], found.games, found.turns, found.owned[6], found.won[6]

The order of the bots is drawn by lot in each game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from banquier.chances.position import LONGEST, places
from banquier.chances.tally import Tally, shares
from banquier.editions.edition_file import AS_WRITTEN, load
from banquier.play.bots.play_without_keys import fast_rng, play
from banquier.play.bots.strategy import BotProfile
from firmware_sim.game import BANK, Game, Variant
from firmware_sim.rules import opening

LOOK = 4
"""Turns between two looks at the owners of groups."""


class GameSeries(NamedTuple):
    """The edition, bots and rules of games to play."""

    edition: str
    bots: tuple[BotProfile, ...]
    variant: Variant = Variant.NORMAL
    speed_die: bool = False
    rules: Mapping[str, object] = AS_WRITTEN
    """The rules that differ from the edition's own."""


class PlayedGames:
    """Sums over games; the bots in the order in which they were named."""

    def __init__(self, games: GameSeries) -> None:
        self.asked = games
        edition = load(games.edition, games.rules)
        self.tally = Tally(len(games.bots))
        self.turns: list[int] = []
        self.money: list[float] = []
        """The money of players and pot together, on average over the game."""
        self.ruins: list[int] = []
        """The turn of the first ruin; 0: none."""
        self.first: list[float] = []
        """1 where who began won; a part of a shared first place."""
        groups = len(edition.groups)
        self.owned = [0] * groups
        """Games in which a player had this group whole at some time."""
        self.won = [0] * groups
        """Games that the first to have it whole won."""

    @classmethod
    def from_series(cls, games: GameSeries, numbers: range, seed: int) -> PlayedGames:
        found = cls(games)
        for number in numbers:
            found._take(number, seed)
        return found

    def add(self, other: PlayedGames) -> None:
        self.tally.places += other.tally.places
        self.turns += other.turns
        self.money += other.money
        self.ruins += other.ruins
        self.first += other.first
        self.owned = [one + more for one, more in zip(self.owned, other.owned, strict=True)]
        self.won = [one + more for one, more in zip(self.won, other.won, strict=True)]

    def _take(self, number: int, seed: int) -> None:
        asked, profiles = self.asked, self.asked.bots
        chance = fast_rng((seed << 32) + number)
        seats = list(opening.shuffle(tuple(range(len(profiles))), chance))
        game = Game(load(asked.edition, asked.rules), len(profiles))
        game.variant, game.speed_die = asked.variant, asked.speed_die
        opening.open_accounts(game, chance)
        seated = [profiles[0], *(profiles[bot] for bot in seats)]
        first, money, ruin = [0] * len(game.group_owner), list[int](), 0
        while not game.winner and game.turn_number <= LONGEST:
            play(game, seated, chance, min(LONGEST, game.turn_number + LOOK))
            money.append(-game.cash[BANK])
            ruin = ruin or (game.turn_number if game.bankrupt_order else 0)
            for group, owner in enumerate(game.group_owner):
                first[group] = first[group] or owner
        ended = places(game)
        self.tally.places.append([ended[seats.index(bot)] for bot in range(len(profiles))])
        self.turns.append(game.turn_number)
        self.money.append(sum(money) / len(money))
        self.ruins.append(ruin)
        self.first.append(shares(ended)[0])
        for group, owner in enumerate(first):
            self.owned[group] += owner > 0
            self.won[group] += owner > 0 and ended[owner - 1] == 1
