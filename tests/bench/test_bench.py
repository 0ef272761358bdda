"""The benchmark: its printed figures."""

from __future__ import annotations

import json

import pytest

from tests.bench import panel
from tests.bench.__main__ import main
from tests.bench.figures import Figure

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


def test_json_has_the_same_figures(capsys: pytest.CaptureFixture[str]) -> None:
    rows = json.loads(printed(capsys, "--panel", "--json", "--repeats", "2"))["figures"]
    assert [(row["name"], row["median"], row["reached"]) for row in rows] == [
        (TOOK.name, 250.0, True),
        (MISSED.name, 1234.5, False),
    ]
    assert rows[0]["values"] == [250.0, 250.0]
