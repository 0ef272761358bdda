"""The same scripts as one test per edition and family of rules (RENT, BLD …), for `make mutants`.

Each mutant is a new run of pytest, which collects all tests first: 140 are collected faster than
1 400. mutmut then runs only those tests that reach the changed line.
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
        assert outcome.status == runner.HELD, collector.complaint(script, outcome)
