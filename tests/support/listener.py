"""Announcements of a game, compared with the game before and after every operation.

listener = Listener(unit)
listener.faults        what an operation changed and no sentence says, or says otherwise
"""

import re
from collections import Counter
from collections.abc import Iterator

from banquier.words.announcements import Announcer
from banquier.words.catalogues import catalogue
from firmware_sim.game import BANK, POT, Game
from hardware.unit import Observer, Unit

WORDS = catalogue("en")
WHO = r"(J\d|[Tt]he bank|[Tt]he pot)"
HAS = re.compile(rf"{WHO} has (\d+)\s\S")
PAYS = re.compile(rf"{WHO} pays {WHO} (\d+)\s\S+ \(")
OWES = re.compile(rf"{WHO} owes {WHO} (\d+)\s\S+ \(")
CARD = WORDS["page.prison_card"]
PRISON = {"in": ("goes to prison",), "on": ("stays in prison",),
          "out": ("leaves prison", "pays the fine", "goes bankrupt")}  # fmt: skip


def number(who: str) -> int:
    accounts = {WORDS["bank"]: BANK, WORDS["pot"]: POT}
    return accounts[who.lower()] if who.lower() in accounts else int(who[1:])


def untold(before: Game, after: Game, told: str) -> Iterator[str]:
    """Yield the changes of an operation that no sentence states."""
    names = [square.name for square in after.edition.squares]
    for seat in range(1, after.players + 1):
        was, now = before.prison[seat], after.prison[seat]
        change = (
            "in" if now and not was else "on" if now > was else "out" if was and not now else ""
        )
        if change and not any(f"J{seat} {said}" in told for said in PRISON[change]):
            yield f"J{seat} prison {was} -> {now}"
        if before.cash[seat] != after.cash[seat] and f"J{seat} has {after.cash[seat]}" not in told:
            yield f"J{seat} cash {before.cash[seat]} -> {after.cash[seat]}"
        square = after.square[seat]
        if before.square[seat] != square and not now and f" {names[square]}" not in told:
            yield f"J{seat} stands on {names[square]}"
        if after.is_in(seat) < before.is_in(seat) and f"J{seat} goes bankrupt" not in told:
            yield f"J{seat} is out"
    pot = after.cash[POT]
    if after.has_pot and before.cash[POT] != pot and f"he pot has {pot}" not in told:
        yield f"the pot {before.cash[POT]} -> {pot}"
    for lot, name in enumerate(names):
        owner = after.owner[lot]
        if before.owner[lot] != owner and not (name in told and _named(owner, told)):
            yield f"{name} of {before.owner[lot]} -> {owner}"
        houses = after.houses[lot]
        if before.houses[lot] != houses and f"{name}: {WORDS[f'built.{houses}']}" not in told:
            yield f"{name} houses {before.houses[lot]} -> {houses}"
        if before.mortgaged[lot] != after.mortgaged[lot] and not (
            name in told and "mortgage" in told
        ):
            yield f"{name} mortgaged {before.mortgaged[lot]} -> {after.mortgaged[lot]}"
    for was, now in zip(before.free_cards, after.free_cards, strict=True):
        if was != now and not (_named(now, told) and (CARD in told or "by the card" in told)):
            yield f"a prison card of {was} -> {now}"


def _named(owner: int, told: str) -> bool:
    return owner <= BANK or f"J{owner}" in told


def misheard(before: Game, after: Game, told: str) -> Iterator[str]:
    """Yield the statements of sentences that are wrong."""
    for who, cash in HAS.findall(told):
        if after.cash[number(who)] != int(cash):
            yield f"{who} has {after.cash[number(who)]}, not {cash}"
    moved: Counter[int] = Counter()
    for payer, payee, amount in PAYS.findall(told):
        moved[number(payer)] -= int(amount)
        moved[number(payee)] += int(amount)
    given = WORDS["act.undo"] in told or " gives J" in told  # a bargain tells its money itself
    for seat in range(1, after.players + 1):
        change = after.cash[seat] - before.cash[seat]
        if not given and moved[seat] != change:
            yield f"J{seat} got {change}, and payments of {moved[seat]} are told"
    owed = Counter((d.debtor, d.creditor, d.amount) for d in after.debts)
    for debtor, creditor, amount in OWES.findall(told):
        if not owed[number(debtor), number(creditor), int(amount)]:
            yield f"{debtor} does not owe {creditor} {amount}"


POINT = re.compile(r"(?<=\d)[.](?=\d{3})")
"""Between thousands."""


class Listener(Observer):
    """Stands behind the announcer of the unit."""

    def __init__(self, unit: Unit) -> None:
        self.told = Announcer(unit)
        unit.observers += [self.told, self]
        self.heard = 0
        self.operations = unit.operations
        self.before = unit.session.current_game.copy()
        self.faults: list[str] = []
        self.sentences: list[str] = []

    def on_advance(self, unit: Unit) -> None:
        if unit.operations == self.operations:
            return
        self.operations = unit.operations
        after = unit.session.current_game
        new = [one for one in self.told.log if one.number > self.heard]
        self.heard = self.told.count
        said = " ".join(one.said.text("en") for one in new if one.kind == "operation")
        said = POINT.sub("", said)
        self.sentences.append(said)
        faults = [*untold(self.before, after, said), *misheard(self.before, after, said)]
        self.faults += [f"{said}: {fault}" for fault in faults]
        self.before = after.copy()
