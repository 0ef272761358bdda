"""The words beside the glass, in French and in English: for panel, page, plain mode and report.

text("fr", "why.3")                   "Pas assez d'argent."
said = line(unit.question, {1: "Anne"})
said.text("en")                       "Anne, throw the dice. DÉS throws."
language("fr_BE.UTF-8")               "fr"

A sentence is a `Said`, a name and facts, until it is shown: its maker knows no language.
Fields of the catalogues stand in braces, as in `str.format`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from unicodedata import normalize

from banquier.editions.rule_fields import of_the_house
from banquier.words.catalogues import catalogue, lacking
from banquier.words.languages import ENGLISH, language
from datasheet.glass import with_points
from firmware_sim.edition import Edition
from firmware_sim.game import BANK, HOTEL, Bargain, Error
from firmware_sim.question import Question
from firmware_sim.session import EMULATOR
from keypad.keys import KEYS

LEGENDS = {key.name: key.legend for key in KEYS}
VOWELS = tuple("AEIOU")
KEYS_OF = {
    **dict.fromkeys(("built_up", "bare", "demolish", "mortgage", "lift"), "build"),
    **dict.fromkeys(("new_loan", "repay"), "loans"),
    **dict.fromkeys(("good", "no_goods"), "goods"),
    **dict.fromkeys(("bid_amount", "loan_amount", "pay_amount", "by_hand_amount",
                     "by_hand_houses", "by_hand_hotels"), "amount"),
    **dict.fromkeys(("balances", "visas", "walk_deed", "walk_nothing"), "look"),
    **dict.fromkeys(("winners", "rank"), "winner"), "first_bid": "bid",
}  # fmt: skip
"""Kinds of question whose keys do what those of another kind do, or of a family of kinds. Without
a row the family is the first word of the kind."""


def of_environment() -> str:
    """The language of the user's messages, as POSIX orders the variables."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    return language(next(filter(None, map(os.environ.get, names)), ""))


def text(lang: str, name: str, **facts: object) -> str:
    """The one place where facts become words. A number has its points, unless the field has a
    format of its own: 9.600 F, but {speed:d} baud."""
    lang = _whole_in(lang, Said(name, **facts))
    found = catalogue(lang)[name]
    if not facts:
        return found
    plain = {name: fact if type(fact) is int and f"{{{name}:" in found else shown(fact, lang)
             for name, fact in facts.items()}  # fmt: skip
    return found.format(**plain)


def _whole_in(lang: str, said: Said) -> str:
    """A sentence of which the language lacks a part is English as a whole."""
    lacks = lacking(lang)
    return ENGLISH if lacks and not lacks.isdisjoint(_names(said)) else lang


def _names(*facts: object) -> Iterator[str]:
    """Of the texts in these facts."""
    for fact in facts:
        if isinstance(fact, Several):
            yield from _names(*fact.parts)
        elif isinstance(fact, Said):
            yield from (fact.name, *_names(*fact.facts.values()))
        elif isinstance(fact, tuple):
            yield from _names(*fact)


def shown(fact: object, lang: str) -> Any:
    """A fact in a sentence: a number has its points, several are listed."""
    if isinstance(fact, Said):
        return fact.text(lang)
    if isinstance(fact, tuple):
        return _listed(lang, [str(shown(one, lang)) for one in fact])
    return with_points(fact) if type(fact) is int else fact


def _listed(lang: str, parts: Sequence[str]) -> str:
    """a, b and c"""
    return f" {text(lang, 'and')} ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


class Said:
    """A sentence or a word before it is shown: its name in the catalogue and its facts."""

    def __init__(self, name: str, **facts: object) -> None:
        self.name = name
        self.facts = facts

    def text(self, lang: str) -> str:
        return text(lang, self.name, **self.facts)

    def __str__(self) -> str:
        """Errors at the command line are in English."""
        return self.text(ENGLISH)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)


class Several(Said):
    """One after the other; without any it is false. Sentences begin with a capital."""

    def __init__(self, *parts: Said | str | tuple[str, ...] | None, between: str = " ") -> None:
        self.parts = tuple(filter(None, parts))
        self.between = between

    def text(self, lang: str) -> str:
        lang = _whole_in(lang, self)
        parts = [str(shown(part, lang)) for part in self.parts]
        if self.between == " ":
            parts = [part[:1].upper() + part[1:] for part in parts]
        return self.between.join(parts)

    def __bool__(self) -> bool:
        return bool(self.parts)


def is_known(name: str) -> bool:
    """Whether there is such a sentence."""
    return name in catalogue(ENGLISH)


def name_of(names: Mapping[int, str], number: int) -> str:
    """The name that a player was given, or J1 … J8 as the glass says."""
    return names.get(number) or f"J{number}"


