"""Whole games as scripts, and their recordings played again digest for digest."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from banquier.editions.edition_file import BUILT_IN
from banquier.script.language import Script, parse, parse_file
from banquier.script.player import Player
from banquier.script.recording import Writer, record_into
from banquier.script.script_machine import unit_for
from firmware_sim.glass import Shown
from firmware_sim.messages import VERSION
from tests.support.script_runs import complaint, scripts

GAMES = [*scripts("games"), *scripts("games/*")]
NAMES = [f"{path.parent.name}/{path.stem}" for path in GAMES]


class Evening(NamedTuple):
    """All displays, beeps and roll lines, and the recording."""

    displays: list[tuple[int, Shown]]
    beeps: list[tuple[int, str]]
    roll: list[str]
    digest: str
    recording: Script


@cache
def evening(path: Path) -> Evening:
    script = parse_file(str(path))
    unit = unit_for(script.header)
    displays: list[tuple[int, Shown]] = []
    unit.on_display.append(lambda tick, shown: displays.append((tick, shown)))
    stream = io.StringIO()
    writer = Writer(stream)
    writer.header(script.header, VERSION)
    assert Player(record_into(unit, writer), script).play() is None
    recording = parse(stream.getvalue() + f"@{unit.tick} wait 0t\n")
    roll = [str(line) for line in unit.roll]
    return Evening(displays, list(unit.beeps_since(0)), roll, unit.digest(), recording)


@pytest.mark.parametrize("path", GAMES, ids=NAMES)
def test_a_game_is_played_from_the_first_throw_to_the_winner(path: Path) -> None:
    said = complaint(path)
    if said:
        pytest.fail(said, pytrace=False)
    assert any(shown[0].startswith("GAGNANT") for _, shown in evening(path).displays)


@pytest.mark.parametrize("path", GAMES, ids=NAMES)
def test_a_game_needs_no_test_bench(path: Path) -> None:
    script = parse_file(str(path))
    assert not {step.verb for step in script.steps} & {"set", "battery", "power", "memory"}


@pytest.mark.parametrize("stepped", [False, True], ids=["at full speed", "stepped"])
@pytest.mark.parametrize("path", GAMES, ids=NAMES)
def test_its_recording_replays_digest_for_digest(path: Path, stepped: bool) -> None:
    before = evening(path)
    unit = unit_for(before.recording.header, stepped=stepped)
    displays: list[tuple[int, Shown]] = []
    unit.on_display.append(lambda tick, shown: displays.append((tick, shown)))
    assert Player(unit, before.recording).play() is None
    assert sum(step.verb == "state" for step in before.recording.steps) > 100
    assert displays == before.displays
    assert list(unit.beeps_since(0)) == before.beeps
    assert [str(line) for line in unit.roll] == before.roll
    assert unit.digest() == before.digest


def test_there_is_a_game_of_every_edition_and_both_ways_of_playing() -> None:
    headers = [parse_file(str(path)).header for path in GAMES]
    assert {header.edition for header in headers} == set(BUILT_IN)
    assert {header.game for header in headers} == {"normal", "short", "timed"}
    assert any(header.speed_die == "yes" for header in headers)
    assert {(header.dice, header.cards) for header in headers} == {
        ("keyed", "keyed"),
        ("auto", "auto"),
    }
