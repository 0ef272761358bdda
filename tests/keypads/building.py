"""Compiles what the board's tests run: the firmware, its core for this computer, the rig.

A machine without the tools skips those tests and says which tool is missing; with CI in the
environment that is a failure.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import pytest

from tests.support.paths import ROOT

SOURCES = ROOT / "hardware" / "board"
HERE = Path(__file__).parent
ARDUINO = Path("/usr/share/arduino/hardware/arduino/avr/cores/arduino/Arduino.h")
SKETCHES = HERE / "sketches"

# Tool or header: the Debian package that brings it.
TOOLS = {"make": "make", "cc": "gcc"}
AVR = {"avr-gcc": "gcc-avr", "avr-objcopy": "binutils-avr"}
HEADERS = {"simavr/sim_avr.h": "libsimavr-dev", "libelf.h": "libelf-dev"}


def missing_tools(*, avr: bool, rig: bool) -> list[str]:
    """The packages that are not there."""
    tools = {**TOOLS, **(AVR if avr else {})}
    packages = [package for tool, package in tools.items() if shutil.which(tool) is None]
    if packages:
        return packages
    if avr and not _has_header("avr-gcc -mmcu=atmega328p", "avr/io.h"):
        packages.append("avr-libc")
    if avr and not ARDUINO.exists():
        packages.append("arduino-core-avr")
    if rig:
        packages += [
            package for header, package in HEADERS.items() if not _has_header("cc", header)
        ]
    return packages


def _has_header(compiler: str, header: str) -> bool:
    looked = subprocess.run(
        [*compiler.split(), "-E", "-x", "c", "-"],
        input=f"#include <{header}>\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return looked.returncode == 0


def need(*, avr: bool = False, rig: bool = False) -> None:
    """Skips, or in CI fails, where a tool is missing."""
    packages = missing_tools(avr=avr, rig=rig)
    if packages:
        reason = f"needs the packages {' '.join(packages)}"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)


def shared_folder() -> Path:
    """For what is compiled from the sources as they are now: every process and every later run of
    the tests finds it there."""
    digest = sha256()
    kinds = ("*.[ch]", "*.cpp", "*.ino", "Makefile")
    found = [path for root in (SOURCES, HERE) for kind in kinds for path in root.rglob(kind)]
    for path in sorted([*found, Path(__file__)]):
        digest.update(path.read_bytes())
    folder = ROOT / "build" / "board-tests" / digest.hexdigest()[:16]
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@contextmanager
def one_at_a_time(folder: Path) -> Iterator[None]:
    """Tests run in several processes."""
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def build(
    folder: Path, *targets: str, sources: Path = SOURCES, avr: bool = False, rig: bool = False
) -> Path:
    """Make these targets, or with these variables, of the Makefile in `sources`, in `folder`."""
    need(avr=avr, rig=rig)
    with one_at_a_time(folder):
        made = subprocess.run(
            ["make", "-C", str(sources), f"BUILD={folder}", *targets],
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    assert made.returncode == 0, made.stdout + made.stderr
    return folder


def compile_matrix(folder: Path) -> Path:
    """The C matrix as a program: readings on standard input, their edges on standard output."""
    need()
    program = folder / "matrix"
    source = HERE / "pico" / "matrix.c"
    core = SOURCES / "core"
    _run(["cc", f"-I{core}", str(source), str(core / "matrix.c"), "-o", str(program)], folder)
    return program


def compile_sketch(folder: Path, style: int, baud: int) -> str:
    """A keypad sketch without protocol; the name of its .hex without ending."""
    name = f"plain-{style}-{baud}"
    _compile(folder, name, SKETCHES / "plain.c", "avr-gcc", f"-DSTYLE={style}", f"-DBAUD={baud}UL")
    return name


def compile_habit(folder: Path, shape: str, habit: str, baud: int, legends: str) -> str:
    """A sketch that prints in that shape and has that habit; the name of its .hex."""
    name = f"{shape}-{habit}-{baud}-{legends.encode().hex()}".lower()
    flags = [f"-DSHAPE={shape}", f"-DHABIT={habit}", f"-DSPEED={baud}UL", f"-I{SKETCHES}"]
    flags.append(f'-DLEGENDS="{legends}"')
    _compile(folder, name, SKETCHES / "habits.cpp", "avr-g++", "-std=gnu++11", *flags)
    return name


def compile_arduino(folder: Path, code: str) -> str:
    """A sketch in the language of the Arduino; the name of its .hex without ending."""
    name = f"sketch-{sha256(code.encode()).hexdigest()[:16]}"
    source = folder / f"{name}.cpp"
    source.write_text(f'#include "Arduino.h"\n{code}', encoding="utf-8")
    _compile(folder, name, source, "avr-g++", "-std=gnu++11", f"-I{SKETCHES}")
    return name


def _make_hex(elf: Path) -> None:
    """Last of all, and at once: what is there is whole."""
    part = elf.with_suffix(".part")
    _run(["avr-objcopy", "-O", "ihex", "-R", ".eeprom", str(elf), str(part)], elf.parent)
    part.rename(elf.with_suffix(".hex"))


def _files(folder: Path, *patterns: str) -> list[str]:
    return sorted(str(path) for pattern in patterns for path in folder.glob(pattern))


def _compile(folder: Path, name: str, source: Path, compiler: str, *flags: str) -> None:
    need(avr=True)
    elf = folder / f"{name}.elf"
    chip = ["-mmcu=atmega328p", "-DF_CPU=16000000UL", "-Os", "-Wall", "-Wextra", "-Werror"]
    with one_at_a_time(folder):
        if not elf.with_suffix(".hex").exists():
            _run([compiler, *chip, *flags, str(source), "-o", str(elf)], folder)
            _make_hex(elf)


def _run(command: list[str], folder: Path) -> None:
    made = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=120, check=False
    )
    assert made.returncode == 0, made.stderr
