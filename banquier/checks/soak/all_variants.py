"""All variants in turn: editions, game variants, numbers of players, real dice and cards.

    every = AllVariants(GameSpec(seed=5), EVERYTHING)
    every.at(0), every.at(1)         a specification for each game, the editions in turn

Fields that are given are the same in all games.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from math import gcd
from typing import Any, NamedTuple

from banquier.checks.soak.game_spec import GameSpec, variants
from banquier.editions.edition_file import BUILT_IN, load

EVERYTHING = frozenset(
    {"edition", "players", "prison", "game", "minutes", "speed_die", "dice", "cards"}
)

PRISONS = ("short", "long", "own")
MINUTES = (10, 20, 40, 90)  # the first two end before most games do
EARLY, TURNS = 10, (20, 40, 80)
"""One game in ten is ended by the MENU after so many turns of each player."""


class AllVariants(NamedTuple):
    asked: GameSpec
    open: frozenset[str]
    """The fields that vary."""

    def check(self) -> None:
        """ValueError: one sentence."""
        if not all(_kinds(self)):
            raise ValueError("no edition has such games")

    def at(self, number: int) -> GameSpec:
        """The specification of game `number`."""
        editions = _kinds(self)
        kinds = editions[number % len(editions)]
        turn = number // len(editions)
        spec = kinds[turn * _stride(len(kinds)) % len(kinds)]
        if "prison" in self.open:
            spec = spec._replace(prison=PRISONS[(turn + turn // len(kinds)) % len(PRISONS)])
        if "minutes" in self.open:
            spec = spec._replace(minutes=MINUTES[turn % len(MINUTES)])
        if turn % EARLY == EARLY - 1:
            turns = TURNS[turn // EARLY % len(TURNS)] * spec.players
            spec = spec._replace(most_turns=min(spec.most_turns, turns))
        return spec

    def plain(self) -> dict[str, str | int]:
        """The title of a report."""
        return {
            name: "all" if name in self.open else value
            for name, value in self.asked._asdict().items()
        }


class Evenings(NamedTuple):
    """Whole tables: evening `number` is played from the one number `seed` + `number`."""

    seed: int

    def check(self) -> None:
        """All are possible."""

    def at(self, number: int) -> GameSpec:
        seed = self.seed + number
        return AllVariants(GameSpec(seed=seed), EVERYTHING).at(seed)

    def plain(self) -> dict[str, str | int]:
        return {"game": "world", "seed": self.seed}


def _stride(count: int) -> int:
    """A step through all kinds that makes neighbours differ, so that few games cover many kinds."""
    stride = max(1, count * 3 // 8)
    while gcd(stride, count) > 1:
        stride += 1
    return stride


@cache
def _kinds(variants_asked: AllVariants) -> tuple[tuple[GameSpec, ...], ...]:
    """The possible kinds of game, by edition."""
    asked, left_open = variants_asked
    editions = BUILT_IN if "edition" in left_open else (asked.edition,)
    kinds = tuple(_kinds_of(name, asked, left_open) for name in editions)
    return tuple(found for found in kinds if found) or ((),)


def _kinds_of(name: str, asked: GameSpec, left_open: frozenset[str]) -> tuple[GameSpec, ...]:
    edition = load(name)
    answers: dict[str, tuple[Any, ...]] = {
        "players": (*range(edition.least_players, edition.most_players + 1),),
        "game": variants(edition),
        "speed_die": ("no", "yes") if edition.speed_die else ("no",),
        "dice": ("auto", "keyed"),
        "cards": ("auto", "keyed"),
    }
    for field in answers.keys() - left_open:
        given = getattr(asked, field)
        answers[field] = tuple(answer for answer in answers[field] if answer == given)
    return tuple(
        asked._replace(edition=name, **dict(zip(answers, kind, strict=True)))
        for kind in product(*answers.values())
    )
