"""The story as one HTML page: no script in it, nothing fetched, and it prints as it reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape

from banquier.report.chart import chart, money
from banquier.report.story import Story

STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; color: #1d1d1b; background: #fff;
       max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; margin-bottom: 0; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
table { border-collapse: collapse; font-size: .87rem; font-variant-numeric: tabular-nums; }
th, td { padding: .15rem .6rem; text-align: right; border-bottom: 1px solid #ddd; }
th { border-bottom: 2px solid #555; } th.text, td.text { text-align: left; }
tr.struck td { text-decoration: line-through; color: #777; }
.sum td { border-top: 2px solid #555; font-weight: 600; }
svg { width: 100%; height: auto; } .grid { stroke: #ddd; } svg text { font-size: 12px; }
.scale { text-anchor: end; fill: #444; } .lap { text-anchor: middle; fill: #444; }
.note { color: #555; } .wide { overflow-x: auto; }
@media print { body { margin: 0; max-width: none; font-size: 11px; } h2 { break-after: avoid; }
  tr, svg { break-inside: avoid; } thead { display: table-header-group; } }
"""


def page(story: Story) -> str:
    here = story.end
    title = f"{here.edition}, {len(here.players)} players"
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<link rel="icon" href="data:,">',
        f"<title>Banquier 90: {escape(title)}</title><style>{STYLE}</style></head><body>",
        f"<h1>{escape(title)}</h1>",
        f'<p class="note">{here.variant} game, {story.end.turn_number} turns, '
        f"{len(story.steps)} operations, amounts in {escape(here.currency)}</p>",
        f'<p id="how"><strong>{escape(story.how)}</strong></p>',
    ]
    if story.trouble:
        parts.append(f'<p class="note">Of the save: {escape(story.trouble)}.</p>')
    parts += [
        "<h2>The players</h2>", _players(story),
        "<h2>What everybody was worth, lap by lap</h2>", chart(story), _laps(story),
        "<h2>Where the rent came from</h2>", _rents(story),
        "<h2>The most visited squares</h2>", _visits(story),
        "<h2>The loan book</h2>", _loans(story),
        "<h2>The ledger</h2>", _ledger(story),
        "</body></html>",
    ]  # fmt: skip
    return "\n".join(parts) + "\n"


def _table(
    name: str, heads: Sequence[str], rows: Iterable[Sequence[str]], text: int, nothing: str
) -> str:
    """`text`: how many of the columns, from the left, are words."""
    body = list(rows)
    if not body:
        return f'<p id="{name}">{nothing}</p>'
    kinds = [' class="text"'] * text + [""] * (len(heads) - text)
    top = "".join(f"<th{kind}>{escape(head)}</th>" for kind, head in zip(kinds, heads, strict=True))
    lines = (
        "<tr>"
        + "".join(f"<td{kind}>{escape(cell)}</td>" for kind, cell in zip(kinds, row, strict=True))
        + "</tr>"
        for row in body
    )
    inside = "\n".join(lines)
    return (
        f'<div class="wide"><table id="{name}"><thead><tr>{top}</tr></thead>\n'
        f"<tbody>\n{inside}\n</tbody></table></div>"
    )


def _players(story: Story) -> str:
    rows = []
    for player in sorted(story.end.players, key=lambda p: (p.bankrupt, -p.wealth)):
        deeds = [square.label for square in story.end.squares if square.owner == player.number]
        stands = "bankrupt" if player.bankrupt else ", ".join(deeds) or "no deeds"
        rows.append((f"J{player.number}", stands, money(player.cash), money(player.wealth)))
    return _table("players", ("", "deeds", "cash", "worth"), rows, 2, "")


def _laps(story: Story) -> str:
    heads = ["lap", "turn", *(f"J{player}" for player in story.players)]
    rows = [[str(lap.number), str(lap.turn), *map(money, lap.wealth)] for lap in story.laps]
    return _table("laps", heads, rows, 0, "")


def _rents(story: Story) -> str:
    sums: Counter[tuple[int, int]] = Counter()
    times: Counter[tuple[int, int]] = Counter()
    for rent in story.rents:
        sums[rent.square, rent.payee] += rent.amount
        times[rent.square, rent.payee] += 1
    rows = [
        (story.label(square), f"J{payee}", str(times[square, payee]), money(total))
        for (square, payee), total in sums.most_common()
    ]
    if rows:
        rows.append(("all", "", str(len(story.rents)), money(sum(sums.values()))))
    return _table("rents", ("deed", "to", "times", "rent"), rows, 2, "Nobody paid any rent.")


def _visits(story: Story) -> str:
    rows = [(story.label(square), str(count)) for square, count in story.visits.most_common(12)]
    return _table("visits", ("square", "visits"), rows, 1, "Nobody has moved.")


def _loans(story: Story) -> str:
    rows = [
        (f"J{loan.player}", loan.what, str(loan.turn), money(loan.amount)) for loan in story.loans
    ]
    for player, left in enumerate(story.loans_left):
        rows += [(f"J{player}", "still owed", "", money(loan.amount)) for loan in left]
    return _table("loans", ("player", "", "turn", "amount"), rows, 2, "Nothing was borrowed.")


def _ledger(story: Story) -> str:
    accounts = ["bank", *(f"J{player}" for player in story.players)]
    heads = ["operation", "turn", "line", "from", "to", "amount", "for", *accounts]
    top = "".join(f"<th>{head}</th>" for head in heads)
    lines = []
    for step in story.steps:
        mark = ' class="struck"' if step.struck else ""
        cash = "".join(f"<td>{money(amount)}</td>" for amount in step.cash)
        head = f'<td>{step.number}</td><td>{step.turn}</td><td class="text">'
        name = escape(step.text.partition(" =")[0])
        entries = step.entries or (None,)
        for nth, entry in enumerate(entries):
            moved = (
                f"<td>{accounts[entry.payer]}</td><td>{accounts[entry.payee]}</td>"
                f"<td>{money(entry.amount)}</td><td>{entry.why.name.lower()}</td>"
                if entry
                else "<td></td><td></td><td></td><td></td>"
            )
            after = cash if nth == len(entries) - 1 else "<td></td>" * len(step.cash)
            lines.append(f"<tr{mark}>{head}{name if not nth else ''}</td>{moved}{after}</tr>")
    inside = "\n".join(lines)
    return (
        f'<div class="wide"><table id="ledger"><thead><tr>{top}</tr></thead>\n'
        f"<tbody>\n{inside}\n</tbody></table></div>"
    )
