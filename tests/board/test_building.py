"""Where a tool is missing the board's tests say which, and in CI they fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.board.building import build


def test_a_machine_without_the_tools_skips_and_names_the_packages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="gcc-avr"):
        build(tmp_path, "all", avr=True)


def test_in_ci_a_missing_tool_is_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("CI", "1")
    with pytest.raises(pytest.fail.Exception, match="make"):
        build(tmp_path, "host")
