"""Plain mode's lines, spoken."""

import io
import os
import shutil
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


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log"


@pytest.fixture
def told() -> list[str]:
    """The programs that failed."""
    return []


@pytest.fixture
def speaks(
    tmp_path: Path, log: Path, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], speech.Speech]:
    """A voice whose program is this script."""

    def speaks(script: str) -> speech.Speech:
        program = tmp_path / "spd-say"
        program.write_text(script.format(log=log), encoding="utf-8")
        program.chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
        voice = speech.speech("en", told.append)
        assert voice
        return voice

    return speaks


def test_the_lines_are_spoken_as_they_are_written(
    waiting: Unit, speaks: Callable[[str], speech.Speech], log: Path, told: list[str]
) -> None:
    name_players(waiting, {1: "-rf $(ls)"})
    out = io.StringIO()
    PlainMode(OpenGame(waiting), out, "en", voice=speaks(SPEAKER)).play(io.StringIO())
    lines = out.getvalue().splitlines()
    until(lambda: log.exists() and log.read_text("utf-8").count("\n") == len(lines))
    assert log.read_text("utf-8").splitlines() == [f"-- {line}" for line in lines]
    assert told == []


def test_a_line_that_is_typed_silences_what_is_spoken(
    waiting: Unit, speaks: Callable[[str], speech.Speech], log: Path, told: list[str]
) -> None:
    class Typed(io.StringIO):
        def readline(self, *_: object) -> str:  # type: ignore[override]
            until(log.exists)
            return super().readline()

    out, voice = io.StringIO(), speaks(f"{SPEAKER}exec sleep 600\n")
    PlainMode(OpenGame(waiting), out, "en", voice=voice).play(Typed("glass\n"))
    first, *_, last = (f"-- {line}" for line in out.getvalue().splitlines())
    until(lambda: log.read_text("utf-8").splitlines() == [first, "hush", last])
    voice.hush()
    assert told == []


@pytest.mark.parametrize("speaker", ["#!/nowhere/at all\n", "#!/bin/sh\nexit 1\n"])
def test_a_program_that_fails_is_told_once(
    speaker: str, tmp_path: Path, speaks: Callable[[str], speech.Speech], told: list[str]
) -> None:
    """spd-say fails where speech-dispatcher does not run."""
    voice = speaks(speaker)
    voice.say("one")
    voice.say("two")
    until(lambda: told == [str(tmp_path / "spd-say")])


@pytest.mark.parametrize(
    ("lang", "why"), [("en", "no program that speaks"), ("fr", "aucun programme qui parle")]
)
def test_without_a_program_that_speaks_the_game_goes_on(
    home: Path, tmp_path: Path, lang: str, why: str
) -> None:
    words = ("play", "--plain", "--speak", "--new", "--players", "2", "--lang", lang)
    done = banquier(*words, said="quit\n", PATH=str(tmp_path))
    assert done.returncode == 0
    assert why in done.stderr and done.stderr.count("\n") == 1
    assert "150000" in done.stdout
    assert shutil.which("spd-say", path=str(tmp_path)) is None
