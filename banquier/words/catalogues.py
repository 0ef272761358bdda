"""The texts of a language: gettext's PO files, so that any translation editor opens them.

They are read when the first text is needed: compiled catalogues would have to be built, and
reading one takes about a millisecond.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Set
from functools import cache

from banquier.words.languages import ENGLISH, LANGUAGES

FOLDER = os.path.dirname(__file__)


@cache
def catalogue(lang: str) -> dict[str, str]:
    """Return the texts by msgid; the ones that a language lacks are English."""
    return own_texts(lang) if LANGUAGES[lang].whole else catalogue(ENGLISH) | own_texts(lang)


@cache
def lacking(lang: str) -> Set[str]:
    """Return the names of the texts that a language lacks."""
    return catalogue(lang).keys() - own_texts(lang).keys()


@cache
def own_texts(lang: str) -> dict[str, str]:
    """Read the texts of a language without the header. Raises ValueError if it is not a PO file."""
    path = os.path.join(FOLDER, f"{lang}.po")
    with open(path, encoding="utf-8") as file:
        lines = re.sub(r"\n#.*", "", f"\n{file.read()}").replace('"\n"', "")
    # Texts of a PO are written like those of JSON, whose reader is the fastest.
    for typed, shown in LANGUAGES[lang].typography:
        lines = lines.replace(typed, shown)
    pairs = lines.replace('\nmsgid "', ',"').replace('\nmsgstr "', ':"').lstrip("\n,")
    texts = json.loads(f"{{{pairs}}}", object_pairs_hook=list)
    found = dict(texts)
    if len(found) < len(texts):
        raise ValueError(f"{path}: a msgid stands there a second time")
    del found[""]
    return found
