"""The story as one HTML page: no script in it, nothing fetched, and it prints as it reads.

The long tables fold, so that an evening's game stays short on a phone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from banquier.report.chart import STYLE_OF_CHART, chances_chart, chart
from banquier.report.story import Moment, Story, Turning
from banquier.saves.messages import in_language
from banquier.words import player, text
from firmware_sim.interface import with_points as money

STYLE = (
    """
:root { color-scheme: light dark; --paper: #fff; --ink: #1d1d1b; --soft: #555; --rule: #ddd; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #16191a; --ink: #e8e6df; --soft: #a9a79f; --rule: #3a3d3e; } }
body { font: 16px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--paper);
       max-width: 60rem; margin: 1.5rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin-bottom: 0; } h2 { font-size: 1.15rem; margin-top: 2rem; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .5rem; text-align: right; border-bottom: 1px solid var(--rule);
         white-space: nowrap; }
th { border-bottom: 2px solid var(--soft); } th.text, td.text { text-align: left; }
#deeds td:nth-child(2) { white-space: normal; }
tr.struck td { text-decoration: line-through; color: var(--soft); }
.note { color: var(--soft); } .wide { overflow-x: auto; }
@media (max-width: 30rem) { th, td { padding: .2rem .25rem; } table { font-size: .82rem; } }
summary { cursor: pointer; padding: .6rem 0; }
ol { padding-left: 1.2rem; }
"""
    + STYLE_OF_CHART
    + """
