"""Rule scripts generated from those of another edition: which, with which amounts and names."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from banquier.script import runner
from firmware_sim.edition.edition_file import load
from tests.rules import collector
from tests.rules.collector import Identifiers, RuleScript
from tests.rules.generation import (
    FOLDER,
    Generated,
    Translation,
    generated_scripts,
    listed_amounts,
)
from tests.support.paths import ROOT


def test_a_script_is_written_by_hand_or_generated_once() -> None:
    names = [script.name for script in collector.scripts()]
    twice = sorted({name for name in names if names.count(name) > 1})
    assert not twice, "written by hand and generated, or listed twice in shared.toml: delete one"


def test_a_script_is_shared_only_where_its_rule_holds() -> None:
    rules = {
        (edition, rule.identifier) for rule in Identifiers().rules for edition in rule.editions
    }
    for script in generated_scripts():
        found = collector.NAME.fullmatch(script.path.name)
        assert found and (script.edition, found[1]) in rules, script.path


def test_a_listed_amount_is_what_it_says_in_the_script_s_own_edition() -> None:
    wrong = []
    for script in collector.written_scripts():
        edition = load(script.edition)
        for amount, meaning in listed_amounts(script.text()).items():
            if Translation(edition, edition).meant(meaning) != amount:
                wrong.append(f"{script.name}: {amount} = {meaning}")
    assert not wrong


def test_a_generated_script_follows_its_edition_s_rents() -> None:
    """Rue de la Paix's place on the euro board asks 7 more: what states the rent says so."""
    source = load("electronique")
    euro = load("euro")
    squares = list(euro.squares)
    squares[39] = squares[39]._replace(rents=(57, *squares[39].rents[1:]))
    changed = euro._replace(squares=tuple(squares))
    path = FOLDER / "electronique" / "RENT-1-the-tenant-pays-the-owner.keys"
    text = path.read_text(encoding="utf-8")
    translation = Translation(source, changed, listed_amounts(text))
    steps = translation.script(text, "electronique/X").splitlines()
    assert 'expect "LOYER J3" 57' in steps
    assert "expect cash 1 1443 ; expect cash 3 1557" in steps
    assert "set owner 39 3 ; set square 1 36" in steps


def test_a_generated_script_that_fails_can_be_run_as_a_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The message names the file it was written to, and `banquier run` of it fails the same way."""
    source = FOLDER / "electronique" / "BUY-1-at-the-printed-price.keys"
    wrong = Generated(source, "euro")
    right = wrong.text()
    monkeypatch.setattr(Generated, "text", lambda self: right.replace("cash 1 1440", "cash 1 1441"))
    script = RuleScript("euro", wrong.path, wrong)
    try:
        told = collector.complaint(script, collector.play(script))
        written = os.path.relpath(wrong.path, ROOT)
        assert f"generated from {source.relative_to(ROOT)} and written to {written}" in told
        run = subprocess.run(
            [sys.executable, "-m", "banquier", "run", written],
            cwd=ROOT,
            capture_output=True,
            text=True,
        )
        assert run.returncode == 1
        assert told.splitlines()[0] in run.stdout + run.stderr
    finally:
        wrong.path.unlink()


def test_an_included_file_is_found_from_where_the_script_is_written_to() -> None:
    script = next(one for one in generated_scripts() if "\ninclude" in one.text())
    line = next(line for line in script.text().splitlines() if line.startswith("include"))
    included = script.path.parent / line.split('"')[1]
    assert included.resolve().parent == FOLDER / "common"
    assert collector.play(RuleScript(script.edition, script.path, script)).status == runner.HELD


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


def test_additional_players_give_up_at_once() -> None:
    text = "banquier 1\n# Two.\nedition electronique\nplayers 2\nstart\nexpect turn 1\n"
    master = load("electronique")
    made = Translation(master, load("deska")).script(text, "electronique/X").splitlines()
    assert made[3:5] == ["edition deska", "players 3"]
    assert made[6].startswith("press FAILL 3 OK OK OK ")
    assert "FAILL" not in Translation(master, load("euro")).script(text, "electronique/X")
