"""The keys that are open at almost any moment: the functions, LOYER and CORR."""

from __future__ import annotations

from collections.abc import Callable

from firmware_sim import messages as words
from firmware_sim.dialogue import bankruptcy as ruin
from firmware_sim.dialogue import bargain, estate, money
from firmware_sim.dialogue.asking import Asking, ask_yes
from firmware_sim.dialogue.play import play
from firmware_sim.game import Error, Refused
from firmware_sim.rules import rent
from firmware_sim.session import Dialogue, Table

FUNCTIONS: dict[str, Callable[[Table], Dialogue]] = {
    "BATIR": estate.build,
    "DEMOL": estate.demolish,
    "HYPO": estate.mortgage,
    "EMPR": money.borrow,
    "VENTE": bargain.bargain,
    "PAYER": money.pay,
    "RECU": money.receive,
    "FAILL": ruin.give_up,
}


def anything_else(table: Table, key: str) -> Asking[bool]:
    """A key the question itself has no use for; true when the game has changed."""
    before = table.operations
    if key in FUNCTIONS:
        yield from FUNCTIONS[key](table)
    elif key == "LOYER":
        claim_rent(table)
    elif key == "CORR":
        yield from correct(table)
    else:
        table.refuse(Error.KEY)
    return table.operations != before


def claim_rent(table: Table) -> None:
    """The owner asks for the oldest rent that can still be asked."""
    game = table.playing
    try:
        claim = rent.oldest_claim(game)
    except Refused as no:
        table.refuse(no.error)
        return
    label = game.edition.squares[claim.square].label
    play(table, f"LOYER {label}", rent.claim, player=claim.owner)


def correct(table: Table) -> Dialogue:
    """ANNULE ?: one operation back, across turns; dice and cards come again the same."""
    if not table.history:
        table.refuse(Error.NOTHING)
        return
    last = table.history[-1]
    named = f"{words.player(last.player)} {last.name.split()[0]}"
    icons = table.always() | words.BIT[words.player(last.player)]
    if (yield from ask_yes(table, "undo", "ANNULE ?", "", icons, other=named)):
        table.undo()
