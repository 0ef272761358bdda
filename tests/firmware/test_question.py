"""Every question the unit can ask is available as data, and has its words in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from banquier.game.open_game import open_game
from banquier.words import LANGUAGES, LEGENDS, catalogue, line
from firmware_sim.edition.edition_file import built_in
from firmware_sim.game import Error
from firmware_sim.interface import Question
from firmware_sim.question import FUNCTIONS_OPEN, KEYS
from hardware.unit import Snapshot, Unit, tap
from tests.support.script_runs import complaint, scripts
from tests.support.units import tap_in_turn
from tests.support.ways_out import assert_way_out

LONGEST = dict.fromkeys(range(1, 9), "Maximilienne"[:12])
WIDTH = 78
"""Columns that the smallest window has for the line."""

NAMES = {legend: name for name, legend in LEGENDS.items()}
PROPOSED = {"debt": {"HYPO", "DEMOL", "VENTE", "FAILL"}, "shift": set()}
"""Functions that the words propose, which `keys` does not hold."""
FUNCTIONS = ("BATIR", "DEMOL", "HYPO", "VENTE", "PAYER", "RECU", "FAILL")


class Asked(NamedTuple):
    question: Question
    state: Snapshot
    script: str


class Collector:
    """The first question of each kind, and the unit as it was then."""

    def __init__(self) -> None:
        self.found: dict[str, Asked] = {}
        self.script = ""

    def watch(self, unit: Unit) -> None:
        def display(tick: int, shown: object) -> None:
            question = unit.question
            if question.kind not in self.found and not unit.firmware.session.notices:
                self.found[question.kind] = Asked(question, unit.snapshot(), self.script)

        unit.on_display.append(display)


@pytest.fixture(scope="module")
def asked() -> Collector:
    """What the scripts of every dialogue and of every edition's own rules are asked."""
    collector = Collector()
    own = (
        "SPD",
        "PAS",
        "BLD-6",
        "BLD-8",
        "BLD-9",
        "CARD",
        "SHORT",
        "TIME",
        "MTG-3",
        "BUY",
        "TURN-4",
        "VIEW-2",
    )
    for path in [*scripts("conversations"), *scripts("errors"), *scripts("rules/*")]:
        if path.parent.parent.name == "rules" and not path.name.startswith(own):
            continue
        collector.script = str(path)
        complaint(path, watch=collector.watch)
    return collector


def test_every_kind_is_asked_somewhere(asked: Collector) -> None:
    assert not " ".join(sorted(set(KEYS) - set(asked.found) - ELSEWHERE))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_question_has_a_line_that_fits(asked: Collector, lang: str) -> None:
    said = []
    others = [Question(kind, 1, 2, 40_000) for kind in ELSEWHERE]
    for question in [*(found.question for found in asked.found.values()), *others]:
        said.append(line(question, lang, LONGEST, WIDTH))
        for error in Error:
            said.append(line(question._replace(error=error, key="PRISON"), lang, LONGEST, WIDTH))
    wrong = [f"{len(words)}: {words}" for words in said if len(words) > WIDTH or "{" in words]
    assert not "\n".join(wrong)


def test_the_catalogues_have_the_texts_of_every_kind_and_error() -> None:
    wanted = {f"{part}.{kind}" for part in ("ask", "keys") for kind in KEYS}
    wanted |= {f"why.{error.value}" for error in Error}
    for lang in LANGUAGES:
        found = {name for name in catalogue(lang) if name.startswith(("ask.", "keys.", "why."))}
        assert found == wanted


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_words_name_the_keys_that_answer(lang: str) -> None:
    wrong = []
    for kind, keys in KEYS.items():
        said = catalogue(lang)[f"keys.{kind}"]
        capitals = re.findall(r"\b[A-ZÉÂÇ]{2,}\b|\bC\b", said)
        named = {NAMES.get(word, word) for word in capitals}
        letters = {key for key in keys if key.isalpha()}
        if named != letters | PROPOSED.get(kind, set()):
            wrong.append(f"{kind}: {said}")
    assert not wrong, "\n".join(wrong)


def test_bots_find_the_way_out_of_every_kind(asked: Collector) -> None:
    for kind, (_, state, _) in asked.found.items():
        if kind == "off":  # the cells are out
            continue
        unit = Unit(editions=built_in())
        unit.restore(state)
        unit.release_all()
        unit.run(unit.tick + 4096)
        assert unit.question.kind == kind
        assert_way_out(unit)


def refusal(state: Snapshot, key: str) -> int:
    """The error with which the unit answers this key, 0 for none."""
    unit = Unit(editions=built_in())
    unit.restore(state)
    unit.release_all()
    unit.run(unit.tick + 4096)
    tap(unit, key)
    return unit.question.error if unit.firmware.awake else 0


def keys_to_try(question: Question) -> Iterator[tuple[str, bool]]:
    """Keys, and whether the question says that they answer."""
    for key in question.keys:
        yield key, True
    for key in ("ACHAT", "ENCH", "FIN", "CARTE", "OK", "C", "+", "7"):
        leaves = question.kind.startswith(("look", "walk")) and len(key) > 2
        if key not in question.keys and not leaves:
            yield key, False
    for key in FUNCTIONS:
        if key not in question.keys and not question.kind.startswith(("look", "walk")):
            yield key, question.functions


def test_the_keys_that_are_named_answer_and_no_others(asked: Collector) -> None:
    wrong: list[str] = []
    for kind, (question, state, script) in asked.found.items():
        if kind in ("shift", "off"):
            continue
        for key, answers in keys_to_try(question):
            error = refusal(state, key)
            if answers and error == Error.KEY and (kind, key) not in REFUSED_BY_RULE:
                wrong.append(f"{kind}: {key} is named and means nothing ({script})")
            elif not answers and not error and key not in NOT_REFUSED.get(kind, ()):
                wrong.append(f"{kind}: {key} answers and is not named ({script})")
    assert not wrong, "\n".join(wrong)


