"""Scripts made from those of another edition: up to date, and translated as they should be."""

from __future__ import annotations

import pytest

from firmware_sim.edition.edition_file import load
from tests.rules import collector, shared
from tests.rules.collector import FOLDER, Identifiers
from tests.rules.shared import Translation

AGAIN = "run: make docs"


def test_every_shared_script_is_as_its_master_makes_it() -> None:
    stale = [
        str(path.relative_to(FOLDER))
        for path, text in shared.wanted().items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    assert not stale, AGAIN


def test_no_script_says_it_was_made_that_the_list_does_not_name() -> None:
    made = {script.path for script in collector.scripts() if shared.is_made(script.path)}
    assert made == set(shared.wanted()), AGAIN


def test_no_script_is_made_from_two_masters() -> None:
    made = [copy.path for copy in shared.copies()]
    assert len(made) == len(set(made))


def test_a_script_is_shared_only_where_its_rule_holds() -> None:
    rules = {
        (edition, rule.identifier) for rule in Identifiers().rules for edition in rule.editions
    }
    for copy in shared.copies():
        found = collector.NAME.fullmatch(copy.path.name)
        assert found and (copy.edition, found[1]) in rules, copy.path


@pytest.mark.parametrize(
    ("line", "deska", "euro"),
    [
        ("set cash 1 5999", "set cash 1 1199", "set cash 1 59"),
        ("press 1 ; type 3001 ; press OK", "press 1 ; type 601 ; press OK", "press 1 ; type 31 ; "
         "press OK"),
        ('expect "LOYER J2" 5.000', 'expect "LOYER J2" 1.000', 'expect "LOYER J2" 50'),
        ('expect "RUE DE LA PAIX" 40.000', 'expect "BRUXELLES (RUE NEUVE)" 8.000',
         'expect "PARIS" 400'),
        ('expect "ALLER A" 15', 'expect "ALLER A" 15', 'expect "ALLER A" 15'),
        ('expect roll "J1 ACHAT RUE LECOURBE 6.000*"', 'expect roll "J1 ACHAT TERRAIN 02 1.200*"',
         'expect roll "J1 ACHAT RIGA 60*"'),
        ("press BATIR OK 3 9 OK", "press BATIR OK 3 9 OK", "press BATIR OK 3 9 OK"),
        ("press + 5 0 0 OK", "press + 1 0 0 OK", "press + 5 OK"),
        ("press F hold 1200ms", "press F hold 1200ms", "press F hold 1200ms"),
        ("# 5999 francs", "# 5999 francs", "# 5999 francs"),
    ],
)  # fmt: skip
def test_amounts_and_names_are_those_of_the_edition(line: str, deska: str, euro: str) -> None:
    master = load("electronique")
    assert Translation(master, load("deska")).step(line) == deska
    assert Translation(master, load("euro")).step(line) == euro


def test_players_whom_the_rules_ask_for_too_give_up_at_once() -> None:
    text = "banquier 1\n# Two.\nedition electronique\nplayers 2\nstart\nexpect turn 1\n"
    master = load("electronique")
    made = Translation(master, load("deska")).script(text, "electronique/X").splitlines()
    assert made[2:4] == ["edition deska", "players 3"]
    assert made[5].startswith("press FAILL 3 OK OK OK ")
    assert "FAILL" not in Translation(master, load("euro")).script(text, "electronique/X")
