"""The chances: whole games played on from a copy of a running game."""

import json
import pickle
from pathlib import Path
from random import Random
from typing import Any

import pytest

from banquier.chances.position import Position
from banquier.chances.tally import SURE, Tally, add, changes, jobs, played_on, wilson
from banquier.cli.commands import chances as command
from banquier.editions.edition_file import load
from banquier.play.bots import play_without_keys
from banquier.play.bots.strategy import PROFILES
from banquier.play.processes import spread
from banquier.report import Story
from banquier.report import curve as report_curve
from banquier.report.curve import curve, position_after
from firmware_sim.game import BANK, HOTEL, Bargain, Game, Phase, Variant, Why
from firmware_sim.ledger import charge
from firmware_sim.rules import cards, opening, throwing
from tests.support.bot_game import arrange
from tests.support.commands import interrupted, ran
from tests.support.games_played import evening, finished, scripted


def begun(edition: str = "electronique", players: int = 4, turns: int = 0, seed: int = 1) -> Game:
    chance = Random(seed).randrange
    game = play_without_keys.begin_game(load(edition), players, chance)
    profiles = [*PROFILES.values(), *PROFILES.values(), *PROFILES.values()]
    while game.turn_number <= turns and not game.winner:
        play_without_keys.play(game, profiles, chance, game.turn_number)
    return game


def tally_of(position: Position, games: int, seed: int = 1) -> Tally:
    return played_on([position], 0, games, seed)[0]


def chances(position: Position, games: int = 80) -> list[float]:
    return [row.chance for row in tally_of(position, games).rows()]


# -- the figures


