"""`banquier board` and `banquier run --board` as a shell starts them, on a simulated board."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import banquier.cli.main as banquier
from tests.board.rig import Rig
from tests.board.wires import until

SCRIPT = 'banquier 1\nseed 5\nstart\nexpect "J1 LANCEZ" 150.000\n'


def test_a_script_is_run_with_a_board_on_the_unit(rig: Rig, tmp_path: Path) -> None:
    script = tmp_path / "script.keys"
    script.write_text(SCRIPT, encoding="utf-8")
    assert banquier.main(["run", "--board", rig.port, str(script)]) == 0
    until(lambda: any(rig.glass()[1]))  # the amount stands on the board's own display


def test_a_port_that_is_not_there_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "script.keys"
    script.write_text(SCRIPT, encoding="utf-8")
    nowhere = os.fspath(tmp_path / "ttyNONE")
    for words in (
        ["run", "--board", nowhere, str(script)],
        ["board", "monitor", nowhere],
        ["board", "test", nowhere],
    ):
        assert banquier.main(words) == 2
        assert f"There is no port {nowhere}" in capsys.readouterr().err


def test_monitor_and_test_need_a_port_and_list_takes_none(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for words, told in (
        (["board", "monitor"], "needs a PORT"),
        (["board", "test"], "needs a PORT"),
        (["board", "list", "/dev/ttyS0"], "takes no PORT"),
        (["board", "dance"], "invalid choice"),
    ):
        assert banquier.main(words) == 2
        assert told in capsys.readouterr().err
    assert banquier.main(["board", "list"]) == 0
