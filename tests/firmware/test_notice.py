"""The players' notice names every key, message and card that the unit has, in both languages."""

import re
import shlex
from collections import Counter
from pathlib import Path

import pytest

from banquier.cli.main import COMMANDS, USUAL, parser
from banquier.editions.edition_file import load
from datasheet.glass import ICONS
from firmware_sim import texts
from firmware_sim.dialogue.menu import ITEMS
from firmware_sim.edition import Card
from firmware_sim.question import KINDS
from firmware_sim.session import EMULATOR
from keypad.keys import KEYS
from tests.support.paths import ROOT
from tests.support.script_runs import complaint

NOTICE, ENGLISH = (
    (ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("notice.md", "notice.en.md")
)


def quoted(notice: str) -> list[str]:
    return re.findall(r"`([^`\n]+)`", notice)


QUOTED = set(quoted(NOTICE))


def test_every_error_stands_in_the_table_with_its_number() -> None:
    rows = dict(re.findall(r"^\| (\d\d) \| `([^`]+)` \|", NOTICE, re.MULTILINE))
    assert rows == {f"{error:02d}": text for error, text in texts.ERRORS.items()}


def test_the_items_of_the_menu_are_told_in_their_order() -> None:
    told = quoted(NOTICE[NOTICE.index("**Le menu.**") :])
    items = [KINDS[f"menu_{name}"].text for name in ITEMS]
    first = told.index(items[0])
    assert told[first : first + len(items)] == items


def test_how_far_corr_goes_back_is_told() -> None:
    for notice in (NOTICE, ENGLISH):
        assert f" {EMULATOR.undo} op" in " ".join(notice.split())


def test_effects_keyed_by_hand_stand_in_the_order_of_their_digits() -> None:
    listed = re.findall(r"(\d) `([A-Z ]+)`", NOTICE[NOTICE.index("## Les cartes") :])
    assert listed == [(str(rank), word) for rank, word in enumerate(texts.EFFECTS.values(), 1)]


def test_every_key_icon_and_operation_is_named() -> None:
    """The first word names what CORR undoes, as ANNULE ? shows it."""
    keys = {key.name for key in KEYS} - {*"123456789"}  # `0`…`9` in one row
    icons = {name for name in ICONS if not re.fullmatch(r"[JP][2-7]|M[23]", name)}
    never = {"begin", "debug", "undo"}
    undone = {name.split()[0] for kind, name in texts.ACTS.items() if name and kind not in never}
    assert not (keys | icons | undone) - QUOTED


def _figures(card: Card) -> set[int]:
    """Every number a card is about; the square Départ is called by its name."""
    return {card.amount, card.house, card.hotel, max(card.square, 0), card.squares} - {0}


@pytest.mark.parametrize("notice", [NOTICE, ENGLISH], ids=["fr", "en"])
@pytest.mark.parametrize("pile", [0, 1])
def test_every_card_stands_at_its_number_with_its_figures(pile: int, notice: str) -> None:
    rows = re.findall(r"^\| (\d+) \| ([^|]+) \| ([^|]+) \|$", notice, re.MULTILINE)
    told = {int(number): cells[pile] for number, *cells in rows}
    for card in load("electronique").decks[pile]:
        figures = {
            int(text.replace(".", "")) for text in re.findall(r"\d[\d.]*", told[card.number])
        }
        assert figures == _figures(card), told[card.number]


def shape(notice: str) -> list[tuple[str, str, Counter[str]]]:
    """Return for each block its kind (a heading, a table, a list or text), the first cells of a
    table, and its quotations. The first paragraph names the file in the other language."""
    blocks = re.split(r"\n\n+", notice.strip())
    return [
        (
            re.match(r"#*|\||- |1\. |\*\*|```|", block)[0],  # type: ignore[index]
            str(block.count("\n|")),
            Counter(quoted(block)),
        )
        for block in [blocks[0], *blocks[2:]]
    ]


def test_both_languages_have_the_same_sections_tables_and_words_of_the_unit() -> None:
    for french, english in zip(shape(NOTICE), shape(ENGLISH), strict=True):
        assert french == english


@pytest.mark.parametrize("notice", [NOTICE, ENGLISH], ids=["fr", "en"])
def test_every_command_of_the_notice_is_one(notice: str) -> None:
    commands = [shlex.split(text) for text in quoted(notice) if text.startswith("banquier ")]
    assert len(commands) > 5
    for words in commands:
        given = words[1:] if words[1] in COMMANDS else [USUAL, *words[1:]]
        given += {"--remove": ["mardi"]}.get(words[-1], [])  # "and a name"
        parser(given[0]).parse_args(given)


@pytest.mark.parametrize("notice", [NOTICE, ENGLISH], ids=["fr", "en"])
def test_the_evening_by_example_is_what_the_unit_does(notice: str, tmp_path: Path) -> None:
    rows = re.findall(r"^\| [^|]+ \| ((?:`[^`]+` ?)+)\| `([A-Z][^`]+)` ?([\d.]*) \|$", notice, re.M)
    lines = [
        f'press {" ".join(quoted(keys))}\nexpect "{row_a}" {row_b}' for keys, row_a, row_b in rows
    ]
    script = tmp_path / "evening.keys"
    script.write_text("\n".join(["banquier 1", *lines]))
    assert len(rows) == 17 and not complaint(script)
