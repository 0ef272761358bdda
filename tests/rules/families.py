"""The same scripts, a family of rules of an edition at a time: for `make mutants`.

Each mutant is a new run of pytest, and fifteen hundred tests are long in being found. So few as
these are found at once, and only those are run that come past the line that was changed.
"""

from __future__ import annotations

from collections import defaultdict

import pytest

from banquier.script import runner
from tests.rules import collector
from tests.rules.collector import RuleScript

FAMILIES: defaultdict[str, list[RuleScript]] = defaultdict(list)
for script in collector.scripts():
    FAMILIES[f"{script.edition}-{script.identifier.partition('-')[0]}"].append(script)


@pytest.mark.parametrize("family", FAMILIES)
def test_all_scripts_of_a_family_hold(family: str) -> None:
    for script in FAMILIES[family]:
        outcome = collector.play(script)
        assert outcome.status == runner.HELD, collector.complaint(outcome)
