"""The words beside the glass, in French and in English: for panel, page, plain mode and report.

text("fr", "why.3")                       "Pas assez d'argent."
line(unit.question, "en", {1: "Anne"})    "Anne, throw the dice. DÉS throws them."
language("fr_BE.UTF-8")                   "fr"

The catalogues are gettext's PO files, one a language, so that any translation editor opens
them. They are read at the first word that is needed: compiled catalogues would have to be built,
and reading one takes about a millisecond. Fields stand in braces, as in `str.format`.
"""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache

from banquier.words.languages import ENGLISH, LANGUAGES, language
from firmware_sim.edition import Edition
from firmware_sim.game import Bargain
from firmware_sim.glass import with_points
from firmware_sim.question import Question

FOLDER = os.path.dirname(__file__)
LEGENDS = {"DES": "DÉS", "BATIR": "BÂTIR", "DEMOL": "DÉMOL", "RECU": "REÇU"}
"""Keys whose printed legend is not their name in scripts."""


def of_environment() -> str:
    """The language of the user's messages, as POSIX orders the variables."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    return language(next(filter(None, map(os.environ.get, names)), ""))


@lru_cache(maxsize=len(LANGUAGES))
def catalogue(lang: str) -> Mapping[str, str]:
    """msgid to msgstr, without the header. ValueError: it is no PO."""
    path = os.path.join(FOLDER, f"{lang}.po")
    with open(path, encoding="utf-8") as file:
        lines = re.sub(r"\n#.*", "", f"\n{file.read()}").replace('"\n"', "")
    # As one object of JSON, whose texts are written as those of a PO: the fastest reader there is.
    pairs = lines.replace('\nmsgid "', ',"').replace('\nmsgstr "', ':"').lstrip("\n,")
    texts = json.loads(f"{{{pairs}}}", object_pairs_hook=list)
    found = dict(texts)
    if len(found) < len(texts):
        raise ValueError(f"{path}: a msgid stands there a second time")
    del found[""]
    return found if LANGUAGES[lang].whole else {**catalogue(ENGLISH), **found}


def text(lang: str, name: str, **fields: object) -> str:
    found = catalogue(lang)[name]
    return found.format(**fields) if fields else found


def player(lang: str, names: Mapping[int, str], number: int) -> str:
    """The name that a player was given, or J1 … J8 as the glass says."""
    return names.get(number) or f"J{number}" if number else text(lang, "bank")


def key_words(lang: str, name: str) -> str:
    """What a key of the unit does."""
    return text(lang, "unit_key.digit" if name.isdigit() else f"unit_key.{name}")


def line(question: Question, lang: str, names: Mapping[int, str], width: int = 0) -> str:
    """What is asked, of whom, and which keys answer; after a refusal why, and what would work.

    Beyond `width` the square's name is shortened, then players are called by their numbers."""
    for fewer, brief in ((names, 0), (names, 1), ({}, 1), ({}, 2)):
        said, place = _line(question, lang, fewer, brief), question.place
        if not width or len(said) <= width:
            break
        kept = max(len(place) - (len(said) - width) - 1, LEAST_PLACE)
        if kept < len(place):
            said = said.replace(place, place[:kept].rstrip() + "…")
            if len(said) <= width:
                break
    return said


LEAST_PLACE = 10
"""Letters of a square's name that always stay."""


def _line(question: Question, lang: str, names: Mapping[int, str], brief: int) -> str:
    if question.error:
        said = refused(question, lang, names, brief > 0)
        return f"{said} {_what_works(question, lang, names, brief > 1)}"
    parts = [asked(question, lang, names, brief > 0), _keys(question, lang, names)]
    if question.kind in _CLAIMS_TOLD and question.claims:
        claim = question.claims[0]
        owner = player(lang, names, claim.owner)
        parts.append(text(lang, "claim", owner=owner, amount=with_points(claim.amount)))
    return " ".join(parts)


def _keys(question: Question, lang: str, names: Mapping[int, str]) -> str:
    return text(lang, f"keys.{question.kind}", **_fields(question, lang, names))


def _what_works(question: Question, lang: str, names: Mapping[int, str], brief: bool) -> str:
    """After a refusal: the functions that help as the game stands, else the keys that answer."""
    texts, error = catalogue(lang), question.error
    besides = texts.get(f"way.{error}.{question.kind}", "")
    if not question.ways:
        return besides or texts.get(f"way.{error}") or _keys(question, lang, names)
    if brief:
        said = _legends(question.ways)
    else:
        said = ", ".join(
            texts.get(f"way.{error}.{key}") or texts[f"way.{key}"] for key in question.ways
        )
    if not question.functions:
        said = text(lang, "way.first", ways=said)
    return f"{said}. {besides}".rstrip()


