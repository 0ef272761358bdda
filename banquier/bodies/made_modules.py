"""Modules made at build time of files that a body cannot read.

edition_modules({"euro": edition, …}, reads_own=False)     name of a module -> its source
texts_module(catalogues)
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from firmware_sim import edition as rows
from firmware_sim.edition import Edition

TOML_READER = Path(__file__).parent / "toml_reader.py"
READER = "banquier.editions.edition_file"
TEXTS = "banquier.words.catalogues"
EFFECTS = "banquier.words.house_effects"
NESTING = {"banquier.nesting": "import json\ndef json_of(text):\n    return json.loads(text)\n"}
"""The engine's own reader of JSON needs no stack."""


def edition_modules(editions: Mapping[str, Edition], reads_own: bool) -> dict[str, str]:
    """Return the reader of editions, and each edition as a module that is loaded when it is chosen.
    `reads_own`: the body also reads an edition of a player's own from its file."""
    modules = {READER: _reader(editions, OWN if reads_own else NO_OWN)}
    if reads_own:
        modules["banquier.toml_file"] = TOML_READER.read_text(encoding="utf-8")
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


def _reader(editions: Mapping[str, Edition], own: str) -> str:
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
        f"{own}"
        "from firmware_sim.edition import Editions\n"
        f"BUILT_IN = {names!r}\n"
        f"LABELS = {labels!r}\n"
        f"{READER_CODE}"
        f"def _written(name):\n{loads}"
    )


OWN = """
from banquier.editions import edition_text
from banquier.editions.edition_text import load_own

EditionError = edition_text.EditionError
"""
NO_OWN = """
from banquier.trouble import Trouble

class EditionError(Trouble):
    def __init__(self, problems):
        self.problems = tuple(problems)
        super().__init__(self.problems[0])

def load_own(path, rules):
    raise EditionError([path])
"""
"""A body without files has only the editions that it was made with."""
READER_CODE = """
AS_WRITTEN = {}

def load(name, rules=AS_WRITTEN):
    if name not in BUILT_IN:
        return load_own(name, rules)
    edition = _written(name)
    return with_rules(edition, rules) if rules else edition

def label_of(name):
    return LABELS[BUILT_IN.index(name)]

def editions(own="", names=BUILT_IN, rules=AS_WRITTEN):
    own = own if own not in names else ""
    read_now = {own: load(own, rules)} if own else {}
    labels = [*map(label_of, names), *[edition.label for edition in read_now.values()]]
    find = lambda name: read_now.get(name) or load(name, rules)
    return Editions((*names, *read_now), tuple(labels), find, rules)
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
