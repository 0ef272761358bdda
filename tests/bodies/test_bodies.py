"""The unit on MicroPython: its glasses, beeps and states are those of CPython, its memory a chip's.

    make test-bodies      all scripts, fifty games, two hundred power cuts

`make test` takes one script of each third rule and two games. A script that a body cannot play
would stand here with the reason; there is none.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from banquier.bodies.modules import Modules
from banquier.bodies.translator import CannotTranslate, translate
from tests.bodies.recorded import Shelf, game_row, script_rows
from tests.bodies.which import ALL, GAMES, PARTS, all_scripts
from tests.support.system import micropython

CUTS, TURNS = (200, 100) if ALL else (10, 25)
EIGHT = 8
"""A game of eight players."""
CODE = 130_000
"""Bytes of code, the same on every processor; a word is twice as long here."""


def replayed(folder: Path, rows: Sequence[str], shelf: Shelf, check: str, heap: str = "48m") -> str:
    """Return the output of MicroPython for these rows."""
    Modules(["tests.bodies.replayed"], editions=shelf.editions).write(folder / "unit")
    (folder / "rows").write_text("".join(rows), encoding="utf-8")
    return run(folder, f"replayed.main('rows', replayed.{check})", heap)


def run(folder: Path, program: str, heap: str = "16m") -> str:
    """Run in the folder: the engine accepts no path of more than 255 characters."""
    begin = "import sys; sys.path.insert(0, 'unit'); import boot\n"
    begin += f"from tests.bodies import {program.partition('.')[0]}\n"
    command = [micropython(), "-X", f"heapsize={heap}", "-c", begin + program]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, encoding="utf-8")
    assert ran.returncode == 0, ran.stdout[-500:] + ran.stderr
    return ran.stdout


def counted(said: str) -> list[int]:
    """Return the counts of each row, none of which differs."""
    told = [line.split("\t") for line in said.splitlines()]
    assert [line for line in told if len(line) != 3 or line[1]] == []
    return [int(line[2]) for line in told]


@pytest.mark.parametrize("part", range(PARTS))
def test_scripts_and_games_show_the_same(part: int, tmp_path: Path) -> None:
    shelf = Shelf()
    scripts = script_rows(all_scripts()[part :: PARTS if ALL else 3], shelf)
    games = [game_row(number, shelf) for number in range(part, GAMES, PARTS)]
    glasses = counted(replayed(tmp_path, scripts + games, shelf, "play"))
    assert len(glasses) == len(scripts) + len(games) > 30
    assert min(glasses[len(scripts) :]) > 300


def test_a_cut_brings_back_the_very_question(tmp_path: Path) -> None:
    shelf = Shelf()
    rows = [game_row(n, shelf, turns=TURNS, every=37) for n in range(10 if ALL else 1)]
    assert sum(counted(replayed(tmp_path, rows, shelf, "cut", "3m"))) >= CUTS


def test_an_evening_of_eight_fits_into_a_pico_2(tmp_path: Path) -> None:
    """All modules are in the heap, in three quarters of its 480 kB; frozen ones would not be."""
    shelf = Shelf()
    told = json.loads(game_row(EIGHT, shelf, turns=400 if ALL else 20))
    inputs = tmp_path / "inputs"
    inputs.write_text("".join(json.dumps(one) + "\n" for one in told["inputs"]), "utf-8")
    row = {name: told[name] for name in ("name", "editions", "seed", "bounce")}
    rows = [json.dumps({**row, "file": str(inputs)}) + "\n"]
    (most,) = counted(replayed(tmp_path, rows, shelf, "live", f"{2 * 365 - CODE // 1000}k"))
    assert (most - CODE) / 2 + CODE < 330_000


@pytest.mark.parametrize(
    ("source", "what"),
    [
        ("import numpy\nx = numpy.pi", "pi"),
        ("def f(rows):\n    return rows[::-1]", "slice with a step"),
        ("x = f'{1:>{2}}'", "field within a format"),
        ("match x:\n    case [1, *rest]:\n        pass", "pattern of this kind"),
        ("class A(str):\n    pass", "class of its own below str"),
        ("x = 'a'.zfill(3)", "zfill"),
        ("async def f():\n    pass", "asyncio"),
        ("x = 'a b'.split(maxsplit=1)", "maxsplit="),
        ("x = {}.keys() - {1}", "set of keys"),
        ("x = a.keys() >= {1}", "set of keys"),
        ("def f(kind):\n    return kind.name.lower()", "name of a plain number"),
        ("class A(IntEnum):\n    X = 1\nx = isinstance(1, A)", "isinstance of an enum"),
        ("def f(**told):\n    return [*map(str, told)]", "order of keyword arguments"),
        ("def f(**told):\n    for one in told.items():\n        pass", "order of keyword"),
        ("x = []\nx.sort()", "sort"),
    ],
)
def test_what_cannot_be_translated_is_told(source: str, what: str) -> None:
    with pytest.raises(
        CannotTranslate, match=rf"a/b\.py:\d+: MicroPython has no {re.escape(what)}.*; write "
    ):
        translate(source, "a/b.py")


def test_what_is_no_python_is_told_with_its_line() -> None:
    with pytest.raises(CannotTranslate, match=r"a/b\.py:2: "):
        translate("x = 1\nx = (", "a/b.py")
