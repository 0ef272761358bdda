"""The catalogues: the same texts in both, every one used, and no field that is not given."""

import errno
import os
import re
from itertools import chain
from pathlib import Path
from string import Formatter
from typing import get_args

import pytest

from banquier import words
from banquier.cli.commands.keypad import REMARKS
from banquier.editions.edition_file import BUILT_IN, editions, label_of, load
from banquier.editions.rule_fields import HOUSE, RULES
from banquier.page import assets
from banquier.panel.actions import ACTIONS as PANEL_ACTIONS
from banquier.panel.actions import COMPUTER_KEYS
from banquier.panel.app import STEP_LENGTHS
from banquier.panel.tints import TINTS
from banquier.play.moves import MOVES
from banquier.words import Said, Several, catalogues, help_text, of_environment, player
from banquier.words.announcements import WALKS
from banquier.words.catalogues import catalogue
from banquier.words.keypad_state import ADVICE
from banquier.words.languages import LANGUAGES, language
from banquier.words.moment import ORDER, SHOWN
from firmware_sim.game import Error, Why
from firmware_sim.texts import ACTS
from hardware.keypads.facts import KeypadState, Problem
from hardware.unit import Unit
from keypad.keys import KEYS
from tests.support.paths import ROOT

PAGE = ROOT / "banquier" / "page" / "static"
FRENCH, ENGLISH = catalogue("fr"), catalogue("en")
ASKED = ("ask.", "keys.", "why.")
"""Families checked in test_question.py."""
FAULTS = (
    errno.ENOSPC, errno.EACCES, errno.EROFS, errno.EIO, errno.ENOENT, errno.ENOTDIR, errno.EISDIR,
    errno.EEXIST, errno.ENAMETOOLONG, errno.EDQUOT, errno.EMFILE, errno.EFBIG,
)  # fmt: skip
SECTIONS = ("house", "landings.short", "landings.long", "groups", "owners", "loans", "lengths")
STUDIED = (*SECTIONS, *(f"{section}.note" for section in SECTIONS),
           "loans.never", "loans.last", "loans.first", "loans.build")  # fmt: skip
SYSTEM = ("no such file", "not a regular file", *(os.strerror(number).lower() for number in FAULTS))
"""Errors of a file system, a name with a NUL, and a device in place of a file."""
FAMILIES = {
    "report.variant.": ("normal", "short", "timed"),
    "study.variant.": ("normal", "short", "speed-die"),
    "report.why.": ("ended", "time", "last", "bankruptcy", "rules"),
    "report.moment.": tuple({*ORDER, *SHOWN, "throw"} - {"trade"}),
    "moment.jailed.": ("card", "doubles", "square"),
    "moment.card.": SHOWN,
    "moment.": ("away", "back"),
    "page.moment.": (*SHOWN, "away", "back"),
    "page.a_": ("house", "hotel"),
    "page.game.": ("normal", "short", "timed"),
    "report.award.": ("rent", "throw", "deal", "visited"),
    "report.worths.": ("mark", "places"),
    "report.chances.": ("mark", "places"),
    "help.rules.": BUILT_IN,
    "house.with.": tuple(name for name in HOUSE if not RULES[name].of),
    "house.": HOUSE,
    "keypad.advice.": ADVICE,
    "keypad.table.": REMARKS,
    "keypad.": (*get_args(KeypadState), *filter(None, get_args(Problem))),
    "page.advice.": ADVICE,
    "report.why_paid.": tuple(why.name.lower() for why in Why),
    "seat.": (*MOVES, *(f"way.{way}" for way in ("group", "hotels", "lot", "swap"))),
    "group.": load("electronique").group_names,
    "act.": (*ACTS, "traded"),
    "undone.": tuple(ACTS),
    "built.": tuple(map(str, range(6))),
    "way.": (
        "EMPR", "HYPO", "DEMOL", "VENTE", "8.VENTE", "9", "11.DEMOL", "12.HYPO", "3.offer",
        "3.offer_or_leave", "3.fine_or_card", "any.debt", "22.debt", "19.good", "first",
    ),
    "unit_key.": ("digit", *(key.name for key in KEYS if not key.name.isdigit())),
    "action.": tuple(f"{action.name}{part}" for action in PANEL_ACTIONS for part in ("", ".help")),
    "computer_key.": COMPUTER_KEYS,
    "tint.": tuple(TINTS),
    "group_of.": ("game", "workshop"),
    "ending.": ("again", "story", "leave", "title", "keys"),
    "machine.step.": STEP_LENGTHS,
    "machine.part.": tuple(Unit(editions()).calendar()),
    "board_pane.": ("loans", "card"),
    "save.aside_": ("corrupt", "too_new"),
    "save.fault.": SYSTEM,
    "study.": STUDIED,
}  # fmt: skip
"""Texts whose last part is data that is known here: each of these must be there."""
PREFIXES = {"page.", "report.", "save.", "seat.", "study.", "entry.", "action."}
"""Too many texts begin like this: each is named."""


