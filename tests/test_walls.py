"""Who may know whom, read from the source of every module, however and wherever it imports.

The four rooms are worth their walls only while these stand: the bank has never heard of a glass,
and a script drives whatever it is handed.
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import display.elements
import firmware_sim.words
import keypad.script.words

HOUSE = Path(__file__).resolve().parent.parent
ROOMS = ("firmware_sim", "keypad", "display", "hardware")
DOOR = "banquier"


class Wall(NamedTuple):
    who: str  # a module, or a folder with all in it that has no line of its own
    knows: tuple[str, ...]  # of the house; itself always
    but_not: tuple[str, ...] = ()


# fmt: off
WALLS = (
    # the bank: what it does knows nothing of how it is asked for
    Wall("firmware_sim", (), ()),
    Wall("firmware_sim.game", ("firmware_sim.edition",)),
    Wall("firmware_sim.ledger", ("firmware_sim.edition", "firmware_sim.game")),
    Wall("firmware_sim.rules",
         ("firmware_sim.edition", "firmware_sim.game", "firmware_sim.ledger")),
    # chips know their own room; the script is handed a unit, and is nobody's part
    Wall("keypad", (), ("keypad.script",)),
    Wall("keypad.script", ("keypad",)),
    Wall("display", (), ("display.panel",)),
    Wall("display.panel", ("display", "keypad.keys")),
    # the board wires the chips, keeps recordings, and asks the rules nothing
    Wall("hardware", ("firmware_sim", "keypad", "display"),
         ("firmware_sim.rules", "firmware_sim.dialogue", "display.panel", "display.optics")),
    # the front door knows everybody, and nobody knows it
    Wall(DOOR, ROOMS),
)

# From outside the house: nothing but Python's own library, and these, each in its place.
GUESTS = {
    "numpy": ("display.optics",),
    "textual": ("display.panel",),
    "textual_serve": ("display.panel",),
    "aiohttp": ("display.panel",),
    "rich": ("display.panel",),
    "miniaudio": ("display.panel",),
    "serial": ("hardware.link",),
    "platformdirs": ("hardware", DOOR),
}

# Below the front ends time is an integer of ticks, chance an LFSR: the same keys, the same game.
TICKING = (
    "firmware_sim",
    "keypad.keys", "keypad.matrix", "keypad.scanner",
    "display.elements", "display.font", "display.lcd",
    "hardware.clock", "hardware.unit", "hardware.beeper", "hardware.power", "hardware.dice",
)
NOT_TICKING = ("firmware_sim.edition.fields",)  # reads a file, and words what is wrong with it
OTHER_TIMES = ("time", "datetime", "random", "secrets", "threading", "asyncio", "math")
# fmt: on

VAGUE = {"util", "utils", "helper", "helpers", "common", "manager", "misc", "stuff"}
LONGEST = 400  # lines that a reader can still hold in mind


def within(module: str, folder: str) -> bool:
    return module == folder or module.startswith(folder + ".")


def named(path: Path) -> str:
    parts = path.relative_to(HOUSE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def sources() -> dict[str, Path]:
    """Every module of the house by name."""
    paths = [path for room in ROOMS for path in sorted((HOUSE / room).rglob("*.py"))]
    return {named(path): path for path in [*paths, *HOUSE.glob(f"{DOOR}.py")]}


@cache
def tree(module: str) -> ast.Module:
    return ast.parse(sources()[module].read_text(encoding="utf-8"))


def imports(code: ast.Module, module: str, *, package: bool, known: set[str]) -> Iterator[str]:
    """All that `code` imports, at the top or in a function, by statement or by call.

    Of `from a import b` it is `a.b` where that is a module of the house, else `a`.
    """
    for node in ast.walk(code):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=source, names=names, level=level):
                if level:
                    up = module.split(".")[: (1 if package else 0) - level or None]
                    source = ".".join([*up, source] if source else up)
                for name in names:
                    inner = f"{source}.{name.name}"
                    yield inner if inner in known else source or ""
            case ast.Call(
                func=ast.Name(id="__import__" | "import_module")
                | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                yield name


@cache
def imported_by(module: str) -> frozenset[str]:
    package = sources()[module].name == "__init__.py"
    return frozenset(imports(tree(module), module, package=package, known=set(sources())))


def wall_of(module: str) -> Wall:
    """The line of the table for a module: the most particular one that fits."""
    return max((w for w in WALLS if within(module, w.who)), key=lambda wall: len(wall.who))


def is_ours(module: str) -> bool:
    return any(within(module, place) for place in (*ROOMS, DOOR))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import numpy.typing as npt", {"numpy.typing"}),
        ("def draw():\n    import textual", {"textual"}),
        ("if TYPE_CHECKING:\n    from serial import Serial", {"serial"}),
        ("from firmware_sim import rules, NEVER", {"firmware_sim.rules", "firmware_sim"}),
        ("from . import matrix", {"keypad.matrix"}),
        ("from .keys import KEYS", {"keypad.keys"}),
        ("from ..firmware_sim.rules import rent", {"firmware_sim.rules"}),
        ("importlib.import_module('display.panel')", {"display.panel"}),
        ("__import__('textual')", {"textual"}),
    ],
)
def test_an_import_is_seen_however_it_is_written(source: str, expected: set[str]) -> None:
    known = {"firmware_sim.rules", "keypad.matrix"}
    found = imports(ast.parse(source), "keypad.scanner", package=False, known=known)
    assert set(found) == expected


def test_the_four_rooms_and_the_front_door_stand() -> None:
    assert set(sources()) >= {*ROOMS, DOOR}


@pytest.mark.parametrize("module", sources())
def test_a_module_knows_only_whom_it_may_know(module: str) -> None:
    wall = wall_of(module)
    allowed = (wall.who, *wall.knows)
    strangers = {
        other
        for other in imported_by(module)
        if is_ours(other)
        and not (
            any(within(other, place) for place in allowed)
            and not any(within(other, place) for place in wall.but_not)
        )
    }
    assert not strangers, f"{module} may know {' '.join(allowed)} but not {wall.but_not}"


@pytest.mark.parametrize("module", sources())
def test_what_comes_from_outside_stays_in_its_place(module: str) -> None:
    misplaced = {
        other
        for other in imported_by(module)
        if not is_ours(other)
        and (guest := other.partition(".")[0]) not in sys.stdlib_module_names
        and not any(within(module, place) for place in GUESTS.get(guest, ()))
    }
    assert not misplaced


@pytest.mark.parametrize(
    "module",
    [
        name
        for name in sources()
        if any(within(name, part) for part in TICKING) and name not in NOT_TICKING
    ],
)
def test_below_the_front_ends_there_is_neither_wall_clock_nor_floating_point(module: str) -> None:
    assert imported_by(module).isdisjoint(OTHER_TIMES)
    floats = [
        node.lineno
        for node in ast.walk(tree(module))
        if (isinstance(node, ast.Constant) and isinstance(node.value, float))
        or (isinstance(node, ast.Call) and ast.unparse(node.func) == "float")
    ]
    assert not floats, f"lines of {module}"


@pytest.mark.parametrize("module", sources())
def test_a_module_is_named_after_what_it_is(module: str) -> None:
    assert VAGUE.isdisjoint(module.split("."))


@pytest.mark.parametrize(
    "path",
    [*sources().values(), *sorted((HOUSE / "tests").rglob("*.py"))],
    ids=lambda path: str(path.relative_to(HOUSE)),
)
def test_a_file_can_be_read_in_one_sitting(path: Path) -> None:
    lines = path.read_bytes().count(b"\n")
    assert lines <= LONGEST


def test_the_icons_have_the_same_order_in_every_room_that_may_not_ask_another() -> None:
    assert firmware_sim.words.ICONS == display.elements.ICONS == keypad.script.words.ICONS


def test_running_a_script_loads_neither_the_panel_nor_the_optics_nor_the_link(
    tmp_path: Path, home: Path
) -> None:
    script = tmp_path / "one-line.keys"
    script.write_text("banquier 1\nstart\n", encoding="utf-8")
    watch = (
        "import json, runpy, sys\n"
        "try:\n"
        "    runpy.run_path('banquier.py', run_name='__main__')\n"
        "finally:\n"
        "    print(json.dumps(sorted(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", watch, "run", str(script)],
        cwd=HOUSE,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    loaded = {name.partition(".")[0] for name in json.loads(done.stdout.splitlines()[-1])}
    assert "firmware_sim" in loaded
    assert loaded.isdisjoint({"textual", "rich", "numpy", "serial"})
