"""The tables of the built-in editions are kept compiled: read again from there, never stale."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from firmware_sim.edition import edition_file
from firmware_sim.edition.compiled_toml import compiled

TEXT = 'name = "Deska"\nopening = 150_000\n\n[[squares]]\nnumber = 1\n'
TABLE = {"name": "Deska", "opening": 150_000, "squares": [{"number": 1}]}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return str(tmp_path / "deska.toml")


def kept(place: str) -> list[Path]:
    return list(Path(place).parent.glob("__pycache__/*"))


def test_a_table_is_read_from_what_was_kept(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert compiled(place, TEXT) == TABLE
    monkeypatch.setitem(sys.modules, "tomllib", None)  # importing it would fail now
    assert compiled(place, TEXT) == TABLE
    with pytest.raises(ImportError):
        compiled(place, TEXT + "\n")


def test_a_changed_text_is_read_anew(place: str) -> None:
    compiled(place, TEXT)
    assert compiled(place, TEXT.replace("150_000", "1_500"))["opening"] == 1_500
    assert compiled(place, TEXT) == TABLE


@pytest.mark.parametrize("damage", [b"", b"rubbish", b"\xe9\x00\x00\x00\x00", b"i\x01\x00\x00\x00"])
def test_what_is_damaged_is_replaced(place: str, damage: bytes) -> None:
    compiled(place, TEXT)
    (file,) = kept(place)
    whole = file.read_bytes()
    file.write_bytes(damage)
    assert compiled(place, TEXT) == TABLE
    assert kept(place) == [file]
    assert file.read_bytes() == whole


def test_nothing_is_kept_where_python_keeps_nothing(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert compiled(place, TEXT) == TABLE
    assert kept(place) == []


def test_a_place_that_cannot_be_written_does_not_matter(place: str) -> None:
    Path(place).parent.joinpath("__pycache__").write_text("a file")
    assert compiled(place, TEXT) == TABLE


@pytest.mark.parametrize("name", edition_file.NAMES)
def test_an_edition_is_the_same_from_its_text_and_from_what_was_kept(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    source = Path(edition_file.FOLDER, f"{name}.toml").read_text("utf-8")
    (tmp_path / f"{name}.toml").write_text(source, "utf-8")
    monkeypatch.setattr(edition_file, "FOLDER", str(tmp_path))
    editions = []
    for _ in range(2):
        monkeypatch.setattr(edition_file, "_known", {})
        editions.append(edition_file.load(name))
    assert len(list(tmp_path.glob("__pycache__/*"))) == 1
    assert editions[0] == editions[1]
    assert editions[0] is not editions[1]
