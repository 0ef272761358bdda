"""Texts of the catalogues in every language: each page chooses by its own setting.

both("seat.why.turn", {1: "Anne"}, player=1)     {"fr": "C'est le tour d'Anne.", "en": ...}
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

from banquier import words
from banquier.words.announcements import line_for, waiting_for
from banquier.words.languages import LANGUAGES
from firmware_sim.game import Error
from firmware_sim.question import Question

Bilingual = dict[str, str]

UNNAMED: Mapping[int, str] = MappingProxyType({})


def both(
    name: str, names: Mapping[int, str] = UNNAMED, player: int = 0, **fields: str
) -> Bilingual:
    found = {}
    for lang in LANGUAGES:
        who = words.player(lang, names, player)
        found[lang] = words.text(lang, name, player=who, of_player=words.of(lang, who), **fields)
    return found


def line(question: Question, names: Mapping[int, str], bots: Collection[int] = ()) -> Bilingual:
    """The line under the glass, where these bots play."""
    return {lang: line_for(question, lang, names, bots) for lang in LANGUAGES}


def asked(question: Question, names: Mapping[int, str], bots: Collection[int] = ()) -> Bilingual:
    """What is asked, of whom; and that bots wait for people."""
    found = {}
    for lang in LANGUAGES:
        said, waits = words.asked(question, lang, names), waiting_for(question, lang, names, bots)
        found[lang] = f"{said} {waits}".rstrip()
    return found


def refused(question: Question, names: Mapping[int, str]) -> Bilingual | None:
    """Why the unit refused the last key; None if it did not."""
    if not question.error:
        return None
    return {lang: words.refused(question, lang, names) for lang in LANGUAGES}


def first_sentence(question: Question, names: Mapping[int, str]) -> Bilingual:
    """Another question must be answered first."""
    return {
        lang: words.text(lang, "seat.why.asked", question=words.asked(question, lang, names))
        for lang in LANGUAGES
    }


def sentence_of(error: Error) -> Bilingual:
    """Why the bank refuses."""
    return both(f"why.{int(error)}", key="")
