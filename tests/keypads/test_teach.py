"""`banquier keypad teach` at a simulated keypad, and what it writes into the settings."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import banquier.cli.main as banquier
from banquier.panel.settings import read, write_pad
from banquier.paths import settings_file
from banquier.trouble import Trouble
from hardware.keypads.pad import Pad
from tests.keypads.rig import Rig
from tests.keypads.shapes import named
from tests.keypads.taught import teach
from tests.keypads.wires import Terminal

PAD = Pad({"KEY 5": "5"}, True, 4_800, 200, False, ("KEY … UP",))


def test_the_command_teaches_a_person_s_keypad_and_writes_what_it_learned(tmp_path: Path) -> None:
    """In real time, at another speed than the usual."""
    lesson = teach(named("KEY:5, 9600"), 100, tmp_path, has="1234")
    assert lesson.status == 0, lesson.said
    assert "4 keys are learned" in lesson.said
    assert lesson.pad == Pad({f"KEY:{key}": key for key in "1234"}, only=True, speed=9_600)


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
