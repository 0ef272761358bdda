"""What a soak has found so far, as a sentence and as a file."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from typing import Any

from hardware.soak.game import Outcome
from hardware.soak.order import Order
from hardware.soak.tally import Tally


@dataclass
class Report:
    """What is known so far. Games come in by their numbers: `tally.games` is how many are done."""

    order: Order
    wanted: int
    tally: Tally = field(default_factory=Tally)
    failures: list[str] = field(default_factory=list)
    recordings: list[str] = field(default_factory=list)
    seconds: float = 0.0
    interrupted: bool = False

    def take(self, outcome: Outcome, folder: str) -> None:
        self.tally.add(outcome.tally)
        if outcome.failure:
            self.failures.append(f"game {outcome.number}: {outcome.failure}")
            self.recordings.append(keep(self.order, outcome, folder))

    def plain(self) -> dict[str, Any]:
        found = self.tally.plain()
        return {
            **self.order._asdict(),
            "wanted": self.wanted,
            **found,
            "failures": len(self.failures),
            "failed": self.failures,
            "recordings": self.recordings,
            "seconds": round(self.seconds, 3),
        }

    def sentence(self) -> str:
        tally = self.tally
        cut = tally.games - tally.ended - len(self.failures)
        rate = tally.presses / self.seconds if self.seconds else 0
        return (
            f"{tally.games} of {self.wanted} games, {tally.ended} ended"
            f"{f', {cut} cut short' if cut else ''}, {len(self.failures)} failures; "
            f"{tally.rolls} throws in {tally.turns} turns; {tally.presses} presses "
            f"in {self.seconds:.1f} s ({rate:,.0f} a second)"
        )


def keep(order: Order, outcome: Outcome, folder: str) -> str:
    name = os.path.basename(order.edition).removesuffix(".toml")
    path = os.path.join(folder, f"soak-{name}-{order.players}-{order.seed}-{outcome.number}.keys")
    os.makedirs(folder, exist_ok=True)
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(outcome.recording)
        file.write(f"# {' '.join(outcome.failure.split())}\n")
    return path


def read(path: str, order: Order) -> Report:
    """A report to go on from. ValueError if it is of another order, or none at all."""
    try:
        with open(path, encoding="utf-8") as file:
            found = json.load(file)
        if any(found[name] != value for name, value in order._asdict().items()):
            raise ValueError(f"{path} is a report of other games")
        tally = Tally.read(found)
        return Report(
            order, found["wanted"], tally, found["failed"], found["recordings"], found["seconds"]
        )
    except (OSError, KeyError, TypeError, json.JSONDecodeError) as error:
        raise ValueError(f"{path} is no report to go on from: {error}") from None


def write(report: Report, path: str) -> None:
    """Whole or not at all: a reader never sees half of it."""
    beside = f"{path}.new"
    try:
        with open(beside, "w", encoding="utf-8") as file:
            json.dump(report.plain(), file, ensure_ascii=False)
            file.write("\n")
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None
