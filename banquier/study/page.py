"""What the laboratory found, as one page in the manner of the report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Any

from banquier.chances.words import percent
from banquier.report.html import TEXT, beginning, folded, framed
from banquier.words import text
from banquier.words.languages import decimal
from firmware_sim.glass import with_points as money

Found = dict[str, Any]

STYLE_OF_STUDY = """
#income td.text, #others td.text, #owners td.text { white-space: normal; min-width: 9rem; }
.exact { fill: #82b1ff; } .measured { stroke: var(--ink); stroke-width: 1.2; }
"""
WIDTH = 400
BAR_LEFT, BAR, LINE, LONGEST_NAME = 162, 220, 16, 22


def page(found: Found, lang: str) -> str:
    return _Page(found, lang).whole()


class _Page:
    def __init__(self, found: Found, lang: str) -> None:
        self.found = found
        self.lang = lang

    def say(self, name: str, **fields: object) -> str:
        return text(self.lang, f"study.{name}", **fields)

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
        named = {name: found[name] for name in ("edition", "games", "seed", "players")}
        how = self.say("how", **named)
        note = f"{how} {text(self.lang, 'chances.basis')}"
        parts = [
            beginning(self.lang, title, note, STYLE_OF_STUDY),
            *([f"<p><strong>{escape(self.say('stopped'))}</strong></p>"]
              if found["interrupted"] else []),
            *self.landings(), *self.groups(), *self.loans(), *self.lengths(),
            "</main></body></html>",
        ]  # fmt: skip
        return "\n".join(parts) + "\n"

    def section(self, name: str, **fields: object) -> str:
        heading, note = self.say(name), self.say(f"{name}.note", **fields)
        return f'<h2>{escape(heading)}</h2><p class="note">{escape(note)}</p>'

    def table(self, name: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
        """The first column is text."""

        def cells(tag: str, row: Iterable[str]) -> str:
            return "".join(
                f"<{tag}{TEXT * (not at)}>{escape(cell)}</{tag}>" for at, cell in enumerate(row)
            )

        top = cells("th", map(self.say, heads))
        return framed(name, top, "\n".join(f"<tr>{cells('td', row)}</tr>" for row in rows))

    def landings(self) -> Iterator[str]:
        for policy, told in self.found["landings"].items():
            yield self.section(f"landings.{policy}", throws=told["throws"])
            rows = told["squares"]
            yield self.bars(policy, rows)
            yield folded(self.say("figures"), self.table(
                f"landings-{policy}", ("square", "exact", "measured", "sigmas"),
                ((self.square(row), self.number(100 * row["exact"], 3) + " %",
                  self.number(100 * row["measured"], 3) + " %", self.number(row["sigmas"]))
                 for row in rows),
            ))  # fmt: skip

    def square(self, row: Found) -> str:
        return f"{row['square']} {row['label']}" if row["label"] else self.say("in_prison")

    def bars(self, policy: str, rows: Sequence[Found]) -> str:
        """A bar for the exact share, a stroke where it was measured."""
        most = max(row["exact"] for row in rows) or 1.0
        out = [
            f'<svg id="bars-{policy}" viewBox="0 0 {WIDTH} {LINE * len(rows) + 4}" role="img">',
            f"<title>{escape(self.say(f'landings.{policy}'))}</title>",
        ]
        for at, row in enumerate(rows):
            y, wide = at * LINE, BAR * row["exact"] / most
            mark = BAR_LEFT + BAR * row["measured"] / most
            name = self.square(row)
            said = f"{name}: {self.percent(row['exact'])}"
            if len(name) > LONGEST_NAME:
                name = name[: LONGEST_NAME - 1] + "…"
            out.append(
                f'<text class="scale" x="{BAR_LEFT - 4}" y="{y + 12}">'
                f"{escape(name)}</text>"
                f'<rect class="exact" x="{BAR_LEFT}" y="{y + 2}" width="{wide:.1f}" height="12">'
                f"<title>{escape(said)}</title></rect>"
                f'<line class="measured" x1="{mark:.1f}" x2="{mark:.1f}" y1="{y + 1}" '
                f'y2="{y + 15}"/>'
            )
        return "\n".join([*out, "</svg>"])

    def groups(self) -> Iterator[str]:
        yield self.section("groups", currency=self.found["currency"])
        built = [group for group in self.found["groups"] if len(group["houses"]) > 1]
        yield self.table(
            "income", ("group", "bare", "house1", "house2", "house3", "house4", "hotel"),
            ((group["group"], *(f"{money(round(step['income']))} ({self.number(step['laps'])})"
                                for step in group["houses"])) for group in built),
        )  # fmt: skip
        yield self.table(
            "others", ("group", "all_held"),
            ((group["group"], f"{money(round(group['houses'][0]['income']))} "
                              f"({self.number(group['houses'][0]['laps'])})")
             for group in self.found["groups"] if group not in built),
        )  # fmt: skip
        lots = [lot for group in self.found["groups"] for lot in group["lots"]]
        yield folded(self.say("deeds"), self.table(
            "deeds", ("deed", "a_lap", "bare", "hotel"),
            ((lot["label"], self.number(lot["a_lap"], 3), money(round(lot["income"][0])),
              money(round(lot["income"][-1]))) for lot in lots),
        ))  # fmt: skip
        yield self.section("owners", games=self.found["games"])
        yield self.table(
            "owners", ("group", "owned", "won", "interval"),
            ((group["group"], str(group["owned"]), self.percent(group["won"]), self.between(group))
             for group in self.found["groups"]),
        )  # fmt: skip

    def shares(self, name: str, rows: Sequence[Found]) -> str:
        return self.table(
            name, (name, "won", "interval", "games"),
            ((self.named(name, row["name"]), self.percent(row["chance"]), self.between(row),
              str(row["games"])) for row in rows),
        )  # fmt: skip

    def named(self, table: str, name: str) -> str:
        return self.say(f"loans.{name}") if table == "loans" else name

    def loans(self) -> Iterator[str]:
        if self.found["loans"]:
            yield self.section("loans")
            yield self.shares("loans", self.found["loans"])

    def lengths(self) -> Iterator[str]:
        yield self.section("lengths")
        yield self.table(
            "lengths", ("edition", "variant", "median", "nine_of_ten", "games"),
            ((row["edition"], row["variant"], self.number(row["median"], 0),
              f"{self.number(row['low'], 0)} – {self.number(row['high'], 0)}", str(row["games"]))
             for row in self.found["lengths"]),
        )  # fmt: skip
