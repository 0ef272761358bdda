"""Every question the unit can ask is available as data, and has its words in both languages."""

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from banquier.editions.edition_file import editions
from banquier.page.seat_actions import reason
from banquier.page.seating import sentence_about
from banquier.play.move import Move
from banquier.play.moves import MOVES, MoveContext
from banquier.saves.open_game import open_game
from banquier.script.header import unit_for
from banquier.script.language import parse_file
from banquier.script.player import Player
from banquier.words import line, words_of
from banquier.words.announcements import fitted_rows, keys_now
from banquier.words.catalogues import catalogue
from banquier.words.languages import LANGUAGES
from firmware_sim.game import Error
from firmware_sim.question import FUNCTIONS_OPEN, KINDS, Question, keys_of
from firmware_sim.texts import ACTS
from hardware.crystal import SECOND
from hardware.unit import Unit, tap
from tests.support.games_played import sit_down
from tests.support.typography import typed
from tests.support.units import set_facts, tap_in_turn
from tests.support.ways_out import assert_way_out

LONGEST = dict.fromkeys(range(1, 9), "Maximilienne"[:12])
WIDTH = 78
"""Columns that the smallest window has for the line."""

FUNCTIONS = ("BATIR", "DEMOL", "HYPO", "VENTE", "PAYER", "RECU", "FAILL")
HELP = ("EMPR", "HYPO", "DEMOL", "VENTE", "FAILL")


QUESTIONS = Path(__file__).with_name("questions.txt")
SCRIPTS = dict(map(str.split, QUESTIONS.read_text(encoding="utf-8").splitlines()))
MENU = {kind for kind in KINDS if kind.startswith("menu_")}
SCRIPTS |= dict.fromkeys(MENU, "conversations/menu-round.keys")
"""Each kind of question, and a script that comes to it."""


class Reached(Exception):
    """The script is at the moment that is wanted."""


def at_the_question(kind: str) -> Unit:
    """A unit of its own, played to its first question of that kind."""
    script = parsed(str(QUESTIONS.parents[1] / SCRIPTS[kind]))
    unit = unit_for(script.header)

    def display(tick: int, shown: object) -> None:
        if unit.question.kind == kind and not unit.session.notices:
            raise Reached

    unit.on_display.append(display)
    with pytest.raises(Reached):
        Player(unit, script).play()
    unit.on_display.clear()
    return unit


parsed = cache(parse_file)


@pytest.fixture(scope="module")
def asked() -> dict[str, Unit]:
    """A unit at each kind of question, to look at."""
    return {kind: at_the_question(kind) for kind in SCRIPTS}


def test_every_kind_is_asked_somewhere(asked: dict[str, Unit]) -> None:
    assert not " ".join(sorted(set(KINDS) - set(asked) - ELSEWHERE))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_question_has_two_rows_that_fit(asked: dict[str, Unit], lang: str) -> None:
    """Also behind CORR after any operation, and with the largest sum that many games come to."""
    said: list[str] = []
    questions = [unit.question for unit in asked.values()]
    act = asked["undo"].question.act
    assert act
    questions += [
        asked["undo"].question._replace(amount=150_000, act=act._replace(kind=kind, other=2))
        for kind in ACTS
    ]
    questions += [one._replace(amount=150_000) for one in questions if one.edition and one.amount]
    questions += [one._replace(plus=150_000, minus=149_000) for one in questions if one.plus]
    for question in [*questions, *(Question(kind, 1, 2, 40_000) for kind in ELSEWHERE)]:
        said += fitted_rows(question, lang, LONGEST, (), WIDTH)
        said += fitted_rows(question, lang, LONGEST, (1,), WIDTH)
        for error in Error:
            refused = question._replace(error=error, key="PRISON")
            said += fitted_rows(refused, lang, LONGEST, (), WIDTH)
    wrong = [
        f"{len(words)}: {words}"
        for words in said
        if len(words) > WIDTH or "{" in words or "…" in words
    ]
    assert not "\n".join(wrong)


FORBIDDING = ("loans_allowed", "auctions", "first_lap", "prison_collects")
HAS_NONE = ("who_build", "who_demolish", "who_mortgage")


