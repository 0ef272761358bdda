"""The sentences beside the glass, in French and English: for panel, page, plain mode and report.

text("fr", "why.3")                   "Pas assez d'argent."
said = line(unit.question, {1: "Anne"})
said.text("en")                       "Anne, throw the dice. DÉS throws."
language("fr_BE.UTF-8")               "fr"

A sentence is a `Said`, a name and facts, until it is shown in a language.
Fields of the catalogues are in braces, as in `str.format`.
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
"""The family of each kind of question, whose keys do the same. Without a row it is the first word
of the kind."""


def of_environment() -> str:
    """Return the language of the user's messages, from the variables in the order of POSIX."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    return language(next(filter(None, map(os.environ.get, names)), ""))


def text(lang: str, name: str, **facts: object) -> str:
    """Put facts into a text of the catalogue. A number is grouped by points, unless the field has
    a format of its own: 9.600 F, but {speed:d} baud."""
    lang = _whole_in(lang, Said(name, **facts))
    found = catalogue(lang)[name]
    if not facts:
        return found
    plain = {name: fact if type(fact) is int and f"{{{name}:" in found else phrase(fact, lang)
             for name, fact in facts.items()}  # fmt: skip
    return found.format(**plain)


def _whole_in(lang: str, said: Said) -> str:
    """Return the language, or English if any part of the sentence is missing in it."""
    lacks = lacking(lang)
    return ENGLISH if lacks and not lacks.isdisjoint(_names(said)) else lang


def _names(*facts: object) -> Iterator[str]:
    """Yield the names of all texts in these facts."""
    for fact in facts:
        if isinstance(fact, Several):
            yield from _names(*fact.parts)
        elif isinstance(fact, Said):
            yield from (fact.name, *_names(*fact.facts.values()))
        elif isinstance(fact, tuple):
            yield from _names(*fact)


def phrase(fact: object, lang: str) -> Any:
    """Format a fact for a sentence: a number is grouped by points, several facts are listed."""
    if isinstance(fact, Said):
        return fact.text(lang)
    if isinstance(fact, tuple):
        return _join(lang, [str(phrase(one, lang)) for one in fact])
    return with_points(fact) if type(fact) is int else fact


def _join(lang: str, parts: Sequence[str]) -> str:
    """Join parts as "a, b and c"."""
    return f" {text(lang, 'and')} ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


class Said:
    """A sentence or a word before it is shown: its name in the catalogue and its facts."""

    def __init__(self, name: str, **facts: object) -> None:
        self.name = name
        self.facts = facts

    def text(self, lang: str) -> str:
        return text(lang, self.name, **self.facts)

    def __str__(self) -> str:
        """Return the English sentence, for errors at the command line."""
        return self.text(ENGLISH)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)


class Several(Said):
    """Several sentences in a row; false without any. Each begins with a capital."""

    def __init__(self, *parts: Said | str | tuple[str, ...] | None, between: str = " ") -> None:
        self.parts = tuple(filter(None, parts))
        self.between = between

    def text(self, lang: str) -> str:
        lang = _whole_in(lang, self)
        parts = [str(phrase(part, lang)) for part in self.parts]
        if self.between == " ":
            parts = [part[:1].upper() + part[1:] for part in parts]
        return self.between.join(parts)

    def __bool__(self) -> bool:
        return bool(self.parts)


def is_known(name: str) -> bool:
    """Return whether the catalogue has such a text."""
    return name in catalogue(ENGLISH)


def name_of(names: Mapping[int, str], number: int) -> str:
    """Return the player's own name, or J1 … J8 as on the glass."""
    return names.get(number) or f"J{number}"


def player(names: Mapping[int, str], number: int) -> Said | str:
    """Return the name of a player; 0 is the bank, a negative number the pot."""
    return name_of(names, number) if number > BANK else Said("pot" if number < BANK else "bank")


def possessive(name: Said | str) -> Said:
    """Name the owner of something: in French "d'Anne", "d'Hélène", "d'Yves", but "de Yann"."""
    letters = normalize("NFD", name)[:2].upper() if isinstance(name, str) else ""
    first, second = letters[:1], letters[1:]
    elided = first in (*VOWELS, "H") or (first == "Y" and second not in VOWELS)
    return Said("of_vowel" if elided else "of", whom=name)


def key_words(name: str) -> Said:
    """Return what a key of the unit does."""
    return Said("unit_key.digit" if name.isdigit() else f"unit_key.{name}")


# -- questions


def line(question: Question, names: Mapping[int, str], brief: int = 0) -> Said:
    """Return the question and the keys that answer, or a refusal and what would work."""
    return Several(*rows(question, names, brief))


