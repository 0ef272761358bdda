"""Whole games: an evening to read, and others by keys of chance that lead to a known digest. Their
recordings are played again digest for digest."""

from collections.abc import Callable
from typing import NamedTuple

import pytest

from banquier.play.rng import rng
from banquier.saves.games import SaveInMemory
from banquier.saves.recorder import record
from banquier.script.failure import report
from banquier.script.header import unit_for
from banquier.script.language import parse, parse_file
from banquier.script.player import Player, Script
from datasheet.glass import Shown
from hardware import unit_state
from hardware.unit import Unit, tap
from keypad.keys import TWINS
from tests.support.listener import Listener
from tests.support.script_runs import check_questions, scripts

SCRIPTS = {path.stem: path for path in scripts("games")}

# Edition: its variant, the seed of the keys, the digest at the end. Other keys that
# answer a question make other games.
BY_CHANCE = {
    "electronique": ("players 3", 4, "cef74f4c85ac5b08"),
    "deska": ("players 4, game short, dice keyed, cards keyed", 1, "92aa9a372fccd0f0"),
    "euro": ("players 3, game timed, minutes 10", 1, "89093ca9a638aaf5"),
    "classique": ("players 3, speed-die yes", 2, "35ec22443b608f69"),
    "merveilles": ("players 2", 4, "c153087b8f49d61f"),
}


FUNCTIONS = sorted(TWINS.values())
MOST_KEYS = 20_000


def press_by_chance(unit: Unit, seed: int) -> None:
    """Press what answers the question, and functions where they are open: short games with
    auctions, bargains, mortgages and mistakes that depend on no bot. All is told as it is."""
    chance, listener = rng(seed), Listener(unit)
    for _ in range(MOST_KEYS):
        unit.run(unit.notices_end)
        asked = unit.question
        keys = sorted(asked.keys)
        if asked.kind == "winner":
            assert listener.faults == []
            return
        if asked.functions and (not keys or chance(6) == 0):
            key = FUNCTIONS[chance(len(FUNCTIONS))]
        elif "OK" in keys and chance(3):
            key = "OK"
        else:
            key = keys[chance(len(keys))]
        tap(unit, key)


class Evening(NamedTuple):
    """All displays, beeps and roll lines of a game, and the digest at its end."""

    displays: list[tuple[int, Shown]]
    beeps: list[tuple[int, str]]
    roll: list[str]
    digest: str


def play(script: Script, unit: Unit, play_on: Callable[[Unit], None] | None = None) -> Evening:
    displays: list[tuple[int, Shown]] = []
    unit.on_display.append(lambda tick, shown: displays.append((tick, shown)))
    failure = Player(unit, script).play()
    assert failure is None, "\n".join(report(failure, ""))
    if play_on:
        play_on(unit)
    roll = [str(line) for line in unit.roll]
    return Evening(displays, list(unit.beeper.beeps_since(0)), roll, unit_state.digest(unit))


@pytest.mark.parametrize("game", [*SCRIPTS, *BY_CHANCE])
def test_the_recording_of_a_game_to_its_winner_is_the_same_game_again(game: str) -> None:
    variant, seed, digest = BY_CHANCE.get(game, ("", 0, ""))
    header = ["banquier 1", f"edition {game}", *variant.split(", "), "seed 90", "start", ""]
    script = parse_file(str(SCRIPTS[game])) if game in SCRIPTS else parse("\n".join(header))
    unit = unit_for(script.header)
    check_questions(unit)
    file = record(unit, script.header, SaveInMemory()).file
    played = play(script, unit, (lambda unit: press_by_chance(unit, seed)) if seed else None)
    assert any(shown[0].startswith("GAGNANT") for _, shown in played.displays)
    assert played.digest == digest or game in SCRIPTS
    recording = parse(file.content.decode() + f"@{unit.tick} wait 0t\n")
    assert sum(step.verb == "state" for step in recording.steps) > 60
    assert play(recording, unit_for(recording.header)) == played
