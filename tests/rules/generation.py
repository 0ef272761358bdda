"""Rule scripts for other editions, generated from the hand-written ones when tests are collected.

A rule that several editions share is proved by the same script in each of them. The script is
written by hand for one edition, in that edition's folder; `shared.toml` names it and the other
editions it holds in. For those it is generated, in memory, with their amounts and names:

    cash, prices, rents     by the edition's unit: 6 000 F are 1 200 F in Deska, 60 € in Euro;
                            one franc less becomes one euro less
    names of squares        by their place on the board
    players                 if the edition needs more players, the additional ones give up at once

A generated script that fails is written to a file below build/, for `banquier run`. To read all:

    python -m tests.rules.generation         writes every generated script below build/rules/
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from firmware_sim.edition import Edition
from firmware_sim.edition.edition_file import load
from tests.support.paths import ROOT

FOLDER = ROOT / "tests" / "rules"
WRITTEN_TO = ROOT / "build" / "rules"
LIST = FOLDER / "shared.toml"
LEAST_AMOUNT = 50  # smaller numbers are squares, players, dice; these scripts use no such amounts

_QUOTED = re.compile(r'"[^"]*"')
_AMOUNT = re.compile(r"(?<![\d.])(?:\d{1,3}(?:\.\d{3})+|\d+)(?![\d.])(?!(?:ms|[sftc])\b)")
_KEYED = re.compile(r"(?<!\S)\d(?: \d){2,}(?!\S)")  # an amount pressed digit by digit
_HEADER = re.compile(r"(edition|players) (\S+)")


class Generated(NamedTuple):
    """A script of one edition translated for another one."""

    source: Path
    edition: str

    @property
    def path(self) -> Path:
        """Where it is written to when somebody is to read it or run it."""
        return WRITTEN_TO / self.edition / self.source.name

    def text(self) -> str:
        name = self.source.parent.name
        return _translation(name, self.edition).script(
            self.source.read_text(encoding="utf-8"), f"{name}/{self.source.stem}"
        )


def generated_scripts() -> Iterator[Generated]:
    """Every script that the list asks for."""
    for folder, shared in tomllib.loads(LIST.read_text(encoding="utf-8")).items():
        for editions, names in shared.items():
            for name in names:
                for edition in editions.split():
                    yield Generated(FOLDER / folder / f"{name}.keys", edition)


@cache
def _translation(source: str, target: str) -> Translation:
    return Translation(load(source), load(target))


class Translation:
    """Steps of one edition's scripts as steps of another edition."""

    def __init__(self, source: Edition, target: Edition) -> None:
        self.target = target
        self.units = unit(source), unit(target)
        self.labels: dict[str, str] = {}
        for one, other in zip(source.squares, target.squares, strict=True):
            self.labels.setdefault(one.label, other.label)
        longest_first = sorted(self.labels, key=len, reverse=True)
        self.named = re.compile("|".join(map(re.escape, longest_first)))

    def script(self, text: str, name: str) -> str:
        lines = text.splitlines()
        translated = [lines[0], lines[1], f"# Generated from {name}."]
        too_many = ""
        for line in lines[2:]:
            header = _HEADER.fullmatch(line)
            if header and header[1] == "edition":
                line = f"edition {self.target.name}"
            elif header:
                players = int(header[2])
                seats = max(players, self.target.least_players)
                line = f"players {seats}"
                too_many = " ".join(f"{seat} OK OK OK" for seat in range(players + 1, seats + 1))
            else:
                line = self.step(line)
            translated.append(line)
            if line == "start" and too_many:
                translated.append(f"press FAILL {too_many}     # the edition needs more players")
        return "\n".join(translated) + "\n"

    def step(self, line: str) -> str:
        """One line of steps; comments stay as they are."""
        if line.startswith("include"):
            return _include(line)
        if line.lstrip().startswith("#"):
            return line
        parts = []
        at = 0
        for quoted in _QUOTED.finditer(line):
            parts += [self.amounts(line[at : quoted.start()]), self.said(quoted[0][1:-1])]
            at = quoted.end()
        return "".join([*parts, self.amounts(line[at:])])

    def said(self, text: str) -> str:
        """What the glass or the roll says: a square's name, or several words with amounts."""
        if text in self.labels:
            return f'"{self.labels[text]}"'
        if text.endswith("*") or text.startswith("ANNULE"):  # a line of the roll
            text = self.named.sub(lambda found: self.labels[found[0]], text)
        return f'"{self.amounts(text)}"'

    def amounts(self, text: str) -> str:
        keyed = _KEYED.sub(lambda found: " ".join(self.amount(found[0].replace(" ", ""))), text)
        return _AMOUNT.sub(lambda found: self.amount(found[0]), keyed)

    def amount(self, written: str) -> str:
        number = int(written.replace(".", ""))
        if number < LEAST_AMOUNT:
            return written
        ours, theirs = self.units
        units = (number + ours // 2) // ours
        amount = units * theirs + number - units * ours
        if amount < 0:  # no amount, then
            return written
        return f"{amount:,}".replace(",", ".") if "." in written else str(amount)


def unit(edition: Edition) -> int:
    """What the classic board calls 1: its salary is 200 everywhere."""
    return edition.salary // 200


def _include(line: str) -> str:
    """The same file as seen from below WRITTEN_TO."""
    return line.replace('"..', '"' + os.path.relpath(FOLDER, WRITTEN_TO / "edition"))


def main() -> None:
    for script in generated_scripts():
        script.path.parent.mkdir(parents=True, exist_ok=True)
        script.path.write_text(script.text(), encoding="utf-8")
        print(script.path.relative_to(ROOT))


if __name__ == "__main__":
    main()
