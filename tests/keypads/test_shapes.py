"""Sketches of 102 shapes, by their bytes: untaught, and with the table that a monitor writes."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from banquier.cli.pad_rows import PadDraft
from banquier.panel.settings import read
from hardware.keypads.pad import Pad
from tests.keypads.shapes import (
    FILLED,
    FINGERS,
    KEYS,
    NAMED,
    ODD,
    PLAIN,
    REPEATED,
    Shape,
    monitored,
    play,
)

ALL = sum(presses for presses, _ in FINGERS)
LATE = 5
"""Presses of a shape that come before the speed is proven, or sooner than a key repeats."""


def table(shape: Shape) -> list[str]:
    return PadDraft(monitored(shape), Pad(), shape.baud).text()


def filled_in(shape: Shape, rows: list[str]) -> list[str]:
    """Fill in the table like a person who knows the lines of the keys."""
    keys = dict[str, str]()
    for edge, up in ((shape.press, ""), (shape.release, " up")):
        for legend, key in zip(shape.legends, KEYS, strict=True):
            keys.setdefault(edge.format(k=legend, t="…", s="…", c="…", r="…").strip(), key + up)
    made = []
    for row in rows:
        line = next(iter(tomllib.loads(row))) if row.startswith('"') else ""
        is_blank = line in keys and ' = ""  #' in row
        made.append(f"{json.dumps(line)} = {json.dumps(keys[line])}" if is_blank else row)
    return made


def played(shape: Shape, rows: list[str], folder: Path) -> tuple[int, int]:
    """Count the presses that were understood, and those that nobody made."""
    (folder / "panel.toml").write_text("\n".join(rows), "utf-8")
    pad = read(folder / "panel.toml").pad
    counts = [play(shape, pad, finger) for finger in range(len(FINGERS))]
    return sum(one.understood for one in counts), sum(one.invented for one in counts)


@pytest.mark.parametrize("shape", [*PLAIN, *FILLED], ids=str)
def test_untaught_a_sketch_presses_what_was_pressed_or_nothing(
    shape: Shape, tmp_path: Path
) -> None:
    understood, invented = played(shape, [], tmp_path)
    assert invented == 0
    assert understood >= ALL - LATE if shape in PLAIN else understood == 0


@pytest.mark.parametrize("shape", [*PLAIN, *FILLED, *REPEATED], ids=str)
def test_the_table_is_right_as_the_monitor_prints_it(shape: Shape, tmp_path: Path) -> None:
    understood, invented = played(shape, table(shape), tmp_path)
    assert invented == 0
    assert understood >= ALL - LATE


@pytest.mark.parametrize("shape", NAMED, ids=str)
def test_where_no_legend_stands_in_a_line_its_key_is_left_blank(
    shape: Shape, tmp_path: Path
) -> None:
    rows = table(shape)
    known = 0 if shape.legends[3] != "a" else 3 * 12  # digits are legends
    assert played(shape, rows, tmp_path)[1] == 0
    assert sum(' = ""  #' in row for row in rows) >= 16 - known // 3
    assert played(shape, filled_in(shape, rows), tmp_path) == (ALL, 0)


@pytest.mark.parametrize("shape", ODD, ids=str)
def test_what_comes_by_itself_is_in_no_table(shape: Shape, tmp_path: Path) -> None:
    assert played(shape, table(shape), tmp_path)[1] == 0
