"""A sixth edition, made of nothing but a file: every part of the product takes it as it is."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from firmware_sim import edition_desk
from firmware_sim.edition_file import NAMES, load
from hardware.rig import Rack
from hardware.soak import Order, soak
from keypad.script import failure, runner

HOUSE = Path(__file__).resolve().parent.parent
FOLDER = HOUSE / "tests" / "editions"
LYON = str(FOLDER / "lyon.toml")
SCRIPTS = sorted(FOLDER.glob("*.keys"))


@pytest.mark.parametrize("path", SCRIPTS, ids=[path.stem for path in SCRIPTS])
def test_a_script_of_the_sixth_edition_holds(path: Path) -> None:
    (outcome,) = runner.run([str(path)], runner.Maker(Rack().make, NAMES))
    if outcome.failure is not None:
        command = f"banquier run {path.relative_to(HOUSE)}"
        pytest.fail("\n".join(failure.report(outcome.failure, command)), pytrace=False)
    assert outcome.status == runner.HELD, outcome.sentence


def test_nothing_is_wrong_with_its_file() -> None:
    assert edition_desk.check(LYON) == ()
    assert "LYON 1962 can be played: 2 to 5 players" in edition_desk.summary(LYON)


def test_it_differs_from_every_built_in_edition_where_it_can() -> None:
    """Else these tests would show less than they say."""
    lyon = load(LYON)
    for name in NAMES:
        other = load(name)
        for field in ("players", "salary", "fine", "coin", "houses", "hotels", "loans", "short"):
            mine, theirs = (
                (one.least_players, one.most_players) if field == "players" else getattr(one, field)
                for one in (lyon, other)
            )
            assert mine != theirs, (name, field)
        assert lyon.prison != other.prison
        assert not {s.label for s in lyon.squares if s.price} & {s.label for s in other.squares}


@pytest.mark.parametrize(
    ("game", "die"), [("normal", "no"), ("normal", "yes"), ("short", "yes"), ("timed", "no")]
)
def test_house_players_play_it_to_the_end(game: str, die: str, tmp_path: Path) -> None:
    order = Order(edition=LYON, players=4, prison="own", seed=6, game=game, speed_die=die)
    report = soak(order, 1, folder=str(tmp_path))
    assert report.failures == []
    assert report.tally.games == 1
    assert report.tally.rolls > 40


def test_no_code_knows_an_edition_by_its_name() -> None:
    """Names stand in the list of built-in files, and nowhere else does code depend on one."""
    for room in ("firmware_sim", "keypad", "display", "hardware"):
        for path in (HOUSE / room).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            if path.name == "edition_file.py" or not any(name in text for name in NAMES):
                continue
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.Compare):
                    told = ast.unparse(node).lower()
                    assert not re.search(rf"['\"]({'|'.join(NAMES)})['\"]", told), (path, told)