def test_the_catalogues_have_the_texts_of_every_kind_and_error() -> None:
    wanted = {f"ask.{kind}" for kind in KINDS}
    for kind in KINDS:
        keys = (*keys_of(kind, "1"), *(HELP if kind == "debt" else ()))
        wanted |= {words_of(kind, "#" if key.isdigit() else key) for key in keys if key != "-"}
    wanted |= {f"keys.{key}" for key in (*FUNCTIONS, *HELP, "LOYER", "?")}
    wanted |= {"keys.winner.more", "keys.shift.more"}
    wanted |= {f"why.{error.value}" for error in Error}
    wanted |= {"why.2.built_up", "why.2.bid", "why.2.first_bid", "why.14.trade_money"}
    wanted.add("why.9.demolish")
    wanted |= {"why.14.whom_pay", *(f"why.house.{rule}" for rule in FORBIDDING)}
    wanted |= {"why.9.demolish", "why.20.trade_money", "why.24.opening"}
    wanted |= {f"why.20.{kind}" for kind in HAS_NONE}
    for lang in LANGUAGES:
        found = {name for name in catalogue(lang) if name.startswith(("ask.", "keys.", "why."))}
        assert found == wanted


def test_a_look_leaves_no_trace_and_bots_find_the_way_out_of_every_kind() -> None:
    """And the game behind it is the same after a cold start."""

    def tried(unit: Unit, kind: str) -> None:
        unit.release_all()
        unit.run(unit.tick + 4096)
        talk = unit.firmware.conversation
        if not talk.overlays and kind != "shift":
            before = talk.facts(), unit.said
            tap_in_turn(unit, "?", "1", "+", "-", "C")
            assert (talk.facts(), unit.said) == before
        assert unit.question.kind == kind
        assert_way_out(unit)
        plain = unit.game and unit.game.plain()
        unit.power_off()
        unit.power_on()
        assert (unit.game and unit.game.plain()) == plain

    for kind in SCRIPTS:
        if kind != "off":  # the cells are out
            tried(at_the_question(kind), kind)


def errors(unit: Unit, keys: list[str]) -> list[int]:
    """The error with which the unit answers each of these keys, 0 for none: it is the last."""
    found = []
    for key in keys:
        unit.release_all()
        unit.run(unit.tick + 4096)
        tap(unit, key)
        found.append(unit.question.error if unit.firmware.awake else 0)
        if not found[-1]:
            break
    return found


def keys_to_try(question: Question) -> Iterator[tuple[str, bool]]:
    """Keys, and whether the question says that they answer. Of its digits the ends will do."""
    digits = sorted(filter(str.isdigit, question.keys))
    for key in {*question.keys} - {*digits[1:-1]}:
        yield key, True
    for key in ("ACHAT", "ENCH", "FIN", "CARTE", "OK", "C", "+", "7"):
        leaves = question.kind.startswith(("look", "walk")) and len(key) > 2
        if key not in question.keys and not leaves:
            yield key, False
    for key in FUNCTIONS:
        if key not in question.keys and not question.kind.startswith(("look", "walk")):
            yield key, question.functions


def test_the_keys_that_are_named_answer_and_no_others(asked: dict[str, Unit]) -> None:
    wrong: list[str] = []
    for kind, unit in asked.items():
        question = unit.question
        if kind in ("shift", "off"):
            continue
        refused = []
        for key, answers in keys_to_try(question):
            if not answers and key not in NOT_REFUSED.get(kind, ()):
                refused.append(key)
            if not answers or (kind, key) in REFUSED_BY_RULE:
                continue
            if errors(at_the_question(kind), [key]) == [Error.KEY]:
                wrong.append(f"{kind}: {key} is named and means nothing")
        found = errors(at_the_question(kind), refused)
        if not all(found):
            wrong.append(f"{kind}: {refused[len(found) - 1]} answers and is not named")
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


def test_what_answers_a_question_is_for_those_alone_whom_it_concerns(
    asked: dict[str, Unit],
) -> None:
    tried = set()
    for kind, unit in asked.items():
        game, bargain = unit.game, unit.question.bargain
        if game is None or game.winner:
            continue
        concerned = {unit.question.player or game.turn, *(bargain or ())[:2]}
        answers = {name for name, move in MOVES.items() if kind in (move.at or ())} - OF_ANYBODY
        for seat in {*game.seats()} - concerned:
            tried |= answers
            for name in answers:
                case = MoveContext(unit, game, seat, unit.question)
                assert reason(case, Move(name), ruled=False), (kind, seat, name)
    assert tried == {name for name, move in MOVES.items() if move.at} - OF_ANYBODY


OF_ANYBODY = {"again", "bid", "pass", "resume", "back", "wake"}


