"""`banquier board` and `banquier run --board` as a shell starts them, on a simulated board."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import banquier.cli.main as banquier
from keypad.keys import PAD_LEGENDS
from tests.keypads.building import compile_sketch
from tests.keypads.rig import Rig
from tests.support.paths import ROOT
from tests.support.waiting import until

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


def test_what_does_not_go_together_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for words, told in (
        (["board", "list", "/dev/ttyS0"], "takes no PORT"),
        (["board", "monitor", "--save", "x"], "--save goes with teach"),
        (["board", "dance"], "invalid choice"),
    ):
        assert banquier.main(words) == 2
        assert told in capsys.readouterr().err
    assert banquier.main(["board", "list"]) == 0


@pytest.mark.parametrize("baud", [115_200, 9_600])
def test_the_guided_test_takes_a_plain_board_that_says_nothing_until_a_key_is_pressed(
    make_rig: Callable[..., Rig], programs: Path, baud: int
) -> None:
    """At 9 600 baud the first press shows the speed, and is pressed again."""
    rig = make_rig(compile_sketch(programs, 1, baud))
    rig.hold()
    places = dict(zip(PAD_LEGENDS, range(16), strict=True))
    command = [sys.executable, "-m", "banquier", "board", "test", rig.port]
    out, asked, presses = "", 0, 0
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
    ) as test:
        assert test.stdout and test.stderr
        while test.poll() is None:
            if select.select([test.stdout], [], [], 5.0)[0]:
                out += os.read(test.stdout.fileno(), 4_096).decode()
            questions = re.findall(r"Press (\S+) (?:\(.*?\) )?", out)
            if len(questions) > asked or (questions and re.search(r"Press [^\n]* $", out)):
                asked = len(questions)
                row, col = divmod(places[questions[-1]], 4)
                rig.tell(f"d {row} {col + 4} 8", "wait 90", f"u {row} {col + 4} 8", "wait 60")
                rig.settle()
                presses += 1
        out += test.stdout.read().decode()
        err = test.stderr.read().decode()
    assert test.returncode == 0, out + err
    assert "16 of 16 keys are right." in out
    assert "A board that says nothing by itself: press the keys." in err
    assert presses == 16 + (baud == 9_600)
