"""The ledger as comma-separated values: one line per entry, and per operation without any."""

from __future__ import annotations

import csv
import io

from banquier.report.story import Story


def ledger_csv(story: Story) -> str:
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\n")
    accounts = ["bank", *(f"J{player}" for player in story.players), *["pot"] * story.end.has_pot]
    write.writerow(
        ["operation", "turn", "line", "struck", "payer", "payee", "amount", "why", *accounts]
    )
    for step in story.steps:
        head = [step.number, step.turn, step.text, int(step.struck)]
        for entry in step.entries:
            who = [accounts[entry.payer], accounts[entry.payee]]
            write.writerow([*head, *who, entry.amount, entry.why.name.lower(), *step.cash])
        if not step.entries:
            write.writerow([*head, "", "", "", "", *step.cash])
    return out.getvalue()
