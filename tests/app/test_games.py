"""Whole games: an evening to read, and others by keys of chance that lead to a known digest. Their
recordings are played again digest for digest."""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import pytest

from banquier.saves.games import SaveInMemory
from banquier.saves.recorder import record
from banquier.script.failure import report
from banquier.script.header import unit_for
from banquier.script.language import parse, parse_file
from banquier.script.player import Player, Script
from datasheet.glass import Shown
from hardware import unit_state
from hardware.unit import Unit
from tests.support.random_player import press_by_chance
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
GAMES = (*SCRIPTS, *BY_CHANCE)


class Evening(NamedTuple):
    """All displays, beeps and roll lines, and the recording."""

    displays: list[tuple[int, Shown]]
    beeps: list[tuple[int, str]]
    roll: list[str]
    digest: str
    recording: Script


def evening(script: Script, play_on: Callable[[Unit], None] = lambda unit: None) -> Evening:
    unit = unit_for(script.header)
    check_questions(unit)
    displays: list[tuple[int, Shown]] = []
    unit.on_display.append(lambda tick, shown: displays.append((tick, shown)))
    file = record(unit, script.header, SaveInMemory()).file
    failure = Player(unit, script).play()
    assert failure is None, "\n".join(report(failure, ""))
    play_on(unit)
    recording = parse(file.content.decode() + f"@{unit.tick} wait 0t\n")
    roll = [str(line) for line in unit.roll]
    return Evening(
        displays, list(unit.beeper.beeps_since(0)), roll, unit_state.digest(unit), recording
    )


@cache
def played(game: str) -> Evening:
    if game in SCRIPTS:
        return evening(parse_file(str(SCRIPTS[game])))
    variant, seed, _ = BY_CHANCE[game]
    header = ["banquier 1", f"edition {game}", *variant.split(", "), "seed 90", "start", ""]
    script = parse("\n".join(header))
    return evening(script, lambda unit: press_by_chance(unit, seed))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_to_the_winner(game: str) -> None:
    before = played(game)
    assert any(shown[0].startswith("GAGNANT") for _, shown in before.displays)
    if game in BY_CHANCE:
        assert before.digest == BY_CHANCE[game][2]


@pytest.mark.parametrize(
    ("game", "stepped"), [*((game, False) for game in GAMES), *((game, True) for game in SCRIPTS)]
)
def test_its_recording_replays_digest_for_digest(game: str, stepped: bool) -> None:
    before = played(game)
    unit = unit_for(before.recording.header, stepped=stepped)
    displays: list[tuple[int, Shown]] = []
    unit.on_display.append(lambda tick, shown: displays.append((tick, shown)))
    assert Player(unit, before.recording).play() is None
    assert sum(step.verb == "state" for step in before.recording.steps) > 60
    assert displays == before.displays
    assert list(unit.beeper.beeps_since(0)) == before.beeps
    assert [str(line) for line in unit.roll] == before.roll
    assert unit_state.digest(unit) == before.digest
