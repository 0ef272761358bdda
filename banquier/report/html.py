"""The story as one HTML page: no script in it, nothing fetched, and it prints as it reads.

An evening prints on two pages; the ledger comes with it only where it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from banquier.play.board_drawing import DARKEST
from banquier.play.board_drawing import STYLE as STYLE_OF_BOARD
from banquier.report.board_map import STYLE_OF_MAP, board_map, short
from banquier.report.chart import DASHES, STYLE_OF_CHART, chances_chart, chart
from banquier.report.moments import Moment, awards, chosen, weightiest
from banquier.report.story import Story, Turning
from banquier.saves.link import qr_svg
from banquier.words import bargain_sides, name_of, player, shown, text
from firmware_sim.game import Why
from firmware_sim.glass import with_points as money
from firmware_sim.rules.endings import ranking, wealth

TEXT = ' class="text"'
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
  body { margin: 0; padding: 0; max-width: none; font-size: 11px; } h2 { break-after: avoid; }
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
"""Of the chances that an operation changed."""
LONGEST_EXACT = 4
"""Players up to which all sums of who paid whom are written whole."""


def ending(story: Story, lang: str) -> str:
    """Who has won, when and why."""
    end = story.ending
    if end is None:
        return text(lang, "report.not_over")
    return text(
        lang, "report.won", player=name_of(story.names, end.winner), turn=end.turn,
        why=text(lang, f"report.why.{end.why}"),
    )  # fmt: skip


def moment(story: Story, told: Moment, lang: str, group: str = "report.moment") -> str:
    """In a sentence. `group`: of the catalogue; awards have their own."""
    label = shown(tuple(map(story.square, told.squares)), lang)
    edition = story.end.edition
    given, got = bargain_sides(told.bargain, edition) if told.bargain else ("", "")
    if told.bargain and told.player != told.bargain.first:
        given, got = got, given
    why = text(lang, f"report.why_paid.{told.why.name.lower()}")
    if label:
        why = label if told.why is Why.TAX else f"{why}, {label}"
    said = text(
        lang,
        "move.trade" if told.kind == "trade" else f"{group}.{told.kind}",
        player=player(story.names, told.player), other=player(story.names, told.other),
        value=told.amount,
        turn=told.step.turn, label=label, given=given, got=got, cost=told.cost, why=why,
        dice=told.dice,
        square=text(lang, "report.for_square", label=label) if label else "",
        built=text(lang, "report.with_hotel") if told.hotel else "",
    )  # fmt: skip
    return said[:1].upper() + said[1:]


def at_turn(story: Story, told: Moment, lang: str) -> str:
    said = moment(story, told, lang)
    return text(lang, "report.at_turn", turn=told.step.turn, said=said)


def page(story: Story, lang: str = "en", ledger: bool = False, link: str = "") -> str:
    """`link`: of the game; the page ends with it."""
    return _Page(story, lang).whole(ledger, link)


def beginning(lang: str, title: str, note: str, style: str) -> str:
    """Of a page, up to the note below its title."""
    return f"""<!DOCTYPE html>