def test_the_interval_is_that_of_wilson() -> None:
    assert wilson(70, 100) == pytest.approx((0.6042, 0.7811), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(10, 10)[1] == pytest.approx(1.0)


def test_equal_players_have_equal_chances() -> None:
    tally = tally_of(Position(begun(players=2)), 100, seed=3)
    assert tally.rows()[0].low <= 0.5 <= tally.rows()[0].high


def test_the_same_seed_gives_the_same_figures_in_any_number_of_processes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("banquier.chances.tally.CHUNK", 10)
    position, tally = Position(begun(turns=40)), Tally(4)
    for more in spread(jobs([position], 25, seed=5), workers=2):
        add([tally], more)
    assert tally.places == tally_of(position, 25, seed=5).places


def test_the_hidden_order_of_the_cards_does_not_count() -> None:
    game = begun(turns=30)
    other, before = game.copy(), game.plain()
    other.decks = [tuple(reversed(pile)) for pile in game.decks]
    told = [tally_of(Position(one), 20).places for one in (game, other)]
    assert told[0] == told[1]
    assert game.plain() == before


# -- every moment of a game


def arranged(turns: int = 0, **facts: Any) -> Game:
    game = begun(turns=turns)
    arrange(game, **facts)
    return game


def in_debt() -> Game:
    game = arranged(turns=60)
    game.posted.clear()
    charge(game, game.turn, BANK, game.cash[game.turn] + 1_000, Why.TAX)
    return game


def with_a_card() -> Game:
    game = arranged(square={1: 7}, phase=Phase.CARD)
    cards.draw(game)
    return game


OFFER: dict[str, Any] = {"square": {1: 39}, "phase": Phase.OFFER}


@pytest.mark.parametrize(
    "position",
    [
        Position(in_debt()),
        Position(with_a_card()),
        Position(arranged(**OFFER)),
        Position(arranged(**OFFER), bid=(0, 0)),
        Position(arranged(turns=20, estate=(1,), owner={1: BANK}), bid=(2, 1_000)),
        Position(begun("euro", 3), turns_left=5),
    ],
    ids=["debt", "card", "offer", "auction", "estate", "time"],
)
def test_games_go_on_from_any_moment(position: Position) -> None:
    again = pickle.loads(pickle.dumps(position))
    assert again.game.plain() == position.game.plain()
    tally = tally_of(again, 20)
    assert sum(row.chance for row in tally.rows()) == pytest.approx(1)
    assert tally.places == tally_of(position, 20).places


def test_the_best_bid_stands() -> None:
    """Who has bid everything for a deed of 40.000 is the poorest a turn later."""
    game = arranged(**OFFER)
    position = Position(game, turns_left=1, bid=(2, game.cash[2]))
    assert [row.rank == 4 for row in tally_of(position, 10).rows()] == [False, True, False, False]


def test_a_timed_game_is_counted_when_its_time_is_up() -> None:
    game = Game(load("euro"), 3)
    game.variant = Variant.TIMED
    opening.open_accounts(game, Random(1).randrange)
    game.cash[2] += 3_000
    game.cash[0] -= 3_000
    assert chances(Position(game, turns_left=3))[1] == 1.0
    game.last_turn = game.turn_number  # the time is over, this turn is played to its end
    assert chances(Position(game))[1] == 1.0


def test_an_open_rent_is_claimed_before_the_next_throw() -> None:
    landed = begun(players=2)
    for nth, number in enumerate(landed.edition.deeds):
        landed.give(number, nth % 2 + 1)
    for owner, group in ((1, landed.edition.groups[6]), (2, landed.edition.groups[7])):
        for lot in group:
            landed.give(lot, owner)
            landed.houses[lot] = HOTEL
    landed.square[1] = 30
    throwing.throw(landed, 4, 5)
    throwing.finish(landed)
    forgiven = landed.copy()
    forgiven.claims = ()
    assert landed.claims and landed.phase is Phase.THROW
    asked = chances(Position(landed))[1]
    assert asked > chances(Position(forgiven))[1] + 0.05


# -- bargains


def sold_out(bargain: Bargain) -> Position:
    """Player 1 lacks one deed of the dearest group; player 2 has it. No deed is left."""
    game = begun()
    for nth, number in enumerate(game.edition.deeds):
        game.give(number, nth % 4 + 1)
    game.give(37, 1)
    game.give(39, 2)
    return Position(game, turns_left=120, bargain=bargain)


def test_a_sale_that_closes_a_group_helps_its_buyer() -> None:
    position = sold_out(Bargain(1, 2, second_deeds=(39,), money=1_000))
    struck = pickle.loads(pickle.dumps(position)).after_bargain()
    assert struck and struck.game.owner[39] == 1
    buyer, seller, *_ = changes(*played_on([position, struck], 0, 60, 2))
    assert buyer.change - buyer.margin > 0 > seller.change + seller.margin


def test_paired_dice_need_fewer_games() -> None:
    position = sold_out(Bargain(1, 2, money=20_000))
    struck = position.after_bargain()
    assert struck
    before, after = played_on([position, struck], 0, 60, 2)
    share = after.rows()[0].chance
    unpaired = 2 * share * (1 - share)
    margin = changes(before, after)[0].margin
    assert (margin / SURE) ** 2 * 60 < 0.8 * unpaired


def test_a_bargain_that_the_rules_refuse_has_no_effect() -> None:
    position = Position(begun(), bargain=Bargain(1, 2, money=10**7))
    assert position.after_bargain() is None


# -- the command


@pytest.fixture
def few_points(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a curve of long stretches, of which the two steepest are halved."""
    monkeypatch.setattr(report_curve, "POINTS", 3)
    monkeypatch.setattr(report_curve, "CANDIDATES", 2)


@pytest.fixture(scope="module")
def save(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("chances") / "évening.keys"
    evening(path, "edition electronique", "players 3", operations=60, seed=5)
    return path


def test_the_command_tells_the_chances(save: Path) -> None:
    words = ("chances", save, "--games", "20", "--workers", "1")
    told = json.loads(ran(*words, "--json").out)
    assert (told["games"], told["seed"], told["operation"]) == (20, 1, 61)
    assert sum(row["chance"] for row in told["players"]) == pytest.approx(1)
    assert all(row["low"] <= row["chance"] <= row["high"] for row in told["players"])
    status, said, _ = ran(*words, "--lang", "fr", "--at", "30")
    assert status == 0 and said.startswith("Après l’opération 30 ")
    assert "Des robots jouent la suite" in said


def test_a_bargain_is_told_with_what_it_changed_and_nothing_else_is(tmp_path: Path) -> None:
    bargain = "press VENTE OK OK OK FIN OK FIN 5 0 OK OK OK OK"
    path = scripted(tmp_path / "game.keys", "edition euro", "start",
                    "set owner 1 1 ; set owner 3 2", bargain, "press DES")  # fmt: skip
    for at, told in (("4", True), ("5", False)):
        words = ("chances", path, "--games", "2", "--workers", "1", "--at", at, "--json")
        assert ("sale" in json.loads(ran(*words).out)) == told


def test_an_untimed_game_that_was_saved_has_the_usual_limit_of_turns(save: Path) -> None:
    """None of its own: then it is played on for `LONGEST` turns at most."""
    story = Story.from_path(str(save))
    assert position_after(story, story.steps[-1]).turns_left == 0


def test_a_game_that_is_over_has_no_chances(tmp_path: Path) -> None:
    status, _, err = ran("chances", finished(tmp_path / "over.keys"))
    assert status == 2 and "the game is over, J" in err


def test_ctrl_c_prints_what_is_known(save: Path) -> None:
    words = ("chances", save, "--games", "1000000", "--json")
    status, out, _ = interrupted(*words, after=b"/1000000 games")
    told = json.loads(out)
    assert status == 130
    assert 0 < told["games"] < told["wanted"] == 1_000_000


def test_stopped_before_the_first_game_ends_it_tells_no_chances(
    save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "spread", stopped)
    status, told, _ = ran("chances", save, "--games", "60", "--lang", "en")
    assert status == 130
    assert "Stopped: 0 of 60 games" in told and "%" not in told


# -- over a whole game


@pytest.mark.usefixtures("few_points")
def test_the_report_tells_who_was_winning_and_when_it_turned(save: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    words = ("report", save, "-o", page, "--lang", "fr", "--workers", "1")
    assert ran(*words).status == 0
    assert "id='chances'" not in page.read_text("utf-8")
    assert ran(*words, "--chances", "--games", "3").status == 0
    told = page.read_text("utf-8")
    assert "id='chances'" in told and "--chances --games 3 --seed 1" in told


@pytest.mark.usefixtures("few_points")
def test_a_turning_point_is_found_between_distant_moments(save: Path) -> None:
    """Player 3 is given everything in the middle of the game, and keeps it."""
    story = Story.from_path(str(save))
    middle = len(story.steps) // 2
    for game in (step.game for step in story.steps[middle:]):
        if not (game.debts or game.winner):
            for number in game.edition.deeds:
                game.give(number, 3)
    found = curve(story, 6, 1, 1, lambda done, wanted: None)
    assert sum(found.points[-1].chances) == pytest.approx(1)
    sure = max(found.turnings, key=lambda one: one.after[2] - one.before[2])
    assert sure.step == story.steps[middle]
    assert sure.after[2] > 0.9