@media print {
  :root { --paper: #fff; --ink: #000; --soft: #444; --rule: #ccc; }
  body { margin: 0; max-width: none; font-size: 11px; } h2 { break-after: avoid; }
  tr, svg { break-inside: avoid; } thead { display: table-header-group; }
  summary { display: none; } .wide { overflow: visible; } #ledger { font-size: 7px; }
  th, td { padding: .1rem .3rem; } th, #ledger td.text { white-space: normal; }
  th { overflow-wrap: anywhere; } #ledger th, #ledger td { padding: .1rem .2rem; }
  details::details-content { content-visibility: visible; block-size: auto; } }
"""
)
FOLDED_FROM = 12
"""Rows from which a table of figures is folded."""
WORTH_TELLING = 0.03
"""Of the chances that an operation changed."""


def ending(story: Story, lang: str) -> str:
    """Who has won, when and why."""
    end = story.ending
    if end is None:
        return text(lang, "report.not_over")
    return text(
        lang, "report.won", player=player(lang, story.names, end.winner), turn=end.turn,
        why=text(lang, f"report.why.{end.why}"),
    )  # fmt: skip


def moment(story: Story, told: Moment, lang: str) -> str:
    return text(
        lang, f"report.moment.{told.kind}", turn=told.turn, amount=money(told.amount),
        player=player(lang, story.names, told.player), other=player(lang, story.names, told.other),
    )  # fmt: skip


def page(story: Story, lang: str = "en") -> str:
    return _Page(story, lang).whole()


class _Page:
    def __init__(self, story: Story, lang: str) -> None:
        self.story = story
        self.lang = lang

    def say(self, name: str, **fields: object) -> str:
        return text(self.lang, f"report.{name}", **fields)

    def who(self, number: int) -> str:
        return player(self.lang, self.story.names, number)

    def whole(self) -> str:
        story, here = self.story, self.story.end
        title = self.say("title", edition=here.edition, players=len(here.players))
        note = self.say(
            "note", variant=self.say(f"variant.{here.variant}"), turns=here.turn_number,
            operations=len(story.steps), currency=here.currency,
        )  # fmt: skip
        parts = [
            "<!DOCTYPE html>",
            f'<html lang="{self.lang}"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<link rel="icon" href="data:,">',
            f"<title>Banquier 90: {escape(title)}</title><style>{STYLE}</style></head><body>",
            f"<h1>{escape(title)}</h1>",
            f'<p class="note">{escape(note[:1].upper() + note[1:])}</p>',
            f'<p id="how"><strong>{escape(ending(story, self.lang))}</strong></p>',
        ]
        if story.trouble:
            trouble = self.say("trouble", trouble=in_language(story.trouble, self.lang))
            parts.append(f'<p class="note">{escape(trouble)}</p>')
        if story.moments:
            told = (escape(moment(story, one, self.lang)) for one in story.moments)
            lines = "".join(f"<li>{line}</li>" for line in told)
            parts += [self.heading("moments"), f'<ol id="moments">{lines}</ol>']
        parts += [
            self.heading("players"), self.players(),
            *self.chances(),
            self.heading("wealth"), chart(story, self.lang), self.laps(),
            self.heading("rents"), self.rents(),
            self.heading("visits"), self.visits(),
            self.heading("loans"), self.loans(),
            self.heading("ledger"), self.ledger(),
            "</body></html>",
        ]  # fmt: skip
        return "\n".join(parts) + "\n"

    def heading(self, name: str) -> str:
        return f"<h2>{escape(self.say(name))}</h2>"

    def table(
        self, name: str, heads: Sequence[str], rows: Iterable[Sequence[str]], words: int,
        nothing: str = "", fold: str = "",
    ) -> str:  # fmt: skip
        """`words`: how many of the columns, from the left, are text. `fold`: the line to open it
        with, where it is long."""
        body = list(rows)
        if not body:
            return f'<p id="{name}">{escape(nothing)}</p>'
        kinds = [' class="text"'] * words + [""] * (len(heads) - words)
        top = "".join(f"<th{kind}>{escape(h)}</th>" for kind, h in zip(kinds, heads, strict=True))
        lines = (
            "<tr>"
            + "".join(f"<td{kind}>{escape(c)}</td>" for kind, c in zip(kinds, row, strict=True))
            + "</tr>"
            for row in body
        )
        shown = framed(name, top, "\n".join(lines))
        return folded(fold, shown) if fold and len(body) > FOLDED_FROM else shown

    def players(self) -> str:
        """Money first; whose deeds are which folds out below."""
        story = self.story
        rows, deeds = [], []
        for one in sorted(story.end.players, key=lambda p: (p.bankrupt, -p.wealth)):
            name = self.who(one.number)
            owned = [square.label for square in story.end.squares if square.owner == one.number]
            stands = self.say("bankrupt") if one.bankrupt else str(len(owned))
            rows.append((name, money(one.cash), money(one.wealth), stands))
            deeds.append((name, ", ".join(owned) or self.say("no_deeds")))
        heads = ("", self.say("cash"), self.say("worth"), self.say("deeds"))
        owned_by = self.table("deeds", ("", self.say("deeds")), deeds, 2)
        return self.table("players", heads, rows, 1) + folded(self.say("deeds"), owned_by)

    def chances(self) -> Iterator[str]:
        """Who was winning, and the operations that changed it most."""
        story, curve = self.story, self.story.curve
        if curve is None or not curve.points:
            return
        yield self.heading("chances") + chances_chart(story, curve, self.lang)
        if curve.turnings:
            told = "".join(f"<li>{escape(self.turning(one))}</li>" for one in curve.turnings)
            yield f'<h3>{escape(self.say("turnings"))}</h3><ol id="turnings">{told}</ol>'
        basis = text(self.lang, "chances.basis")
        how = self.say("chances_how", games=curve.games, seed=curve.seed)
        cut = f" {self.say('chances_cut')}" if curve.interrupted else ""
        yield f'<p class="note">{escape(f"{basis} {how}{cut}")}</p>'

    def turning(self, turning: Turning) -> str:
        moves = [
            f"{self.who(number)} {100 * before:.0f} → {100 * after:.0f} %"
            for number, before, after in zip(
                self.story.players, turning.before, turning.after, strict=True
            )
            if abs(after - before) >= WORTH_TELLING
        ]
        line = turning.step.brief
        return self.say("turning", turn=turning.step.turn, line=line, moves=", ".join(moves))

    def laps(self) -> str:
        story = self.story
        heads = [self.say("lap"), self.say("turn"), *map(self.who, story.players)]
        rows = [[str(lap.number), str(lap.turn), *map(money, lap.wealth)] for lap in story.laps]
        return self.table("laps", heads, rows, 0, fold=self.say("figures"))

    def rents(self) -> str:
        story = self.story
        sums: Counter[tuple[int, int]] = Counter()
        times: Counter[tuple[int, int]] = Counter()
        for rent in story.rents:
            sums[rent.square, rent.payee] += rent.amount
            times[rent.square, rent.payee] += 1
        rows = [
            (story.label(square), self.who(payee), str(times[square, payee]), money(total))
            for (square, payee), total in sums.most_common()
        ]
        if rows:
            rows.append((self.say("all"), "", str(len(story.rents)), money(sum(sums.values()))))
        heads = (self.say("deed"), self.say("to"), self.say("times"), self.say("rent"))
        return self.table("rents", heads, rows, 2, self.say("no_rent"), self.say("figures"))

    def visits(self) -> str:
        story = self.story
        rows = [(story.label(square), str(count)) for square, count in story.visits.most_common(12)]
        heads = (self.say("square"), self.say("visited"))
        return self.table("visits", heads, rows, 1, self.say("no_visits"))

    def loans(self) -> str:
        story = self.story
        rows = [
            (self.who(loan.player), self.say(f"loan.{loan.what}"), str(loan.turn),
             money(loan.amount))
            for loan in story.loans
        ]  # fmt: skip
        for number, left in enumerate(story.loans_left):
            owed = self.say("loan.owed")
            rows += [(self.who(number), owed, "", money(loan.amount)) for loan in left]
        heads = (self.say("player"), "", self.say("turn"), self.say("amount"))
        return self.table("loans", heads, rows, 2, self.say("no_loans"), self.say("figures"))

    def ledger(self) -> str:
        story = self.story
        accounts = [self.say("bank"), *map(self.who, story.players)]
        names = ("operation", "turn", "line", "from", "to", "amount", "for")
        text_column = ' class="text"'
        top = "".join(
            f"<th{text_column if name == 'line' else ''}>{escape(self.say(name))}</th>"
            for name in names
        ) + "".join(f"<th>{escape(account)}</th>" for account in accounts)
        lines = []
        for step in story.steps:
            mark = ' class="struck"' if step.struck else ""
            cash = "".join(f"<td>{money(amount)}</td>" for amount in step.cash)
            head = f'<td>{step.number}</td><td>{step.turn}</td><td class="text">'
            name = escape(step.brief)
            entries = step.entries or (None,)
            for nth, entry in enumerate(entries):
                moved = "<td></td><td></td><td></td><td></td>"
                if entry:
                    why = self.say(f"why_paid.{entry.why.name.lower()}")
                    cells = accounts[entry.payer], accounts[entry.payee], money(entry.amount), why
                    moved = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
                after = cash if nth == len(entries) - 1 else "<td></td>" * len(step.cash)
                lines.append(f"<tr{mark}>{head}{name if not nth else ''}</td>{moved}{after}</tr>")
        count = self.say("open", count=len(story.steps))
        return folded(count, framed("ledger", top, "\n".join(lines)))


def framed(name: str, top: str, lines: str) -> str:
    return (
        f'<div class="wide"><table id="{name}"><thead><tr>{top}</tr></thead>\n'
        f"<tbody>\n{lines}\n</tbody></table></div>"
    )


def folded(summary: str, inside: str) -> str:
    return f"<details><summary>{escape(summary)}</summary>\n{inside}\n</details>"
