"""The user's file: its settings, and one sentence for each error."""

import re
from pathlib import Path

import pytest

from banquier.cli.commands.paths import create
from banquier.panel.settings import SAMPLE, Settings, read
from banquier.panel.tints import TINTS, Tint
from banquier.trouble import Trouble
from hardware.keypads.pad import Pad


def written(folder: Path, text: str) -> Path:
    path = folder / "panel.toml"
    path.write_text(text, encoding="utf-8")
    return path


WRONG = [
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
    ("theme = [1]", "theme"),
    ('pace = "fast"', "pace is slow, normal, quick, not 'fast'"),
    (f'theme = "{"x" * 4000}"', "x…"),
    (f"{'x' * 4000} = 1", "x… is not a setting"),
    (f'[keys]\nw = "{"x" * 4000}"', "x…"),
    (f"ghost = 0x{'f' * 6000}", "ghost"),
    ('[pad]\n"BTN 07 DOWN" = "FIVE"', "pad: \"BTN 07 DOWN\" = 'FIVE': the unit has no such key"),
    ("[pad]\nE = 5", "no such key"),
    ('[pad]\n"BTN 07 UP" = "DES up"', "no line presses the key of 'DES up'"),
    ('[pad]\n" " = "5"', "1 to 160 characters"),
    ('[pad]\nlayout = "5x5"', "pad.layout is 4x4 or 3x4 or lines"),
    ("[pad]\n[pad]\n", "TOML"),
    ("theme =", "TOML"),
    ("theme = " + "[" * 40 + "]" * 40, "too deeply"),
    ("theme = " + "[" * 100_000, "too deeply"),
    ("a." * 2_000 + "b = 1", "too deeply"),
]
WRONG_TINTS = [
    ("glass = 3", "glass"),
    ('glass = "blue"', "blue"),
    ('glas = "#101820"', "glas"),
    ('base = "rose"', "rose"),
    ("base = [1]", "base"),
    ("title = 1", "title"),
    (f'glass = "{"x" * 4000}"', "x…"),
    ("glass =", "TOML"),
]


@pytest.mark.parametrize(
    ("name", "text", "word"),
    [
        *(("panel.toml", *row) for row in WRONG),
        *(("tints/nuit.toml", *row) for row in WRONG_TINTS),
        ("tints/ambre.toml", 'glass = "#101820"', "ambre"),
    ],
    ids=lambda text: text[:16],
)
def test_an_error_is_one_sentence_with_its_file(
    tmp_path: Path, name: str, text: str, word: str
) -> None:
    (tmp_path / "tints").mkdir()
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(Trouble, match=re.escape(name)) as wrong:
        read(tmp_path / "panel.toml")
    sentence = str(wrong.value).removeprefix(str(tmp_path))
    assert word in sentence and "\n" not in sentence and len(sentence) < 500


def test_an_unreadable_file_is_refused_and_without_one_everything_is_as_usual(
    tmp_path: Path,
) -> None:
    path = tmp_path / "panel.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(Trouble, match="UTF-8"):
        read(path)
    path.unlink()
    assert read(path) == Settings()
    path.mkdir()
    with pytest.raises(Trouble, match="cannot be read"):
        read(path)


def test_colours_keys_and_sound_are_the_users(tmp_path: Path) -> None:
    """A tint changes colours of another."""
    (tmp_path / "tints").mkdir()
    text = 'title = "la nuit"\nbase = "ambre"\nglass = "#101820"\n'
    (tmp_path / "tints" / "nuit.toml").write_text(text, encoding="utf-8")
    lines = ['theme = "nuit"', "ghost = 4", "speed = 2", "mute = true", 'pace = "quick"',
             "[keys]", 'w = "OK"', '"²" = "C"', 'd = ""']  # fmt: skip
    found = read(written(tmp_path, "\n".join(lines)))
    assert (found.theme, found.ghost, found.speed, found.mute) == ("nuit", 4, 2.0, True)
    assert found.pace == "quick"
    assert found.keys == {"w": "OK", "²": "C", "d": ""}
    assert found.tints["nuit"] == Tint("la nuit", {**TINTS["ambre"].colours, "glass": "#101820"})
    assert list(found.tints) == [*TINTS, "nuit"]


TAUGHT = """[pad]
layout = "taught"
speed = 9600
release = "[…] key … up"
repeats = 300
twice = true
"[…] key 5 down" = "5"
"""


def test_what_an_earlier_version_learned_of_a_keypad_stays_good(tmp_path: Path) -> None:
    pad = Pad({"[…] key 5 down": "5"}, True, 9_600, 300, True, ("[…] key … up",))
    assert read(written(tmp_path, TAUGHT)).pad == pad


LINES = {"E": "OK", "BTN 07 DOWN": "5", "BTN 07 UP": "5 up"}
PAD = Pad(LINES, speed=9_600, repeat_ms=200, both_edges=True, release=("Key … up",))


def test_the_sample_file_changes_nothing_and_every_line_of_it_is_valid(tmp_path: Path) -> None:
    sample = SAMPLE.read_text("utf-8")
    assert read(written(tmp_path, sample)) == Settings()
    lines = [line[2:] for line in sample.splitlines() if line.startswith("# ") and "=" in line]
    settings = [line for line in lines if not line.startswith((" ", "["))]
    top = settings[: next(n for n, line in enumerate(settings) if line.startswith("w ="))]
    keys, pad = settings[len(top) : len(top) + 2], settings[len(top) + 2 :]
    found = read(written(tmp_path, "\n".join([*top, "[keys]", *keys, "[pad]", *pad])))
    assert found == Settings(lang="fr", keys={"w": "OK", "é": "2"}, pad=PAD)
    assert len(top) == 9


def test_the_command_makes_the_file_once(tmp_path: Path) -> None:
    folder = tmp_path / "configuration"
    create(str(folder / "panel.toml"))
    assert (folder / "panel.toml").read_text("utf-8") == SAMPLE.read_text("utf-8")
    assert (folder / "tints").is_dir()
    (folder / "panel.toml").write_text("mute = true\n", encoding="utf-8")
    with pytest.raises(Trouble, match="stays as it is"):
        create(str(folder / "panel.toml"))
    assert read(folder / "panel.toml").mute
