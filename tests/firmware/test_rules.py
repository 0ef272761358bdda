"""Every rule of every edition, proved by scripts of key strokes through the whole machine."""

from __future__ import annotations

import pytest

from banquier.script import runner
from tests.rules import collector, page
from tests.rules.collector import Identifiers, RuleScript
from tests.rules.generation import FOLDER

SCRIPTS = collector.scripts()
WRITTEN = collector.written_scripts()


@pytest.mark.parametrize("script", SCRIPTS, ids=[script.name for script in SCRIPTS])
def test_a_script_holds(script: RuleScript) -> None:
    outcome = collector.play(script)
    if outcome.status != runner.HELD:
        pytest.fail(collector.complaint(script, outcome), pytrace=False)


def test_every_rule_of_an_edition_has_a_script() -> None:
    proved = {(script.edition, script.identifier) for script in SCRIPTS}
    missing = [name for name in Identifiers().wanted() if name not in proved]
    assert not missing, f"no script proves {', '.join(f'{e}/{i}' for e, i in missing)}"


def test_every_script_is_named_after_a_rule_of_its_edition() -> None:
    rules = {
        (edition, rule.identifier) for rule in Identifiers().rules for edition in rule.editions
    }
    strays = [script.name for script in SCRIPTS if (script.edition, script.identifier) not in rules]
    assert not strays


def test_every_script_below_the_folder_is_collected() -> None:
    found = {path for path in FOLDER.rglob("*.keys") if path.parent != FOLDER / "common"}
    assert found == {script.source for script in SCRIPTS}


@pytest.mark.parametrize("script", WRITTEN, ids=[script.name for script in WRITTEN])
def test_a_script_says_what_it_shows_and_expects_something(script: RuleScript) -> None:
    first, second, *steps = script.text().splitlines()
    assert first == "banquier 1"
    assert second.startswith("# ")
    assert any("expect " in step for step in steps)


def test_the_page_of_rules_is_up_to_date() -> None:
    assert page.PAGE.read_text(encoding="utf-8") == page.page(), "run: make docs"
