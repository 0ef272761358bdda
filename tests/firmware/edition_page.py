"""docs/editions.md: its table of rules, made of the fields of [rules].

python -m tests.firmware.edition_page         writes the table again
"""

import json

from banquier.editions.rule_fields import NEEDED, RULES, YES_OR_NO, RuleField, choices, quote
from tests.support.paths import ROOT

PAGE = ROOT / "docs" / "editions.md"
HEAD, TAIL = (
    "| field | rule | values | means |\n|---|---|---|---|\n",
    "\n\nThe table is made by `make docs`",
)


def rows(name: str, field: RuleField) -> list[tuple[str, str, str, str]]:
    rules = ", ".join(f"[{rule}](rules.md)" for rule in field.rule.split(", "))
    if field.default is not NEEDED:
        rules += f", usually `{json.dumps(field.default)}`"
    first = f"`{name}`", rules
    if field.values is YES_OR_NO or isinstance(field.values, range):
        return [(*first, choices(field), field.means)]
    told = [(f"`{quote(value)}`", means) for value, means in field.values.items()]
    if field.many:
        ways = " ".join(f"{value}: {means}" for value, means in told)
        return [(*first, "list", f"{field.means} {ways}")]
    return [(*(first if not nth else ("", "")), *row) for nth, row in enumerate(told)]


def page() -> str:
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(HEAD)
    lines = (row for name, field in RULES.items() for row in rows(name, field))
    table = "\n".join(f"| {' | '.join(row)} |" for row in lines)
    return before + HEAD + table + TAIL + rest.partition(TAIL)[2]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
