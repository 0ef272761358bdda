"""The scripts that prove the rules: collected, checked against the list of rules, and played.

    tests/rules/identifiers.toml               the rules, and the editions each holds in
    tests/rules/<edition>/<ID>-<words>.keys    a script that shows one side of a rule
    tests/rules/shared.toml                    scripts that are generated for other editions too
    tests/rules/common/*.keys                  macros that several scripts include

To prove a rule, add a script and run `make docs`; no other file lists the scripts.
"""

import re
import tomllib
from pathlib import Path
from typing import NamedTuple

from tests.rules.generation import FOLDER, Generated, generated_scripts
from tests.support import script_runs
from tests.support.paths import ROOT

NAME = re.compile(r"([A-Z]+-[0-9]+)-([a-z0-9]+(?:-[a-z0-9]+)*)\.keys")


class Rule(NamedTuple):
    identifier: str
    section: str
    title: str
    editions: tuple[str, ...]


class RuleScript(NamedTuple):
    """A script as one edition plays it: written by hand, or generated from another edition's."""

    edition: str
    path: Path
    generated: Generated | None = None

    @property
    def source(self) -> Path:
        """The file that is edited."""
        return self.generated.source if self.generated else self.path

    def text(self) -> str:
        return self.generated.text() if self.generated else self.path.read_text(encoding="utf-8")

    @property
    def name(self) -> str:
        """As pytest and a reader name it: electronique/RENT-2-claimed-too-late."""
        return f"{self.edition}/{self.path.stem}"

    @property
    def identifier(self) -> str:
        """The rule it proves; nothing when the file's name is not that of a rule's script."""
        found = NAME.fullmatch(self.path.name)
        return found[1] if found else ""

    @property
    def words(self) -> str:
        """Describe in words what a rule's script shows."""
        found = NAME.fullmatch(self.path.name)
        return found[2].replace("-", " ") if found else self.path.stem


class Identifiers:
    """identifiers.toml as read."""

    def __init__(self) -> None:
        data = tomllib.loads((FOLDER / "identifiers.toml").read_text(encoding="utf-8"))
        letters: dict[str, str] = data["editions"]
        self.editions = tuple(letters.values())
        self.rules = tuple(
            Rule(identifier, section, rule["title"], _editions(rule["editions"], letters))
            for section, rules in data["sections"].items()
            for identifier, rule in rules.items()
        )

    def wanted(self) -> list[tuple[str, str]]:
        """Every (edition, identifier) that must have a script."""
        return [(edition, rule.identifier) for rule in self.rules for edition in rule.editions]


def _editions(written: str, letters: dict[str, str]) -> tuple[str, ...]:
    return tuple(letters.values()) if written == "all" else tuple(letters[one] for one in written)


def written_scripts() -> list[RuleScript]:
    """Yield the script files; those in common/ are not scripts of their own."""
    return [
        RuleScript(edition, path)
        for edition in Identifiers().editions
        for path in (FOLDER / edition).glob("*.keys")
    ]


def scripts() -> list[RuleScript]:
    """Written and generated ones, in the order of editions and names."""
    generated = [RuleScript(one.edition, one.path, one) for one in generated_scripts()]
    editions = Identifiers().editions
    return sorted(
        [*written_scripts(), *generated],
        key=lambda script: (editions.index(script.edition), _by_number(script.path)),
    )


def _by_number(path: Path) -> tuple[str, int, str]:
    """BLD-2 before BLD-10."""
    family, number, *_ = [*path.stem.split("-"), "0"]
    return family, int(number) if number.isdecimal() else 0, path.stem


def complaint(script: RuleScript) -> str:
    """Play a script; return why it does not hold, or nothing. A generated one is then written."""
    said = script_runs.complaint(script.path, text=script.text())
    if said and script.generated:
        script.path.parent.mkdir(parents=True, exist_ok=True)
        script.path.write_text(script.text(), encoding="utf-8")
        said += f"\ngenerated from {script.source.relative_to(ROOT)}"
    return said
