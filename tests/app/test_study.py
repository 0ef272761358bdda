"""The laboratory: exact landings and measured ones, what deeds bring, who wins."""

import json
import signal
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from banquier.editions.edition_file import BUILT_IN, load
from banquier.play.bots.strategy import PROFILES
from banquier.study import page, study
from banquier.study.experiments import compare, ratio
from banquier.study.landings import chain, walk
from banquier.study.played_games import GameSeries, PlayedGames
from banquier.words.house_effects import effects
from tests.app.house_effects import measured
from tests.support.commands import interrupted, python

CAREFUL, GREEDY, TRADER = PROFILES.values()


@pytest.mark.parametrize(("edition", "prison"), [("electronique", "short"), ("merveilles", "long")])
def test_landings_are_those_of_the_chain(edition: str, prison: str) -> None:
    exact = chain(load(edition), prison, players=4)
    counted = walk(load(edition), prison, 4, throws=30_000, seed=7)
    throws = sum(counted.values())
    assert throws == 30_000 and sum(exact.stands) == pytest.approx(1)
    for place, share in enumerate(exact.stands):
        deviation = sqrt(throws * share * (1 - share))
        assert abs(counted[place] - throws * share) <= 3.5 * deviation, place


def wins(duel: PlayedGames) -> float:
    """Return the wins of the first and the third bot."""
    return sum(row.chance for row in duel.tally.rows()[::2]) * duel.tally.games


@pytest.mark.parametrize(
    ("name", "before"),
    [
        # How often, in percent, those of version 1.0 looked at their deeds and proposed a sale.
        ("careful", {"attention": 20, "trades": 1}),
        ("greedy", {"attention": 30, "trades": 2}),
        ("trader", {"attention": 20, "trades": 6}),
        ("greedy", {"attention": 0}),
    ],
)
def test_bots_play_better_than_those_of_version_1_and_idle_ones(
    name: str, before: dict[str, Any]
) -> None:
    better = PROFILES[name]
    other = better._replace(**before)
    games = GameSeries("electronique", (better, other, better, other))
    assert wins(PlayedGames.from_series(games, range(60), seed=1)) > 40


def test_sums_do_not_depend_on_how_the_games_are_cut() -> None:
    games = GameSeries("deska", (CAREFUL, TRADER, GREEDY))
    whole, parts = PlayedGames.from_series(games, range(6), seed=2), PlayedGames(games)
    for numbers in (range(2), range(2, 6)):
        parts.add(PlayedGames.from_series(games, numbers, seed=2))
    assert (whole.tally.places, whole.turns) == (parts.tally.places, parts.turns)
    assert whole.won == parts.won and sum(whole.won) <= sum(whole.owned) and max(whole.owned) <= 6


@pytest.fixture(scope="module")
def found() -> dict[str, object]:
    house = {"parking": "pot", "auctions": False}
    return study(
        "electronique", games=2, seed=1, workers=1, told=lambda done, wanted: None, house=house
    )


def test_the_page_says_everything_in_both_languages(found: dict[str, object]) -> None:
    for lang, words in (
        ("en", ("What borrowing does", "never borrows", "How long games last", "No auctions:")),
        (
            "fr",
            (
                "Ce que fait l’emprunt",
                "n’emprunte jamais",
                "Combien durent les parties",
                "Ce que font vos règles",
                "Pas d’enchères",
            ),
        ),
    ):
        shown = page(found, lang)
        assert all(word in shown for word in words)
        assert "banquier study electronique --games 2 --seed 1" in shown
        assert "<script" not in shown and "http" not in shown


def test_an_evening_by_the_rules_of_a_house_stands_beside_the_printed_one(
    found: dict[str, object],
) -> None:
    told = json.loads(json.dumps(found))["house"]
    turns, money, ruin, when, first = told["rows"]
    assert [row["name"] for row in told["rows"]] == ["turns", "money", "ruin", "when", "first"]
    assert turns["change"] == pytest.approx(turns["house"] / turns["printed"] - 1)
    assert turns["low"] < turns["change"] < turns["high"] and money["printed"] > 0
    assert ruin["printed"] == 1 and 0 < when["printed"] < turns["printed"] and "low" in first
    assert ratio([2.0, 2.0], [3.0, 3.0]) == (1.5, 1.5, 1.5)


def test_one_game_tells_no_interval() -> None:
    game = PlayedGames.from_series(GameSeries("deska", (CAREFUL, TRADER)), range(1), seed=2)
    assert not any({"low", "high"} & {*row} for row in compare(game, game))


def test_what_the_data_say_is_measured_for_each_rule_and_edition() -> None:
    said = {name: {rule: row["value"] for rule, row in rules.items()}
            for name, rules in effects().items()}  # fmt: skip
    assert said == {name: measured(load(name)) for name in BUILT_IN}


def test_a_group_pays_back_by_its_rents(found: dict[str, object]) -> None:
    group = json.loads(json.dumps(found))["groups"][7]
    bare, *_, hotel = group["houses"]
    rue, avenue = group["lots"]
    assert bare["income"] == pytest.approx(2 * (3_500 * rue["a_lap"] + 5_000 * avenue["a_lap"]))
    assert hotel["cost"] == 35_000 + 40_000 + 2 * 5 * 20_000
    assert hotel["laps"] == pytest.approx(hotel["cost"] / hotel["income"])


def test_ctrl_c_writes_what_is_known(tmp_path: Path) -> None:
    output = tmp_path / "étude.html"
    words = ("study", "deska", "-o", output, "--lang", "fr")
    assert interrupted(*words, after=b" parts").status == 130
    assert "Arrêt avant la fin" in output.read_text("utf-8")


def test_sigterm_ends_the_workers_without_a_word(tmp_path: Path) -> None:
    words = ("study", "euro", "-o", tmp_path / "x.html", "--games", "4000", "--workers", "2")
    status, _, seen = interrupted(*words, after=b" parts", by=signal.SIGTERM)
    assert status == -signal.SIGTERM
    assert "Traceback" not in seen and "leaked" not in seen
    assert not list(tmp_path.iterdir())


def test_a_worker_ends_with_the_program_that_started_it() -> None:
    """It holds the output of the program open, so that `python` waits for both."""
    program = """
import os, signal, time
from functools import partial
from banquier.play.processes import Worker
worker = Worker()
worker.ask(os.getpid)
worker.pipe.send(partial(time.sleep, 3_600))
os.kill(os.getpid(), signal.SIGKILL)
"""
    assert python("-c", program).returncode == -signal.SIGKILL
