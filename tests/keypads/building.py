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
from tempfile import TemporaryDirectory

import pytest

from tests.support.paths import ROOT

SOURCES = ROOT / "hardware" / "board"
HERE = Path(__file__).parent
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


def need(*, avr: bool = False, rig: bool = False, arduino: bool = False) -> None:
    """Skips, or in CI fails, where a tool is missing."""
    packages = missing_tools(avr=avr or arduino, rig=rig)
    if arduino and not (ARDUINO / "cores" / "arduino" / "Arduino.h").exists():
        packages.append("arduino-core-avr")
    if packages:
        reason = f"needs the packages {' '.join(packages)}"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)


def shared_folder() -> Path:
    """For what is compiled from the sources as they are now: every process and every later run of
    the tests finds it there."""
    digest = sha256()
    for path in sorted([*SOURCES.rglob("*.[chS]"), *SOURCES.rglob("*.ino"), *HERE.rglob("*.[ch]"),
                        *HERE.rglob("*.cpp"), SOURCES / "Makefile", HERE / "Makefile",
                        Path(__file__)]):  # fmt: skip
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
    """Make these targets of the Makefile in `sources`, in `folder`."""
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


ARDUINO = Path("/usr/share/arduino/hardware/arduino/avr")
BOARDS = {
    "uno": ("standard", ["-mmcu=atmega328p", "-DARDUINO_AVR_UNO"]),
    "leonardo": (
        "leonardo",
        ["-mmcu=atmega32u4", "-DARDUINO_AVR_LEONARDO", "-DUSB_VID=0x2341", "-DUSB_PID=0x8036"],
    ),
}


def compile_sketch_folder(folder: Path, board: str, around: str = "") -> str:
    """The board's Arduino sketch with the Arduino core; the name of its .hex without ending.

    `around`: a file that is compiled in its place, and includes it.
    """
    need(arduino=True)
    sketch = build(folder, "arduino") / "banquier"
    main = SKETCHES / around if around else sketch / "banquier.ino"
    variant, chip = BOARDS[board]
    name = f"arduino-{board}{Path(around).stem}"
    with one_at_a_time(folder):
        if not (folder / f"{name}.hex").exists():
            with TemporaryDirectory() as parts:
                _compile_with_core(Path(parts), folder / name, sketch, main, variant, chip)
    return name


def _compile_with_core(
    parts: Path, made: Path, sketch: Path, main: Path, variant: str, chip: list[str]
) -> None:
    core = ARDUINO / "cores" / "arduino"
    common = [
        *chip, "-DF_CPU=16000000L", "-DARDUINO=10819", "-DARDUINO_ARCH_AVR",
        "-Os", "-ffunction-sections", "-fdata-sections",
        "-I", str(core), "-I", str(ARDUINO / "variants" / variant),
    ]  # fmt: skip
    strict = ["-Wall", "-Wextra", "-Werror"]
    # DECIMAL_DIG: the core's WString.cpp wants it, avr-gcc 5 has it in C only.
    cpp = ["-std=gnu++11", "-fno-exceptions", "-fno-threadsafe-statics"]
    cpp += ["-DDECIMAL_DIG=__DECIMAL_DIG__"]
    elf = made.with_suffix(".elf")
    for command in (
        ["avr-gcc", *common, *strict, "-std=gnu11", "-c", *_files(sketch, "*.c")],
        ["avr-g++", *common, *strict, *cpp, "-I", str(sketch), "-c", "-x", "c++", str(main)],
        ["avr-gcc", *common, "-w", "-c", *_files(core, "*.c", "*.S")],
        ["avr-g++", *common, "-w", *cpp, "-fpermissive", "-c", *_files(core, "*.cpp")],
    ):
        _run(command, parts)
    _run(
        ["avr-g++", *chip, "-Os", "-Wl,--gc-sections", *_files(parts, "*.o"), "-o", str(elf)], parts
    )
    _make_hex(elf)


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
