"""The examples of docs/scripts.md: scripts that hold, and no word of the language without one."""

import re
from pathlib import Path

import pytest

from banquier.script.errors import ScriptError
from banquier.script.failure import report
from banquier.script.header import FIELDS, unit_for
from banquier.script.language import STEP_WORDS, parse
from banquier.script.player import Player, Script
from firmware_sim.debug_port import NOUNS
from keypad.keys import NAMES
from tests.app import script_page
from tests.support.commands import ran
from tests.support.paths import ROOT

PAGE = (ROOT / "docs" / "scripts.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```keys\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def script(text: str) -> Script:
    return parse(text, "scripts.md")


@pytest.mark.parametrize("example", EXAMPLES, ids=range(1, len(EXAMPLES) + 1))
def test_every_example_of_the_page_holds(example: str) -> None:
    played = script(example)
    unit = unit_for(played.header)
    failure = Player(unit, played).play()
    assert failure is None, "\n".join(report(failure, ""))


def test_the_first_example_prints_what_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("rent.keys").write_text(EXAMPLES[0])
    said, _, _ = ran("run", "rent.keys").out.partition(" (")
    assert f"    banquier run rent.keys\n\nprints `{said}` " in PAGE


def test_its_table_of_steps_is_made_of_their_usages() -> None:
    assert script_page.page() == PAGE, "make docs"


def test_every_word_and_key_is_on_the_page_and_every_noun_has_an_example() -> None:
    code = " ".join(re.findall(r"`([^`\n]+)`", PAGE))
    words = {*re.findall(r"[^\W\d_][\w-]*|[?+-]", code)}
    assert {*STEP_WORDS, *FIELDS, *NOUNS, *NAMES} - {*"0123456789"} <= words
    assert [noun for noun in NOUNS if f"expect {noun} " not in "".join(EXAMPLES)] == []


@pytest.mark.parametrize(
    "lines",
    ["start\npress 12\n", "start\nexpect icons +PRT\n", "def buy(a)\npress a\nend\n\nbuy(OKAY)\n"],
)
def test_the_error_messages_of_the_page_are_those_of_the_parser(lines: str) -> None:
    with pytest.raises(ScriptError) as caught:
        parse("banquier 1\n" + lines, "rent.keys")
    assert f"\n    {caught.value}\n" in PAGE
