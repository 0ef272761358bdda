"""Games in plain mode: one player hears its lines, bots that see play the others.

played = play_by_ear(seed=7)
played.winner == played.seat, played.refused, played.pressed

python -m tests.support.ear_game 200        the whole proof: minutes
"""

from __future__ import annotations

import io
import random
import sys
from collections.abc import Iterator
from math import sqrt
from typing import Any, NamedTuple

from banquier.bots import Bots
from banquier.editions.edition_file import editions
from banquier.plain.plain_mode import play
from banquier.play.key_queue import Stroke
from banquier.play.open_game import play_setup
from hardware.unit import Unit
from tests.support.ear import Ear, differences

PLAYERS = 4
PROFILE = "greedy"
MOST_LINES = 6_000
THINKS = 8_192
"""Ticks at most between two lines."""


class Played(NamedTuple):
    seat: int
    """Of the player who hears."""
    winner: int
    turns: int
    pressed: tuple[int, int]
    """Keys by ear, and of the others."""
    refused: tuple[int, int]
    wrong: tuple[str, ...]
    """What was heard otherwise than it was."""


class Tally:
    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.pressed = self.refused = 0

    def __call__(self, strokes: Iterator[Stroke]) -> Iterator[Stroke]:
        for stroke in strokes:
            before = self.unit.refusals
            yield stroke
            if stroke.key:  # while it waits, others press
                self.pressed += 1
                self.refused += self.unit.refusals - before


class Lines(io.StringIO):
    """What the ear types: the keys of a bot that knows only what it has heard."""

    def __init__(self, ear: Ear, unit: Unit, seat: int, seed: int, check: bool) -> None:
        super().__init__()
        self.ear, self.unit = ear, unit
        heard: Any = ear  # instead of a unit
        self.strokes = Bots(heard, {seat: PROFILE}, seed=seed).strokes()
        self.lines = self.pressed = 0
        self.check = check
        self.wrong: list[str] = []

    def readline(self, size: int = -1) -> str:  # type: ignore[override]
        if self.check and self.ear.question.kind == "throw":
            game = self.unit.firmware.session.game
            if game is not None and not self.wrong:
                self.wrong += differences(self.ear, game)
        self.lines += 1
        if self.lines > MOST_LINES:
            raise TimeoutError(f"{MOST_LINES} lines and no winner")
        stroke = next(self.strokes, None)
        if stroke is None or self.ear.question.kind in ("winner", "winners"):
            return ""
        if not stroke.key:
            self.ear.tick += 1
            return "\n"
        self.pressed += 1
        self.ear.said.error = 0
        self.ear.tick += 1
        return f"{stroke.key}\n"


class Out(io.StringIO):
    def __init__(self, ear: Ear, log: list[str]) -> None:
        super().__init__()
        self.ear, self.log = ear, log
        self.greeted = False

    def write(self, text: str) -> int:
        for line in filter(None, text.split("\n")):
            self.log.append(line)
            if self.greeted:
                self.ear.hear(line)
            self.greeted = True
        return len(text)


def play_by_ear(seed: int, *, check: bool = True, log: list[str] | None = None) -> Played:
    chance = random.Random(seed)
    seat = seed % PLAYERS + 1
    unit = Unit(editions(), seed=seed)
    play_setup(unit, players=PLAYERS)
    others = {one: PROFILE for one in range(1, PLAYERS + 1) if one != seat}
    ear = Ear(PLAYERS)
    lines = Lines(ear, unit, seat, seed, check)
    tally = Tally(unit)
    bots = tally(Bots(unit, others, seed=seed + 1).strokes())
    play(
        unit, lines, Out(ear, [] if log is None else log), lang="en", seats=others, bots=[bots],
        attend=lambda: unit.run(unit.tick + chance.randrange(THINKS)),
    )  # fmt: skip
    game = unit.firmware.session.current_game
    return Played(
        seat, game.winner, game.turn_number, (lines.pressed, tally.pressed),
        (unit.refusals - tally.refused, tally.refused), (*lines.wrong, *ear.unheard),
    )  # fmt: skip


def interval(wins: int, games: int) -> tuple[float, float]:
    """Wilson's, 95 %."""
    z, share = 1.96, wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return middle - half, middle + half


def main(games: int) -> None:
    found = []
    for seed in range(games):
        found.append(play_by_ear(seed))
        if found[-1].wrong:
            print(f"seed {seed}: {found[-1].wrong[0]}", flush=True)
    wins = sum(one.winner == one.seat for one in found)
    low, high = interval(wins, games)
    rates = [1000 * sum(one.refused[who] for one in found) / sum(one.pressed[who] for one in found)
             for who in (0, 1)]  # fmt: skip
    print(f"{games} games, {wins} won by ear: {low:.1%} to {high:.1%}, by chance 25 %")
    print(f"refused of a thousand keys: {rates[0]:.2f} by ear, {rates[1]:.2f} by sight")
    print(f"games with something misheard: {sum(bool(one.wrong) for one in found)}")


if __name__ == "__main__":
    main(int(sys.argv[1]))
