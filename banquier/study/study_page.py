"""The results of the laboratory as one page in the style of the report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from banquier.chances.words import percent
from banquier.editions.edition_file import load
from banquier.editions.rule_fields import quote
from banquier.markup import (
    Inside,
    Markup,
    div,
    h2,
    line,
    p,
    rect,
    section,
    strong,
    svg,
    text,
    title,
)
from banquier.play.board_drawing import STYLE as STYLE_OF_BOARD
from banquier.play.board_drawing import Figure, drawing, ground, heading
from banquier.report.html import details, document, table
from banquier.words import Several
from banquier.words import text as words
from banquier.words.house_rules import rule
from banquier.words.languages import decimal
from datasheet.glass import with_points as money

Found = dict[str, Any]

STYLE_OF_STUDY = (
    STYLE_OF_BOARD
    + """
#income td.text, #others td.text, #owners td.text { white-space: normal; min-width: 9rem; }
.bars { max-width: 34rem; fill: var(--ink); } .exact { fill: var(--heat); fill-opacity: .35; }
.measured { stroke: var(--ink); stroke-width: 1.2; }
@media (max-width: 30rem) { body { padding: 0 .6rem; } table { font-size: .76rem; }
  th, td { padding: .2rem .15rem; } th, td.text, #income td { white-space: normal; hyphens: auto; }
  #income td.text, #others td.text, #owners td.text { min-width: 5rem; } }
@media print {
  @page { size: A4; margin: 10mm; } body { font-size: 9px; } table { width: 100%; font-size: 1em; }
  main { columns: 2; column-gap: 6mm; } main > :is(h1, .note, .whole) { column-span: all; }
  h2 { margin-top: .6rem; } section { break-inside: avoid; }
  th, td { padding: 0 .3rem; } td.text { white-space: normal; } }
"""
)
SHARES = ("ruin", "first")
"""Measures in percent of all games; their change is a difference."""
WIDTH, LINE, HEAD = 400, 16, 18
BAR, FIGURE = 340, 396
"""The ends of the longest bar and of the figures; names are on the bars."""


def page(found: Found, lang: str) -> str:
    return _Page(found, lang).whole()


class _Page:
    def __init__(self, found: Found, lang: str) -> None:
        self.found = found
        self.lang = lang

    def say(self, name: str, **fields: object) -> str:
        return words(self.lang, f"study.{name}", **fields)

    def percent(self, share: float) -> str:
        return f"{percent(self.lang, share)} %"

    def number(self, value: float, places: int = 1) -> str:
        said = f"{value:.{places}f}"
        return decimal(said, self.lang)

    def between(self, row: Found) -> str:
        return f"{self.percent(row['low'])} – {self.percent(row['high'])}"

    def whole(self) -> str:
        found = self.found
        title = self.say("title", edition=found["label"])
        rules = found["house"]["rules"] if found["house"] else {}
        told = "".join(f" --rule {name}={quote(value)}" for name, value in rules.items())
        command = "banquier study {edition} --games {games} --seed {seed}".format(**found)
        command += told.replace('"', "")
        note = self.say("how", command=command, players=found["players"])
        inside = [
            p[strong[self.say("stopped")]] if found["interrupted"] else "",
            self.house() if found["house"] else "",
            self.landings(), self.groups(), self.loans(), self.lengths(),
        ]  # fmt: skip
        return document(self.lang, title, note, STYLE_OF_STUDY, inside)

    def section(self, name: str, *inside: Inside, wide: bool = False, **fields: object) -> Markup:
        note = p(class_="note")[self.say(f"{name}.note", **fields)]
        return section(class_="whole" if wide else None)[h2[self.say(name)], note, inside]

    def table(self, name: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Markup:
        return table(name, list(map(self.say, heads)), rows)

    def house(self) -> Markup:
        """Compare an evening by the printed rules with one by house rules."""
        told = self.found["house"]
        currency = self.found["currency"]
        rules = Several(*(rule(name, value, currency) for name, value in told["rules"].items()))
        rows = [
            (self.say(row["name"], currency=self.found["currency"]),
             self.figure(row["name"], row["printed"]),
             self.figure(row["name"], row["house"]), self.change_of(row))
            for row in told["rows"]
        ]  # fmt: skip
        return self.section(
            "house", self.table("house", ("measure", "printed", "yours", "change"), rows),
            wide=True, rules=rules, games=told["games"],
        )  # fmt: skip

    def figure(self, name: str, value: float) -> str:
        return percent(self.lang, value) if name in SHARES else money(round(value))

    def change_of(self, row: Found) -> str:
        """Return a change with its interval, which the median and a single game do not have."""
        if "low" not in row:
            return ""
        change, low, high = (percent(self.lang, row[one], "+") for one in ("change", "low", "high"))
        unit = "" if row["name"] in SHARES else " %"
        return self.say("changed", change=change + unit, low=low, high=high)

    def landings(self) -> Iterator[Markup]:
        for policy, told in self.found["landings"].items():
            rows = told["squares"]
            yield self.section(
                f"landings.{policy}", self.board(rows) if policy == "short" else "",
                throws=told["throws"],
            )  # fmt: skip
            yield section[self.bars(policy, rows)]
            yield details(self.say("figures"), self.table(
                f"landings-{policy}", ("square", "exact", "measured", "sigmas"),
                ((self.square(row), self.number(100 * row["exact"], 3) + " %",
                  self.number(100 * row["measured"], 3) + " %", self.number(row["sigmas"]))
                 for row in rows),
            ))  # fmt: skip

    def square(self, row: Found) -> str:
        return f"{row['square']} {row['label']}" if row["label"] else self.say("in_prison")

    def board(self, rows: Sequence[Found]) -> Markup:
        """Draw the share of each square; prisoners are on none."""
        edition = load(self.found["edition"])
        shares = [row["exact"] for row in rows[: len(edition.squares)]]
        figures = {
            number: Figure(percent(self.lang, share), share, share / max(shares))
            for number, share in enumerate(shares)
        }
        board = [ground(edition, figures), heading(edition)]
        return div(class_="board")[drawing(board, self.say("landings.short"))]

    def bars(self, policy: str, rows: Sequence[Found]) -> Markup:
        """Draw a bar for the exact share, and a stroke at the measured one."""
        most = max(max(row["exact"], row["measured"]) for row in rows) or 1.0
        high = HEAD + LINE * len(rows)
        scale = [(n, BAR * n / 100 / most) for n in range(int(100 * most) + 1)]
        every = -(-len(scale) // 8)
        return svg(id=f"bars-{policy}", class_="bars", viewBox=f"0 0 {WIDTH} {high}", role="img")[
            title[self.say(f"landings.{policy}")],
            [[line(class_="grid", x1=x, x2=x, y1=HEAD, y2=high),
              text(class_="lap" if n else "", x=x, y=HEAD - 5)[f"{n} %"]]
             for n, x in scale[::every]],
            [self.bar(row, HEAD + LINE * at, BAR / most) for at, row in enumerate(rows)],
        ]  # fmt: skip

    def bar(self, row: Found, y: int, wide: float) -> Iterator[Markup]:
        mark = f"{wide * row['measured']:.1f}"
        yield rect(class_="exact", y=y + 1, width=f"{wide * row['exact']:.1f}", height=LINE - 2)[""]
        yield line(class_="measured", x1=mark, x2=mark, y1=y, y2=y + LINE)[""]
        yield text(x=4, y=y + 12)[self.square(row)]
        yield text(class_="scale", x=FIGURE, y=y + 12)[self.percent(row["exact"])]

    def groups(self) -> Iterator[Markup]:
        built = [group for group in self.found["groups"] if len(group["houses"]) > 1]
        income = self.table(
            "income", ("group", "bare", "house1", "house2", "house3", "house4", "hotel"),
            ((group["group"], *(f"{money(round(step['income']))} ({self.number(step['laps'])})"
                                for step in group["houses"])) for group in built),
        )  # fmt: skip
        others = self.table(
            "others", ("group", "all_held"),
            ((group["group"], f"{money(round(group['houses'][0]['income']))} "
                              f"({self.number(group['houses'][0]['laps'])})")
             for group in self.found["groups"] if group not in built),
        )  # fmt: skip
        yield self.section("groups", income, others, wide=True, currency=self.found["currency"])
        lots = [lot for group in self.found["groups"] for lot in group["lots"]]
        yield details(self.say("deeds"), self.table(
            "deeds", ("deed", "a_lap", "bare", "hotel"),
            ((lot["label"], self.number(lot["a_lap"], 3), money(round(lot["income"][0])),
              money(round(lot["income"][-1]))) for lot in lots),
        ))  # fmt: skip
        owners = self.table(
            "owners", ("group", "owned", "won", "interval"),
            ((group["group"], str(group["owned"]), self.percent(group["won"]), self.between(group))
             for group in self.found["groups"]),
        )  # fmt: skip
        yield self.section("owners", owners, games=self.found["games"])

    def loans(self) -> Iterator[Markup]:
        rows = (
            (self.say(f"loans.{row['name']}"), self.percent(row["chance"]), self.between(row),
             str(row["games"]))
            for row in self.found["loans"]
        )  # fmt: skip
        if self.found["loans"]:
            yield self.section(
                "loans", self.table("loans", ("loans", "won", "interval", "games"), rows)
            )

    def lengths(self) -> Iterator[Markup]:
        yield self.section("lengths", self.table(
            "lengths", ("edition", "variant", "median", "nine_of_ten", "games"),
            ((row["edition"], self.say(f"variant.{row['variant']}"),
              self.number(row["median"], 0),
              f"{self.number(row['low'], 0)} – {self.number(row['high'], 0)}", str(row["games"]))
             for row in self.found["lengths"]),
        ))  # fmt: skip
