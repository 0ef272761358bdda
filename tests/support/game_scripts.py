"""Whole games as scripts: bots play them, and every key becomes a line.

    python -m tests.support.game_scripts      plays the games of GAMES and writes their scripts

Dice and cards are real ones, keyed in, so that a script does not depend on the time of a key.
It expects the roll line with all balances after each operation, the question at each turn, and
the winner and the ranks at the end. When a rule changes, write the games anew and read the
differences.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from banquier.bots import Bots
from banquier.script.language import parse
from banquier.script.player import Player
from banquier.script.script_machine import unit_for
from hardware.unit import Unit, tap
from tests.support.paths import ROOT

FOLDER = ROOT / "tests" / "games"
PROFILES = ("greedy", "trader", "careful", "chaotic")
BREATH = 12  # seconds before each turn of a timed game, for the time to pass


class GameOf(NamedTuple):
    """Which game is to be played; `seed` is the bots' own."""

    edition: str
    name: str
    header: tuple[str, ...]
    seed: int

    @property
    def path(self) -> Path:
        return FOLDER / self.edition / f"{self.name}.keys"


# One of each edition, and with them one of each variant.
GAMES = (
    GameOf("electronique", "to-the-last-one", ("players 3",), 18),
    GameOf("deska", "short", ("players 4", "game short"), 18),
    GameOf("euro", "timed", ("players 3", "game timed", "minutes 10"), 1),
    GameOf("classique", "speed-die", ("players 3", "speed-die yes"), 12),
    GameOf("merveilles", "passport", ("players 3",), 13),
)


def written(game: GameOf) -> str:
    """The script of a game, from the set-up to the ranking."""
    header = [f"edition {game.edition}", *game.header, "dice keyed", "cards keyed", "seed 90"]
    script = parse("\n".join(["banquier 1", *header, "start", ""]))
    unit = unit_for(script.header)
    stuck = Player(unit, script).play()
    assert stuck is None, stuck
    writer = _ScriptWriter(unit, breath=BREATH if "game timed" in header else 0)
    lines = [
        "banquier 1",
        f"# A whole game, {game.name.replace('-', ' ')}: written by "
        "python -m tests.support.game_scripts.",
        *header,
        "",
        "start",
        *writer.play(game.seed),
        *writer.ranking(),
    ]
    return "\n".join(lines) + "\n"


class _ScriptWriter:
    def __init__(self, unit: Unit, breath: int) -> None:
        self.unit = unit
        self.breath = breath
        self.keys: list[str] = []
        self.turn = 0

    def play(self, seed: int) -> Iterator[str]:
        """Play until there is a winner."""
        game = self.unit.firmware.session.current_game
        profiles = {seat: PROFILES[seat % len(PROFILES)] for seat in game.seats()}
        yield from self._new_turn()
        operations = self.unit.operations
        for key, pause in Bots(self.unit, profiles, seed=seed).strokes():
            if key:
                tap(self.unit, key)
                self.keys.append(key)
            if pause:  # for a player to read; the next key would end the notice
                self.unit.run(self.unit.tick + pause)
                if self.breath:
                    yield from self._press()
                    yield f"wait {pause}t"
            if self.unit.operations != operations:
                operations = self.unit.operations
                yield from self._press()
                yield f'expect roll "{self.unit.roll[-1].text}"'
                yield from self._new_turn()
        yield from self._press()

    def _press(self) -> Iterator[str]:
        if self.keys:
            yield f"press {' '.join(self.keys)}"
        self.keys = []

    def _new_turn(self) -> Iterator[str]:
        game = self.unit.firmware.session.current_game
        if game.turn_number == self.turn or game.winner:
            return
        self.turn = game.turn_number
        yield ""
        yield f"# turn {self.turn}"
        if self.breath:
            yield f"wait {self.breath}s"
            self.unit.run(self.unit.tick + self.breath * 32_768)
        self.unit.run(self.unit.notices_end)
        yield f'expect "{self.unit.said.text}"{_value(self.unit.said.value)}'

    def ranking(self) -> Iterator[str]:
        game = self.unit.firmware.session.current_game
        yield ""
        for rank in range(game.players):
            if rank:
                tap(self.unit, "+")
                yield "press +"
            self.unit.run(self.unit.notices_end)
            yield f'expect "{self.unit.said.text}"{_value(self.unit.said.value)}'


def _value(shown: str) -> str:
    return f" {shown}" if shown else ""


def main() -> None:
    for game in GAMES:
        text = written(game)
        game.path.parent.mkdir(exist_ok=True)
        game.path.write_text(text, encoding="utf-8")
        print(f"{game.path.relative_to(FOLDER)}: {len(text.splitlines())} lines")


if __name__ == "__main__":
    main()
