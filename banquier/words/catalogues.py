"""The texts of a language: gettext's PO files, so that any translation editor opens them.

They are read at the first word that is needed: compiled catalogues would have to be built, and
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
    """msgid to msgstr; what a language lacks is English."""
    return own_texts(lang) if LANGUAGES[lang].whole else catalogue(ENGLISH) | own_texts(lang)


@cache
def lacking(lang: str) -> Set[str]:
    """The names of the texts that it lacks."""
    return catalogue(lang).keys() - own_texts(lang).keys()


@cache
def own_texts(lang: str) -> dict[str, str]:
    """Those of its file, without the header. ValueError: it is no PO."""
    path = os.path.join(FOLDER, f"{lang}.po")
    with open(path, encoding="utf-8") as file:
        lines = re.sub(r"\n#.*", "", f"\n{file.read()}").replace('"\n"', "")
    # As one object of JSON, whose texts are written as those of a PO: the fastest reader there is.
    for typed, shown in LANGUAGES[lang].typography:
        lines = lines.replace(typed, shown)
    pairs = lines.replace('\nmsgid "', ',"').replace('\nmsgstr "', ':"').lstrip("\n,")
    texts = json.loads(f"{{{pairs}}}", object_pairs_hook=list)
    found = dict(texts)
    if len(found) < len(texts):
        raise ValueError(f"{path}: a msgid stands there a second time")
    del found[""]
    return found
