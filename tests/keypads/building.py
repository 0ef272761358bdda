"""Compiles what the board's tests run: the firmware, its core for this computer, the rig."""

from __future__ import annotations

import fcntl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from tests.support.paths import ROOT
from tests.support.system import CHIP, RIG, need

SOURCES = ROOT / "hardware" / "board"
HERE = Path(__file__).parent
SKETCHES = HERE / "sketches"
NEEDED = {"all": CHIP, "leonardo": CHIP, "sketch": CHIP, "rig": RIG, "host": ("gcc",)}
"""Packages, for each target of the two Makefiles."""


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


def build(folder: Path, *targets: str, sources: Path = SOURCES) -> Path:
    """Make these targets, or with these variables, of the Makefile in `sources`, in `folder`."""
    need(*(package for target in targets for package in NEEDED.get(target, ())))
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
    need("gcc")
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


def _compile(folder: Path, name: str, source: Path, compiler: str, *flags: str) -> None:
    need(*CHIP)
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
