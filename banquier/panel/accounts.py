"""Everybody's money, and what is at stake: lines for the money row, the board and the end."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from banquier.folding import fold
from banquier.play.colours import PLAYERS_ON_DARK
from banquier.words import LEGENDS, bargain_sides, name_of, phrase, text, with_currency, words_of
from banquier.words.announcements import payment_words
from firmware_sim.game import Entry
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
"""The marks after the names of a prisoner and of a debtor."""
WAYS = (("EMPR", "loan"), ("HYPO", "mortgages"), ("DEMOL", "buildings"))
"""Functions that bring a debtor money, and the part of it each brings."""
BRIEFER = ((12, True, "  "), (6, True, "  "), (6, True, " "), (0, True, " "), (0, False, " "),
           (0, False, ""))  # fmt: skip
"""Ways to write the money row, the longest first: letters of a name, whether with the currency,
what stands between two players. Without that, players are numbers."""


def account(game: Game, seat: int, name: str, asked: int, currency: str = "") -> Line:
    """Return the name in the player's colour, marked, and the cash; only the name of a bankrupt."""
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
    """Return the cash of all players, the one who is asked first, as briefly as the width wants."""
    game = unit.game
    if game is None:
        return []
    first = unit.question.player or game.turn
    seats = [(first - 1 + nth) % game.players + 1 for nth in range(game.players)]
    row: Line = []
    for length, with_its_currency, between in BRIEFER:
        asked = first if between and not game.winner else 0
        currency = game.edition.currency if with_its_currency else ""
        row = []
        for seat in seats:
            name = (unit.names.get(seat, "")[:length] or f"J{seat}") if between else str(seat)
            row += [*account(game, seat, name, asked, currency), (between, "")]
        row[0] = (row[0][0].lstrip(), row[0][1])
        if sum(len(piece) for piece, _ in row) <= width:
            break
    return row


def colour_names(told: str, names: Mapping[int, str], seats: Sequence[int]) -> Content:
    """Return a sentence in which the names of these players have their colours."""
    sentence = Content(told)
    for seat in seats:
        name = rf"(?<!\w){re.escape(name_of(names, seat))}(?!\w)"
        sentence = sentence.highlight_regex(name, style=f"bold {PLAYERS[seat]}")
    return sentence


# -- what is at stake


def stakes(unit: Unit, lang: str, width: int) -> list[Line]:
    """Return what is at stake: the bids, the best one first, and the players who cannot go on;
    both sides of a bargain; or a debt, what is missing, and what would bring money."""
    game, names, question = unit.game, unit.names, unit.question
    rows: list[tuple[str, str, int | None]] = []
    if game is None:
        return []
    if auction := question.auction:
        rows = [(name_of(names, seat), f"bold {PLAYERS[seat]}", bid) for seat, bid in auction.bids]
        poor = [seat for seat in game.seats() if game.cash[seat] <= auction.best]
        out = tuple([name_of(names, seat) for seat in poor if seat != auction.holder])
        rows = [(text(lang, "stakes.bids"), FAINT, None), *reversed(rows)] if rows else []
        rows += [(text(lang, "stakes.out", players=out), FAINT, None)] * bool(out)
    elif terms := question.bargain:
        sides = bargain_sides(terms, game.edition, terms.first)
        for seat, goods in zip((terms.first, terms.second), sides, strict=True):
            gives = text(lang, "stakes.gives", goods=phrase(goods, lang))
            rows.append((f"{name_of(names, seat)} {gives}", PLAYERS[seat], None))
    elif game.debts:
        debt = game.debts[0]
        owed = Entry(debt.debtor, debt.creditor, debt.amount, debt.why, debt.square)
        owes = payment_words("told.owes", owed, debt.square, game, names).text(lang)
        raised = bankruptcy.raisable_sums(game, debt.debtor)
        missing = max(0, debt.amount - raised["cash"])
        ways = [(f"{LEGENDS[key]} {text(lang, words_of('debt', key))}", "", raised[part])
                for key, part in WAYS if raised[part]]  # fmt: skip
        rows = [(owes, "bold", None), (text(lang, "stakes.missing"), "bold $accent", missing)]
        rows += ways
    lines: list[Line] = []
    for told, ink, amount in rows:
        if amount is None:
            lines += [[(f" {piece}", ink)] for piece in fold(told, width - 1, "  ")]
        else:
            lines.append([(f" {told:20}{with_currency(amount, game.edition.currency):>10}", ink)])
    return [[], *lines, []] if lines else []


# -- a game that is over


def curve(worths: Sequence[Sequence[int]], width: int, height: int) -> list[Line]:
    """Return everybody's worth, lap by lap, as dots of braille: a line each in the player's colour,
    the first player's on top."""
    laps, across, down = len(worths) - 1, 2 * width - 1, 4 * height - 1
    most, least = max(map(max, worths)), min(map(min, worths))
    cells: dict[tuple[int, int], tuple[int, int]] = {}
    for seat in range(len(worths[0]), 0, -1):
        for x in range(across + 1):
            lap, part = divmod(x * laps, across)
            before, after = worths[lap][seat - 1], worths[min(lap + 1, laps)][seat - 1]
            worth = before + (after - before) * part // across
            y = (most - worth) * down // max(1, most - least)
            dots, _ = cells.get((x // 2, y // 4), NOTHING)
            cells[x // 2, y // 4] = dots | DOTS[x % 2][y % 4], seat
    return [
        [(chr(BRAILLE + dots), PLAYERS[seat]) for dots, seat in row]
        for row in ([cells.get((x, y), NOTHING) for x in range(width)] for y in range(height))
    ]


BRAILLE = 0x2800
DOTS = (0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80)
"""The two columns of four dots of a character."""
NOTHING = 0, 0
