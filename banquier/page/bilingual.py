"""Words in the two languages that a page may show: each page chooses by its own setting."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

from display import words
from firmware_sim.game import Error
from firmware_sim.interface import Question


class Bilingual(TypedDict):
    fr: str
    en: str


def both(fr: str, en: str) -> Bilingual:
    return {"fr": fr, "en": en}


def line(question: Question, names: Mapping[int, str]) -> Bilingual:
    """The line under the glass."""
    return both(words.line(question, "fr", names), words.line(question, "en", names))


def sentence_of(error: Error) -> Bilingual:
    """Why the bank refuses."""
    name = f"why.{int(error)}"
    return both(words.text("fr", name, key=""), words.text("en", name, key=""))
