"""Every rule of every edition, proved by scripts of key strokes through the whole machine."""

from pathlib import Path

import pytest

from tests.rules import collector, page
from tests.rules.collector import Identifiers, RuleScript
from tests.rules.generation import FOLDER

SCRIPTS = collector.scripts()
PLAYED: dict[Path, list[RuleScript]] = {}
"""Each written script, as its own edition and others play it."""
for one in SCRIPTS:
    PLAYED.setdefault(one.source, []).append(one)


@pytest.mark.parametrize("source", PLAYED, ids=lambda source: f"{source.parent.name}/{source.stem}")
def test_a_script_holds_in_its_editions(source: Path) -> None:
    first, second, *steps = source.read_text(encoding="utf-8").splitlines()
    assert first == "banquier 1"
    assert second.startswith("# ")
    assert any("expect " in step for step in steps)
    assert f"edition {source.parent.name}" in {step.partition(" with ")[0] for step in steps}
    found = map(collector.complaint, PLAYED[source])
    if said := "\n".join(filter(None, found)):
        pytest.fail(said, pytrace=False)


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
    assert found == {*PLAYED}


def test_the_page_of_rules_is_up_to_date() -> None:
    assert page.PAGE.read_text(encoding="utf-8") == page.page(), "run: make docs"