def player(names: Mapping[int, str], number: int) -> Said | str:
    """Name of a player; 0 is the bank, below it the pot."""
    return name_of(names, number) if number > BANK else Said("pot" if number < BANK else "bank")


def of(name: Said | str) -> Said:
    """Name the owner of something: in French "d'Anne", "d'Hélène", "d'Yves", but "de Yann"."""
    letters = normalize("NFD", name)[:2].upper() if isinstance(name, str) else ""
    first, second = letters[:1], letters[1:]
    elided = first in (*VOWELS, "H") or (first == "Y" and second not in VOWELS)
    return Said("of_vowel" if elided else "of", whom=name)


def key_words(name: str) -> Said:
    """What a key of the unit does."""
    return Said("unit_key.digit" if name.isdigit() else f"unit_key.{name}")


# -- questions


def line(question: Question, names: Mapping[int, str], brief: int = 0) -> Said:
    """What is asked, of whom, and which keys answer; after a refusal why, and what would work."""
    return Several(*rows(question, names, brief))


def rows(question: Question, names: Mapping[int, str], brief: int = 0) -> tuple[Said, Said]:
    """The two halves of the line: what is asked or why a key was refused, and what would work."""
    if question.error:
        works = _what_works(question, names, brief > 1)
        return refused(question, names, brief > 0), works
    claims = question.claims[:1] if question.kind in _CLAIMS_TOLD else ()
    told = (
        Said("claim", owner=player(names, one.owner), amount=in_currency(question, one.amount))
        for one in claims
    )
    return asked(question, names, brief > 0), Several(_keys(question, names), *told)


def _what_works(question: Question, names: Mapping[int, str], brief: bool) -> Said:
    """After a refusal: the functions that help as the game stands, else the keys that answer."""
    kind, error = question.kind, question.error
    names_of = (f"way.{error}.{kind}", f"way.any.{kind}", f"way.{error}")
    own = [name for name in names_of if is_known(name)][:1]
    if not question.ways:
        return Said(own[0]) if own else _keys(question, names)
    ways: Said | str = _legends(question.ways)
    if not brief:
        named = ((f"way.{error}.{key}", f"way.{key}") for key in question.ways)
        ways = Several(*(Said(next(filter(is_known, two))) for two in named), between=", ")
    first = "told.sentence" if question.functions else "way.first"
    return Several(Said(first, said=ways), *(Said(name) for name in own if name.endswith(kind)))


def _keys(question: Question, names: Mapping[int, str]) -> Said:
    """The keys that answer and what each does, as a sentence."""
    return Said("told.sentence", said=Several(*answers(question, names), between=", "))


def answers(question: Question, names: Mapping[int, str]) -> list[Said]:
    """Each key that answers and what it does; keys that do the same stand together."""
    kind, facts = question.kind, _facts(question, names)
    puts = {"+": question.plus, "-": question.minus}
    told: list[tuple[object, list[str]]] = []
    for key in question.answers:
        name = words_of(kind, "#" if key.isdigit() else "+" if key == "-" else key)
        put = puts.get(key, 0)
        does = in_currency(question, put) if put else Said(name, **facts)
        if told and shown(told[-1][0], ENGLISH) == shown(does, ENGLISH):
            told[-1][1].append(key)
        else:
            told.append((does, [key]))
    more = f"keys.{_family(kind)}.more"
    return [
        *(Said("told.key", key=_together(keys), does=does) for does, keys in told),
        *([Said(more, **facts)] if is_known(more) else []),
    ]


def words_of(kind: str, key: str) -> str:
    """The name of the text that says what a key does at a question of that kind."""
    names = (f"keys.{kind}.{key}", f"keys.{_family(kind)}.{key}", f"keys.{key}")
    return next(filter(is_known, names))


def _family(kind: str) -> str:
    return KEYS_OF.get(kind, kind.split("_")[0])


def _together(keys: Sequence[str]) -> Said | str:
    """ACHAT, + -, 1–4 or "OK or C"."""
    digits = sorted(filter(str.isdigit, keys))
    legends = [LEGENDS[key] for key in keys if key not in ("+", "-", *digits)]
    if signs := [key for key in keys if key in ("+", "-")]:
        legends.append(" ".join(signs))
    if digits:
        through = len(digits) > 1 and int(digits[-1]) - int(digits[0]) == len(digits) - 1
        legends.append(f"{digits[0]}–{digits[-1]}" if through else " ".join(digits))
    first, *more = legends
    return Said("told.either", first=first, second=more[0]) if more else first


def _legends(keys: Sequence[str]) -> str:
    return ", ".join(LEGENDS[key] for key in keys)


def asked(question: Question, names: Mapping[int, str], brief: bool = False) -> Several:
    """What is asked, of whom. `brief`: a bargain without its goods, no sum of what CORR undoes."""
    facts, act = _facts(question, names), question.act
    kind = "accord" if question.kind == "accord" and brief else f"ask.{question.kind}"
    if act is None:
        return Several(Said(kind, **facts))
    done = Said(f"act.{'traded' if act.bargain and brief else act.kind}", **facts)
    amount = question.amount and not act.bargain and not brief
    return Several(Said("undo"), done, Said("undo.sum", **facts) if amount else "")


