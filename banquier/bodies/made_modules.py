"""Modules made at build time of files that a body cannot read.

edition_modules({"euro": edition, …})     name of a module -> its source
texts_module(catalogues)
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from firmware_sim import edition as rows
from firmware_sim.edition import Edition

READER = "banquier.editions.edition_file"
TEXTS = "banquier.words.catalogues"
EFFECTS = "banquier.words.house_effects"
NESTING = {"banquier.nesting": "import json\ndef json_of(text):\n    return json.loads(text)\n"}
"""The engine's own reader of JSON needs no stack."""


def edition_modules(editions: Mapping[str, Edition]) -> dict[str, str]:
    """The reader of editions, and each edition as a module that is loaded when it is chosen."""
    modules = {READER: _reader(editions)}
    classes = ", ".join(name for name in vars(rows) if name[0].isupper() and not name.isupper())
    for at, edition in enumerate(editions.values()):
        facts = {name: value for name, value in edition._asdict().items() if name != "cards"}
        told = "".join(f"    {name}={_source_of(value)},\n" for name, value in facts.items())
        modules[f"banquier.editions.edition_{at}"] = (
            f"from firmware_sim.edition import {classes}\n"
            f"EDITION = Edition(\n{told})\n"
            "EDITION = EDITION._replace(\n"
            "    cards=tuple([{card.number: card for card in deck} for deck in EDITION.decks])\n)\n"
        )
    return modules


def effects_module(effects: Mapping[str, object]) -> str:
    return f"EFFECTS = {effects!r}\ndef effects():\n    return EFFECTS\n"


def _reader(editions: Mapping[str, Edition]) -> str:
    names = tuple(editions)
    labels = tuple(edition.label for edition in editions.values())
    loads = "".join(
        f"    if name == {name!r}:\n"
        f"        from banquier.editions.edition_{at} import EDITION\n"
        "        return EDITION\n"
        for at, name in enumerate(names)
    )
    return (
        "from banquier.editions.rule_fields import with_rules\n"
        "from banquier.trouble import Trouble\n"
        "from firmware_sim.edition import Editions\n"
        f"BUILT_IN = {names!r}\n"
        f"LABELS = {labels!r}\n"
        f"{READER_CODE}"
        f"def _written(name):\n{loads}    raise EditionError([name])\n"
    )


READER_CODE = """
AS_WRITTEN = {}

class EditionError(Trouble):
    def __init__(self, problems):
        self.problems = tuple(problems)
        super().__init__(self.problems[0])

def load(name, rules=AS_WRITTEN):
    edition = _written(name)
    return with_rules(edition, rules) if rules else edition

def label_of(name):
    return LABELS[BUILT_IN.index(name)]

def editions(own="", names=BUILT_IN, rules=AS_WRITTEN):
    return Editions(names, tuple(map(label_of, names)), lambda name: load(name, rules), rules)

def read(text, name):
    raise EditionError(["an edition of your own is read by banquier on a computer alone"])
"""
"""Every built-in edition can have every house rule."""


def _source_of(value: object) -> str:
    if isinstance(value, tuple):
        name = type(value).__name__ if hasattr(value, "_fields") else ""
        return f"{name}({''.join(f'{_source_of(one)}, ' for one in value)})"
    if isinstance(value, bool | str) or value is None:
        return repr(value)
    assert isinstance(value, int), value
    return repr(int(value))


def texts_module(catalogues: Mapping[str, Mapping[str, str]]) -> str:
    return (
        f"import json\nTEXTS = json.loads({json.dumps(catalogues)!r})\n"
        "def catalogue(lang):\n    return TEXTS[lang]\n"
        "def lacking(lang):\n    return ()\n"  # it has English for it
    )
