"""Tests whose tool is missing are left out; where CI is set they fail."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.system import need


@pytest.mark.parametrize(("ci", "ending"), [("", pytest.skip), ("1", pytest.fail)])
def test_a_missing_tool_leaves_tests_out_except_in_ci(
    ci: str, ending: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("CI", ci)
    with pytest.raises(BaseException, match="for want of zsh, fish") as told:
        need("zsh", "fish")
    assert told.type is ending.Exception
