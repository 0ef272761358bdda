"""The board: forty squares with owner, buildings, mortgage and tokens, and everybody's money."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from display.panel.panes.pane import Beside, Pane

if TYPE_CHECKING:
    from display.panel.interface import Player, Square, Table

# The colours of the board's groups, in the order every edition lists them: eight streets, the
# stations, the utilities.
GROUPS = (
    "#8a4a2f", "#9fd3ea", "#d0449a", "#ea8d2e", "#d8342c", "#ecd53a", "#2f9a4c", "#2b4fa2",
    "#b0b0b0", "#d8d0b0",
)  # fmt: skip
PLAYERS = (
    "#e8e4d8", "#ff6b5e", "#5aa9ff", "#6fd06f", "#ffd24d", "#d78bff", "#57d8d0", "#ff9f4d",
    "#c0c0c0",
)  # fmt: skip
HOTEL = 5
Piece = tuple[str, Style]
Line = list[Piece]
SQUARE_WIDTH = 26
LEAST_SQUARE = 19


class Board(Pane):
    def __init__(self) -> None:
        super().__init__()
        self._lines: list[Line] = []
        self._seen: object = None
        self._back = 0

    def show(self, panel: Beside) -> None:
        # The game changes by operations only; who must look again is the one who resizes.
        seen = panel.unit.operations, panel.unit.said.text, self.size, self.palette
        if seen == self._seen:
            return
        self._seen = seen
        table = panel.unit.board_view()
        self._lines = self._nothing() if table is None else self._draw(table)
        self._back = min(self._back, self._most())
        self.refresh()

    def _style(self, colour: str, ground: str | None = None, bold: bool = False) -> Style:
        return Style(color=colour, bgcolor=ground or self.palette.pane, bold=bold)

    def _nothing(self) -> list[Line]:
        return [[], [(" Aucune partie en cours.", self._style(self.palette.faint))]]

    # -- accounts

    def _draw(self, table: Table) -> list[Line]:
        width = max(LEAST_SQUARE, self.size.width)
        across = max(1, width // SQUARE_WIDTH)
        accounts = self._accounts(table, width)
        room = self.size.height - len(accounts)
        if across < 4 and -(-len(table.squares) // across) > room:
            across = min(4, max(across, width // LEAST_SQUARE))
        each = width // across
        rows = -(-len(table.squares) // across)
        drawn = [self._square(square, table, each) for square in table.squares]
        lines = list(accounts)
        for row in range(rows):
            line: Line = []
            for column in range(across):
                number = row + column * rows
                if number < len(drawn):
                    line += drawn[number]
            lines.append(line)
        return lines

    def _accounts(self, table: Table, width: int) -> list[Line]:
        faint = self._style(self.palette.faint)
        head = f" {table.edition}  tour {table.turn_number}"
        bank = f"banque {_money(table.bank)} {table.currency}"
        stock = f"{table.house_stock} maisons  {table.hotel_stock} hôtels "
        left = f"{head}  {bank}"
        lines: list[Line] = [[(left.ljust(max(0, width - len(stock))) + stock, faint)]]
        if len(left) + len(stock) > width:
            lines = [[(head, faint)], [(f" {bank}", faint)], [(f" {stock}", faint)]]
        line: Line = []
        used = 0
        for player in table.players:
            pieces = self._player(player, table)
            size = sum(len(text) for text, _ in pieces)
            if used and used + size > width:
                lines.append(line)
                line, used = [], 0
            line += pieces
            used += size
        lines.append(line)
        return lines

    def _player(self, player: Player, table: Table) -> Line:
        colour = PLAYERS[player.number]
        mark = "▸" if player.number == table.turn else " "
        extra = "".join(
            (
                " prison" if player.prison else "",
                f" prêt{'s' if len(player.loans) > 1 else ''}" if player.loans else "",
                " libre" if player.free_cards else "",
            )
        )
        cash = "ruiné" if player.bankrupt else _money(player.cash)
        return [
            (mark, self._style(self.palette.accent, bold=True)),
            (f"J{player.number}", self._style(colour, bold=True)),
            (f" {cash}{extra}  ", self._style(self.palette.pane_print)),
        ]

    # -- squares

    def _square(self, square: Square, table: Table, width: int) -> Line:
        """A band in the group's colour, number and label, then owner, buildings and tokens."""
        palette = self.palette
        band = GROUPS[square.group % len(GROUPS)] if square.group >= 0 else palette.faint
        here = [p.number for p in table.players if p.square == square.number and not p.bankrupt]
        state: Line = []
        if square.mortgaged:
            state.append(("H", self._style(palette.faint)))
        elif square.houses == HOTEL:
            state.append(("▆", self._style("#e0483c")))
        elif square.houses:
            state.append(("▪" * square.houses, self._style("#54c060")))
        if square.owner > 0:
            state.append((str(square.owner), self._style("#101010", PLAYERS[square.owner], True)))
        for number in here:
            token = f"◆{number}" if len(here) < 3 else "◆"
            state.append((token, self._style(PLAYERS[number], bold=True)))
        taken = sum(len(text) for text, _ in state)
        room = max(0, width - 5 - taken - 1)
        label = square.label[:room].ljust(room)
        plain = square.owner < 0
        ink = palette.faint if plain or square.mortgaged else palette.pane_print
        return [
            ("▌" if plain else "█", self._style(band)),
            (f"{square.number:>2} ", self._style(palette.faint)),
            (label, self._style(ink, bold=bool(here))),
            (" ", self._style(ink)),
            *state,
            (" ", self._style(ink)),
        ]

    # -- moving about

    def _most(self) -> int:
        return max(0, len(self._lines) - self.size.height)

    def scroll_pages(self, pages: float) -> None:
        lines = int(pages * max(1, self.size.height - 2)) or int(pages * 4)
        self._back = max(0, min(self._most(), self._back + lines))
        self.refresh()

    def render_line(self, y: int) -> Strip:
        index = y + self._back
        line = self._lines[index] if index < len(self._lines) else []
        ground = Style(bgcolor=self.palette.pane)
        return Strip([Segment(text, style) for text, style in line]).adjust_cell_length(
            self.size.width, ground
        )


def _money(amount: int) -> str:
    return f"{amount:,}".replace(",", ".")
