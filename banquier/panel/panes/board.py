"""The board: everybody's money, what is at stake, and forty squares with owner, buildings, mortgage
and tokens."""

from collections.abc import Iterable, Iterator, Sequence

from banquier.panel.accounts import FAINT, PLAYERS, Line, account, money_row, stakes
from banquier.panel.panes.pane import Pane, Shown
from banquier.play.colours import GROUPS, print_on
from banquier.words import text, with_currency
from banquier.words.announcements import distinct_names, pot
from firmware_sim.edition import Square
from firmware_sim.game import HOTEL, Game

WHOLE = 36
"""Columns in which every name of a square is whole, with houses, owner and two tokens."""
HIGH = 20
"""Lines of a pane beside the unit."""
LEAST_SQUARE = 19
MOST_ACROSS = 4
HOUSE = "▪"
LEAST_BRIEF = 9
"""Columns of a square whose buildings stand in its band, and whose tokens stand on its name."""


Way = tuple[list[Line], Sequence[Square], int]
"""Lines above the squares, which squares, and how many of them side by side."""


def _fits(way: Way, width: int, height: int) -> bool:
    above, squares, across = way
    return across * LEAST_BRIEF <= width and len(above) - (-len(squares) // across) <= height


class BoardPane(Pane):
    def show(self, shown: Shown) -> None:
        unit = shown.unit
        # The game changes by operations only.
        if self.is_new(unit.operations, unit.question, shown.lang, *unit.names.items()):
            nothing = [[], [(f" {text(shown.lang, 'board_pane.none')}", FAINT)]]
            self.paint(self._draw(unit.game, shown) if unit.game else nothing)

    def _draw(self, game: Game, shown: Shown) -> list[Line]:
        """Draw squares with whole names beside the unit, where the squares that nobody can own go
        first and the rest is scrolled to; below the unit all forty, as briefly as needed."""
        width, height = self.room()
        width = max(LEAST_SQUARE, width)
        brief = [money_row(shown.unit, width)]
        accounts = flow(_facts_of_bank(game, shown.lang), width)
        accounts += flow(_accounts(game, shown), width) + stakes(shown.unit, shown.lang, width)
        squares: Sequence[Square] = game.squares
        here = {game.square[seat] for seat in game.seats()}
        deeds = [square for square in squares if square.group >= 0 or square.number in here]
        few, whole = min(MOST_ACROSS, width // LEAST_SQUARE), max(1, width // WHOLE)
        ways = [(accounts, squares, whole), (accounts, deeds, whole)]
        if whole > 1 or height < HIGH:
            ways.append((accounts, squares, few))
            for above in accounts, brief:
                ways.append((above, squares, -(-len(squares) // max(1, height - len(above)))))
        rest = ways[1 if whole == 1 else 2]
        above, squares, across = next((way for way in ways if _fits(way, width, height)), rest)
        rows = -(-len(squares) // across)
        drawn = [_square(square, game, width // across) for square in squares]
        below = ([piece for one in drawn[row::rows] for piece in one] for row in range(rows))
        return [*above, *below]


def flow(parts: Iterable[Line], width: int) -> list[Line]:
    """Put as many of these parts on each line as fit."""
    lines: list[Line] = [[]]
    for part in parts:
        if lines[-1] and sum(len(piece) for piece, _ in lines[-1] + part) > width:
            lines.append([])
        lines[-1] += part
    return lines


def _facts_of_bank(game: Game, lang: str) -> Iterator[Line]:
    way = "board_pane.bank_paid" if game.cash[0] < 0 else "board_pane.bank_received"
    paid = with_currency(abs(game.cash[0]), game.edition.currency)
    yield [
        (f" {game.edition.label}  {text(lang, 'board_pane.turn', turn=game.turn_number)} ", FAINT)
    ]
    yield [(f" {text(lang, way, amount=paid)} ", FAINT)]
    stock = {"houses": game.house_stock, "hotels": game.hotel_stock}
    yield [(f" {text(lang, 'board_pane.stock', **stock)} ", FAINT)]


def _accounts(game: Game, shown: Shown) -> Iterator[Line]:
    asked = 0 if game.winner else shown.unit.question.player or game.turn
    for seat in range(1, game.players + 1):
        name = f"J{seat} {shown.unit.names.get(seat, '')}".rstrip()
        line = account(game, seat, name, asked, game.edition.currency)
        if loans := len(game.loans[seat]):
            line.append((f" {text(shown.lang, 'board_pane.loans', count=loans)}", ""))
        if seat in game.free_cards:
            line.append((f" {text(shown.lang, 'board_pane.card')}", ""))
        yield [*line, ("  ", "")]
    if held := pot(game):
        yield [(f" {held.text(shown.lang)}", "")]


# -- squares


def _square(square: Square, game: Game, width: int) -> Line:
    """A band in the group's colour, number and label, then buildings, owner and tokens; in a
    narrow column the buildings stand in the band."""
    brief, plain = width < LEAST_SQUARE, square.group < 0
    band = FAINT if plain else GROUPS[square.group % len(GROUPS)]
    built, colour = _buildings(square, game)
    tokens = _tokens(square, game)
    state: Line = [] if brief else [(built, colour)]
    if (owner := game.owner[square.number]) > 0:
        state.append((str(owner), f"bold #101010 on {PLAYERS[owner]}"))
    state += tokens
    faint = FAINT if plain or game.mortgaged[square.number] else ""
    ink = f"{'bold ' if tokens else ''}{faint}"
    edge = ("▌" if plain else "█", band)
    if brief and built:
        count = str(len(built)) if built[0] == HOUSE else built
        edge = (count, f"{print_on(band)} on {band}")
    nth = f"{square.number:>2}{'' if brief else ' '}"
    room = width - len(nth) - 2 - sum(len(piece) for piece, _ in state)
    names = distinct_names(tuple(one.label for one in game.squares), width - 5 if brief else room)
    name = names[square.label][: max(0, room)].ljust(room)
    return [edge, (nth, FAINT), (name, ink), *state, (" ", ink)]


def _buildings(square: Square, game: Game) -> tuple[str, str]:
    """Return what stands on a square, or that it is mortgaged, and its colour."""
    houses = game.houses[square.number]
    if game.mortgaged[square.number]:
        return "H", FAINT
    return (HOUSE * houses, "#54c060") if houses < HOTEL else ("▆", "#e0483c")


def _tokens(square: Square, game: Game) -> Line:
    """Return the tokens on a square; more than two without their numbers."""
    here = [seat for seat in game.seats() if game.square[seat] == square.number]
    return [(f"◆{seat}" if len(here) < 3 else "◆", f"bold {PLAYERS[seat]}") for seat in here]
