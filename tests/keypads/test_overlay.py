"""The legends of a keypad to print."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

import banquier.cli.main as banquier
from keypad.keys import BY_NAME, PAD_LEGENDS

SVG = "{http://www.w3.org/2000/svg}"


def texts(drawing: str) -> list[str]:
    return [each.text or "" for each in ElementTree.fromstring(drawing).iter(f"{SVG}text")]


@pytest.mark.parametrize("keys", [16, 32])
def test_every_key_is_on_the_sheet(tmp_path: Path, keys: int) -> None:
    path = tmp_path / "légendes.svg"
    assert banquier.main(["board", "overlay", "--keys", str(keys), "-o", str(path)]) == 0
    drawing = path.read_text("utf-8")
    found = texts(drawing)
    legends = {BY_NAME[name].legend for name in PAD_LEGENDS.values()}
    assert legends <= set(found)
    assert ("DÉS" in found) is (keys == 32)
    assert found[:2] == (["1", "F CARTE"] if keys == 16 else ["DÉS", "ACHAT"])


def test_the_size_is_that_of_the_keys_and_a_page_prints_it(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    assert banquier.main(["board", "overlay", "-o", str(path), "--pitch", "20"]) == 0
    page = path.read_text("utf-8")
    assert page.startswith("<!doctype html>") and 'width="86mm" height="86mm"' in page


def test_what_cannot_be_written_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for words, why in (
        (["board", "overlay"], "needs -o FILE"),
        (["board", "overlay", "-o", str(tmp_path / "no" / "x.svg")], "cannot be written"),
        (["board", "overlay", "-o", "x.svg", "--pitch", "1"], "5 to 60"),
        (["board", "list", "-o", "x"], "go with overlay"),
    ):
        assert banquier.main(words) == 2
        assert why in capsys.readouterr().err
