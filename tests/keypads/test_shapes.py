"""Sketches of many shapes, by their bytes: read as they are, or with the table for them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from banquier.cli.commands.keypad import SPEEDS
from banquier.panel.settings import read
from hardware.keypads.plain_text import text_of
from tests.keypads.shapes import KEYS, PRESSES, SHAPES, Counts, Shape, play, printed_table

READ = SHAPES[:16]
OPTIONS = {"Pressed:  [5], again": "repeats = 150", "numbers at both edges": "twice = true",
           "a general release": 'release = "UP"'}  # fmt: skip
"""What a person sees that no row says."""


def rows(shape: Shape) -> dict[str, str]:
    """What a person writes for it: a line, and its key."""
    found: dict[str, str] = {}
    for edge, up in ((shape.press, ""), (shape.release if "{" in shape.release else "", " up")):
        for number, key in enumerate(KEYS):
            legend = shape.legends[number]
            line = edge.format(k=legend, n=legend, t="…", s="…")
            found.setdefault(text_of(line.strip().encode()), key + up)
    return found


@pytest.mark.parametrize("held_ms", [0, 2_000])
@pytest.mark.parametrize("shape", READ, ids=lambda shape: shape.name)
def test_common_shapes_are_read_as_they_are(shape: Shape, held_ms: int) -> None:
    counts = play(shape, speed=shape.baud, held_ms=held_ms)
    late = 2 if held_ms and shape.name == "bare characters, 9600" else 0  # proofs of the speed
    assert counts == Counts(PRESSES, PRESSES - late, 0)


@pytest.mark.parametrize("shape", SHAPES[16:25], ids=lambda shape: shape.name)
def test_a_table_of_the_lines_that_a_monitor_printed_makes_a_keypad_of_it(
    shape: Shape, tmp_path: Path
) -> None:
    wanted = {
        json.dumps(line, ensure_ascii=False): key for line, key in rows(shape).items() if line
    }
    printed = [row.partition(" = ")[0] for row in printed_table(shape)[1:]]
    assert {*printed} >= {*wanted} - {'""'}
    speed = f"speed = {shape.baud}"
    table = [
        "[pad]",
        speed,
        OPTIONS.get(shape.name, ""),
        *(f'{n} = "{k}"' for n, k in wanted.items()),
    ]
    (tmp_path / "panel.toml").write_text("\n".join(table), "utf-8")
    pad = read(tmp_path / "panel.toml").pad
    for held_ms in (0, 2_000):
        assert play(shape, pad, shape.baud, held_ms).whole
    assert not any(row[:4] in ('"T=1', '"T=…') or "'Up'" in row for row in printed)
    assert '"0"' not in printed or shape.legends[0] == "0"


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_a_wrong_speed_types_nothing_and_is_said(shape: Shape) -> None:
    for speed in {*SPEEDS} - {shape.baud}:
        counts = play(shape, speed=speed)
        assert counts == Counts(PRESSES, 0, 0, counts.said), speed
        assert counts.said, speed
