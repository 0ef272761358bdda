"""The specification of the games of a soak.

    GameSpec("euro", players=3)             the same for all games
    AllVariants(GameSpec(seed=5), EVERYTHING)    every edition and variant in turn

Both give the specification of a game by its number.
"""

from __future__ import annotations

from typing import NamedTuple

from banquier.editions.edition_file import load
from banquier.play.rng import Rng, rng
from banquier.script.language import Script, parse
from firmware_sim.edition import Edition

PROFILES = ("careful", "greedy", "trader", "chaotic")
MISHAPS = 8  # one game in this many has a full disk, another one a battery change


class Mishap(NamedTuple):
    """Accidents of a game; 0 is none."""

    disk: int = 0  # characters after which the disk of a recorded game is full
    cells: int = 0  # operations after which the battery is empty


class GameSpec(NamedTuple):
    """The fields of a game, with those of a script header."""

    edition: str = "electronique"
    players: int = 4
    prison: str = "short"  # short, long, or own: as it suits
    seed: int = 1
    game: str = "normal"
    minutes: int = 90  # of a timed game
    speed_die: str = "no"
    dice: str = "auto"
    cards: str = "auto"
    most_turns: int = 5_000  # turns of a game: then the richest wins

    def check(self) -> None:
        """ValueError: one sentence."""
        edition = load(self.edition)
        if not edition.least_players <= self.players <= edition.most_players:
            raise ValueError(
                f"{edition.label} is for {edition.least_players} to {edition.most_players} "
                f"players, not {self.players}"
            )
        if self.game not in variants(edition):
            raise ValueError(f"{edition.label} has no {self.game} game")
        if self.speed_die == "yes" and not edition.speed_die:
            raise ValueError(f"{edition.label} has no speed die")
        if not 1 <= self.minutes <= 999:
            raise ValueError(f"a game lasts 1 to 999 minutes, not {self.minutes}")

    def at(self, number: int) -> GameSpec:
        """The specification of game `number`: the same for all."""
        return self

    def plain(self) -> dict[str, str | int]:
        """The title of a report."""
        return self._asdict()

    def seeds(self, number: int) -> tuple[int, int]:
        """The seeds of game `number`: of the unit and of the bots."""
        chance = self._chance(number)
        return chance(1 << 16), chance(1 << 31)

    def _chance(self, number: int) -> Rng:
        return rng(self.seed * 1_000_003 + number)

    def mishap(self, number: int) -> Mishap:
        chance = rng(self._chance(number)(1 << 31))
        kind = chance(MISHAPS)
        if kind == 0:
            return Mishap(disk=2_000 + chance(20_000))
        return Mishap(cells=1 + chance(300)) if kind == 1 else Mishap()

    def profiles(self, number: int) -> dict[int, str]:
        """The profiles rotate over the players from game to game."""
        return {
            seat: PROFILES[(seat + number) % len(PROFILES)] for seat in range(1, self.players + 1)
        }

    def script(self, number: int) -> Script:
        """The set-up of a game as a script."""
        edition = f'"{self.edition}"' if self.edition.endswith(".toml") else self.edition
        lines = [
            "banquier 1",
            f"edition {edition}",
            f"players {self.players}",
            f"game {self.game}",
            *([f"minutes {self.minutes}"] if self.game == "timed" else []),
            f"speed-die {self.speed_die}",
            f"dice {self.dice}",
            f"cards {self.cards}",
            f"seed {self.seeds(number)[0]}",
            "start",
        ]
        return parse("\n".join(lines) + "\n")


def variants(edition: Edition) -> tuple[str, ...]:
    offered = {"normal": True, "short": edition.short, "timed": edition.timed}
    return tuple(name for name, terms in offered.items() if terms)