def _legends(keys: Sequence[str]) -> str:
    return ", ".join(LEGENDS.get(key, key) for key in keys)


def asked(question: Question, lang: str, names: Mapping[int, str], brief: bool = False) -> str:
    """What is asked, of whom. `brief`: a bargain without its goods."""
    fields = _fields(question, lang, names)
    kind = "accord" if question.kind == "accord" and brief else f"ask.{question.kind}"
    said = text(lang, kind, **fields)
    if question.act:
        kind = "traded" if question.act.bargain and brief else question.act.kind
        said = f"{text(lang, 'undo')} {text(lang, f'move.{kind}', **fields)}"
        if question.amount and not question.act.bargain:
            said = f"{said[:-1]}: {fields['value']}."
    return said[:1].upper() + said[1:]


def refused(question: Question, lang: str, names: Mapping[int, str], brief: bool = False) -> str:
    """Why the last key was refused."""
    fields, error, texts = _fields(question, lang, names), question.error, catalogue(lang)
    name = f"why.{error}"
    if error == BEYOND_LOANS and question.short:
        name = "over"
    elif question.short:
        name = "short.brief" if brief else "short"
    elif f"{name}.{question.kind}" in texts:
        name = f"{name}.{question.kind}"
    elif error == TOO_LOW and question.auction:
        name = "low.more" if question.auction.best else "low.least"
    return text(lang, name, **fields)


BEYOND_LOANS, TOO_LOW = 16, 24
"""Errors whose words have a sum."""


def _fields(question: Question, lang: str, names: Mapping[int, str]) -> dict[str, object]:
    auction, act = question.auction, question.act
    terms = question.bargain or (act.bargain if act else None)
    edition = question.edition
    sides = bargain_sides(terms, edition, lang) if terms and edition else ("", "")
    given, got = sides if terms and question.player == terms.first else sides[::-1]
    return {
        "given": given,
        "got": got,
        "best": with_points((auction.best or auction.opening or 0) if auction else 0),
        "ways": f"{_legends(question.ways)}{text(lang, 'way.or')}" if question.ways else "",
        "player": player(lang, names, question.player),
        "of_player": of(lang, player(lang, names, question.player)),
        "yes": text(lang, "yes" if question.amount else "no"),
        "short": with_points(question.short),
        "other": player(lang, names, question.other),
        "value": "" if question.amount is None else with_points(question.amount),
        "label": _thing(question, lang),
        "players": listed(lang, [player(lang, names, number) for number in question.winners]),
        "rank": question.rank,
        "numbers": listed(lang, [str(number) for number in act.numbers]) if act else "",
        "key": LEGENDS.get(question.key, question.key),
    }


def _thing(question: Question, lang: str) -> str:
    """The square, card or building that is asked about."""
    auction = question.auction
    if auction and auction.building and not question.kind.startswith("scarce"):
        return text(lang, "a_house" if auction.building == "house" else "a_hotel")
    return question.place or text(lang, "page.prison_card")


def bargain_sides(terms: Bargain, edition: Edition, lang: str) -> tuple[str, str]:
    """What each gives."""
    sides = (
        (terms.first_deeds, terms.first_cards, terms.money),
        (terms.second_deeds, terms.second_cards, -terms.money),
    )
    given, got = (
        listed(
            lang,
            [
                *(edition.squares[deed].name for deed in deeds),
                *(text(lang, "page.prison_card") for _ in cards),
                *([with_points(money)] if money > 0 else []),
            ],
        )
        or text(lang, "page.nothing")
        for deeds, cards, money in sides
    )
    return given, got


def of(lang: str, name: str) -> str:
    """Of somebody; in French with an elision before a vowel."""
    vowel = unicodedata.normalize("NFD", name)[:1].upper() in tuple("AEIOU")
    return text(lang, "of_vowel" if vowel else "of", whom=name)


def listed(lang: str, parts: Sequence[str]) -> str:
    """a, b and c"""
    return f" {text(lang, 'and')} ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


_CLAIMS_TOLD = frozenset(("throw", "throw_keyed"))
"""Questions over which a rent of the turn before may still be open."""


EDITIONS = ("electronique", "deska", "euro", "classique", "merveilles")
ERRORS = 24


def help_text(lang: str, edition: str = "") -> str:
    """The help: cards, errors, going back, and the rules of the edition.

    `edition`: its label; one of a user's own has no page of rules here."""
    this_key = text(lang, "help.this_key")
    errors = [text(lang, "help.errors")]
    errors += [f" {n:02}  {text(lang, f'why.{n}', key=this_key)}" for n in range(1, ERRORS + 1)]
    parts = [text(lang, "help.cards"), "\n".join(errors), text(lang, "help.back")]
    if edition.lower() in EDITIONS:
        parts.append(text(lang, f"help.rules.{edition.lower()}"))
    return "\n\n".join(parts)
