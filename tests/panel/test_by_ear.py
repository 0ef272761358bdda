"""Plain mode's lines, spoken."""

import io
import shutil
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
[ "$1" = -C ] || printf '%s\\n' "$6 $7" >> '{log}'
"""


def test_the_lines_are_spoken_as_they_are_written(
    waiting: Unit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, program = tmp_path / "log", tmp_path / "spd-say"
    program.write_text(SPEAKER.format(log=log), encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    name_players(waiting, {1: "-rf $(ls)"})
    out = io.StringIO()
    told: list[str] = []
    voice = speech.speech("en", told.append)
    assert voice
    PlainMode(OpenGame(waiting), out, "en", voice=voice).play(io.StringIO())
    lines = out.getvalue().splitlines()
    until(lambda: log.exists() and log.read_text("utf-8").count("\n") == len(lines))
    assert log.read_text("utf-8").splitlines() == [f"-- {line}" for line in lines]
    assert told == []


@pytest.mark.parametrize("speaker", ["#!/nowhere/at all\n", "#!/bin/sh\nexit 1\n"])
def test_a_program_that_fails_is_told_once(
    speaker: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """spd-say fails where speech-dispatcher does not run."""
    program = tmp_path / "spd-say"
    program.write_text(speaker, encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    told: list[str] = []
    voice = speech.speech("en", told.append)
    assert voice
    voice.say("one")
    voice.say("two")
    until(lambda: told == [str(program)])


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
