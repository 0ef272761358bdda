"""docs/scripts.md: its table of steps, made of their usages and docstrings.

python -m tests.app.script_page         writes the table again
"""

from functools import partial
from inspect import cleandoc

from banquier.script.steps import STEPS
from hardware.beeper import SIGNALS, TUNES
from tests.support.paths import ROOT

PAGE = ROOT / "docs" / "scripts.md"
HEAD, TAIL = "| step | done or expected |\n|---|---|\n", "\n\nThe table is made by `make docs`"


def table() -> str:
    rows: dict[object, list[str]] = {}
    for usages in STEPS.values():
        for one in usages:
            if not isinstance(one.do, partial):  # of a noun
                rows.setdefault(one.do, []).append(f"`{one.text}`")
    beeps = ", ".join(f"`{name}`" for name in [*SIGNALS, *(f"tune {name}" for name in TUNES)])
    return "\n".join(
        f"| {', '.join(texts)} | {' '.join(cleandoc(do.__doc__ or '').split())} |"
        for do, texts in rows.items()
    ).replace("{beeps}", beeps)


def page() -> str:
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(HEAD)
    return before + HEAD + table() + TAIL + rest.partition(TAIL)[2]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
