"""A game that fails: the recording that replays it, and the same in few steps."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from banquier.checks.soak import GameSpec, Report
from banquier.checks.soak.game import Outcome, play
from banquier.checks.soak.watch import Check
from banquier.script.language import parse, parse_file
from banquier.script.player import Player
from banquier.script.script_machine import unit_for
from firmware_sim.game import HOTEL, Game
from hardware.unit import Unit
from tests.support.commands import banquier

FEW = 16  # keys that the short script of an operation may have at most


def no_hotels(game: Game) -> list[str]:
    return ["there is a hotel"] if HOTEL in game.houses else []


def no_bankruptcy(game: Game) -> list[str]:
    return ["a player is bankrupt"] if game.bankrupt_order else []


def no_debt(game: Game) -> list[str]:
    return [f"J{debt.debtor} is in debt" for debt in game.debts]


def no_doubles(game: Game) -> list[str]:
    return ["a double after ten throws"] if game.throws > 10 and game.doubles else []


def crashes(game: Game) -> list[str]:
    if game.throws == 40:
        raise RuntimeError("forty throws")
    return []


def no_throw(game: Game) -> list[str]:
    return ["a player has thrown"] if game.throws else []


CHECKS = (no_hotels, no_bankruptcy, no_debt, no_doubles, crashes, no_throw)


@cache
def failed(check: Check = no_hotels) -> Outcome:
    return play(GameSpec(), 3, check=check)


def replayed(text: str) -> Unit:
    """Played once more, every digest compared."""
    script = parse(text)
    unit = unit_for(script.header)
    assert Player(unit, script).play() is None
    return unit


def keys(text: str) -> list[str]:
    return [line.split()[2] for line in text.splitlines() if " down " in line]


@pytest.mark.parametrize("check", CHECKS)
def test_both_scripts_of_a_failure_replay_it(check: Check) -> None:
    outcome = failed(check)
    for text in (outcome.recording, outcome.script):
        unit = replayed(text)
        game = unit.firmware.session.current_game
        if check is crashes:
            assert game.throws == 40
            with pytest.raises(RuntimeError, match="forty throws"):
                check(game)
        else:
            assert outcome.failure == f"{unit.roll[-1].text}: {check(game)[0]}"


@pytest.mark.parametrize("check", CHECKS)
def test_the_short_script_has_few_keys_and_says_what_it_shows(check: Check) -> None:
    outcome = failed(check)
    assert 1 < len(keys(outcome.script)) <= min(FEW, len(keys(outcome.recording)))
    assert f"# {outcome.failure}" in outcome.script.splitlines()


def test_a_failure_that_does_not_repeat_is_reported_too() -> None:
    seen: list[int] = []

    def only_once(game: Game) -> list[str]:
        seen.append(game.throws)
        return ["a coincidence"] if game.throws == 5 and seen.count(5) == 1 else []

    outcome = play(GameSpec(most_turns=12), 3, check=only_once)
    assert outcome.failure.endswith(": a coincidence; played again it did not fail")
    assert outcome.recording
    assert outcome.script == ""


def test_bots_without_progress_are_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that need the way out after three steps, and give it up before its first key."""
    monkeypatch.setattr("banquier.play.key_reader.PATIENCE", 3)
    monkeypatch.setattr("banquier.bots.way_out.MOST_KEYS", 0)
    outcome = play(GameSpec(), 3)
    assert outcome.failure.startswith("no operation after 0 keys that lead to one: ")
    said = replayed(outcome.script).said
    assert outcome.failure.endswith(f"{said.text!r} {said.value!r}")


def test_a_failure_is_kept_in_two_files_which_the_report_names(tmp_path: Path) -> None:
    outcome = failed()
    report = Report(GameSpec(), 5)
    report.take(outcome, str(tmp_path / "failed"))
    assert report.failures == [f"game 3: {outcome.failure}"]
    assert report.plain()["recordings"] == report.recordings
    assert report.plain()["scripts"] == report.scripts
    for path, text in (
        (report.recordings[0], outcome.recording),
        (report.scripts[0], outcome.script),
    ):
        kept = parse_file(path)
        assert len(kept.steps) == len(parse(text).steps)


def test_run_and_replay_take_the_short_script(tmp_path: Path, home: Path) -> None:
    path = tmp_path / "short.keys"
    path.write_text(failed().script, encoding="utf-8")
    for command in (["run"], ["replay", "--check"]):
        done = banquier(*command, path)
        assert (done.returncode, done.stderr) == (0, "")
