"""Whole games, from the set-up to the ranking, in every edition and every variant."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_sim.edition_file import NAMES, load
from keypad.script import runner
from tests.games.writing import FOLDER, GAMES, TAP
from tests.rules import collector
from tests.rules.collector import RuleScript

WRITTEN = sorted(FOLDER.glob("*/*.keys"))
assert TAP == 2048  # a press in a script: what the games were written with


def _header(path: Path) -> dict[str, str]:
    """The fields before the first empty line."""
    head = path.read_text(encoding="utf-8").partition("\n\n")[0].splitlines()
    return dict(line.split(" ", 1) for line in head[1:] if not line.startswith("#"))


@pytest.mark.parametrize("path", WRITTEN, ids=[str(path.relative_to(FOLDER)) for path in WRITTEN])
def test_a_whole_game_holds(path: Path) -> None:
    outcome = collector.play(RuleScript(_header(path)["edition"], path))
    if outcome.status != runner.HELD:
        pytest.fail(collector.complaint(outcome), pytrace=False)


def test_every_game_is_played_to_its_end() -> None:
    for path in WRITTEN:
        assert 'expect "GAGNANT ' in path.read_text(encoding="utf-8"), path


def test_there_is_a_game_of_each_edition_and_each_variant() -> None:
    played = {
        (head["edition"], head.get("game", "normal"), head.get("speed-die", "no"))
        for head in map(_header, WRITTEN)
    }
    wanted = set()
    for name in NAMES:
        edition = load(name)
        wanted.add((name, "normal", "no"))
        wanted |= {(name, "short", "no")} if edition.short else set()
        wanted |= {(name, "timed", "no")} if edition.timed else set()
        wanted |= {(name, "normal", "yes")} if edition.speed_die else set()
    assert wanted <= played


def test_the_list_of_games_to_write_is_the_scripts_there_are() -> None:
    assert {game.path for game in GAMES} <= set(WRITTEN)
