"""The story as one HTML page: without a script, self-contained, and printed as it is shown.

An evening prints on two pages; the ledger is added only on request.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from banquier import markup as html
from banquier.markup import Inside, Markup, Tag, div, markup, p, td, th, tr
from banquier.play.board_drawing import DARKEST
from banquier.play.board_drawing import STYLE as STYLE_OF_BOARD
from banquier.report.board_map import STYLE_OF_MAP, board_map, short
from banquier.report.chart import DASHES, STYLE_OF_CHART, chances_chart, chart
from banquier.report.moments import awards, chosen, weightiest
from banquier.report.story import Story, StoryStep, Turning
from banquier.words import name_of, phrase, text, with_currency
from banquier.words.house_rules import lines
from banquier.words.moment import Moment, sentence
from datasheet.glass import with_points as money
from firmware_sim.game import BANK, POT, Variant, Why
from firmware_sim.rules.endings import ranking, worth

STYLE = (
    """
:root { color-scheme: light dark; --paper: #fff; --ink: #1d1d1b; --soft: #555; --rule: #ddd;
        --heat: #d8342c; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #16191a; --ink: #e8e6df; --soft: #a9a79f; --rule: #3a3d3e; } }
body { font: 16px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--paper);
       max-width: 60rem; margin: 1.5rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin-bottom: 0; } h2 { font-size: 1.15rem; margin-top: 2rem; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .5rem; text-align: right; border-bottom: 1px solid var(--rule);
         white-space: nowrap; }
th { border-bottom: 2px solid var(--soft); } th.text, td.text { text-align: left; }
tr.struck td { text-decoration: line-through; color: var(--soft); }
.note { color: var(--soft); } .wide { overflow-x: auto; }
@media (max-width: 30rem) { th, td { padding: .2rem .25rem; } table { font-size: .82rem; } }
summary { cursor: pointer; padding: .6rem 0; }
ol, ul { padding-left: 1.8rem; }
"""
    + STYLE_OF_CHART
    + """
@media print {
  :root { --paper: #fff; --ink: #000; --soft: #444; --rule: #ccc; }
  body { margin: 0; padding: 0; max-width: none; font-size: 10.5px; } h2 { break-after: avoid; }
  tr, svg { break-inside: avoid; } thead { display: table-header-group; }
  summary { display: none; } .wide { overflow: visible; } #ledger { font-size: 7px; }
  th, td { padding: .1rem .3rem; } th, #ledger td.text { white-space: normal; }
  #ledger th, #ledger td { padding: .1rem .2rem; overflow-wrap: anywhere; }
  details::details-content { content-visibility: visible; block-size: auto; } }
"""
)
STYLE_OF_EVENING = (
    STYLE_OF_BOARD
    + STYLE_OF_MAP
    + """
#evening { columns: 22rem 2; column-gap: 2rem; } #evening section { break-inside: avoid; }
#evening h2 { margin-top: 1rem; } #evening table { width: 100%; }
#evening th { white-space: normal; }
#qr svg { max-width: 20rem; } a { color: inherit; }
.swatch { width: 1.6em; height: .6em; margin-right: .4em; }
.swatch line { stroke: var(--c); stroke-width: 3; }
#paid td[style] { background: color-mix(in srgb, var(--heat) var(--share), transparent);
                  print-color-adjust: exact; -webkit-print-color-adjust: exact; }