def rows(question: Question, names: Mapping[int, str], brief: int = 0) -> tuple[Said, Said]:
    """Return the halves of the line: the question or the refusal, and the keys that would work."""
    if question.error:
        works = _what_works(question, names, brief > 1)
        return refusal_reason(question, names, brief > 0), works
    claims = question.claims[:1] if question.kind in _CLAIMS_TOLD else ()
    told = (
        Said("claim", owner=player(names, one.owner), amount=in_currency(question, one.amount))
        for one in claims
    )
    return prompt(question, names, brief > 0), Several(_keys(question, names), *told)


def _what_works(question: Question, names: Mapping[int, str], brief: bool) -> Said:
    """Return, after a refusal, the functions that would help now, else the keys that answer."""
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
    """Return a sentence of the keys that answer and what each does."""
    return Said("told.sentence", said=Several(*answers(question, names), between=", "))


def answers(question: Question, names: Mapping[int, str]) -> list[Said]:
    """Return each key that answers and what it does; keys that do the same are grouped."""
    kind, facts = question.kind, _facts(question, names)
    puts = {"+": question.plus, "-": question.minus}
    told: list[tuple[object, list[str]]] = []
    for key in question.answers:
        name = words_of(kind, "#" if key.isdigit() else "+" if key == "-" else key)
        put = puts.get(key, 0)
        does = in_currency(question, put) if put else Said(name, **facts)
        if told and phrase(told[-1][0], ENGLISH) == phrase(does, ENGLISH):
            told[-1][1].append(key)
        else:
            told.append((does, [key]))
    more = f"keys.{_family(kind)}.more"
    return [
        *(Said("told.key", key=_join_legends(keys), does=does) for does, keys in told),
        *([Said(more, **facts)] if is_known(more) else []),
    ]


def words_of(kind: str, key: str) -> str:
    """Return the name of the text for a key at a question of this kind."""
    names = (f"keys.{kind}.{key}", f"keys.{_family(kind)}.{key}", f"keys.{key}")
    return next(filter(is_known, names))


def _family(kind: str) -> str:
    return KEYS_OF.get(kind, kind.split("_")[0])


def _join_legends(keys: Sequence[str]) -> Said | str:
    """Return the legends of keys that do the same: ACHAT, + -, 1–4 or "OK or C"."""
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


def prompt(question: Question, names: Mapping[int, str], brief: bool = False) -> Several:
    """Return the question alone. `brief`: without a bargain's goods or the sum CORR undoes."""
    facts, act = _facts(question, names), question.act
    kind = "accord" if question.kind == "accord" and brief else f"ask.{question.kind}"
    if act is None:
        return Several(Said(kind, **facts))
    done = Said(f"act.{'traded' if act.bargain and brief else act.kind}", **facts)
    amount = question.amount and not act.bargain and not brief
    return Several(Said("undo"), done, Said("undo.sum", **facts) if amount else "")


COUNTS = ("card_back", "by_dice", "look_passport", "visas")
"""Questions whose value is a count, not a sum of money."""


def with_currency(amount: int, currency: str) -> str:
    return f"{with_points(amount)}\u00a0{currency}"


def refusal_reason(question: Question, names: Mapping[int, str], brief: bool = False) -> Said:
    """Return why the last key was refused."""
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
    """Return the name of the sentence that explains a refused key: a house rule forbids it, this
    kind of question has a reason of its own, or the error has a general one."""
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
        "of_player": possessive(who),
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
    """Return the amount with its currency, or bare before an edition is chosen."""
    if question.edition is None or question.kind in COUNTS:
        return amount
    return with_currency(amount, question.edition.currency)


def _thing(question: Question) -> Said | str:
    """Return the square, card or building that the question is about."""
    auction = question.auction
    if auction and auction.building and not question.kind.startswith("scarce"):
        return Said("a_house" if auction.building == "house" else "a_hotel")
    return question.place or Said("page.prison_card")


def bargain_sides(
    terms: Bargain | None, edition: Edition | None, giver: int | None = None
) -> tuple[object, object]:
    """Return what each side of a bargain gives. `giver`: the player whose side comes first."""
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
"""Questions during which a rent of the last turn may still be claimed."""


def help_text(lang: str, edition: str = "") -> str:
    """Return the help: cards, errors, going back, and the rules of the edition.

    `edition`: its label; a user's own edition has no page of rules."""
    this_key = text(lang, "help.this_key")
    errors = [text(lang, "help.errors")]
    errors += [f" {n:02}  {text(lang, f'why.{n}', key=this_key)}" for n in Error]
    parts = [text(lang, "help.cards"), "\n".join(errors)]
    parts.append(text(lang, "help.back", most=EMULATOR.undo))
    if is_known(rules := f"help.rules.{edition.lower()}"):
        parts.append(text(lang, rules))
    return "\n\n".join(parts)
