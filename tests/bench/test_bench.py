"""The benchmark: its printed figures, and what changed since a file."""

import json
from pathlib import Path

import pytest

from tests.bench import panel
from tests.bench.__main__ import main
from tests.bench.figures import Figure, MachineFigure

TOOK = Figure("panel, start to first frame", "ms", 300, False, lambda: 250.0)
MISSED = Figure("panel, idle", "%", 1, False, lambda: 1234.5)


@pytest.fixture(autouse=True)
def _two_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(panel, "figures", lambda: [TOOK, MISSED])


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    capsys.readouterr()
    main(words)
    return capsys.readouterr().out


def test_each_figure_is_a_line_with_its_goal_and_whether_it_is_reached(
    capsys: pytest.CaptureFixture[str],
) -> None:
    took, missed = printed(capsys, "--panel").splitlines()
    assert took.startswith("panel, start to first frame ")
    assert " 250.0 ms (at most 300)  [Python loop " in took
    assert " 1,234.5 % (at most 1, NOT REACHED)  [Python loop " in missed
    rows = json.loads(printed(capsys, "--panel", "--json", "--repeats", "2"))["figures"]
    assert [(row["name"], row["values"], row["reached"]) for row in rows] == [
        (TOOK.name, [250.0, 250.0], True), (MISSED.name, [1234.5, 1234.5], False)
    ]  # fmt: skip


def test_each_figure_has_its_change_since_a_file(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As measured, and as on one machine: on one half as fast, half the figure is no change."""
    speeds = iter([40.0, 20.0])
    readings = iter([1000.0, 600.0])
    loop = MachineFigure("Python loop", "M steps/s", lambda: next(speeds))
    turns = Figure("turns", "turns/s", 1, True, lambda: next(readings), 1, loop)
    monkeypatch.setattr(panel, "figures", lambda: [turns])
    file = tmp_path / "before.json"
    file.write_text(printed(capsys, "--panel", "--json"), encoding="utf-8")
    now, change = printed(capsys, "--panel", "--compare", str(file)).splitlines()
    assert now.endswith(" 600.0 turns/s (at least 1)  [Python loop 20.0 M steps/s: 30]")
    assert " ".join(change.split()) == (
        "1,000.0 turns/s before: -40.0 %, +20.0 % against Python loop"
    )


def test_beyond_the_unit_is_without_its_own_part() -> None:
    assert panel.Latency([30.0, 28.0], [21.0, 20.5]).beyond == [9.0, 7.5]
