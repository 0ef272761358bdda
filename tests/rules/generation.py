"""Rule scripts for other editions, generated from the hand-written ones when tests are collected.

A rule that several editions share is proved by the same script in each of them. The script is
written by hand for one edition, in that edition's folder; `shared.toml` names it and the other
editions it holds in. For those it is generated, in memory, with their amounts and names:

    amounts                 looked up in the other edition where the script says what they are:
                            # amounts: 5000 = rent 39, 145000 = cash - rent 39
                            Those not listed, and numbers in such a sum, are the script's own
                            choice and scaled: 6 000 F are 60 € in Euro, 5 999 F are 59 €
    names of squares        by their place on the board
    players                 if the edition needs more players, the additional ones give up at once

    cash  salary  fine  tax 4           of the edition; the tax of square 4
    price 39  mortgage 39  house 39     of a deed; lift 39: its mortgage and a tenth; tenth 39
    rent 39  rent 39 5  rent 5 1        bare; with a hotel; a station's with one more held
    card chance 7                       the amount on a card

A generated script that fails is written to a file below build/, for `banquier run`. To read all:

    python -m tests.rules.generation         writes every generated script below build/rules/
"""

import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from banquier.editions.edition_file import load
from firmware_sim.edition import Edition
from tests.support.paths import ROOT

FOLDER = ROOT / "tests" / "rules"
WRITTEN_TO = ROOT / "build" / "rules"
LIST = FOLDER / "shared.toml"
AMOUNTS = "# amounts: "
LEAST_AMOUNT = 50  # smaller numbers are squares, players, dice; these scripts use no such amounts

_QUOTED = re.compile(r'"[^"]*"')
_AMOUNT = re.compile(r"(?<![\d.])(?:\d{1,3}(?:\.\d{3})+|\d+)(?![\d.])(?!(?:ms|[sftc])\b)")
_VALUE = re.compile(rf" ({_AMOUNT.pattern})")
_KEYED = re.compile(r"(?<!\S)\d(?: \d){2,}(?!\S)")  # an amount pressed digit by digit
_TERM = re.compile(r"([+-]?) ?(?:(\d+) \* )?([a-z][a-z0-9 ]*?|\d+)(?: / (\d+))?(?= [+-]|$)")
_HEADER = re.compile(r"(edition|players) (\S+)( with .*)?")


class Generated(NamedTuple):
    """A script of one edition translated for another one."""

    source: Path
    edition: str

    @property
    def path(self) -> Path:
        """The file that it is written to, to be read or run."""
        return WRITTEN_TO / self.edition / self.source.name

    def text(self) -> str:
        name = self.source.parent.name
        text = self.source.read_text(encoding="utf-8")
        translation = Translation(load(name), load(self.edition), listed_amounts(text))
        return translation.script(text, f"{name}/{self.source.stem}")


def generated_scripts() -> Iterator[Generated]:
    """Every script that the list asks for."""
    for folder, shared in tomllib.loads(LIST.read_text(encoding="utf-8")).items():
        for editions, names in shared.items():
            for name in names:
                for edition in editions.split():
                    yield Generated(FOLDER / folder / f"{name}.keys", edition)


def listed_amounts(text: str) -> dict[int, str]:
    """Return the amounts whose meaning a script states, as sums of an edition's amounts."""
    pairs = [
        pair.split(" = ")
        for line in text.splitlines()
        if line.startswith(AMOUNTS)
        for pair in line.removeprefix(AMOUNTS).split(", ")
    ]
    return {int(amount): meaning for amount, meaning in pairs}


class Translation:
    """Steps of one edition's scripts as steps of another edition."""

    def __init__(
        self, source: Edition, target: Edition, listed: Mapping[int, str] | None = None
    ) -> None:
        self.target = target
        self.units = unit(source), unit(target)
        self.listed = {amount: self.meant(meaning) for amount, meaning in (listed or {}).items()}
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
            if line.startswith(AMOUNTS):
                continue
            header = _HEADER.fullmatch(line)
            if header and header[1] == "edition":
                line = f"edition {self.target.name}{self.amounts(header[3] or '')}"
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
            if value := _VALUE.match(line, at):  # row B, after what row A says
                parts.append(f" {_with_points(self.amount(value[1]))}")
                at = value.end()
        return "".join([*parts, self.amounts(line[at:])])

    def said(self, text: str) -> str:
        """Translate a text of the glass or the roll: a square's name, or words with amounts."""
        if text in self.labels:
            return f'"{self.labels[text]}"'
        if text.endswith("*") or text.startswith("ANNULE"):  # a line of the roll
            text = self.named.sub(lambda found: self.labels[found[0]], text)
        return f'"{self.amounts(text)}"'

    def amounts(self, text: str) -> str:
        keyed = _KEYED.sub(lambda found: " ".join(str(self.amount(found[0]))), text)
        return _AMOUNT.sub(self._written_alike, keyed)

    def _written_alike(self, found: re.Match[str]) -> str:
        amount = self.amount(found[0])
        if amount < LEAST_AMOUNT and int(found[0].replace(".", "")) == amount:
            return found[0]  # the 02 of a square's name
        return _with_points(amount) if "." in found[0] else str(amount)

    def amount(self, written: str) -> int:
        number = int(written.replace(".", "").replace(" ", ""))
        if number < LEAST_AMOUNT:
            return number
        return self.listed[number] if number in self.listed else self.scaled(number)

    def scaled(self, number: int) -> int:
        """An amount of the script's own choice, in units; what is no whole unit stays."""
        ours, theirs = self.units
        units = (number + ours // 2) // ours
        amount = units * theirs + number - units * ours
        return amount if amount >= 0 else number  # no amount, then

    def meant(self, meaning: str) -> int:
        """Return the value of `cash - rent 39` in the other edition."""
        total = Fraction()
        for sign, factor, term, divisor in _TERM.findall(meaning):
            if not term.isdecimal():
                value = fact(term, self.target)
            elif int(term) < LEAST_AMOUNT:
                value = int(term)
            else:
                value = self.scaled(int(term))
            part = Fraction(value * int(factor or 1), int(divisor or 1))
            total += -part if sign == "-" else part
        assert total.denominator == 1, f"{meaning} in {self.target.name}: {total}"
        return int(total)


def fact(term: str, edition: Edition) -> int:
    """One amount that an edition fixes, by its name in an `# amounts:` line."""
    name, *where = term.split()
    if name == "card":
        pile, number = ("chance", "chest").index(where[0]), int(where[1])
        return next(card.amount for card in edition.decks[pile] if card.number == number)
    if not where:
        return {"cash": edition.opening_cash, "salary": edition.salary, "fine": edition.fine}[name]
    square = edition.squares[int(where[0])]
    if name == "rent":
        return square.rents[int(where[1]) if len(where) > 1 else 0]
    tenth = -(-square.mortgage // (10 * edition.coin)) * edition.coin
    return {
        "price": square.price, "mortgage": square.mortgage, "house": square.house,
        "tax": square.amount, "tenth": tenth, "lift": square.mortgage + tenth,
    }[name]  # fmt: skip


def _with_points(amount: int) -> str:
    return f"{amount:,}".replace(",", ".")


def unit(edition: Edition) -> int:
    """Return the amount that is 1 on the classic board, where the salary is 200."""
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