SAID = """\
euro: cash 1 10, next-dice 1 2: DES ACHAT
    Not enough money: 50 € short. ENCH or FIN auctions it.
electronique: cash 1 100, prison 1 1, free-card 1 chance: PRISON OK
    Not enough money: 4.900 F short. C, then EMPR borrows. + - show the card.
electronique:: VENTE OK OK +
    + means nothing here. FIN goes on, C goes back.
electronique: owner 39 1, cash 1 3700, next-dice 1 2: DES ACHAT
    Not enough money: 2.300 F short. EMPR borrows, HYPO mortgages. ENCH or FIN auctions it.
electronique: owner 1 1, owner 3 1, houses 1 1, owner 5 1, cash 1 100: BATIR OK + OK
    Not enough money: 4.900 F short. C, then EMPR borrows, HYPO mortgages, DÉMOL sells buildings.
euro: owner 3 1: BATIR OK OK
    The group is not complete. + - show others, 0–9 its square, OK builds, C leaves.
euro: owner 3 1, owner 1 2: BATIR OK OK
    The group is not complete. C, then VENTE trades for the missing lots.
electronique: owner 3 1: VENTE OK OK + OK
    The bank still has deeds. Cards and money are traded now; FIN goes on.
euro: owner 1 1, owner 3 1, mortgaged 3 yes: BATIR OK OK
    It is mortgaged. C, then HYPO lifts the mortgage.
euro: owner 37 1, owner 39 1, mortgaged 39 yes, cash 1 210: BATIR OK OK
    It is mortgaged. + - show others, 0–9 its square, OK builds, C leaves.
classique: owner 1 1, owner 3 1, houses 1 1: HYPO OK + OK
    Sell its buildings first. C, then DÉMOL sells those of the group.
euro: owner 1 1, owner 3 1, houses 1 5: BATIR OK OK
    A lot takes one hotel. + - show others, 0–9 its square, C leaves.
electronique: loan 1 30000 0: EMPR OK OK 2 5 0 0 0 OK
    Beyond the limit of loans by 5.000 F. + 20.000 F, 0–9 the sum, OK borrows, C erases or leaves.
euro: next-dice 1 2: DES ENCH 1 9 OK 2 9 OK
    Too low: it must be more than 9 €. + 10 €, 0–9 the sum, OK bids, C erases or leaves.
euro:: VENTE OK OK FIN FIN OK
    Nothing is given yet. + - change who pays, 0–9 the sum, OK goes on, C goes back.
euro: owner 1 1, owner 3 1, houses 1 1, cash 1 100, next-dice 1 3: DES FIN
    The debt comes first. HYPO mortgages, DÉMOL sells buildings. FAILL gives up.
classique: owner 1 1, owner 3 1, houses 1 1, cash 1 100, next-dice 1 3: DES FIN
    The debt comes first. DÉMOL sells buildings. FAILL gives up.
euro: cash 1 100, next-dice 1 3: DES OK
    Not enough money: 100 € short. FAILL gives up.
euro: owner 39 1, cash 1 100, next-dice 1 3: DES FAILL OK
    The debt can still be paid. HYPO mortgages, VENTE trades. FAILL again gives up.
electronique: owner 39 1, cash 1 100, next-dice 1 3: DES ENCH
    ENCH means nothing here. EMPR borrows, HYPO mortgages. FAILL gives up.
euro: owner 39 1, cash 1 100, next-dice 1 3: DES EMPR
    This edition forbids it. HYPO mortgages, VENTE trades. FAILL gives up.
electronique: cash 1 100, next-dice 1 3: DES PAYER OK 2 OK
    A debtor pays the creditor alone. 0–2 say who (0 the bank), + - choose, OK accepts, C goes back.
electronique with loans_allowed = false:: EMPR
    House rule: the bank lends nothing. DÉS throws.
electronique with auctions = false: next-dice 1 2: DES ENCH
    House rule: no auctions. ACHAT buys, FIN leaves it with the bank.
electronique with first_lap = true: next-dice 1 2: DES ENCH
    House rule: pass Départ before you buy. FIN ends the turn.
electronique with prison_collects = false: owner 3 2, prison 2 1, next-dice 1 2: DES
    J2 is in prison: no rent for Rue Lecourbe. FIN goes on.
electronique with prison_collects = false: owner 3 2, prison 2 1, next-dice 1 2: DES LOYER
    House rule: no rent in prison. FIN goes on.
electronique with parking = "pot":: ? 0 -
    The pot: 0 F. + - show the rest, OK or C leaves.
euro:: CORR
    There is nothing to undo. DÉS throws.
electronique: next-card chance 10, next-dice 4 3: DES CARTE
    The card: J1 goes to Gare de Lyon. OK goes there.
euro: owner 1 1, owner 3 2: VENTE OK OK + OK FIN + OK FIN + 5 0 OK OK
    J1, Vilnius for Riga and 50 €: agreed? OK agrees, C goes back.
euro: owner 1 1, owner 3 2: VENTE OK OK + OK FIN + OK FIN + 5 0 OK OK OK OK CORR
    Undo? J1 gives J2 Vilnius for Riga and 50 €. OK undoes it, C keeps it.
electronique: next-dice 1 2: DES ACHAT CORR
    Undo? J1 buys Rue Lecourbe. Sum: 6.000 F. OK undoes it, C keeps it.
"""
"""Edition, position, keys; what is said: it answers at once. The French of the same texts is in the
catalogue; what code does to it is tried below."""
ROWS = SAID.splitlines()


