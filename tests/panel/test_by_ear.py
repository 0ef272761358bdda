"""Plain mode's lines, spoken."""

import io
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from banquier.plain import speech
from banquier.plain.plain_mode import PlainMode
from banquier.saves.open_game import OpenGame
from hardware.unit import Unit
from hardware.unit_inputs import name_players
from tests.support.commands import banquier
from tests.support.waiting import until

SPEAKER = """#!/bin/sh
[ "$1" = -C ] && echo hush >> '{log}' && exit
printf '%s\\n' "$6 $7" >> '{log}'
"""


Speaks = Callable[[str], tuple[speech.Speech, Path, list[str]]]


@pytest.fixture
def speaks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Speaks:
    """A voice whose program is this script, its log, and programs that failed."""

    def speaks(script: str) -> tuple[speech.Speech, Path, list[str]]:
        log, program, failed = tmp_path / "log", tmp_path / "spd-say", list[str]()
        program.write_text(script.format(log=log), encoding="utf-8")
        program.chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
        voice = speech.speech("en", failed.append)
        assert voice
        return voice, log, failed

    return speaks


def test_the_lines_are_spoken_as_they_are_written(waiting: Unit, speaks: Speaks) -> None:
    name_players(waiting, {1: "-rf $(ls)"})
    out = io.StringIO()
    voice, log, failed = speaks(SPEAKER)
    PlainMode(OpenGame(waiting), out, "en", voice=voice).play(io.StringIO())
    lines = out.getvalue().splitlines()
    until(lambda: log.exists() and log.read_text("utf-8").count("\n") == len(lines))
    spoken = [f"-- {line}".replace("150.000", "150,000") for line in lines]
    assert log.read_text("utf-8").splitlines() == spoken
    assert not failed


def test_a_line_that_is_typed_silences_what_is_spoken(waiting: Unit, speaks: Speaks) -> None:
    class Typed(io.StringIO):
        def readline(self, *_: object) -> str:  # type: ignore[override]
            until(log.exists)
            return super().readline()

    out = io.StringIO()
    voice, log, failed = speaks(f"{SPEAKER}exec sleep 600\n")
    PlainMode(OpenGame(waiting), out, "en", voice=voice).play(Typed("glass\n"))
    spoken = out.getvalue().replace("150.000", "150,000")
    first, *_, last = (f"-- {line}" for line in spoken.splitlines())
    until(lambda: log.read_text("utf-8").splitlines() == [first, "hush", last])
    voice.hush()
    assert not failed


@pytest.mark.parametrize("speaker", ["#!/nowhere/at all\n", "#!/bin/sh\nexit 1\n"])
def test_a_program_that_fails_is_told_once(speaker: str, tmp_path: Path, speaks: Speaks) -> None:
    """spd-say fails where speech-dispatcher does not run."""
    voice, _, failed = speaks(speaker)
    voice.say("one")
    voice.say("two")
    until(lambda: failed == [str(tmp_path / "spd-say")])


def test_without_a_program_that_speaks_the_game_goes_on(home: Path, tmp_path: Path) -> None:
    words = ("play", "--plain", "--speak", "--new", "--players", "2", "--lang", "en")
    done = banquier(*words, said="quit\n", PATH=str(tmp_path))
    assert done.returncode == 0
    assert "no program that speaks" in done.stderr and done.stderr.count("\n") == 1
    assert "150.000" in done.stdout