#paid th, #paid td { padding: .25em .1em; font-size: .9em; } #paid .swatch { width: 1em; }
#paid:has(th:nth-child(7)) th + th { writing-mode: vertical-rl; text-align: left; }
@media (max-width: 30rem) { body { padding: 0 .7rem; } #evening table { font-size: .74rem; } }
@media print { @page { size: A4; margin: 12mm; }
  #evening { columns: 2; column-gap: 8mm; } h2 { font-size: 1.2em; } ol, ul { margin: .2rem 0; }
  #evening table { font-size: 1em; } #paid, #loans { font-size: .92em; } }
"""
)
WORTH_TELLING = 0.03
"""The least change of chances that the page mentions."""
LONGEST_EXACT = 4
"""The most players for whom the sums of payments between players are written in full."""


def ending(story: Story, lang: str) -> str:
    """Return who won, when and why."""
    end = story.ending
    if end is None:
        return text(lang, "report.not_over")
    return text(
        lang, "report.won", player=name_of(story.names, end.winner), turn=end.turn,
        why=text(lang, f"report.why.{end.why}"),
    )  # fmt: skip


def moment(story: Story, told: Moment, lang: str, group: str = "report.moment") -> str:
    return sentence(told, story.end.edition, story.names, group).text(lang)


def at_turn(story: Story, told: Moment, lang: str) -> str:
    said = moment(story, told, lang)
    return text(lang, "report.at_turn", turn=told.step.turn, said=said)


def page(
    story: Story, lang: str = "en", ledger: bool = False, link: str = "", code: str = ""
) -> str:
    """Make the page, which ends with the `link` of the game and the QR `code` of it."""
    return _Page(story, lang).whole(ledger, link, code)


def document(lang: str, title: str, note: str, style: str, inside: Inside) -> str:
    """Return a whole HTML page with a note below its title."""
    return f"""<!DOCTYPE html>
<html lang="{lang}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Banquier 90: {escape(title)}</title>
<style>{STYLE}{style}</style></head><body><main>
<h1>{escape(title)}</h1>
<p class="note">{escape(note)}</p>
{markup(inside)}
</main></body></html>
"""


def table(
    name: str,
    heads: Sequence[Inside],
    rows: Iterable[Sequence[Inside] | Markup],
    words: int = 0,
) -> Markup:
    """Make a table. The column `words` is text, the others are figures; markup is used as it is."""

    def cells(tag: Tag, row: Sequence[Inside]) -> Markup:
        return tr[
            [tag(class_="text" if at == words else None)[cell] for at, cell in enumerate(row)]
        ]

    body: list[Inside] = [
        [row if isinstance(row, Markup) else cells(td, row), "\n"] for row in rows
    ]
    return div(class_="wide", tabindex=0)[
        html.table(id=name)[html.thead[cells(th, heads)], "\n", html.tbody[body]]
    ]


def details(summary: str, inside: Inside) -> Markup:
    return html.details[html.summary[summary], inside]


class _Page:
    def __init__(self, story: Story, lang: str) -> None:
        self.story = story
        self.lang = lang
        self.currency = story.end.edition.currency

    def say(self, name: str, **fields: object) -> str:
        return text(self.lang, f"report.{name}", **fields)

    def who(self, number: int) -> str:
        return name_of(self.story.names, number)

    def whole(self, ledger: bool, link: str, code: str) -> str:
        story, here = self.story, self.story.end
        title = self.say("title", edition=here.edition.label, players=here.players)
        variant = self.say(f"variant.{Variant(here.variant).name.lower()}")
        note = self.say(
            "note", variant=variant, turns=here.turn_number,
            operations=len(story.steps), currency=here.edition.currency,
        )  # fmt: skip
        note = note[:1].upper() + note[1:]
        if story.day:
            year, month, day = story.day
            number = self.say("first_day") if day == 1 else day
            name = self.say("months").split()[month - 1]
            note = f"{self.say('day', day=number, month=name, year=year)} {note}"
        parts = (
            ("players", self.players()),
            ("moments", self.moments()),
            ("chances", self.chances()),
            ("worths", chart(story, self.lang)),
            ("rents", div(class_="board")[board_map(story, self.lang)]),
            ("paid", self.payments()),
            ("loans", self.loans()),
            ("awards", self.awards()),
            ("link", self.link(link, code)),
        )
        trouble = self.say("trouble", trouble=phrase(story.trouble, self.lang))
        inside = [
            p(id="how")[html.strong[ending(story, self.lang)]],
            p(id="house")[" ".join(rules)] if (rules := lines(here.edition, self.lang)) else "",
            p(class_="note")[trouble] if story.trouble else "",
            div(id="evening")[[self.section(name, part) for name, part in parts]],
            self.section("ledger", self.ledger()) if ledger else "",
        ]
        return document(self.lang, title, note, STYLE_OF_EVENING, inside)

    def section(self, name: str, inside: Inside) -> Inside:
        return inside and html.section[html.h2[self.say(name)], inside]

    @property
    def others(self) -> dict[int, str]:
        """Return the accounts that are not a player's."""
        has_pot = self.story.end.has_pot
        return {BANK: self.say("bank")} | ({POT: self.say("pot")} if has_pot else {})

    def sum(self, amount: int) -> str:
        return with_currency(amount, self.currency)

    def swatch(self, number: int) -> Inside:
        """Return the sign of a player in the charts, and the name."""
        line = html.line(x2=26, y1=3, y2=3, stroke_dasharray=DASHES[number - 1])
        drawn = html.svg(class_=f"swatch p{number}", viewBox="0 0 26 6", aria_hidden="true")
        return [drawn[line], self.who(number)]

    def players(self) -> Markup:
        here = self.story.end
        rows = []
        for number in ranking(here):
            last = str(len(here.deeds[number])) if here.is_in(number) else self.say("bankrupt")
            sums = self.sum(here.cash[number]), self.sum(worth(here, number))
            rows.append((self.swatch(number), *sums, last))
        heads = [self.say("player"), self.say("cash"), self.say("worth"), self.say("deeds")]
        return table("players", heads, rows)

    def moments(self) -> Inside:
        told = sorted(chosen(self.story), key=lambda one: one.step.number)
        said = (at_turn(self.story, one, self.lang) for one in told)
        return listing("ol", "moments", said)

    def awards(self) -> Inside:
        said = (moment(self.story, one, self.lang, "report.award") for one in awards(self.story))
        return listing("ul", "awards", said)

    def chances(self) -> Inside:
        """Show who was winning, and the operations that changed it most."""
        story, curve = self.story, self.story.curve
        if curve is None or not curve.points:
            return ""
        turnings = listing("ol", "turnings", map(self.turning, curve.turnings))
        basis = text(self.lang, "chances.basis")
        how = self.say("chances_how", games=curve.games, seed=curve.seed)
        cut = f" {self.say('chances_cut')}" if curve.interrupted else ""
        return [
            chances_chart(story, curve, self.lang),
            turnings and [html.h3[self.say("turnings")], turnings],
            p(class_="note")[f"{basis} {how}{cut}"],
        ]

    def turning(self, turning: Turning) -> str:
        changes = [
            f"{self.who(number)} {100 * before:.0f} → {100 * after:.0f} %"
            for number, before, after in zip(
                self.story.players, turning.before, turning.after, strict=True
            )
            if abs(after - before) >= WORTH_TELLING
        ]
        told = weightiest(self.story, turning.step)
        line = moment(self.story, told, self.lang) if told else f"{turning.step.brief}."
        said = self.say("at_turn", turn=turning.step.turn, said=line)
        return f"{said} {', '.join(changes)}"

    def payments(self) -> Markup:
        """Tabulate payments from each row to each column; a darker cell is a larger share."""
        story, accounts = self.story, [*self.story.players, *self.others]
        most = max((sum_ for pair, sum_ in story.paid.items() if min(pair) > BANK), default=1)
        exact = len(story.players) <= LONGEST_EXACT
        rows = []
        for payer in accounts:
            named = self.swatch(payer) if payer > BANK else self.others[payer]
            row = [td(class_="text")[named]]
            for payee in accounts:
                paid = story.paid[payer, payee]
                share = f"--share: {100 * DARKEST * paid / most:.0f}%"
                shade = share if paid and min(payer, payee) > BANK else None
                said = self.sum(paid) if exact else short(paid, self.lang)
                row.append(td(data_value=paid, style=shade)[said if paid else ""])
            rows.append(tr[row])
        title = self.say("from_to") if exact else f"{self.say('from_to')} ({self.currency})"
        heads = [title, *map(self.who, story.players), *self.others.values()]
        return table("paid", heads, rows)

    def loans(self) -> Markup:
        rows = [(self.swatch(one.player), *map(self.sum, one[1:])) for one in self.story.loans]
        if not rows:
            return p(id="loans")[self.say("no_loans")]
        heads = ("player", "loan.borrowed", "loan.repaid", "loan.owed", "loan.interest")
        return table("loans", list(map(self.say, heads)), rows)

    def link(self, link: str, code: str) -> Inside:
        """Show the link of the game. `code`: its QR code."""
        return link and [
            p[html.a(href=link)[self.say("replay")]],
            code and div(id="qr", aria_hidden="true")[Markup(code)],
        ]

    def ledger(self) -> Markup:
        story = self.story
        bank, *pot = self.others.values()
        accounts = [bank, *map(self.who, story.players), *pot]
        names = ("operation", "turn", "line", "from", "to", "amount", "for")
        rows = (row for step in story.steps for row in self.ledger_rows(step, accounts))
        told = table("ledger", [*map(self.say, names), *accounts], rows, words=2)
        return details(self.say("open", count=len(story.steps)), told)

    def ledger_rows(self, step: StoryStep, accounts: list[str]) -> Iterator[Markup]:
        """Yield one row per entry; the last one has the balances."""
        entries = step.entries or (None,)
        for nth, entry in enumerate(entries):
            moved: Sequence[str] = [""] * 4
            if entry:
                why = self.say(f"why_paid.{Why(entry.why).name.lower()}")
                moved = accounts[entry.payer], accounts[entry.payee], money(entry.amount), why
            after = map(money, step.cash) if nth == len(entries) - 1 else [""] * len(accounts)
            line = td(class_="text")[step.brief if not nth else ""]
            yield tr(class_="struck" if step.struck else None)[
                td[step.number], td[step.turn], line, [td[cell] for cell in (*moved, *after)]
            ]


def listing(kind: str, name: str, lines: Iterable[str]) -> Inside:
    said = [html.li[line] for line in lines]
    return said and Tag(kind)(id=name)[said]
