"""docs/rules.md: every rule, the scripts that prove it, and whether they hold.

python -m tests.rules.page         plays all scripts and writes the page
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path

from banquier.script import runner
from tests.rules import collector
from tests.rules.collector import Identifiers, Rule, RuleScript
from tests.support.paths import ROOT

PAGE = ROOT / "docs" / "rules.md"

OPENING = """\
# The rules and what proves them

This page is made by `make docs`; do not edit it. A rule is done when a script of key strokes named
after it plays through the whole machine and all its expectations hold: `banquier run FILE`
plays one, `make test` plays them all. A script listed for several editions is written for the
first of them; for the others it is generated when the tests run, with their amounts and names
(`python -m tests.rules.generation` writes these to files).

| mark | means |
|---|---|
| ✔ n | n scripts prove it, and all of them hold |
| ✘ n | at least one of n scripts does not hold |
| – | the edition has no such rule |
| … | no script yet |
"""

Held = Callable[[RuleScript], bool]


def page(held: Held) -> str:
    identifiers = Identifiers()
    proofs: dict[tuple[str, str], list[RuleScript]] = {}
    for script in collector.scripts():
        proofs.setdefault((script.edition, script.identifier), []).append(script)
    lines = [OPENING, *_matrix(identifiers, proofs, held)]
    for section in dict.fromkeys(rule.section for rule in identifiers.rules):
        lines += ["", f"## {section}"]
        for rule in identifiers.rules:
            if rule.section == section:
                lines += _chapter(rule, proofs, held)
    return "\n".join(lines) + "\n"


def _matrix(
    identifiers: Identifiers, proofs: dict[tuple[str, str], list[RuleScript]], held: Held
) -> Iterable[str]:
    yield f"| rule | | {' | '.join(identifiers.editions)} |"
    yield f"|---|---|{'---|' * len(identifiers.editions)}"
    for rule in identifiers.rules:
        marks = (
            _mark(edition in rule.editions, proofs.get((edition, rule.identifier), []), held)
            for edition in identifiers.editions
        )
        yield f"| {rule.identifier} | {rule.title} | {' | '.join(marks)} |"


def _mark(applies: bool, scripts: list[RuleScript], held: Held) -> str:
    if not applies:
        return "–"
    if not scripts:
        return "…"
    return f"{'✔' if all(map(held, scripts)) else '✘'} {len(scripts)}"


def _chapter(
    rule: Rule, proofs: dict[tuple[str, str], list[RuleScript]], held: Held
) -> Iterable[str]:
    """Each written script, with the editions it is played in, its own first."""
    yield f"\n**{rule.identifier}** {rule.title}\n"
    played: dict[Path, list[RuleScript]] = {}
    for edition in rule.editions:
        scripts = proofs.get((edition, rule.identifier), [])
        if not scripts:
            yield f"- {edition}: no script yet"
        for script in scripts:
            played.setdefault(script.source, []).append(script)
    for source, scripts in played.items():
        path = os.path.relpath(source, PAGE.parent).replace(os.sep, "/")
        editions = ", ".join(
            script.edition if held(script) else f"{script.edition} (**does not hold**)"
            for script in sorted(scripts, key=lambda script: script.generated is not None)
        )
        yield f"- [{scripts[0].words}]({path}): {editions}"


def main() -> int:
    outcomes = {script: collector.play(script) for script in collector.scripts()}
    for script, outcome in outcomes.items():
        if outcome.status != runner.HELD:
            print(collector.complaint(script, outcome))
    PAGE.write_text(page(lambda script: outcomes[script].status == runner.HELD), encoding="utf-8")
    failed = sum(outcome.status != runner.HELD for outcome in outcomes.values())
    print(f"{PAGE.relative_to(ROOT)}: {len(outcomes)} scripts, {failed} do not hold")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
