"""Every rule of every edition, proved by scripts of key strokes through the whole machine."""

from __future__ import annotations

from pathlib import Path

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
    """Whether each script holds is the other tests' affair: the page has to say that all do."""
    written = page.PAGE.read_text(encoding="utf-8")
    assert written == page.page(lambda script: True), "run: make docs"


# -- the collector itself


def test_the_page_tells_of_a_script_that_does_not_hold() -> None:
    lame = next(script for script in SCRIPTS if script.generated)
    written = page.page(lambda script: script != lame)
    line = next(line for line in written.splitlines() if "**does not" in line)
    assert line.startswith(f"- [{lame.words}](../tests/rules/{lame.source.parent.name}/")
    assert f"{lame.edition} (**does not hold**)" in line
    rows = [line for line in written.splitlines() if line.startswith("| ") and "✘" in line]
    assert [row.split(" | ")[0] for row in rows[1:]] == [f"| {lame.identifier}"]  # after the legend


def test_a_script_that_does_not_hold_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "TURN-1-wrong.keys"
    path.write_text(
        'banquier 1\nedition electronique\nstart\nexpect "J2 LANCEZ" within 1s\n', encoding="utf-8"
    )
    script = RuleScript("electronique", path)
    outcome = collector.play(script)
    assert outcome.status == runner.FAILED
    told = collector.complaint(script, outcome)
    assert f'{path}:4: expected "J2 LANCEZ", obtained "J1 LANCEZ"' in told


def test_a_script_of_another_edition_is_turned_away(tmp_path: Path) -> None:
    path = tmp_path / "TURN-1-astray.keys"
    path.write_text('banquier 1\nedition deska\nstart\nexpect "J*"\n', encoding="utf-8")
    script = RuleScript("electronique", path)
    outcome = collector.play(script)
    assert outcome.status == runner.WRONG
    assert "says: edition electronique" in collector.complaint(script, outcome)


def test_a_name_without_an_identifier_belongs_to_no_rule() -> None:
    assert RuleScript("euro", Path("BLD-2-even-houses.keys")).identifier == "BLD-2"
    assert RuleScript("euro", Path("BLD-2-even-houses.keys")).words == "even houses"
    for stray in ("BLD-2.keys", "bld-2-even.keys", "BLD-2-Even.keys", "even.keys"):
        assert RuleScript("euro", Path(stray)).identifier == ""
