"""The built-in editions against the printed figures, and editions of one's own."""

import re
from functools import partial
from pathlib import Path

import pytest

from banquier.editions.edition_check import KINDS, TOP
from banquier.editions.edition_file import (
    EditionError,
    label_of,
    load,
    starting_point,
)
from banquier.editions.edition_text import read
from banquier.play.processes import Worker
from firmware_sim.edition import CARDS, Card, Kind, ShortGame, TimedGame
from tests.firmware import edition_page
from tests.support.paths import ROOT

FACTORS = {"electronique": 100, "deska": 20, "euro": 1, "classique": 1, "merveilles": 1}
EVERY = tuple(FACTORS)


def in_euros(name: str) -> tuple[list[tuple[int, ...]], list[list[Card]]]:
    """The squares and the cards of an edition, in the coins of the classic board."""
    edition, factor = load(name), FACTORS[name]

    def coins(amount: int) -> int:
        assert amount % factor == 0
        return amount // factor

    squares = [
        (*square[:2], square.group, *map(coins, (*square[5:9], square.amount, *square.rents)))
        for square in edition.squares
    ]
    cards = [
        [card._replace(amount=coins(card.amount), house=coins(card.house), hotel=coins(card.hotel))
         for card in deck]
        for deck in edition.decks
    ]  # fmt: skip
    return squares, cards


# The built-in editions


@pytest.mark.parametrize("name", EVERY)
def test_every_edition_is_the_classic_board_times_its_factor(name: str) -> None:
    """The figures are printed, and written, once for each of three boards."""
    assert in_euros(name) == in_euros("euro")
    for square in load(name).squares:
        assert square.mortgage == square.price // 2
        assert square.hotel == square.house


def test_what_no_script_of_the_rules_plays_is_what_the_rulebook_says() -> None:
    editions = [load(name) for name in EVERY]
    assert [edition.swap_fallback for edition in editions] == ["", "", "", "lot", ""]
    three = ShortGame(2, 3, 2)
    assert [edition.short for edition in editions] == [None, ShortGame(2, 4, 0), three, None, three]
    timed = TimedGame(2, 90)
    assert [edition.timed for edition in editions] == [None, None, timed, None, timed]


def test_streets_without_a_known_name_are_numbered_by_rank() -> None:
    deska, wonders = load("deska").squares, load("merveilles").squares
    assert [deska[n].label for n in (1, 3, 6, 11, 34)] == [
        "TERRAIN 01", "TERRAIN 02", "MONS", "TERRAIN 06", "TERRAIN 20",
    ]  # fmt: skip
    streets = [square.label for square in wonders if square.kind is Kind.STREET]
    assert streets == [f"TERRAIN {n:02}" for n in range(1, 23)]
    for board in (deska, wonders):
        assert [board[n].label for n in (5, 15, 25, 35)] == [f"GARE {n}" for n in (1, 2, 3, 4)]
        assert [board[n].label for n in (12, 28)] == ["COMPAGNIE 1", "COMPAGNIE 2"]


@pytest.mark.parametrize("name", EVERY)
def test_an_editions_name_and_label_are_known_without_reading_all_of_it(name: str) -> None:
    edition = load(name)
    assert (edition.name, edition.label) == (name, label_of(name))
    assert edition.label == name.upper()


def test_an_edition_is_found_by_its_printed_name_too_and_read_once() -> None:
    assert load("Électronique") is load("electronique")


# Editions of one's own


def test_the_starting_point_is_a_complete_edition_with_comments() -> None:
    text = starting_point()
    edition = read(text, "mine.toml")
    assert (edition.name, edition.label) == ("mon-edition", "MON EDITION")
    assert edition.squares == load("electronique").squares
    assert "#:" not in text and "FOUND" not in text and "docs/editions.md" in text
    comments = sum(line.startswith("#") or "  # " in line for line in text.splitlines())
    assert comments > 60
    for table in ("[short]", "[timed]", "[speed_die]", "[passport]"):
        assert f"# {table}" in text


@pytest.mark.parametrize("name", EVERY)
def test_the_features_an_edition_lacks_are_comments_of_its_starting_point(name: str) -> None:
    text = re.sub(r"(?m)^# (?=\[\w+\]$|\w+ = )", "", starting_point(name))
    edition = read(text, "mine.toml")
    features = (edition.loans, edition.short, edition.timed, edition.speed_die, edition.passport)
    assert None not in features


def test_the_guide_explains_every_field_and_every_word() -> None:
    guide = (ROOT / "docs" / "editions.md").read_text("utf-8")
    fields = [*TOP, *KINDS, *CARDS, "mortgage", "label"]
    assert [known for known in fields if known not in guide] == []
    assert edition_page.page() == guide, "make docs"


LIKE = """
name = "Łódź 1990"
like = "electronique"
salary = 25000
loans = false
rules.claim_turns = 2
chest.16 = false
[squares]
30 = { label = "EN CAGE" }
33 = { chest = "Caisse" }
39 = { price = 50000, mortgage = 25000 }
1 = { street = "Østerbrogade" }
2 = { tax = "Péage – Nord", amount = 100 }
"""


def test_an_edition_like_another_says_only_what_differs() -> None:
    mine, base = read(LIKE, "mine.toml"), load("electronique")
    assert (mine.label, mine.salary, mine.loans, mine.claim_turns) == ("LODZ 1990", 25_000, None, 2)
    assert (mine.fine, mine.decks[0], mine.decks[1]) == (
        base.fine,
        base.decks[0],
        base.decks[1][:-1],
    )
    named = {
        1: ("OSTERBROGADE", 6_000),
        2: ("PEAGE - NORD", 100),
        30: ("EN CAGE", 0),
        39: (base.squares[39].label, 50_000),
    }
    for number, (label, price) in named.items():
        square = mine.squares[number]
        assert (square.label, square.price or square.amount) == (label, price)
    others = [square for square in mine.squares if square.number not in (*named, 33)]
    assert others == [square for square in base.squares if square.number not in (*named, 33)]


def test_an_edition_like_another_has_a_name_of_its_own() -> None:
    with pytest.raises(EditionError, match="name: missing"):
        read('like = "euro"', "mine.toml")


def test_the_faults_of_an_edition_come_out_of_a_process_whole() -> None:
    worker = Worker()
    with pytest.raises(EditionError, match=r"^none\.toml: no such edition") as raised:
        worker.ask(partial(load, "none.toml"))
    worker.close()
    assert raised.value.problems == (str(raised.value),)


def test_a_file_of_ones_own_is_loaded_by_its_path(tmp_path: Path) -> None:
    file = tmp_path / "lyon.toml"
    file.write_text(starting_point().replace("Mon édition", "Lyon 1962"), "utf-8")
    assert label_of(str(file)) == "LYON 1962"
    edition = load(str(file))
    assert (edition.name, edition.label) == ("lyon-1962", "LYON 1962")
    assert load(str(file)) is edition
    file.write_text(starting_point().replace("Mon édition", "Lyon 1963"), "utf-8")
    assert load(str(file)).label == "LYON 1963"


def test_a_mortgage_is_half_the_price_up_to_a_whole_coin_or_what_the_file_says() -> None:
    text = (
        starting_point().replace("coin = 1", "coin = 5").replace("price = 28000", "price = 28005")
    )
    edition = read(text.replace("price = 6000", "price = 6010, mortgage = 2500"), "mine.toml")
    assert (edition.squares[1].price, edition.squares[1].mortgage) == (6010, 2500)
    assert edition.squares[29].mortgage == 14005
