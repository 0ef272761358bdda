"""Import rules that import-linter cannot express, read from the source of every module."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.support.paths import ROOT

ROOMS = ("banquier", "firmware_sim", "keypad", "display", "hardware")


# Below the front ends time is an integer of ticks and chance an LFSR, so that keys repeat a game.
TICKING = (
    "firmware_sim",
    "keypad.keys",
    "keypad.matrix",
    "keypad.scanner",
    "display.elements",
    "display.font",
    "display.lcd",
    "hardware.crystal",
    "hardware.unit",
    "hardware.beeper",
    "hardware.power",
    "hardware.dice",
)
OTHER_TIMES = ("time", "datetime", "random", "secrets", "threading", "asyncio", "math")
# fmt: on


def within(module: str, folder: str) -> bool:
    return module == folder or module.startswith(folder + ".")


def named(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def sources() -> dict[str, Path]:
    """Every module of the product by name."""
    paths = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]
    return {named(path): path for path in [*paths]}


@cache
def tree(module: str) -> ast.Module:
    return ast.parse(sources()[module].read_text(encoding="utf-8"))


def imports(code: ast.Module, module: str, *, package: bool, known: set[str]) -> Iterator[str]:
    """All that `code` imports, at the top or in a function, by statement or by call.

    Of `from a import b` it is `a.b` if that is a module of the product, else `a`.
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
        ("importlib.import_module('banquier.panel')", {"banquier.panel"}),
        ("__import__('textual')", {"textual"}),
    ],
)
def test_an_import_is_seen_however_it_is_written(source: str, expected: set[str]) -> None:
    known = {"firmware_sim.rules", "keypad.matrix"}
    found = imports(ast.parse(source), "keypad.scanner", package=False, known=known)
    assert set(found) == expected


@pytest.mark.parametrize(
    "module", [name for name in sources() if any(within(name, part) for part in TICKING)]
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


@cache
def loaded_by_run() -> frozenset[str]:
    """The modules that `banquier run` of an empty game loads."""
    with TemporaryDirectory() as folder:
        script = Path(folder) / "one-line.keys"
        script.write_text("banquier 1\nstart\n", encoding="utf-8")
        watch = (
            "import runpy, sys\n"
            "try:\n"
            "    runpy.run_module('banquier', run_name='__main__')\n"
            "finally:\n"
            "    print(*sorted(sys.modules))\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", watch, "run", str(script)],
            cwd=ROOT,
            env={name: value for name, value in os.environ.items() if "COVERAGE" not in name},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    return frozenset(done.stdout.splitlines()[-1].split())


def test_running_a_script_loads_neither_the_panel_nor_the_link() -> None:
    loaded = {name.partition(".")[0] for name in loaded_by_run()}
    assert "firmware_sim" in loaded
    assert loaded.isdisjoint({"textual", "rich", "serial", "aiohttp", "numpy"})


RESTING = """\
import atexit, sys
atexit.register(lambda: open(sys.argv.pop(), "w").write(" ".join(sys.modules)))
from banquier.cli.main import main
sys.exit(main(["play", "--players", "2"]))
"""


def test_the_panel_at_rest_loads_no_numpy(tmp_path: Path) -> None:
    from banquier.checks.panel_benchmark import Terminal

    note = tmp_path / "modules"
    home = {f"XDG_{name}_HOME": str(tmp_path) for name in ("CACHE", "CONFIG", "DATA")}
    with Terminal([sys.executable, "-c", RESTING, str(note)], (80, 24), **home) as terminal:
        terminal.until(lambda out: b"DEMOL" in out or "DÉMOL".encode() in out)
        terminal.quiet(1.0)
        terminal.type(b"\x03")
        terminal.ended()
    loaded = {name.partition(".")[0] for name in note.read_text(encoding="utf-8").split()}
    assert "textual" in loaded and "numpy" not in loaded
