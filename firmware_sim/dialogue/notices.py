"""Notices: what an operation caused, told before the next question."""

from __future__ import annotations

from firmware_sim import messages as words
from firmware_sim.dialogue.asking import owner_icon, player_icons
from firmware_sim.game import BANK, Entry, Why
from firmware_sim.messages import BIT
from firmware_sim.session import Table

PAID = frozenset((Why.RENT, Why.PAYMENT, Why.RUIN, Why.TRADE))


def tell(
    table: Table, player: int, was_in_prison: int, known_claims: int, by_hand: bool = False
) -> None:
    """Everything the last operation did that a player would want to hear of."""
    game = table.playing
    if by_hand:
        _tell_payment(table, game.entries[0])
    else:
        _tell_entries(table)
    if game.prison[player] and not was_in_prison:
        table.notice(
            f"{words.player(player)} EN PRISON",
            icons=BIT[words.player(player)] | BIT["PRISON"],
            beep="attention",
        )
    elif game.prison[player] > was_in_prison:
        table.notice(f"{words.player(player)} RESTE", icons=player_icons(table, player))
    for claim in game.claims[known_claims:]:
        label = game.edition.squares[claim.square].label
        table.notice(label, icons=BIT[f"J{claim.tenant}"] | owner_icon(claim.owner))
    if game.debts:
        table.sound("attention")


def _tell_entries(table: Table) -> None:
    entries = table.playing.entries
    gifts = [entry for entry in entries if entry.why is Why.GIFT]
    if len(gifts) == 1:
        _tell_payment(table, gifts[0])
    elif gifts:
        _tell_collection(table, gifts)
    for entry in entries:
        if entry.why is Why.SALARY:
            icons = BIT[f"J{entry.payee}"] | BIT["DEPART"]
            table.notice("SALAIRE", words.amount(entry.amount), icons, beep="salary")
        elif entry.why is Why.TAKEN:
            icons = BIT[f"J{entry.payer}"] | BIT["PRET"]
            table.notice("PRELEVEMENT", words.amount(entry.amount), icons, beep="attention")
        elif entry.why is Why.FINE:
            table.notice("AMENDE", words.amount(entry.amount), BIT[f"J{entry.payer}"])
        elif entry.why is Why.REWARD:
            table.notice("PRIME", words.amount(entry.amount), BIT[f"J{entry.payee}"], "salary")
        elif entry.why in PAID:
            _tell_payment(table, entry)


def _tell_payment(table: Table, entry: Entry) -> None:
    amount = words.amount(entry.amount)
    if entry.payer == BANK:
        table.notice(f"J{entry.payee} RECOIT", amount, BIT[f"J{entry.payee}"] | BIT["BANQUE"])
    else:
        to = "BANQUE" if entry.payee == BANK else words.player(entry.payee)
        icons = BIT[f"J{entry.payer}"] | owner_icon(entry.payee)
        table.notice(f"J{entry.payer} PAIE {to}", amount, icons)


def _tell_collection(table: Table, entries: list[Entry]) -> None:
    """One notice for what everybody gave, or was given."""
    total = words.amount(sum(entry.amount for entry in entries))
    payees = {entry.payee for entry in entries}
    if len(payees) == 1:
        player, verb = entries[0].payee, "RECOIT"
    else:
        player, verb = entries[0].payer, "PAIE"
    table.notice(f"J{player} {verb}", total, BIT[f"J{player}"])
