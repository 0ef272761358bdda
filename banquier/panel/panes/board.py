"""The board: everybody's money, what is at stake, and forty squares with owner, buildings, mortgage
and tokens."""

from collections.abc import Sequence

from banquier.panel.accounts import FAINT, PLAYERS, Line, account, money_row, stakes
from banquier.panel.panes.pane import Pane, Shown
from banquier.play.colours import GROUPS
from banquier.words import text as words
from banquier.words import with_currency
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
    def __init__(self) -> None:
        super().__init__()
        self.bids: list[tuple[int, int]] = []
        """In the auction that is on: each bidder and bid."""

    def show(self, shown: Shown) -> None:
        unit, lang = shown.unit, shown.lang
        self._follow_bids(shown)
        # The game changes by operations only.
        now = unit.operations, unit.question, *self.bids
        if not self.is_new(now, lang, *unit.names.items()):
            return
        self.shown = shown
        nothing = [[], [(" " + words(lang, "board_pane.none"), FAINT)]]
        self.paint(nothing if unit.game is None else self._draw(unit.game))

    def _follow_bids(self, shown: Shown) -> None:
        auction = shown.unit.question.auction
        if auction is None or not auction.holder:
            self.bids.clear()
        elif (bid := (auction.holder, auction.best)) in self.bids:  # a later one was taken back
            del self.bids[self.bids.index(bid) + 1 :]
        else:
            self.bids.append(bid)

    # -- accounts

    def _draw(self, game: Game) -> list[Line]:
        """With whole names beside the unit: the squares go first that nobody can own, and the rest
        is scrolled to. Below it all forty, briefly where that is needed."""
        width, height = self.room()
        width = max(LEAST_SQUARE, width)
        at_stake = stakes(self.shown.unit, self.shown.lang, self.bids, width)
        accounts, brief = self._accounts(game, width), [money_row(self.shown.unit, width)]
        accounts += [*at_stake, *[[]] * bool(at_stake)]
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
        drawn = [self._square(square, game, width // across) for square in squares]
        below = ([piece for one in drawn[row::rows] for piece in one] for row in range(rows))
        return [*above, *below]

    def _accounts(self, game: Game, width: int) -> list[Line]:
        turn = words(self.shown.lang, "board_pane.turn", turn=game.turn_number)
        head = f" {game.edition.label}  {turn}"
        way = "board_pane.bank_paid" if game.cash[0] < 0 else "board_pane.bank_received"
        paid = with_currency(abs(game.cash[0]), game.edition.currency)
        bank = words(self.shown.lang, way, amount=paid)
        stocks = {"houses": game.house_stock, "hotels": game.hotel_stock}
        stock = words(self.shown.lang, "board_pane.stock", **stocks) + " "
        left = f"{head}  {bank}"
        lines: list[Line] = [[(left.ljust(max(0, width - len(stock))) + stock, FAINT)]]
        if len(left) + len(stock) > width:
            lines = [[(head, FAINT)], [(f" {bank}", FAINT)], [(f" {stock}", FAINT)]]
        line: Line = []
        used = 0
        accounts = [
            self._player(seat, game, self.shown.unit.names.get(seat, ""))
            for seat in range(1, game.players + 1)
        ]
        if held := pot(game):
            accounts.append([(f" {held.text(self.shown.lang)}", "")])
        for pieces in accounts:
            size = sum(len(text) for text, _ in pieces)
            if used and used + size > width:
                lines.append(line)
                line, used = [], 0
            line += pieces
            used += size
        lines.append(line)
        return lines

    def _player(self, seat: int, game: Game, name: str) -> Line:
        facts = {"loans": game.loans[seat], "card": seat in game.free_cards}
        extra = "".join(
            f" {words(self.shown.lang, f'board_pane.{fact}', count=len(game.loans[seat]))}"
            for fact, holds in facts.items()
            if holds
        )
        asked = 0 if game.winner else self.shown.unit.question.player or game.turn
        line = account(game, seat, f"J{seat} {name}".rstrip(), asked, game.edition.currency)
        return [*line, (f"{extra}  ", "")]

    # -- squares

    def _square(self, square: Square, game: Game, width: int) -> Line:
        """A band in the group's colour, number and label, then buildings, owner and tokens; in a
        narrow column the buildings stand in the band."""
        brief, plain = width < LEAST_SQUARE, square.group < 0
        band = FAINT if plain else GROUPS[square.group % len(GROUPS)]
        built, colour = _built(square, game)
        tokens = _tokens(square, game)
        state: Line = [] if brief else [(built, colour)]
        if (owner := game.owner[square.number]) > 0:
            state.append((str(owner), f"bold #101010 on {PLAYERS[owner]}"))
        state += tokens
        faint = FAINT if plain or game.mortgaged[square.number] else ""
        ink = f"{'bold ' if tokens else ''}{faint}"
        edge = ("▌" if plain else "█", band)
        if brief and built:
            edge = (str(len(built)) if built[0] == HOUSE else built, f"#101010 on {band}")
        nth = f"{square.number:>2}{'' if brief else ' '}"
        room = width - len(nth) - 2 - sum(len(text) for text, _ in state)
        names = distinct_names(
            tuple(one.label for one in game.squares), width - 5 if brief else room
        )
        name = names[square.label][: max(0, room)].ljust(room)
        return [edge, (nth, FAINT), (name, ink), *state, (" ", ink)]


def _built(square: Square, game: Game) -> tuple[str, str]:
    """What stands on a square, or that it is mortgaged, and its colour."""
    houses = game.houses[square.number]
    if game.mortgaged[square.number]:
        return "H", FAINT
    return (HOUSE * houses, "#54c060") if houses < HOTEL else ("▆", "#e0483c")


def _tokens(square: Square, game: Game) -> Line:
    """The tokens on a square; more than two without their numbers."""
    here = [seat for seat in game.seats() if game.square[seat] == square.number]
    return [(f"◆{seat}" if len(here) < 3 else "◆", f"bold {PLAYERS[seat]}") for seat in here]
