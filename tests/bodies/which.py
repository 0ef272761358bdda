"""The scripts and games that the engines play: all of them with `make test-bodies`."""

from __future__ import annotations

import os

from tests.rules.collector import scripts as rule_scripts
from tests.support.script_runs import scripts as files

ALL = "BANQUIER_BODIES" in os.environ
GAMES = 50 if ALL else 2
PARTS = 8 if ALL else 1
"""Of the scripts: each is one test."""


def all_scripts() -> list[tuple[str, str, str]]:
    """Name, text, and the file it is of."""
    found = [(one.name, one.text(), str(one.path), one.identifier) for one in rule_scripts()]
    if not ALL:
        found = list({one[3]: one for one in found}.values())
    for folder in ("conversations", "editions", "errors", "games") if ALL else ():
        found += [(f"{folder}/{one.stem}", one.read_text("utf-8"), str(one), "")
                  for one in files(folder)]  # fmt: skip
    return [one[:3] for one in found]