COUNTS = ("card_back", "by_dice", "look_passport", "visas")
"""Questions whose value is no sum."""


def with_currency(amount: int, currency: str) -> str:
    return f"{with_points(amount)}\u00a0{currency}"


def refused(question: Question, names: Mapping[int, str], brief: bool = False) -> Said:
    """Why the last key was refused."""
    error, auction = question.error, question.auction
    name = find_reason(error, question.edition, question.key, question.kind)
    if error == Error.CEILING and question.short:
        name = "over"
    elif question.short:
        name = "short.brief" if brief else "short"
    elif error == Error.TOO_LOW and auction and question.kind != "opening":
        name = "low.more" if auction.best else "low.least"
    return Said(name, **_facts(question, names))


def find_reason(error: int, edition: Edition | None, key: str, kind: str) -> str:
    """The name of the sentence that says why this key was refused at this kind of question: a
    house rule forbids it, the question has a reason of its own, or the error says it."""
    if edition is not None and error in (Error.FORBIDDEN, Error.NOT_YET):
        on = of_the_house(edition)
        for rule in _FORBIDDEN_BY.get(key, ()):
            if rule in on:
                return f"why.house.{rule}"
    own = f"why.{int(error)}.{kind}"
    return own if is_known(own) else f"why.{int(error)}"


_FORBIDDEN_BY = {
    "EMPR": ("loans_allowed",), "ACHAT": ("first_lap",), "ENCH": ("auctions", "first_lap"),
    "LOYER": ("prison_collects",),
}  # fmt: skip
"""House rules by the keys that they forbid."""


def _facts(question: Question, names: Mapping[int, str]) -> dict[str, object]:
    auction, act, who = question.auction, question.act, player(names, question.player)
    terms = question.bargain or (act.bargain if act else None)
    given, got = bargain_sides(terms, question.edition, question.player)
    return {
        "given": given,
        "got": got,
        "best": in_currency(question, (auction.best or auction.opening or 0) if auction else 0),
        "player": who,
        "of_player": of(who),
        "yes": Said("yes" if question.amount else "no"),
        "short": in_currency(question, question.short),
        "other": player(names, question.other),
        "value": "" if question.amount is None else in_currency(question, question.amount),
        "label": _thing(question),
        "built": Said("a_hotel" if question.houses == HOTEL else "a_house"),
        "players": tuple([name_of(names, number) for number in question.winners]),
        "rank": question.rank,
        "numbers": act.numbers if act else "",
        "key": LEGENDS.get(question.key, ""),
    }


def in_currency(question: Question, amount: int) -> str | int:
    """With its currency, once there is an edition."""
    if question.edition is None or question.kind in COUNTS:
        return amount
    return with_currency(amount, question.edition.currency)


def _thing(question: Question) -> Said | str:
    """The square, card or building that is asked about."""
    auction = question.auction
    if auction and auction.building and not question.kind.startswith("scarce"):
        return Said("a_house" if auction.building == "house" else "a_hotel")
    return question.place or Said("page.prison_card")


def bargain_sides(
    terms: Bargain | None, edition: Edition | None, giver: int | None = None
) -> tuple[object, object]:
    """What each gives; `giver`: whose side is first, if not that of who is named first."""
    if terms is None or edition is None:
        return "", ""
    sides = (
        (terms.first_deeds, terms.first_cards, terms.money),
        (terms.second_deeds, terms.second_cards, -terms.money),
    )
    given, got = (
        (
            *(edition.squares[deed].name for deed in deeds),
            *(Said("page.prison_card") for _ in cards),
            *([with_currency(money, edition.currency)] if money > 0 else []),
        )
        or Said("page.nothing")
        for deeds, cards, money in sides
    )
    return (given, got) if giver in (None, terms.first) else (got, given)


_CLAIMS_TOLD = frozenset(("throw", "throw_keyed"))
"""Questions over which a rent of the turn before may still be open."""


def help_text(lang: str, edition: str = "") -> str:
    """The help: cards, errors, going back, and the rules of the edition.

    `edition`: its label; one of a user's own has no page of rules here."""
    this_key = text(lang, "help.this_key")
    errors = [text(lang, "help.errors")]
    errors += [f" {n:02}  {text(lang, f'why.{n}', key=this_key)}" for n in Error]
    parts = [text(lang, "help.cards"), "\n".join(errors)]
    parts.append(text(lang, "help.back", most=EMULATOR.undo))
    if is_known(rules := f"help.rules.{edition.lower()}"):
        parts.append(text(lang, rules))
    return "\n\n".join(parts)
