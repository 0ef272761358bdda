"""Everybody's money, and what is at stake: lines for the money row, the board and the end."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from banquier.folding import fold
from banquier.play.colours import PLAYERS_ON_DARK
from banquier.words import (
    LEGENDS,
    Said,
    bargain_sides,
    name_of,
    phrase,
    player,
    text,
    with_currency,
    words_of,
)
from firmware_sim.rules import bankruptcy

if TYPE_CHECKING:
    from firmware_sim.game import Game
    from hardware.unit import Unit

Line = list[tuple[str, str]]
"""Pieces of a line, each with its style: `bold $accent`."""
PLAYERS = ("#e8e4d8", *PLAYERS_ON_DARK)
"""The colours of the bank and of the players, on dark."""
FAINT = "$faint"
PRISON, DEBT = "▦", "!"
"""Behind the name of a prisoner and of a debtor."""
WAYS = (("EMPR", "loan"), ("HYPO", "mortgages"), ("DEMOL", "buildings"))
"""Functions that bring a debtor money, and the part of it each brings."""


def account(game: Game, seat: int, name: str, asked: int, currency: str = "") -> Line:
    """The name in the player's colour, marked, and the cash; nothing after a bankruptcy."""
    if not game.is_in(seat):
        return [(" ", ""), (name, f"strike {FAINT}")]
    marks = PRISON * (game.prison[seat] > 0) + DEBT * (game.debt_of(seat) is not None)
    return [
        ("▸" if seat == asked else " ", "bold $accent"),
        (name, f"bold {PLAYERS[seat]}"),
        (f"{marks:>{len(marks) + bool(marks)}} ", "bold $accent"),
        (with_currency(game.cash[seat], currency).rstrip(), ""),
    ]


def money_row(unit: Unit, width: int) -> Line:
    """Who is asked stands first; names and currency are shortened to what fits."""
    game, names = unit.game, unit.names
    if game is None:
        return []
    first, currency = unit.question.player or game.turn, game.edition.currency
    seats = [(first - 1 + nth) % game.players + 1 for nth in range(game.players)]
    row: Line = []
    for length, after, between in _BRIEFER:
        row = []
        asked = 0 if game.winner or not between else first
        for seat in seats:
            name = names.get(seat, "")[:length] or f"J{seat}"
            name = name if between else str(seat)
            row += [*account(game, seat, name, asked, currency if after else ""), (between, "")]
        row[0] = (row[0][0].lstrip(), row[0][1])
        if sum(len(piece) for piece, _ in row) <= width:
            break
    return row


_BRIEFER = ((12, True, "  "), (6, True, "  "), (6, True, " "), (0, True, " "), (0, False, " "),
            (0, False, ""))  # fmt: skip
"""Ways to write the row, the longest first: letters of a name, whether with the currency, what
stands between two players. Without that, players are numbers."""


def coloured(told: str, names: Mapping[int, str], seats: Sequence[int]) -> Content:
    """A sentence in which these players' names have their colours."""
    found = Content(told)
    for seat in seats:
        name = rf"(?<!\w){re.escape(name_of(names, seat))}(?!\w)"
        found = found.highlight_regex(name, style=f"bold {PLAYERS[seat]}")
    return found


# -- what is at stake


def stakes(unit: Unit, lang: str, bids: Sequence[tuple[int, int]], width: int) -> list[Line]:
    """In an auction the bids, the best first, and who cannot go on; in a bargain both sides; in a
    debt to whom, what for, and what would bring money."""
    game, names, terms = unit.game, unit.names, unit.question.bargain
    if game is None:
        return []
    rows: list[tuple[str, str, int | None]] = []
    if unit.question.auction:
        rows = [(name_of(names, seat), f"bold {PLAYERS[seat]}", bid) for seat, bid in bids[::-1]]
        holder, best = bids[-1] if bids else (0, 0)
        out = [seat for seat in game.seats() if seat != holder and game.cash[seat] <= best]
        if out and bids:
            players = tuple([name_of(names, seat) for seat in out])
            rows.append((text(lang, "stakes.out", players=players), FAINT, None))
    elif terms is not None:
        sides = bargain_sides(terms, game.edition, terms.first)
        for seat, goods in zip((terms.first, terms.second), sides, strict=True):
            gives = text(lang, "stakes.gives", goods=phrase(goods, lang))
            rows.append((f"{name_of(names, seat)} {gives}", PLAYERS[seat], None))
    elif game.debts:
        debt, raised = game.debts[0], bankruptcy.raisable_sums(game, game.debts[0].debtor)
        owes = Said(
            "told.owes", player=player(names, debt.debtor), other=player(names, debt.creditor),
            value=with_currency(debt.amount, game.edition.currency),
            why=Said(f"report.why_paid.{debt.why.name.lower()}"),
        )  # fmt: skip
        missing = max(0, debt.amount - raised["cash"])
        rows = [(owes.text(lang), "bold", None),
                (text(lang, "stakes.missing"), "bold $accent", missing)]  # fmt: skip
        rows += [(f"{LEGENDS[key]} {text(lang, words_of('debt', key))}", "", raised[part])
                 for key, part in WAYS if raised[part]]  # fmt: skip
    lines: list[Line] = []
    for what, ink, amount in rows:
        if amount is None:
            lines += [[(f" {piece}", ink)] for piece in fold(what, width - 1, "  ")]
        else:
            lines.append([(f" {what:20}{with_currency(amount, game.edition.currency):>10}", ink)])
    return lines


# -- a game that is over


def curve(worths: Sequence[Sequence[int]], width: int, height: int) -> list[Line]:
    """Everybody's worth, one of these after the other, in dots of braille: a line each in the
    player's colour, the first player's on top."""
    across, down = 2 * width - 1, 4 * height - 1
    most, least = max(map(max, worths)), min(map(min, worths))
    dots = dict[tuple[int, int], int]()
    inks = dict[tuple[int, int], int]()
    for seat in range(len(worths[0]), 0, -1):
        for x in range(across + 1):
            at, part = divmod(x * (len(worths) - 1), across)
            before, after = worths[at][seat - 1], worths[min(at + 1, len(worths) - 1)][seat - 1]
            worth = before + (after - before) * part // across
            y = (most - worth) * down // max(1, most - least)
            cell = x // 2, y // 4
            dots[cell] = dots.get(cell, 0) | DOTS[x % 2][y % 4]
            inks[cell] = seat
    return [
        [(chr(BRAILLE + dots.get((x, y), 0)), PLAYERS[inks.get((x, y), 0)]) for x in range(width)]
        for y in range(height)
    ]


BRAILLE = 0x2800
DOTS = (0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80)
"""Of a character: its two columns of four dots."""
