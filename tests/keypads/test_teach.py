"""`banquier keypad teach` at a simulated keypad, and what it writes into the settings.

    KEYPAD_SHAPES=all .venv/bin/python -m pytest -n 24 tests/keypads/test_teach.py

teaches every sketch with each of three fingers: down for 0.1, 2 and 3 s, or until told to let go.
In real time that takes about twenty minutes.
"""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time
import tty
from collections.abc import Collection
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest

import banquier.cli.main as banquier
from banquier.folders import settings_file
from banquier.panel.settings import read, write_pad
from banquier.trouble import Trouble
from hardware.keypads.facts import SPEED
from hardware.keypads.pad import Pad
from tests.keypads.rig import Rig
from tests.keypads.shapes import KEYS, REFUSED, SHAPES, Shape, Taught, named, play
from tests.keypads.wires import Terminal
from tests.support.paths import ROOT

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


PAD = Pad({"KEY 5": "5"}, True, 4_800, 200, False, ("KEY … UP",))


def test_the_command_teaches_a_person_s_keypad_and_writes_what_it_learned(tmp_path: Path) -> None:
    """In real time, at another speed than the usual."""
    lesson = teach(named("KEY:5, 9600"), 100, tmp_path, has="1234")
    assert lesson.status == 0, lesson.said
    assert "4 keys are learned" in lesson.said
    assert lesson.pad == Pad({f"KEY:{key}": key for key in "1234"}, only=True, speed=9_600)


EVERY = list(product(SHAPES, (100, 2_000, 3_000)))
"""A lesson takes up to a minute: without KEYPAD_SHAPES=all one that is refused."""


@pytest.mark.parametrize(
    ("shape", "held_ms"),
    EVERY if os.environ.get("KEYPAD_SHAPES") == "all" else [(named("a sum"), 100)],
)
def test_every_sketch_is_taught_or_refused(shape: Shape, held_ms: int, tmp_path: Path) -> None:
    pad = teach(shape, held_ms, tmp_path).pad
    assert (pad is None) == (shape.name in REFUSED)
    assert pad is None or play(shape, pad, pad.speed or SPEED).whole


def test_a_keypad_of_ours_needs_no_lesson(rig: Rig, capsys: pytest.CaptureFixture[str]) -> None:
    assert banquier.main(["keypad", "teach", rig.port]) == 0
    assert "there is nothing to teach" in capsys.readouterr().out
    assert not os.path.exists(settings_file())


def test_a_port_from_which_nothing_comes_is_said_and_nothing_is_written(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("START_MS", "PATIENCE_MS"):
        monkeypatch.setattr(f"hardware.keypads.teaching.{name}", 100)
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    assert banquier.main(["keypad", "teach", terminal.name]) == 1
    said = capsys.readouterr().out
    assert said.endswith("cannot be learned. Nothing came when keys were pressed.\n")
    assert not os.path.exists(settings_file())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "mute = true",
        '[keys]\nw = "OK"\n',
        "[pad]\nspeed = 4800\n",
        '[ pad ] # mine\r\n"[x]" = "5"\r\n\r\n[keys]\r\nw = "OK"\r\n',
    ],
)
def test_what_the_player_wrote_into_the_settings_stays(tmp_path: Path, text: str) -> None:
    path = tmp_path / "panel.toml"
    path.write_bytes(text.encode())
    before = read(path)
    for _ in range(2):
        write_pad(path, PAD)
        after = read(path)
        assert after.pad == PAD
        assert (after.keys, after.mute) == (before.keys, before.mute)
    kept = path.read_bytes().decode().replace("# ", "")
    assert all(line in kept for line in text.replace("# ", "").splitlines())


@pytest.mark.parametrize("text", ['pad = {E = "OK"}\n', 'pad.E = "OK"\n'])
def test_a_pad_that_is_written_otherwise_is_left_alone_and_the_table_is_shown(
    tmp_path: Path, text: str
) -> None:
    path = tmp_path / "panel.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(Trouble, match="put this into it") as refusal:
        write_pad(path, PAD)
    assert '"KEY 5" = "5"' in str(refusal.value)
    assert path.read_text("utf-8") == text


def test_a_damaged_settings_file_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "panel.toml"
    path.write_text("speed = [", "utf-8")
    with pytest.raises(Trouble, match="is not TOML"):
        write_pad(path, PAD)
    assert path.read_text("utf-8") == "speed = ["