def sources() -> str:
    folders = chain((ROOT / "banquier").rglob("*.py"), (ROOT / "display").rglob("*.py"))
    return "\n".join(path.read_text("utf-8") for path in folders)


def page_scripts() -> str:
    """And the document, whose labels are texts."""
    scripts = (*PAGE.glob("*.js"), PAGE / "index.html")
    return "\n".join(path.read_text("utf-8") for path in scripts)


def quoted(text: str) -> set[str]:
    """The words between quotation marks."""
    return {*re.findall(r"(?<=[\"'])[\w. -]+(?=[\"'])", text)}


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_catalogue_has_the_texts_and_fields_of_the_english_one(lang: str) -> None:
    """Texts that an unfinished catalogue lacks exist in English."""
    texts = catalogue(lang)
    assert list(texts) == list(ENGLISH) and all(texts.values())
    names = [name for name in ENGLISH if not name.startswith("keys.")]
    other = {name for name in names if fields(texts[name]) != fields(ENGLISH[name])}
    assert other <= {"save.impossible", "save.no_edition"}  # a fault is told in English alone


def test_what_a_language_lacks_is_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A language is a file and a row."""
    header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
    (tmp_path / "xx.po").write_text(header + 'msgid "and"\nmsgstr "en"\n', encoding="utf-8")
    monkeypatch.setitem(LANGUAGES, "xx", LANGUAGES["en"]._replace(whole=False))
    monkeypatch.setattr(catalogues, "FOLDER", str(tmp_path))
    assert (language("xx_BE.UTF-8"), language("xxl")) == ("xx", "en")
    assert (words.text("xx", "and"), words.text("xx", "yes")) == ("en", ENGLISH["yes"])
    assert Several(Said("and"), Said("yes")).text("xx") == f"And {ENGLISH['yes'].capitalize()}"
    assert Said("undo.sum", value=Said("and")).text("xx") == ENGLISH["undo.sum"].format(value="and")


UNPRINTED = re.compile(r" [:;?!%»]|« |\w'\w|\d \d{3}\b(?! Hz)|\d [F€]")
"""What French typography has another character for: a plain space, an apostrophe, a sum's point."""


def test_french_is_written_as_it_is_printed() -> None:
    notice = (ROOT / "docs" / "notice.md").read_text("utf-8")
    lines = re.sub(r"(?s)```.*?```|`[^`\n]+`", "`", notice).splitlines()
    found = [text for text in (*FRENCH.values(), *lines) if UNPRINTED.search(text)]
    assert not "\n".join(found)


def test_a_button_of_a_seat_has_at_most_24_letters() -> None:
    names = [f"seat.{name}" for name in FAMILIES["seat."]]
    assert not {name: FRENCH[name] for name in names if len(FRENCH[name]) > 24}