<html lang="{lang}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Banquier 90: {escape(title)}</title>
<style>{STYLE}{style}</style></head><body><main>
<h1>{escape(title)}</h1>
<p class="note">{escape(note)}</p>"""


class _Page:
    def __init__(self, story: Story, lang: str) -> None:
        self.story = story
        self.lang = lang

    def say(self, name: str, **fields: object) -> str:
        return text(self.lang, f"report.{name}", **fields)

    def who(self, number: int) -> str:
        return name_of(self.story.names, number)

    def whole(self, ledger: bool, link: str) -> str:
        story, here = self.story, self.story.end
        title = self.say("title", edition=here.edition.label, players=here.players)
        variant = self.say(f"variant.{here.variant.name.lower()}")
        note = self.say(
            "note", variant=variant, turns=here.turn_number,
            operations=len(story.steps), currency=here.edition.currency,
        )  # fmt: skip
        note = note[:1].upper() + note[1:]
        if story.day:
            month = self.say("months").split()[story.day.month - 1]
            number = self.say("first_day") if story.day.day == 1 else story.day.day
            day = self.say("day", day=number, month=month, year=story.day.year)
            note = f"{day} {note}"
        parts = [
            beginning(self.lang, title, note, STYLE_OF_EVENING),
            f'<p id="how"><strong>{escape(ending(story, self.lang))}</strong></p>',
        ]
        if story.trouble:
            trouble = self.say("trouble", trouble=shown(story.trouble, self.lang))
            parts.append(f'<p class="note">{escape(trouble)}</p>')
        parts += [
            '<div id="evening">',
            self.section("players", self.players()),
            self.section("moments", self.moments()),
            self.section("chances", self.chances()),
            self.section("wealth", chart(story, self.lang)),
            self.section("rents", f'<div class="board">{board_map(story, self.lang)}</div>'),
            self.section("paid", self.paid()),
            self.section("loans", self.loans()),
            self.section("awards", self.awards()),
            self.section("link", self.link(link)),
            "</div>",
            self.section("ledger", self.ledger()) if ledger else "",
            "</main></body></html>",
        ]
        return "\n".join(filter(None, parts)) + "\n"

    def section(self, name: str, inside: str) -> str:
        if not inside:
            return ""
        return f"<section><h2>{escape(self.say(name))}</h2>\n{inside}</section>"

    def table(self, name: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
        """The cells are markup; the first of a row is text."""
        top = "".join(f"<th{TEXT * (not at)}>{escape(head)}</th>" for at, head in enumerate(heads))
        lines = (
            "<tr>"
            + "".join(
                cell if cell.startswith("<t") else f"<td{TEXT * (not at)}>{cell}</td>"
                for at, cell in enumerate(row)
            )
            + "</tr>"
            for row in rows
        )
        return framed(name, top, "\n".join(lines))

    def swatch(self, number: int) -> str:
        """A player as the lines show him, and his name."""
        dashes = DASHES[number - 1]
        return (
            f'<svg class="swatch p{number}" viewBox="0 0 26 6" aria-hidden="true">'
            f'<line x2="26" y1="3" y2="3" stroke-dasharray="{dashes}"/></svg>'
            f"{escape(self.who(number))}"
        )

    def players(self) -> str:
        here = self.story.end
        rows = []
        for number in ranking(here):
            last = str(len(here.deeds[number])) if here.is_in(number) else self.say("bankrupt")
            sums = money(here.cash[number]), money(wealth(here, number))
            rows.append((self.swatch(number), *sums, escape(last)))
        heads = [self.say("player"), self.say("cash"), self.say("worth"), self.say("deeds")]
        return self.table("players", heads, rows)

    def moments(self) -> str:
        told = sorted(chosen(self.story), key=lambda one: one.step.number)
        said = (at_turn(self.story, one, self.lang) for one in told)
        return listing("ol", "moments", said)

    def awards(self) -> str:
        said = (moment(self.story, one, self.lang, "report.award") for one in awards(self.story))
        return listing("ul", "awards", said)

    def chances(self) -> str:
        """Who was winning, and the operations that changed it most."""
        story, curve = self.story, self.story.curve
        if curve is None or not curve.points:
            return ""
        drawing = chances_chart(story, curve, self.lang)
        if curve.turnings:
            drawing += f"<h3>{escape(self.say('turnings'))}</h3>"
            drawing += listing("ol", "turnings", map(self.turning, curve.turnings))
        basis = text(self.lang, "chances.basis")
        how = self.say("chances_how", games=curve.games, seed=curve.seed)
        cut = f" {self.say('chances_cut')}" if curve.interrupted else ""
        return f'{drawing}<p class="note">{escape(f"{basis} {how}{cut}")}</p>'

    def turning(self, turning: Turning) -> str:
        moves = [
            f"{self.who(number)} {100 * before:.0f} → {100 * after:.0f} %"
            for number, before, after in zip(
                self.story.players, turning.before, turning.after, strict=True
            )
            if abs(after - before) >= WORTH_TELLING
        ]
        told = weightiest(self.story, turning.step)
        line = moment(self.story, told, self.lang) if told else f"{turning.step.brief}."
        said = self.say("at_turn", turn=turning.step.turn, said=line)
        return f"{said} {', '.join(moves)}"

    def paid(self) -> str:
        """From each row to each column; the darker, the more of what players paid each other."""
        story, accounts = self.story, [*self.story.players, 0]
        most = max((sum_ for pair, sum_ in story.paid.items() if all(pair)), default=1)
        exact = len(story.players) <= LONGEST_EXACT
        rows = []
        for payer in accounts:
            row = [self.swatch(payer) if payer else escape(self.say("bank"))]
            for payee in accounts:
                paid = story.paid[payer, payee]
                share = f"{100 * DARKEST * paid / most:.0f}%"
                shade = f' style="--share: {share}"' if paid and payer and payee else ""
                said = money(paid) if exact else short(paid, self.lang)
                row.append(f'<td data-value="{paid}"{shade}>{said if paid else ""}</td>')
            rows.append(row)
        heads = [self.say("from_to"), *map(self.who, story.players), self.say("bank")]
        return self.table("paid", heads, rows)

    def loans(self) -> str:
        rows = [(self.swatch(one.player), *map(money, one[1:])) for one in self.story.loans]
        if not rows:
            return f'<p id="loans">{escape(self.say("no_loans"))}</p>'
        heads = ("player", "loan.borrowed", "loan.repaid", "loan.owed", "loan.interest")
        return self.table("loans", list(map(self.say, heads)), rows)

    def link(self, link: str) -> str:
        if not link:
            return ""
        anchor = f'<p><a href="{escape(link)}">{escape(self.say("replay"))}</a></p>'
        code = qr_svg(link)
        return anchor + (f'<div id="qr" aria-hidden="true">{code}</div>' if code else "")

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


def listing(kind: str, name: str, lines: Iterable[str]) -> str:
    said = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f'<{kind} id="{name}">{said}</{kind}>' if said else ""


def framed(name: str, top: str, lines: str) -> str:
    return (
        f'<div class="wide" tabindex="0"><table id="{name}"><thead><tr>{top}</tr></thead>\n'
        f"<tbody>\n{lines}\n</tbody></table></div>"
    )


def folded(summary: str, inside: str) -> str:
    return f"<details><summary>{escape(summary)}</summary>\n{inside}\n</details>"