ELSEWHERE = {"off", "card_to_each"}
"""Not asked by the built-in editions, or by no dialogue."""
NOT_REFUSED = {
    **dict.fromkeys(FUNCTIONS_OPEN, ("+",)),  # a walk over one's own deeds (VIEW-1)
    "edition": ("C",),  # there is nothing before it
    "where": ("C",),  # asked again until a lot is chosen
}
"""Keys that are not refused, though the question has no use for them."""
REFUSED_BY_RULE = {("who_mortgage", "OK"), ("who_demolish", "OK"), ("prison_card", "OK")}
"""Where the rules answer error 01: no deed, no building, no card."""


@pytest.mark.parametrize(("lang", "said"), [("en", "goes to Gare de Lyon"),
                                            ("fr", "va à la case Gare de Lyon")])  # fmt: skip
def test_a_card_that_moves_a_token_names_the_square(lang: str, said: str) -> None:
    unit = open_game("electronique", 2).unit
    unit.debug_port.set("next-card", "chance", 10)
    unit.debug_port.set("next-dice", 4, 3)
    for key in ("DES", "CARTE"):
        tap(unit, key)
        unit.run(unit.notices_end)
    assert said in line(unit.question, lang, {})


def test_a_mortgaged_lot_is_lifted_by_hypo_alone() -> None:
    unit = open_game("deska", 3).unit
    unit.run(unit.notices_end)
    for number in (37, 39):
        unit.debug_port.set("owner", number, 1)
    unit.debug_port.set("mortgaged", 39, "yes")
    for function, kinds in (("BATIR", ["build", "build"]), ("HYPO", ["mortgage", "lift"]),
                            ("DEMOL", ["bare", "bare"])):  # fmt: skip
        found = []
        for lot in "79":
            tap(unit, function, "1", "OK", "3", lot)
            found.append(unit.question.kind)
            tap(unit, "C")
        assert found == kinds


def test_functions_are_open_where_it_is_said() -> None:
    assert set(KEYS) > FUNCTIONS_OPEN


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "Not enough money: 2.300 short. EMPR borrows, HYPO mortgages."),
        ("fr", "Pas assez d'argent : il manque 2.300. EMPR emprunte, HYPO hypothèque."),
    ],
)
def test_a_refused_purchase_names_the_sum_and_what_would_help(lang: str, said: str) -> None:
    unit = open_game("electronique", 2).unit
    unit.debug_port.set("owner", 39, 1)
    unit.debug_port.set("cash", 1, 3700)
    unit.debug_port.set("next-dice", 1, 2)
    tap(unit, "DES")
    unit.run(unit.notices_end)
    assert "Rue Lecourbe" in line(unit.question, lang, {})
    tap(unit, "ACHAT")
    assert line(unit.question, lang, {}) == said


@pytest.mark.parametrize(
    ("lang", "buys", "throws"),
    [
        ("en", "Undo? Anne buys Rue Lecourbe for 6.000. OK ", "Undo? Anne throws 1 and 2 and "),
        (
            "fr",
            "Défaire ? Anne achète Rue Lecourbe pour 6.000. OK ",
            "Défaire ? Anne jette 1 et 2 ",
        ),
    ],
)
def test_corr_names_what_it_would_undo(lang: str, buys: str, throws: str) -> None:
    unit = open_game("electronique", 2).unit
    unit.debug_port.set("next-dice", 1, 2)
    tap_in_turn(unit, "DES", "ACHAT", "CORR")
    assert line(unit.question, lang, {1: "Anne"}).startswith(buys)
    tap_in_turn(unit, "OK", "CORR")
    assert line(unit.question, lang, {1: "Anne"}).startswith(throws)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "The group is not complete. VENTE trades for the missing lots."),
        ("fr", "Le groupe n'est pas complet. VENTE échange les lots manquants."),
    ],
)
def test_a_refusal_says_what_would_work(lang: str, said: str) -> None:
    unit = open_game("electronique", 2).unit
    unit.debug_port.set("owner", 3, 1)
    tap_in_turn(unit, "BATIR", "OK", "OK")
    assert line(unit.question, lang, {}) == said


@pytest.mark.parametrize(("lang", "said"), [("en", "Bob: LOYER claims 25."),
                                            ("fr", "Bob : LOYER réclame 25.")])  # fmt: skip
def test_of_two_open_rents_the_oldest_is_told_to_its_owner(lang: str, said: str) -> None:
    """Anne stops at Bob's, then Bob at Carl's."""
    unit = open_game("euro", 3).unit
    session = unit.firmware.session
    session.current_game.turn = 1
    unit.debug_port.set("owner", 5, 2)
    unit.debug_port.set("owner", 6, 3)
    for dice in ((1, 4), (2, 4)):
        unit.debug_port.set("next-dice", *dice)
        tap_in_turn(unit, "DES", "FIN")
    assert [(claim.tenant, claim.owner) for claim in unit.question.claims] == [(1, 2), (2, 3)]
    assert line(unit.question, lang, {1: "Anne", 2: "Bob", 3: "Carl"}).endswith(said)


def test_french_elides_before_a_vowel() -> None:
    question = Question("look_cash", 1, amount=5)
    assert line(question, "fr", {1: "Anne"}).startswith("L'argent d'Anne : 5.")
    assert line(question, "fr", {1: "Élie"}).startswith("L'argent d'Élie : 5.")
    assert line(question, "fr", {1: "Bob"}).startswith("L'argent de Bob : 5.")
