"""The help of the page: the texts of F1 and `aide`, cut into titles, paragraphs and tables.

help_texts()["fr"]["sections"]        what holds for every game
help_texts()["fr"]["rules"]["EURO"]   the rules of the edition in play, by its label
"""

from __future__ import annotations

import re
from typing import TypedDict

from banquier.editions.edition_file import BUILT_IN, label_of
from banquier.words import help_text, key_words, text
from banquier.words.languages import LANGUAGES
from keypad.keys import KEYS, STROBES


class Section(TypedDict):
    title: str
    texts: list[str]
    rows: list[list[str]]


class HelpTexts(TypedDict):
    sections: list[Section]
    rules: dict[str, Section]


def help_texts() -> dict[str, HelpTexts]:
    return {
        lang: {
            "sections": [
                section(text(lang, "help.turn")),
                _keys(lang),
                *map(section, help_text(lang).split("\n\n")),
            ],
            "rules": {
                label_of(edition): section(text(lang, f"help.rules.{edition}"))
                for edition in BUILT_IN
            },
        }
        for lang in LANGUAGES
    }


def _keys(lang: str) -> Section:
    keys = section(text(lang, "help.keys"))
    for key in KEYS:
        reached = f" (F {key.twin})" if key.twin and key.strobe < STROBES // 2 else ""
        keys["rows"].append([key.legend, key_words(key.name).text(lang) + reached])
    return keys


def section(block: str) -> Section:
    """Cut a text. The first sentence is the title; lines that begin with a space are rows, with two
    spaces between cells. Marks of the terminal and keys of the panel (ctrl+f) are left out."""
    lines = re.sub(r"\[/?b\]| \(ctrl\+\w\)", "", block).split("\n")
    title, _, rest = lines[0].partition(". ")
    texts = [line for line in (rest, *lines[1:]) if line and not line.startswith(" ")]
    rows = [re.split(r"\s{2,}", line.strip()) for line in lines[1:] if line.startswith(" ")]
    return {"title": title.removesuffix("."), "texts": texts, "rows": rows}