def test_each_language_is_named_where_one_chooses() -> None:
    for notice in ("notice.md", "notice.en.md"):
        told = (ROOT / "docs" / notice).read_text("utf-8")
        assert [*dict.fromkeys(re.findall(r"--lang ([a-z]+)", told))] == [*LANGUAGES]


def test_every_text_is_used() -> None:
    """Its name is in the source, or below a name that an f-string begins with: f"computer_key.{…}"
    uses all of that family. Of a row in FAMILIES each must be there, and no other."""
    written = sources()
    families = tuple({*re.findall(r"[fF]\"((?:[a-z_]+\.)+)\{", written)} - PREFIXES)
    named = quoted(written) | quoted(page_scripts())
    named |= {*re.findall(r"texts\[lang\]\.(\w+);", (PAGE / "entry.html").read_text("utf-8"))}

    def is_used(name: str) -> bool:
        family = next((family for family in FAMILIES if name.startswith(family)), "")
        if family and name.removeprefix(family) in FAMILIES[family]:
            return True
        short = next((name.removeprefix(one) for one in PREFIXES if name.startswith(one)), name)
        below = ASKED if family else (*ASKED, *families)
        return name.startswith(below) or bool(named & {name, short})

    unused = [name for name in ENGLISH if not is_used(name)]
    assert not unused, "no source names these texts, and no f-string begins with their family"


def test_no_text_of_the_page_is_missing() -> None:
    scripts = page_scripts()
    calls = re.findall(r"\b(?:say|trouble)\(([^()]*)\)", scripts)
    asked = [name for call in calls for name in re.findall(r"\"(\w+)\"", call)]
    for pattern in (
        r"\blist\(\s*\"(\w+)\"", r"\b(?:toggle|choose)\(\"\w+\", \"(\w+)\"",
        r"\bdata-label=\"(\w+)\"", r"(?m)^  \{ name: \"(\w+)\", draws: ",
    ):  # fmt: skip
        found = re.findall(pattern, scripts)
        assert found, pattern
        asked += found
    entry = (PAGE / "entry.html").read_text("utf-8")
    assert len(asked) > 60 and set(asked) <= set(assets.texts("en"))
    wanted = {f"entry.{name}" for name in re.findall(r"texts\[lang\]\.(\w+)", entry)}
    wanted |= {f"entry.{name}" for name in re.findall(r"Refused\(\"(\w+)\"\)", sources())}
    assert wanted - set(ENGLISH) == set()


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_of_texts_is_complete(family: str) -> None:
    assert {f"{family}{part}" for part in FAMILIES[family]} <= set(ENGLISH)


@pytest.mark.parametrize(
    ("variables", "lang"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_BE"}, "fr"),
        ({}, "en"),
    ],
)
def test_the_language_is_the_locales(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], lang: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert of_environment() == lang


def test_a_sum_has_points_and_a_speed_has_none() -> None:
    assert "9.600" in words.text("en", "told.has", player="Anne", value=9_600)
    assert "at 9600 baud" in words.text("en", "keypad.plain", speed=9_600)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_sentence_of_a_walk_names_the_square(lang: str) -> None:
    assert all("{label}" in catalogue(lang)[f"act.{kind}"] for kind in WALKS)


def test_a_player_without_a_name_is_called_by_the_number() -> None:
    assert player({1: "Anne"}, 1) == "Anne"
    assert player({1: "Anne"}, 2) == "J2"
    assert player({}, 0) == Said("bank")
    assert language("C.UTF-8") == "en"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("edition", BUILT_IN)
def test_the_help_has_cards_errors_and_the_rules_of_the_edition(lang: str, edition: str) -> None:
    printed = help_text(lang, label_of(edition))
    assert catalogue(lang)[f"help.rules.{edition}"] in printed
    assert all(f" {error.value:02}  " in printed for error in Error)
    for card in load(edition).decks[0]:
        assert re.search(rf"^ *{card.number} ", printed, re.MULTILINE)
