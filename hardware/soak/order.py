"""Which games a soak is to play."""

from __future__ import annotations

from typing import NamedTuple

from firmware_sim.edition_file import built_in, load
from keypad.house.chance import Chance
from keypad.script.language import Script, parse

TEMPERS = ("careful", "greedy", "trader", "chaotic")


class Order(NamedTuple):
    """What all games of a soak have in common; the fields of a script's header among them."""

    edition: str = "electronique"
    players: int = 4
    prison: str = "short"  # short, long, or own: as it suits
    seed: int = 1
    game: str = "normal"
    speed_die: str = "no"
    dice: str = "auto"
    cards: str = "auto"
    most_turns: int = 5_000  # of a game: then the richest wins

    def check(self) -> None:
        """ValueError says in a sentence what cannot be played."""
        edition = load(self.edition)
        if not edition.least_players <= self.players <= edition.most_players:
            raise ValueError(
                f"{edition.label} is for {edition.least_players} to {edition.most_players} "
                f"players, not {self.players}"
            )
        offered = {"normal": True, "short": edition.short, "timed": edition.timed}
        if not offered[self.game]:
            raise ValueError(f"{edition.label} has no {self.game} game")
        if self.speed_die == "yes" and not edition.speed_die:
            raise ValueError(f"{edition.label} has no speed die")

    def seeds(self, number: int) -> tuple[int, int]:
        """For game `number`: the unit's seed, and that of the fingers."""
        chance = Chance(self.seed * 1_000_003 + number)
        return chance(1 << 16), chance(1 << 31)

    def tempers(self, number: int) -> dict[int, str]:
        """Every temper sits in every seat, in turn."""
        return {
            seat: TEMPERS[(seat + number) % len(TEMPERS)] for seat in range(1, self.players + 1)
        }

    def script(self, number: int) -> Script:
        """The set-up of a game, as a script walks it."""
        edition = f'"{self.edition}"' if self.edition.endswith(".toml") else self.edition
        lines = [
            "banquier 1",
            f"edition {edition}",
            f"players {self.players}",
            f"game {self.game}",
            f"speed-die {self.speed_die}",
            f"dice {self.dice}",
            f"cards {self.cards}",
            f"seed {self.seeds(number)[0]}",
            "start",
        ]
        return parse("\n".join(lines) + "\n", editions=built_in())
