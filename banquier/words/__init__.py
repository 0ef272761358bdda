"""The words beside the glass, in French and in English: for panel, page, plain mode and report.

text("fr", "why.3")                       "Pas assez d'argent."
line(unit.question, "en", {1: "Anne"})    "Anne, throw the dice. DÉS throws them."
language("fr_BE.UTF-8")                   "fr"

The catalogues are gettext's PO files, `fr.po` and `en.po`, so that any translation editor opens
them. They are read at the first word that is needed: compiled catalogues would have to be built,
and reading one takes about a millisecond. Fields stand in braces, as in `str.format`.
"""

from __future__ import annotations

import json
import os
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache

from firmware_sim.interface import Question, with_points

LANGUAGES = ("fr", "en")
LEGENDS = {"DES": "DÉS", "BATIR": "BÂTIR", "DEMOL": "DÉMOL", "RECU": "REÇU"}
"""Keys whose printed legend is not their name in scripts."""


def language(locale: str) -> str:
    """French where the locale says French, else English."""
    return "fr" if locale.lower().startswith("fr") else "en"


def of_environment() -> str:
    """The language of the user's messages, as POSIX orders the variables."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    return language(next(filter(None, map(os.environ.get, names)), ""))


@lru_cache(maxsize=len(LANGUAGES))
def catalogue(lang: str) -> Mapping[str, str]:
    """msgid to msgstr, without the header. ValueError names a line that is no PO."""
    path = os.path.join(os.path.dirname(__file__), f"{lang}.po")
    found: dict[str, str] = {}
    name, into = "", ""
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            word, _, rest = line.strip().partition(" ")
            if not word or word.startswith("#"):
                continue
            if word.startswith('"'):
                word, rest = into, line.strip()
            if word == "msgid":
                name = json.loads(rest)
                if name in found:
                    raise ValueError(f"{path}:{number}: {name!r} a second time")
                found[name] = ""
            elif word == "msgstr":
                found[name] += json.loads(rest)
            else:
                raise ValueError(f"{path}:{number}: neither msgid nor msgstr")
            into = word
    del found[""]
    return found


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
    for fewer, brief in ((names, False), ({}, True)):
        said = _line(question, lang, fewer, question.place, brief)
        if not width or len(said) <= width:
            break
        kept = max(len(question.place) - (len(said) - width) - 1, LEAST_PLACE)
        if kept < len(question.place):
            said = _line(question, lang, fewer, question.place[:kept].rstrip() + "…", brief)
            if len(said) <= width:
                break
    return said


RAISES = {"EMPR": "raise.borrow", "HYPO": "raise.mortgage", "DEMOL": "raise.demolish"}
LEAST_PLACE = 10
"""Letters of a square's name that always stay."""


def _line(question: Question, lang: str, names: Mapping[int, str], place: str, brief: bool) -> str:
    named = question._replace(place=place)
    keys = text(lang, f"keys.{question.kind}", **_fields(named, lang, names))
    if question.raises and question.short:
        ways = ", ".join(text(lang, RAISES[key]) for key in question.raises)
        return f"{refused(named, lang, names, brief)} {ways}."
    if way := catalogue(lang).get(f"way.{question.error}"):
        return f"{refused(named, lang, names, brief)} {way}"
    if question.error:
        return f"{refused(named, lang, names, brief)} {keys}"
    parts = [asked(named, lang, names), keys]
    if question.kind in _CLAIMS_TOLD and question.claims:
        claim = question.claims[0]
        owner = player(lang, names, claim.owner)
        parts.append(text(lang, "claim", owner=owner, amount=with_points(claim.amount)))
    return " ".join(parts)


def asked(question: Question, lang: str, names: Mapping[int, str]) -> str:
    """What is asked, of whom."""
    fields = _fields(question, lang, names)
    said = text(lang, f"ask.{question.kind}", **fields)
    if question.act:
        kind = "traded" if question.act.bargain else question.act.kind
        said = f"{text(lang, 'undo')} {text(lang, f'move.{kind}', **fields)}"
    return said[:1].upper() + said[1:]


def refused(question: Question, lang: str, names: Mapping[int, str], brief: bool = False) -> str:
    """Why the last key was refused."""
    if question.short:
        return text(lang, "short.brief" if brief else "short", **_fields(question, lang, names))
    return text(lang, f"why.{question.error}", **_fields(question, lang, names))


def _fields(question: Question, lang: str, names: Mapping[int, str]) -> dict[str, object]:
    return {
        "player": player(lang, names, question.player),
        "of_player": of(lang, player(lang, names, question.player)),
        "yes": text(lang, "yes" if question.amount else "no"),
        "short": with_points(question.short),
        "other": player(lang, names, question.other),
        "value": "" if question.amount is None else with_points(question.amount),
        "label": _thing(question, lang),
        "players": listed(lang, [player(lang, names, number) for number in question.winners]),
        "rank": question.rank,
        "numbers": listed(lang, [str(number) for number in question.act.numbers])
        if question.act
        else "",
        "key": LEGENDS.get(question.key, question.key),
    }


def _thing(question: Question, lang: str) -> str:
    """The square, card or building that is asked about."""
    auction = question.auction
    if auction and auction.building and not question.kind.startswith("scarce"):
        return text(lang, "a_house" if auction.building == "house" else "a_hotel")
    return question.place or text(lang, "page.prison_card")


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
