"""The board: forty squares with owner, buildings, mortgage and tokens, and everybody's money."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.style import Style

from banquier.panel.panes.pane import Line, Pane, Shown, joined
from banquier.play.colours import GROUPS, PLAYERS_ON_DARK
from banquier.words import text as words
from firmware_sim.glass import with_points

if TYPE_CHECKING:
    from firmware_sim.edition import Square
    from firmware_sim.game import Game

PLAYERS = ("#e8e4d8", *PLAYERS_ON_DARK)
"""The bank before the players."""
HOTEL = 5
WHOLE = 36
"""Columns in which every name of a square is whole, with houses, owner and two tokens."""
LEAST_SQUARE = 19
MOST_ACROSS = 4


def short(name: str, room: int) -> str:
    """In so many letters: first words become their initials, for the last ones tell names apart."""
    *before, last = name.split(" ")
    for at in range(len(before)):
        if len(name) <= room:
            break
        initials = "".join(f"{one[:1]}." for one in before[: at + 1])
        name = initials + " ".join([*before[at + 1 :], last])
    return name[:room]


class BoardPane(Pane):
    def __init__(self) -> None:
        super().__init__()
        self.lang = "fr"
        self.names: dict[int, str] = {}
        self._colours: dict[str, str] = {}
        self._width = self._height = 0
        self._seen: object = None

    def show(self, shown: Shown) -> None:
        # The game changes by operations only.
        unit, lang = shown.unit, shown.lang
        width, height = self.room()
        seen = (unit.operations, unit.said.text, width, height, self.app.theme, lang,
                tuple(unit.names.items()))  # fmt: skip
        if seen == self._seen or not width:
            return
        self._seen = seen
        self.lang, self.names = lang, unit.names
        self._width, self._height = width, height
        self._colours = self.app.theme_variables
        game = unit.game
        self.body.update(joined(self._nothing() if game is None else self._draw(game)))

    def _style(self, colour: str, ground: str | None = None, bold: bool = False) -> Style:
        return Style(color=self._colours.get(colour, colour), bgcolor=ground, bold=bold)

    def _nothing(self) -> list[Line]:
        return [[], [(" " + words(self.lang, "board_pane.none"), self._style("faint"))]]

    # -- accounts

    def _draw(self, game: Game) -> list[Line]:
        width = max(LEAST_SQUARE, self._width)
        accounts = self._accounts(game, width)
        room = self._height - len(accounts)
        squares, across = self._chosen(game, width, room)
        each = width // across
        rows = -(-len(squares) // across)
        drawn = [self._square(square, game, each) for square in squares]
        lines = list(accounts)
        for row in range(rows):
            line: Line = []
            for column in range(across):
                number = row + column * rows
                if number < len(drawn):
                    line += drawn[number]
            lines.append(line)
        return lines

    def _chosen(self, game: Game, width: int, room: int) -> tuple[Sequence[Square], int]:
        """The squares to draw and how many stand side by side. Names are whole where the pane is
        beside the unit: what does not fit then is first the squares that nobody can own."""
        whole = max(1, width // WHOLE)
        if -(-len(game.squares) // whole) <= room:
            return game.squares, whole
        if width < 2 * WHOLE:
            here = {game.square[seat] for seat in game.seats()}
            return [s for s in game.squares if s.group >= 0 or s.number in here], whole
        return game.squares, min(MOST_ACROSS, width // LEAST_SQUARE)

    def _accounts(self, game: Game, width: int) -> list[Line]:
        faint = self._style("faint")
        turn = words(self.lang, "board_pane.turn", turn=game.turn_number)
        head = f" {game.edition.label}  {turn}"
        amount, currency = game.cash[0], game.edition.currency
        way = "board_pane.bank_paid" if amount < 0 else "board_pane.bank_received"
        bank = words(self.lang, way, amount=with_points(abs(amount)), currency=currency)
        stocks = {"houses": game.house_stock, "hotels": game.hotel_stock}
        stock = words(self.lang, "board_pane.stock", **stocks) + " "
        left = f"{head}  {bank}"
        lines: list[Line] = [[(left.ljust(max(0, width - len(stock))) + stock, faint)]]
        if len(left) + len(stock) > width:
            lines = [[(head, faint)], [(f" {bank}", faint)], [(f" {stock}", faint)]]
        line: Line = []
        used = 0
        for seat in range(1, game.players + 1):
            pieces = self._player(seat, game)
            size = sum(len(text) for text, _ in pieces)
            if used and used + size > width:
                lines.append(line)
                line, used = [], 0
            line += pieces
            used += size
        lines.append(line)
        return lines

    def _player(self, seat: int, game: Game) -> Line:
        mark = "▸" if seat == game.turn else " "
        facts = {
            "prison": game.prison[seat], "loans": game.loans[seat], "card": seat in game.free_cards,
        }  # fmt: skip
        extra = "".join(
            f" {words(self.lang, f'board_pane.{fact}', count=len(game.loans[seat]))}"
            for fact, holds in facts.items()
            if holds
        )
        bankrupt = words(self.lang, "board_pane.bankrupt")
        cash = with_points(game.cash[seat]) if game.is_in(seat) else bankrupt
        name = self.names.get(seat, "")
        return [
            (mark, self._style("accent", bold=True)),
            (f"J{seat} {name}".rstrip(), self._style(PLAYERS[seat], bold=True)),
            (f" {cash}{extra}  ", self._style("pane-print")),
        ]

    # -- squares

    def _square(self, square: Square, game: Game, width: int) -> Line:
        """A band in the group's colour, number and label, then owner, buildings and tokens."""
        band = GROUPS[square.group % len(GROUPS)] if square.group >= 0 else "faint"
        owner, houses = game.owner[square.number], game.houses[square.number]
        mortgaged = game.mortgaged[square.number]
        here = [seat for seat in game.seats() if game.square[seat] == square.number]
        state: Line = []
        if mortgaged:
            state.append(("H", self._style("faint")))
        elif houses == HOTEL:
            state.append(("▆", self._style("#e0483c")))
        elif houses:
            state.append(("▪" * houses, self._style("#54c060")))
        if owner > 0:
            state.append((str(owner), self._style("#101010", PLAYERS[owner], True)))
        for number in here:
            token = f"◆{number}" if len(here) < 3 else "◆"
            state.append((token, self._style(PLAYERS[number], bold=True)))
        taken = sum(len(text) for text, _ in state)
        room = max(0, width - 5 - taken - 1)
        label = short(square.label, room).ljust(room)
        plain = owner < 0
        ink = "faint" if plain or mortgaged else "pane-print"
        return [
            ("▌" if plain else "█", self._style(band)),
            (f"{square.number:>2} ", self._style("faint")),
            (label, self._style(ink, bold=bool(here))),
            (" ", self._style(ink)),
            *state,
            (" ", self._style(ink)),
        ]
