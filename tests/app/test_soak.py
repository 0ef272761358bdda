"""The soak: games through the keypad, its counts, and its failures."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from banquier.bots import Bots
from banquier.checks.soak import GameSpec, Report, read, soak
from banquier.checks.soak.counts import IN_PRISON, STANDS, Counts, Log
from banquier.checks.soak.game import play
from banquier.checks.soak.soak_report import write
from banquier.editions.edition_file import load
from banquier.script.player import Player
from banquier.script.script_machine import unit_for
from firmware_sim.game import Game
from firmware_sim.rules import cards, deeds, opening, prison, throwing
from hardware.unit import tap
from tests.support.commands import banquier, interrupted

JAILER = 30


@cache
def two(prison: str = "short") -> Report:
    return soak(GameSpec(players=3, prison=prison, seed=2), 2)


# -- whole games


@pytest.mark.parametrize(
    "order",
    [
        GameSpec("deska", players=5, game="short"),
        GameSpec("euro", game="timed", players=2),
        GameSpec("electronique", players=8, dice="keyed", cards="keyed"),
        GameSpec("classique", players=2, speed_die="yes", dice="keyed"),
    ],
    ids=str,
)
def test_every_variant_is_played_too(order: GameSpec) -> None:
    report = soak(order, 1)
    assert report.failures == []


def test_the_same_order_plays_the_same_games_and_another_seed_others() -> None:
    once, again, other = (soak(GameSpec(players=2, seed=seed), 1).counts for seed in (1, 1, 2))
    assert once == again
    assert once.stands != other.stands


def test_several_workers_come_to_the_same_counts() -> None:
    spec = GameSpec(players=3, most_turns=60)
    assert soak(spec, 3, workers=2).counts == soak(spec, 3).counts


def test_a_game_that_does_not_end_is_ended_through_the_menu() -> None:
    outcome = play(GameSpec(most_turns=20), 0)
    assert outcome.failure == ""
    assert outcome.counts.ended == 0
    assert outcome.counts.turns == 20


@pytest.mark.parametrize(
    ("order", "told"),
    [
        (GameSpec("deska", players=2), "DESKA is for 3 to 7 players, not 2"),
        (GameSpec("electronique", game="short"), "ELECTRONIQUE has no short game"),
        (GameSpec("deska", game="timed"), "DESKA has no timed game"),
        (GameSpec("euro", speed_die="yes"), "EURO has no speed die"),
        (GameSpec("nowhere"), "no such edition"),
    ],
)
def test_what_cannot_be_played_is_said_before_it_begins(order: GameSpec, told: str) -> None:
    with pytest.raises(ValueError, match=re.escape(told)):
        soak(order, 1)


# -- counting


def test_every_throw_leaves_its_token_somewhere() -> None:
    for report in (two(), two(prison="long")):
        counts = report.counts
        assert len(counts.stands) == STANDS
        assert sum(counts.stands) == counts.rolls
        assert counts.stands[JAILER] == 0
        assert 0 < counts.jailings <= counts.stands[IN_PRISON] <= counts.rolls
        assert counts.turns < counts.rolls < counts.turns * 1.3


def test_who_always_throws_stays_in_prison_longer() -> None:
    short, long = two().counts, two(prison="long").counts
    assert short.stands[IN_PRISON] < short.jailings * 1.1
    assert long.stands[IN_PRISON] > long.jailings * 1.8
    assert short.rules["PRI-4"] > 0 == long.rules["PRI-4"]
    # With short only a player who cannot raise the fine stays for a third throw.
    assert short.rules["PRI-7"] * 4 < long.rules["PRI-7"]


def test_errors_and_rules_are_counted() -> None:
    counts = two().counts
    assert {1, 3, 18} <= set(counts.errors)
    assert {"BUY-1", "RENT-1", "LOAN-1", "BKR-2", "END-1", "VIEW-2"} <= set(counts.rules)
    assert counts.rules["END-1"] == 2


def paris(players: int = 3) -> Game:
    game = Game(load("electronique"), players)
    opening.open_accounts(game, lambda below: below - 1)
    return game


def noted(log: Log, game: Game, rule: object, *facts: object) -> None:
    """One operation, applied as the session does."""
    before = game.copy()
    game.posted.clear()
    assert callable(rule)
    rule(game, *facts)
    log.note(before, game)


def counted(log: Log) -> Counts:
    counts = Counts()
    log.count(counts)
    return counts


def stands(log: Log) -> dict[int, int]:
    return {place: count for place, count in enumerate(counted(log).stands) if count}


def test_a_stand_is_where_the_card_led_that_the_throw_drew() -> None:
    game, log = paris(), Log()
    game.decks[0] = (10, *(number for number in game.decks[0] if number != 10))
    noted(log, game, throwing.throw, 3, 4)
    noted(log, game, cards.draw, cards.CHANCE)
    assert stands(log) == {7: 1}
    noted(log, game, cards.carry_out)
    assert stands(log) == {15: 1}


def test_a_double_has_two_throws_in_one_turn_and_a_stand_for_each() -> None:
    game, log = paris(), Log()
    noted(log, game, throwing.throw, 5, 5)
    noted(log, game, throwing.finish)
    noted(log, game, throwing.throw, 4, 6)
    assert stands(log) == {10: 1, 20: 1}
    counts = counted(log)
    assert (counts.rolls, counts.turns) == (2, 1)


def test_prison_is_a_place_of_its_own_for_every_throw_that_ends_there() -> None:
    game, log = paris(2), Log()
    noted(log, game, throwing.throw, 4, 6)
    noted(log, game, throwing.finish)
    game.square[2] = 20
    noted(log, game, throwing.throw, 4, 6)
    assert stands(log) == {10: 1, IN_PRISON: 1}
    noted(log, game, throwing.throw, 4, 6)
    noted(log, game, throwing.finish)
    noted(log, game, throwing.throw, 1, 2)
    assert stands(log) == {10: 1, 20: 1, IN_PRISON: 2}
    noted(log, game, throwing.throw, 1, 2)
    noted(log, game, deeds.buy)
    noted(log, game, throwing.finish)
    noted(log, game, prison.pay_fine)
    assert stands(log)[IN_PRISON] == 2
    assert counted(log).jailings == 1


def test_what_is_undone_never_was() -> None:
    game, log = paris(), Log()
    game.square[1] = 35
    before = game.copy()
    noted(log, game, throwing.throw, 4, 6)
    assert counted(log).salaries == 1
    log.undo()
    noted(log, before, throwing.throw, 4, 6)
    counts = counted(log)
    assert (counts.rolls, counts.salaries, counts.operations) == (1, 1, 1)


# -- the dice: their values depend on the ticks of the keys


def thrown(number: int, most: int = 600) -> list[tuple[int, int]]:
    order = GameSpec()
    script = order.script(number)
    unit = unit_for(script.header)
    assert Player(unit, script).play() is None
    bots = Bots(unit, order.profiles(number), seed=order.seeds(number)[1])
    game = unit.firmware.session.current_game
    for key, pause in bots.strokes():
        if key:
            tap(unit, key)
        unit.run(unit.tick + pause)
        if game.throws >= most:
            break
    lines = [line.text.split() for line in unit.roll if not line.struck]
    return [(int(line[2]), int(line[3])) for line in lines if line[1] == "DES"]


def chi_square(counts: Counter[tuple[int, int]], shares: dict[tuple[int, int], float]) -> float:
    total = sum(counts.values())
    return sum((counts[cell] - total * p) ** 2 / (total * p) for cell, p in shares.items())


def test_the_dice_are_fair_and_know_nothing_of_each_other() -> None:
    games = [thrown(number) for number in range(4)]
    pairs = Counter(pair for game in games for pair in game)
    assert sum(pairs.values()) > 1_000
    faces = range(1, 7)
    even = {(one, two): 1 / 36 for one in faces for two in faces}
    assert chi_square(pairs, even) < 77  # 35 degrees of freedom: one in ten thousand is above

    after: Counter[tuple[int, int]] = Counter()
    for game in games:
        after.update((one[0], two[0]) for one, two in pairwise(game))
        after.update((one[1], two[0]) for one, two in pairwise(game))
    assert chi_square(after, even) < 77


# -- reports


def test_a_report_is_taken_up_again_where_it_was_left(tmp_path: Path) -> None:
    order, path = GameSpec(players=3, seed=2), str(tmp_path / "report.json")
    soak(order, 1, file=path)
    begun = read(path, order)
    assert begun.counts.games == 1
    whole = soak(order, 2, file=path, begun=begun)
    assert whole.counts == two().counts
    assert read(path, order).counts == whole.counts
    with pytest.raises(ValueError, match="of other games"):
        read(path, GameSpec(players=4))


def test_a_broken_report_is_no_beginning(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    with pytest.raises(ValueError, match="no report to go on from"):
        read(str(path), GameSpec())
    path.write_text('{"edition": 5}')
    with pytest.raises(ValueError, match="report"):
        read(str(path), GameSpec())
    path.write_text("{")
    with pytest.raises(ValueError, match="no report to go on from"):
        read(str(path), GameSpec())
    with pytest.raises(OSError, match=r"report\.json"):
        write(Report(GameSpec(), 1), str(tmp_path / "no folder" / "report.json"))


# -- the command


def test_the_command_writes_what_was_counted(tmp_path: Path, home: Path) -> None:
    path = tmp_path / "report.json"
    words = ("--games", "1", "--players", "2", "--prison", "long", "--json", path)
    done = banquier("soak", *words)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("1 of 1 games, 1 ended, 0 failures;")
    found = json.loads(path.read_text(encoding="utf-8"))
    assert (found["games"], found["failures"], found["prison"]) == (1, 0, "long")
    assert sum(found["stands"]) == found["rolls"] > found["turns"] > 0
    assert min(found[name] for name in ("presses", "seconds", "salaries", "jailings")) > 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--games", "0"], "begin with 1"),
        (["--resume"], "--resume goes on"),
        (["--edition", "desko"], "no such edition"),
        (["--players", "9"], "2 to 8 players, not 9"),
        (["--prison", "later"], "invalid choice"),
        (["--json", "/nowhere/report.json"], "/nowhere/report.json: No such file"),
    ],
)
def test_bad_words_are_answered_with_one_sentence(words: list[str], told: str, home: Path) -> None:
    done = banquier("soak", *words)
    assert done.returncode == 2
    assert told in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("workers", ["1", "2"])
def test_interrupted_on_a_terminal_it_tells_what_is_known(
    tmp_path: Path, home: Path, workers: str
) -> None:
    path = tmp_path / "report.json"
    words = ("soak", "--games", "100000", "--workers", workers, "--json", path)
    status, said, line = interrupted(*words, after=b" left")
    assert re.match(r"\r\[ {20}\] \d/100000 games, [\d.]+ a second, .* left", line)
    assert status == 130
    found = json.loads(path.read_text(encoding="utf-8"))
    assert found["games"] > 0 == found["failures"]
    assert said.startswith(f"{found['games']} of 100000 games")
