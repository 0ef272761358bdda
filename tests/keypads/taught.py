"""Every sketch taught through `banquier keypad teach`, by a person who presses what it asks for.

    .venv/bin/python -m tests.keypads.taught [NAME…] [--at-once 24]

A table: how each of three fingers (down for 0.1, 2 and 3 s, or until told to let go) fares, and
then 48 presses, six of them the same key twice. The command is a process at two pseudo-terminals,
in real time; it takes about twenty minutes.
"""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import tempfile
import time
import tty
from argparse import ArgumentParser
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from banquier.panel.settings import read
from hardware.keypads.facts import SPEED
from hardware.keypads.pad import Pad
from tests.keypads.shapes import KEYS, SHAPES, Shape, Taught, play
from tests.support.paths import ROOT

FINGERS_MS = (100, 2_000, 3_000)
ASKED = (
    ("hold", r"Press (\S+) and keep it down\."),
    ("let_go", r"Let go of (\S+)\."),
    ("again", r"Press (\S+) once more\."),
    ("press", r"Press (\S+)\."),
    ("more", r"Press (\S+), or Enter"),
    ("no_text", r"What comes is no text"),
)


class Lesson(NamedTuple):
    status: int
    said: str
    pad: Pad | None


def teach(shape: Shape, held_ms: int, home: Path, has: Collection[str] = KEYS) -> Lesson:
    """The command, a sketch at its port, and a person at its terminal, whose pad has these keys."""
    port, slave = pty.openpty()
    tty.setraw(slave)
    keyboard, its_end = pty.openpty()
    environment = {**os.environ, "XDG_CONFIG_HOME": str(home), "LC_ALL": "en_GB.UTF-8"}
    command = [sys.executable, "-m", "banquier", "keypad", "teach", os.ttyname(slave)]
    process = subprocess.Popen(
        command, cwd=ROOT, env=environment, stdin=its_end,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert process.stdout
    person, said, done = Taught(shape, held_ms), "", 0
    began = time.monotonic()
    while process.poll() is None:
        if select.select([process.stdout], [], [], 0.02)[0]:
            said += os.read(process.stdout.fileno(), 4_096).decode()
        *lines, _ = said.split("\n")
        for line in lines[done:]:
            if speed := re.search(r"heard at (\d+) baud", line):
                person.speed = int(speed[1])
            for name, form in ASKED:
                if asked := re.match(form, line):
                    if name == "more" or (name == "press" and asked[1] not in has):
                        os.write(keyboard, b"\n")
                    else:
                        person.tell(name, *asked.groups())
                    break
        done = len(lines)
        now = int((time.monotonic() - began) * 1_000)
        while person.sketch.now < now:
            if data := person.read((now - person.sketch.now) / 1_000):
                os.write(port, data)
    with process.stdout as rest:
        said += rest.read().decode()
    for end in (port, slave, keyboard, its_end):
        os.close(end)
    path = home / "banquier90" / "panel.toml"
    return Lesson(process.returncode, said, read(path).pad if path.exists() else None)


def row(shape: Shape) -> tuple[str, bool, int]:
    """What came of it, whether it was whole with all three fingers, and what was invented."""
    found, whole, invented = [], 0, 0
    for held_ms in FINGERS_MS:
        with tempfile.TemporaryDirectory() as home:
            lesson = teach(shape, held_ms, Path(home))
        if lesson.pad is None:
            found.append(f"refused: {lesson.said.splitlines()[-1]}")
            continue
        counts = play(shape, lesson.pad, lesson.pad.speed or SPEED)
        whole += counts.whole
        invented += counts.invented
        found.append(f"{counts.understood} of {counts.sent}, {counts.invented} invented")
    said = found[0] if len({*found}) == 1 else "; ".join(found)
    return f"{shape.name:<46}{said}", whole == len(FINGERS_MS), invented


def main() -> None:
    options = ArgumentParser()
    options.add_argument("name", nargs="*")
    options.add_argument("--at-once", type=int, default=24)
    chosen = options.parse_args()
    shapes = [s for s in SHAPES if not chosen.name or any(n in s.name for n in chosen.name)]
    with ThreadPoolExecutor(chosen.at_once) as pool:
        rows = list(pool.map(row, shapes))
    print(*(said for said, _, _ in rows), sep="\n")
    print(f"{len(rows)} sketches: {sum(whole for _, whole, _ in rows)} whole with every finger, "
          f"{sum(invented for _, _, invented in rows)} presses invented.")  # fmt: skip


if __name__ == "__main__":
    main()
