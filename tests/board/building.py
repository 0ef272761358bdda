"""Compiles what the board's tests run: the firmware, its core for this computer, the rig.

A machine without the tools skips those tests and says which tool is missing; with CI in the
environment that is a failure.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.paths import ROOT

SOURCES = ROOT / "hardware" / "board"
SKETCHES = Path(__file__).with_name("sketches")

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


def build(folder: Path, *targets: str, avr: bool = False, rig: bool = False) -> Path:
    """Make these targets in `folder`."""
    need(avr=avr, rig=rig)
    made = subprocess.run(
        ["make", "-C", str(SOURCES), f"BUILD={folder}", *targets],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    return folder


def compile_sketch(folder: Path, style: int, baud: int) -> str:
    """A keypad sketch without protocol; the name of its .hex without ending."""
    name = f"plain-{style}-{baud}"
    _compile(folder, name, SKETCHES / "plain.c", "avr-gcc", f"-DSTYLE={style}", f"-DBAUD={baud}UL")
    return name


def compile_habit(folder: Path, shape: str, habit: str, baud: int) -> str:
    """A sketch that prints in that shape and has that habit; the name of its .hex."""
    name = f"{shape}-{habit}-{baud}".lower()
    flags = [f"-DSHAPE={shape}", f"-DHABIT={habit}", f"-DSPEED={baud}UL", f"-I{SKETCHES}"]
    _compile(folder, name, SKETCHES / "habits.cpp", "avr-g++", "-std=gnu++11", *flags)
    return name


def compile_arduino(folder: Path, code: str) -> str:
    """A sketch in the language of the Arduino; the name of its .hex without ending."""
    source = folder / "sketch.cpp"
    source.write_text(f'#include "Arduino.h"\n{code}', encoding="utf-8")
    _compile(folder, "sketch", source, "avr-g++", "-std=gnu++11", f"-I{SKETCHES}")
    return "sketch"


def _compile(folder: Path, name: str, source: Path, compiler: str, *flags: str) -> None:
    need(avr=True)
    elf, code = folder / f"{name}.elf", folder / f"{name}.hex"
    chip = ["-mmcu=atmega328p", "-DF_CPU=16000000UL", "-Os", "-Wall", "-Wextra", "-Werror"]
    for command in (
        [compiler, *chip, *flags, str(source), "-o", str(elf)],
        ["avr-objcopy", "-O", "ihex", "-R", ".eeprom", str(elf), str(code)],
    ):
        made = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert made.returncode == 0, made.stderr
