"""New games begin with other dice, in every front end; their saves play them again."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from banquier.cli.main import main
from banquier.page import pocket
from banquier.saves.open_game import open_game
from hardware.unit import Unit, tap
from tests.support.games_played import facts

GAMES = 8
AS_GOOD_AS_ALL = GAMES - 1
"""The dice have 65 535 beginnings: two of eight are the same once in 2 300 times, three never."""


def thrown(unit: Unit) -> tuple[str, ...]:
    """The first throws, by the same keys at the same ticks."""
    while unit.game is None:
        tap(unit, "OK")
        unit.run(unit.notices_end)
    for key in ("DES", "ACHAT", "CARTE", "OK", "FIN") * 6:
        tap(unit, key)
        unit.run(unit.notices_end)
    return throws_of(unit)


def throws_of(unit: Unit) -> tuple[str, ...]:
    found = tuple(line.text for line in unit.roll if " DES " in line.text)
    assert found
    return found


def opened(kind: str, folder: str) -> Unit:
    ways = {
        "panel, serve, pocket": {"folder": folder, "new": True},
        "with players": {"folder": folder, "players": 3},
        "with bots": {"folder": folder, "new": True, "otherwise": 4},
        "demo": {"players": 4},
    }
    return open_game(**ways[kind]).unit  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["panel, serve, pocket", "with players", "with bots", "demo"])
def test_new_games_begin_otherwise(kind: str, tmp_path: Path) -> None:
    found = {thrown(opened(kind, str(tmp_path))) for _ in range(GAMES)}
    assert len(found) >= AS_GOOD_AS_ALL


def test_new_games_of_lines_begin_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No time passes there before the first key."""
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    found = set()
    for _ in range(GAMES):
        lines = ["OK"] * 5 + ["DES", "ACHAT", "CARTE", "OK", "FIN"] * 6
        monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines)))
        assert main(["play", "--plain", "--new", "--lang", "en"]) == 0
        out = capsys.readouterr().out
        found.add(tuple(line for line in out.splitlines() if " throws " in line))
        assert any(found)
    assert len(found) >= AS_GOOD_AS_ALL


def test_new_games_of_the_pocket_begin_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pocket, "FOLDER", str(tmp_path))
    unit = pocket.Pocket("en")
    found = {thrown(unit.page.unit)}
    for _ in range(GAMES - 1):
        assert not unit.take_up("")
        found.add(thrown(unit.page.unit))
    assert len(found) >= AS_GOOD_AS_ALL


def test_the_save_of_such_a_game_plays_it_again(tmp_path: Path) -> None:
    path = str(tmp_path / "game.keys")
    first = open_game(folder=str(tmp_path), path=path, new=True)
    thrown(first.unit)
    first.close()
    assert main(["replay", path, "--check", "--speed", "max"]) == 0
    again = open_game(folder=str(tmp_path), path=path)
    assert facts(again.unit) == facts(first.unit)
    again.close()
