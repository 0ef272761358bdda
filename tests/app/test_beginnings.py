"""New games begin with other dice, in every front end; their saves play them again."""

from __future__ import annotations

import asyncio
import io
import json
from itertools import count
from pathlib import Path

import pytest

from banquier.cli.main import main
from banquier.page import pocket
from banquier.page.page_unit import PageUnit
from banquier.panel.app import Panel
from banquier.saves.open_game import OpenGame, open_game
from firmware_sim.glass import CRYSTAL
from hardware.unit import Unit, tap
from tests.support.games_played import facts

GAMES = 20
AS_GOOD_AS_ALL = GAMES - 1
"""The dice have 65 535 beginnings: two of twenty are the same once in 350 times, three never."""
TICKS = 10_000
"""Time for a key of a panel; the next one skips notices."""


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
def test_twenty_new_games_begin_otherwise(kind: str, tmp_path: Path) -> None:
    found = {thrown(opened(kind, str(tmp_path))) for _ in range(GAMES)}
    assert len(found) >= AS_GOOD_AS_ALL


def test_twenty_new_games_of_lines_begin_otherwise(
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


KEYS = ("OK", *("OK",) * 5, *("DES", "ACHAT", "CARTE", "OK", "FIN") * 4)
HOSTS = {"OK": "enter", "DES": "d", "ACHAT": "a", "CARTE": "t", "FIN": "space"}


def test_twenty_new_games_of_panels_begin_otherwise(tmp_path: Path) -> None:
    async def panel_of(unit: Unit) -> None:
        panel = Panel(OpenGame(unit), frozen=True)
        async with panel.run_test(size=(80, 24)):
            for key in KEYS:
                host = HOSTS[key]
                await panel.press(host, host if len(host) == 1 else None)
                panel.keys.run(unit.tick + TICKS)

    found = set()
    for _ in range(GAMES):
        unit = open_game(folder=str(tmp_path), new=True).unit
        asyncio.run(panel_of(unit))
        found.add(throws_of(unit))
    assert len(found) >= AS_GOOD_AS_ALL


def test_twenty_new_games_of_a_table_of_phones_begin_otherwise(tmp_path: Path) -> None:
    found = set()
    for _ in range(GAMES):
        unit = open_game(folder=str(tmp_path), new=True).unit
        clock = count(step=TICKS / 2 / CRYSTAL).__next__
        page = PageUnit(OpenGame(unit), clock)
        browser = page.join("tab")
        for key in KEYS:
            for kind in ("down", "up"):
                page.hear(browser, json.dumps({"t": kind, "key": key}))
                page.catch_up()
        found.add(throws_of(unit))
    assert len(found) >= AS_GOOD_AS_ALL


def test_twenty_new_games_of_the_pocket_begin_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pocket, "FOLDER", str(tmp_path))
    unit = pocket.Pocket()
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
