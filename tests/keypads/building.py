"""Compiles what the board's tests run: the firmware, its core for this computer, the rig."""

from __future__ import annotations

import fcntl
import os
import subprocess
from hashlib import sha256
from pathlib import Path

from tests.support.paths import ROOT
from tests.support.system import CHIP, RIG, need

SOURCES = ROOT / "hardware" / "board"
HERE = Path(__file__).parent
NEEDED = {"all": CHIP, "leonardo": CHIP, "sketch": CHIP, "rig": RIG, "host": ("gcc",)}
"""Packages, for each target of the two Makefiles."""


def shared_folder() -> Path:
    """Return the folder for programs compiled from the present sources, which every process and
    every later run of the tests share."""
    digest = sha256()
    kinds = ("*.[ch]", "*.cpp", "*.ino", "Makefile")
    found = [path for root in (SOURCES, HERE) for kind in kinds for path in root.rglob(kind)]
    for path in sorted([*found, Path(__file__)]):
        digest.update(path.read_bytes())
    folder = ROOT / "build" / "board-tests" / digest.hexdigest()[:16]
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def build(folder: Path, *targets: str, sources: Path = SOURCES) -> Path:
    """Make these targets, or with these variables, of the Makefile in `sources`, in `folder`, which
    is locked meanwhile, as tests run in several processes."""
    need(*(package for target in targets for package in NEEDED.get(target, ())))
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        made = subprocess.run(
            ["make", "-C", str(sources), f"BUILD={folder}", *targets],
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    assert made.returncode == 0, made.stdout + made.stderr
    return folder


def build_sketch(name: str, code: str) -> Path:
    """A sketch compiled with the Arduino core; its .hex without ending."""
    folder = shared_folder() / name
    folder.mkdir(exist_ok=True)
    source = folder / "sketch.cpp"
    if not source.exists() or source.read_text(encoding="utf-8") != code:
        source.write_text(code, encoding="utf-8")
    build(folder, f"SKETCH={os.path.relpath(source, SOURCES)}", "sketch")
    return folder / "sketch"
