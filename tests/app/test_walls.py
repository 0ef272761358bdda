"""Import rules that import-linter cannot express, read from the source of every module."""

import ast
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

from tests.support.paths import ROOT
from tests.support.terminal import Terminal

TICKING = (
    "datasheet/*", "firmware_sim/**/*", "keypad/*", "display/wiring", "display/font",
    "display/lcd", "hardware/crystal", "hardware/unit", "hardware/beeper", "hardware/power",
    "hardware/dice",
)  # fmt: skip
"""Here time is a number of ticks; the contract "ticks" keeps clocks and chance away."""


def test_below_the_front_ends_there_is_no_floating_point() -> None:
    paths = {path for name in TICKING for path in ROOT.glob(f"{name}.py")}
    floats = [
        f"{path}:{node.lineno}"
        for path in paths
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if (isinstance(node, ast.Constant) and isinstance(node.value, float))
        or (isinstance(node, ast.Call) and ast.unparse(node.func) == "float")
    ]
    assert len(paths) > 50 and not floats


WATCH = """\
import runpy, sys
try:
    runpy.run_module("banquier", run_name="__main__")
finally:
    print(*sorted(sys.modules))
"""


def test_running_a_script_loads_neither_the_panel_nor_the_link(tmp_path: Path) -> None:
    script = tmp_path / "one-line.keys"
    script.write_text("banquier 1\nstart\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", WATCH, "run", str(script)], cwd=ROOT, capture_output=True, text=True,
        env={name: value for name, value in os.environ.items() if "COVERAGE" not in name},
        check=True,
    )  # fmt: skip
    loaded = {name.partition(".")[0] for name in done.stdout.splitlines()[-1].split()}
    assert "firmware_sim" in loaded
    assert loaded.isdisjoint({"textual", "rich", "serial", "aiohttp", "numpy"})


RESTING = """\
import atexit, sys
atexit.register(lambda: open(sys.argv.pop(), "w").write(" ".join(sys.modules)))
from banquier.cli.main import main
sys.exit(main(["play", "--players", "2"]))
"""


def test_the_panel_at_rest_loads_no_numpy(tmp_path: Path) -> None:
    note = tmp_path / "modules"
    home = {f"XDG_{name}_HOME": str(tmp_path) for name in ("CACHE", "CONFIG", "DATA")}
    with Terminal([sys.executable, "-c", RESTING, str(note)], (80, 24), **home) as terminal:
        terminal.until(lambda out: b"DEMOL" in out or "DÉMOL".encode() in out)
        terminal.quiet(1.0)
        terminal.type(b"\x03")
        terminal.ended()
    loaded = {name.partition(".")[0] for name in note.read_text(encoding="utf-8").split()}
    assert "textual" in loaded and "numpy" not in loaded


def test_no_two_files_have_one_name() -> None:
    """But for commands, which are called as a player types them."""
    rooms = ("datasheet", "firmware_sim", "keypad", "display", "hardware", "banquier")
    paths = [path for room in rooms for path in (ROOT / room).rglob("*.py")]
    named = [path for path in paths if path.parent.name != "commands"]
    names = Counter(path.name for path in named if path.name != "__init__.py")
    assert [name for name, count in names.items() if count > 1] == []