@pytest.mark.parametrize(("case", "said"), [*zip(ROWS[::2], ROWS[1::2], strict=True)])
def test_words_say_what_would_work_now(case: str, said: str) -> None:
    edition, position, keys = case.split(":")
    edition, _, rules = edition.partition(" with ")
    unit = open_game(edition, 2, rules=tomllib.loads(rules)).unit
    unit.session.current_game.turn = 1
    set_facts(unit, position)
    tap_in_turn(unit, *keys.split())
    assert typed(line(unit.question, {}).text("en")) == said.strip()


def test_of_two_open_rents_the_oldest_is_told_to_its_owner() -> None:
    """Anne stops at Bob's, then Bob at Carl's."""
    unit = open_game("euro", 3).unit
    session = unit.session
    session.current_game.turn = 1
    set_facts(unit, "owner 5 2, owner 6 3")
    for dice in ("1 4", "2 4"):
        set_facts(unit, f"next-dice {dice}")
        tap_in_turn(unit, "DES", "FIN")
    assert [(claim.tenant, claim.owner) for claim in unit.question.claims] == [(1, 2), (2, 3)]
    told = typed(line(unit.question, {1: "Anne", 2: "Bob", 3: "Carl"}).text("en"))
    assert told.endswith("Bob: LOYER claims 25 €.")


def test_french_elides_before_a_vowel_that_is_spoken() -> None:
    question = Question("look_cash", 1, amount=5)
    for owner in ("d'Anne", "d'Élie", "d'Hélène", "d'Yves", "de Bob", "de Yann"):
        name = owner[3:] if owner[1] == "e" else owner[2:]
        assert typed(line(question, {1: name}).text("fr")).startswith(f"L'argent {owner} : 5.")
    assert (
        typed(sentence_about("seat.why.turn", {1: "Anne"}, 1).text("fr")) == "C'est le tour d'Anne."
    )


def test_in_an_auction_the_keys_are_told_that_answer_there() -> None:
    """During the sale of an estate nothing leads back but CORR, and that until the first bid."""
    unit = Unit(editions(), seed=1)
    sit_down(unit, "edition deska", "players 3")
    set_facts(unit, "owner 5 3")
    tap_in_turn(unit, "FAILL", "3", "OK", "OK", "OK")
    told = [(line(unit.question, {}).text("en"), keys_now(unit.question, {}).text("en"))]
    tap_in_turn(unit, "1", "9", "OK")
    told += [(line(unit.question, {}).text("en"), keys_now(unit.question, {}).text("en"))]
    for (said, possible), corrects in zip(told, (True, False), strict=True):
        assert (" C " in said) is (" C " in possible) is not corrects
        assert ("CORR undoes" in possible) is corrects
        assert ("FIN closes it" if corrects else "FIN sells") in possible


@pytest.mark.parametrize("key", ["F", "ON"])
def test_a_refusal_ends_with_its_question(key: str) -> None:
    """F held opens the MENU; ON held switches off, and ON starts cold."""
    unit = Unit(editions(), seed=1)
    unit.power_on()
    unit.run(unit.tick + 4 * SECOND)
    tap(unit, "ACHAT")
    assert unit.question.error == Error.KEY
    tap(unit, key, hold=2 * SECOND)
    if key == "ON":
        tap(unit, "ON")
    assert unit.firmware.awake and not unit.question.error
