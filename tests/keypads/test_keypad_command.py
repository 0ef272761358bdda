"""`banquier keypad` as a shell starts it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import banquier.cli.main as banquier


def test_a_port_that_is_not_there_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nowhere = os.fspath(tmp_path / "ttyNONE")
    for words in (
        ["keypad", "monitor", nowhere],
        ["keypad", "teach", nowhere],
        ["play", "--plain", "--new", "--keypad", nowhere],
    ):
        assert banquier.main(words) == 2
        assert f"There is no port {nowhere}" in capsys.readouterr().err


def test_what_does_not_go_together_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for words, told in (
        (["keypad", "list", "/dev/ttyS0"], "unrecognized arguments: /dev/ttyS0"),
        (["keypad"], "required: list|monitor|teach"),
        (["keypad", "dance"], "invalid choice"),
    ):
        assert banquier.main(words) == 2
        assert told in capsys.readouterr().err
    assert banquier.main(["keypad", "list"]) == 0
