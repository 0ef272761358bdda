"""docs/rules.md: every rule, and the scripts that prove it.

python -m tests.rules.page         writes the page
"""

import os
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from tests.rules import collector
from tests.rules.collector import Identifiers, Rule, RuleScript
from tests.support.paths import ROOT

PAGE = ROOT / "docs" / "rules.md"

OPENING = """\
# The rules and what proves them

This page is made by `make docs`; do not edit it. A rule is proved by scripts of key strokes named
after it, which play through the whole machine: `banquier run FILE` plays one, `make test` plays
them all. A script listed for several editions is written for the first of them; for the others it
is generated when the tests run, with their amounts and names (`python -m tests.rules.generation`
writes these to files).

The numbers count the scripts; – : the edition has no such rule.
"""

Proofs = defaultdict[tuple[str, str], list[RuleScript]]
"""Of a rule in an edition."""


def page() -> str:
    identifiers = Identifiers()
    proofs: Proofs = defaultdict(list)
    for script in collector.scripts():
        proofs[script.edition, script.identifier].append(script)
    lines = [OPENING, *_matrix(identifiers, proofs)]
    for section in dict.fromkeys(rule.section for rule in identifiers.rules):
        lines += ["", f"## {section}"]
        for rule in identifiers.rules:
            if rule.section == section:
                lines += _chapter(rule, proofs)
    return "\n".join(lines) + "\n"


def _matrix(identifiers: Identifiers, proofs: Proofs) -> Iterable[str]:
    yield f"| rule | | {' | '.join(identifiers.editions)} |"
    yield f"|---|---|{'---|' * len(identifiers.editions)}"
    for rule in identifiers.rules:
        counts = (
            str(len(proofs[edition, rule.identifier])) if edition in rule.editions else "–"
            for edition in identifiers.editions
        )
        yield f"| {rule.identifier} | {rule.title} | {' | '.join(counts)} |"


def _chapter(rule: Rule, proofs: Proofs) -> Iterable[str]:
    """Each written script, with the editions it is played in, its own first."""
    yield f"\n**{rule.identifier}** {rule.title}\n"
    played: dict[Path, list[RuleScript]] = {}
    for edition in rule.editions:
        for script in proofs[edition, rule.identifier]:
            played.setdefault(script.source, []).append(script)
    for source, scripts in played.items():
        path = os.path.relpath(source, PAGE.parent).replace(os.sep, "/")
        own_first = sorted(scripts, key=lambda script: script.generated is not None)
        editions = ", ".join(script.edition for script in own_first)
        yield f"- [{scripts[0].words}]({path}): {editions}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
