"""The user's file: what it may settle, and one clear sentence for what it may not."""

from __future__ import annotations

from pathlib import Path

import pytest

from display.panel.settings import Settings, read


def written(folder: Path, text: str) -> Path:
    path = folder / "panel.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_without_a_file_everything_is_as_usual(tmp_path: Path) -> None:
    assert read(tmp_path / "panel.toml") == Settings()


def test_keys_colours_and_sound_are_the_users(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        'theme = "ambre"\nghost = 4\nspeed = 2\nmute = true\n[keys]\nw = "OK"\n"²" = "C"\nd = ""\n',
    )
    found = read(path)
    assert (found.theme, found.ghost, found.speed, found.mute) == ("ambre", 4, 2.0, True)
    assert found.keys == {"w": "OK", "²": "C", "d": ""}


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("theme = 3", "theme"),
        ('theme = "rose"', "rose"),
        ("ghost = 5", "ghost"),
        ("ghost = true", "ghost"),
        ("speed = 0", "speed"),
        ("speed = nan", "speed"),
        ('speed = "fast"', "speed"),
        ('mute = "yes"', "mute"),
        ("colour = 1", "colour"),
        ("keys = 3", "keys"),
        ('[keys]\nw = "OKAY"', "OKAY"),
        ("[keys]\nw = 3", "w = 3"),
        ('[keys]\nq = "OK"', "'q'"),
        ("theme =", "TOML"),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence_with_the_files_name(
    tmp_path: Path, text: str, word: str
) -> None:
    path = written(tmp_path, text)
    with pytest.raises(ValueError, match=r"panel\.toml") as wrong:
        read(path)
    assert word in str(wrong.value)
    assert "\n" not in str(wrong.value)


def test_a_file_of_another_kind_is_told_too(tmp_path: Path) -> None:
    path = tmp_path / "panel.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ValueError, match="UTF-8"):
        read(path)
    path.unlink()
    path.mkdir()
    with pytest.raises(ValueError, match="cannot be read"):
        read(path)
