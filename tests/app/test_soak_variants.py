"""A soak of all editions: which games are played, and that each rule and error is counted."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from banquier.checks.soak import EVERYTHING, AllVariants, GameSpec, Report, read, soak
from banquier.checks.soak.counts import NAMES
from banquier.editions.edition_file import BUILT_IN
from tests.support.commands import banquier
from tests.support.paths import ROOT

EVERY = AllVariants(GameSpec(), EVERYTHING)


@cache
def one_of_each() -> Report:
    return soak(EVERY, len(BUILT_IN))


def specs(games: int, all_variants: AllVariants = EVERY) -> list[GameSpec]:
    return [all_variants.at(number) for number in range(games)]


def test_given_values_hold_in_all_games() -> None:
    fixed = AllVariants(GameSpec(players=3, dice="keyed", seed=9), EVERYTHING - {"players", "dice"})
    assert {(o.players, o.dice, o.seed) for o in specs(100, fixed)} == {(3, "keyed", 9)}
    long = AllVariants(GameSpec(minutes=60), EVERYTHING - {"minutes"})
    assert {spec.minutes for spec in specs(100, long)} == {60}
    assert {spec.minutes for spec in specs(100)} == {10, 20, 40, 90}
    two = AllVariants(GameSpec(players=2), EVERYTHING - {"players"})
    assert {spec.edition for spec in specs(20, two)} == {*BUILT_IN} - {"deska"}
    short = AllVariants(GameSpec("euro", game="short"), EVERYTHING - {"edition", "game"})
    assert {(o.edition, o.game) for o in specs(100, short)} == {("euro", "short")}


def test_games_that_no_edition_has_are_refused() -> None:
    with pytest.raises(ValueError, match="no edition has such games"):
        soak(AllVariants(GameSpec(players=9), EVERYTHING - {"players"}), 1)


def test_the_parts_of_a_report_are_its_editions() -> None:
    report = one_of_each()
    assert report.failures == []
    assert sorted(report.editions) == sorted(BUILT_IN)
    assert {part.games for part in report.editions.values()} == {1}
    for name in ("presses", "rolls", "operations", "ended"):
        parts = [getattr(part, name) for part in report.editions.values()]
        assert sum(parts) == getattr(report.counts, name)
    assert sum((part.rules for part in report.editions.values()), Counter()) == report.counts.rules


def test_the_counts_name_every_rule_of_the_table_of_rules() -> None:
    page = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^\| ([A-Z]+-\d+) \|", page, re.MULTILINE)) == NAMES


def test_a_soak_of_all_variants_is_continued_from_its_report(tmp_path: Path) -> None:
    path = str(tmp_path / "report.json")
    soak(EVERY, 2, file=path)
    whole = soak(EVERY, len(BUILT_IN), file=path, begun=read(path, EVERY))
    assert whole.counts == one_of_each().counts
    assert whole.editions == one_of_each().editions
    with pytest.raises(ValueError, match="of other games"):
        read(path, AllVariants(GameSpec(), EVERYTHING - {"players"}))
    with pytest.raises(ValueError, match="of other games"):
        read(path, GameSpec())


def test_the_command_plays_all_editions(tmp_path: Path, home: Path) -> None:
    path = tmp_path / "report.json"
    words = ("--edition", "all", "--games", "5", "--game", "normal", "--json", path)
    done = banquier("soak", *words)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("5 of 5 games, ")
    assert "\nnever met: " in done.stdout
    found = json.loads(path.read_text(encoding="utf-8"))
    assert (found["edition"], found["players"], found["game"]) == ("all", "all", "normal")
    assert {name: part["games"] for name, part in found["editions"].items()} == dict.fromkeys(
        BUILT_IN, 1
    )
