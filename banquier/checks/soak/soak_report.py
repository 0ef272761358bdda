"""The report of a soak, as a sentence and as a file."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from typing import Any

from banquier.checks.soak.all_variants import AllVariants, Evenings
from banquier.checks.soak.counts import ERRORS, NAMES, Counts
from banquier.checks.soak.game import Outcome
from banquier.checks.soak.game_spec import GameSpec
from banquier.whole_file import write_whole


@dataclass
class Report:
    """The results so far, in the order of games; `counts.games` is their number."""

    spec: GameSpec | AllVariants | Evenings
    wanted: int
    counts: Counts = field(default_factory=Counts)
    editions: dict[str, Counts] = field(default_factory=dict)
    """The counts by edition."""
    failures: list[str] = field(default_factory=list)
    recordings: list[str] = field(default_factory=list)
    scripts: list[str] = field(default_factory=list)
    """The short script of each failure; empty if there is none."""
    seconds: float = 0.0
    interrupted: bool = False

    def take(self, outcome: Outcome, folder: str) -> None:
        spec = self.spec.at(outcome.number)
        self.counts.add(outcome.counts)
        if isinstance(self.spec, AllVariants):
            self.editions.setdefault(name_of(spec), Counts()).add(outcome.counts)
        if outcome.failure:
            self.failures.append(f"game {outcome.number}: {outcome.failure}")
            recording, script = keep(spec, outcome, folder) if outcome.recording else ("", "")
            self.recordings.append(recording)
            self.scripts.append(script)

    @property
    def unmet(self) -> list[str]:
        """The rules and errors that no game met."""
        errors = [f"error {code}" for code in ERRORS if not self.counts.errors[code]]
        return [name for name in NAMES if not self.counts.rules[name]] + errors

    def plain(self) -> dict[str, Any]:
        by_edition = {name: counts.plain() for name, counts in sorted(self.editions.items())}
        return {
            **self.spec.plain(),
            "wanted": self.wanted,
            **self.counts.plain(),
            "failures": len(self.failures),
            "failed": self.failures,
            "recordings": self.recordings,
            "scripts": self.scripts,
            "seconds": round(self.seconds, 3),
            **({"editions": by_edition} if isinstance(self.spec, AllVariants) else {}),
        }

    def sentence(self) -> str:
        counts = self.counts
        cut = counts.games - counts.ended - len(self.failures)
        rate = counts.presses / self.seconds if self.seconds else 0
        return (
            f"{counts.games} of {self.wanted} games, {counts.ended} ended"
            f"{f', {cut} cut short' if cut else ''}, {len(self.failures)} failures; "
            f"{counts.rolls} throws in {counts.turns} turns; {counts.presses} presses "
            f"in {self.seconds:.1f} s ({rate:,.0f} a second)"
        )


def name_of(spec: GameSpec) -> str:
    return os.path.basename(spec.edition).removesuffix(".toml")


def keep(spec: GameSpec, outcome: Outcome, folder: str) -> tuple[str, str]:
    """The files of a failure: its recording, and the short script, if there is one."""
    name = f"soak-{name_of(spec)}-{spec.players}-{spec.seed}-{outcome.number}"
    recording = os.path.join(folder, f"{name}.keys")
    short = os.path.join(folder, f"{name}-short.keys") if outcome.script else ""
    os.makedirs(folder, exist_ok=True)
    with open(recording, "w", encoding="utf-8", newline="\n") as file:
        file.write(outcome.recording)
        file.write(f"# {' '.join(outcome.failure.split())}\n")
    if short:
        with open(short, "w", encoding="utf-8", newline="\n") as file:
            file.write(outcome.script)
    return recording, short


def read(path: str, spec: GameSpec | AllVariants | Evenings) -> Report:
    """Read a report to go on from. ValueError: of another specification, or no report."""
    try:
        with open(path, encoding="utf-8") as file:
            found = json.load(file)
        if any(found[name] != value for name, value in spec.plain().items()):
            raise ValueError(f"{path} is a report of other games")
        editions = {name: Counts.read(part) for name, part in found.get("editions", {}).items()}
        return Report(
            spec, found["wanted"], Counts.read(found), editions, found["failed"],
            found["recordings"], found["scripts"], found["seconds"],
        )  # fmt: skip
    except (OSError, KeyError, TypeError, json.JSONDecodeError) as error:
        raise ValueError(f"{path} is no report to go on from: {error}") from None


def write(report: Report, path: str) -> None:
    """Write the file whole or not at all."""
    try:
        write_whole(path, json.dumps(report.plain(), ensure_ascii=False) + "\n")
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None
