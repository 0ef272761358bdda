"""Rules that several editions share are proved by the same scripts in each of them.

Such a script is written once, in the folder of one edition, its master. `shared.toml` names it
and the other editions it goes for; there it is written anew, with their amounts and names:

    cash, prices, rents     by the edition's unit: 6 000 F are 1 200 F in Deska, 60 € in Euro;
                            a franc short of it is a euro short
    names of squares        by their place on the board
    players                 where two are too few, those who are too many give up at once

python -m tests.rules.shared         writes them all; nothing in them is to be edited by hand
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from firmware_sim.edition import Edition
from firmware_sim.edition.edition_file import load
from tests.rules.collector import FOLDER

LIST = FOLDER / "shared.toml"
MARK = "# Made from"
LEAST_AMOUNT = 50  # smaller numbers are squares, players, dice; a master uses no smaller amounts

_QUOTED = re.compile(r'"[^"]*"')
_AMOUNT = re.compile(r"(?<![\d.])(?:\d{1,3}(?:\.\d{3})+|\d+)(?![\d.])(?!(?:ms|[sftc])\b)")
_KEYED = re.compile(r"(?<!\S)\d(?: \d){2,}(?!\S)")  # an amount pressed digit by digit
_HEADER = re.compile(r"(edition|players) (\S+)")


class Copy(NamedTuple):
    """A script of one edition as another edition plays it."""

    master: Path
    edition: str

    @property
    def path(self) -> Path:
        return FOLDER / self.edition / self.master.name

    def text(self) -> str:
        source = self.master.parent.name
        return Translation(load(source), load(self.edition)).script(
            self.master.read_text(encoding="utf-8"), f"{source}/{self.master.stem}"
        )


def copies() -> Iterator[Copy]:
    """Every script that is to be made, as the list says."""
    for master, shared in tomllib.loads(LIST.read_text(encoding="utf-8")).items():
        for editions, names in shared.items():
            for name in names:
                for edition in editions.split():
                    yield Copy(FOLDER / master / f"{name}.keys", edition)


def is_made(path: Path) -> bool:
    """Was this script made from another? Its second line says so."""
    return path.read_text(encoding="utf-8").partition("\n")[2].startswith(MARK)


class Translation:
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
        made = [lines[0], f"{MARK} {name}, with this edition's amounts and names."]
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
            made.append(line)
            if line == "start" and too_many:
                made.append(f"press FAILL {too_many}     # the rules need more players")
        return "\n".join(made) + "\n"

    def step(self, line: str) -> str:
        """One line of steps; comments stay as they are."""
        if line.lstrip().startswith(("#", "include")):
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


def wanted() -> Mapping[Path, str]:
    return {copy.path: copy.text() for copy in copies()}


def main() -> None:
    made = wanted()
    for folder in {path.parent for path in made}:
        for path in folder.glob("*.keys"):
            if path not in made and is_made(path):
                path.unlink()
    for path, text in made.items():
        if path.exists() and not is_made(path):
            raise SystemExit(f"{path}: written by hand, and named like one that is shared")
        path.write_text(text, encoding="utf-8")
    print(f"{len(made)} scripts made from those of other editions")


if __name__ == "__main__":
    main()
