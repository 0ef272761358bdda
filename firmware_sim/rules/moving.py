"""The token's way round the board, and its square at the end."""

from __future__ import annotations

from collections.abc import Callable

from firmware_sim.edition import Kind
from firmware_sim.game import BANK, BOARD, POT, Claim, Game, Phase, Why, new_row
from firmware_sim.ledger import charge, post
from firmware_sim.rules import loans, passport, prison, rent

# Looked up once: an enum's member is slow to find, and these are asked for at every landing.
SQUARE, OFFER, CARD, JAILER = Phase.SQUARE, Phase.OFFER, Phase.CARD, Kind.JAILER
SALARY, TAX = Why.SALARY, Why.TAX


def pass_depart(game: Game, player: int, salaries: int) -> None:
    """A passage is what pays a salary, or several (HOUSE-2); it also ages the loans (LOAN-6)."""
    game.passages[player] += 1
    if not game.speed_from[player]:
        game.speed_from[player] = game.turn_number + 1
    post(game, BANK, player, game.edition.salary * salaries, SALARY)
    loans.count_passage(game, player)


def advance(game: Game, player: int, steps: int, by_card: bool = False) -> None:
    """Stopping on or passing Départ pays, but not on the way to prison (SAL-2), nor backwards."""
    goal = game.square[player] + steps
    if goal >= BOARD:
        goal -= BOARD
        if game.kinds[goal] is not JAILER:
            pass_depart(game, player, 1 if goal else game.edition.depart_exact)
    elif goal < 0:
        goal += BOARD
    game.square[player] = goal
    game.phase = SQUARE
    landings = _LANDINGS if game.passport is None else _PASSPORT_LANDINGS
    landings[game.kinds[goal]](game, player, goal, by_card)


def advance_to(game: Game, player: int, goal: int, by_card: bool = True) -> None:
    advance(game, player, (goal - game.square[player]) % BOARD, by_card)


def _on_wonder(game: Game, player: int, number: int, by_card: bool) -> None:
    """Ticked by stopping there; the last one ends the game."""
    passport.tick(game, player, number)
    if not game.winner:
        _on_deed(game, player, number)


def _on_airport(game: Game, player: int, number: int, by_card: bool) -> None:
    """A wonder is ticked first, while one is left."""
    if passport.unvisited_streets(game, player):
        delay(game, Phase.VISA)
    else:
        _on_deed(game, player, number)


def visa(game: Game, number: int) -> None:
    """The wonder ticked from an airport; then the airport is a deed like any other."""
    passport.choose(game, number)
    if game.winner:
        return
    if game.owner[game.square[game.turn]] == BANK and may_be_offered(game, game.turn):
        game.phase = OFFER
    open_delayed(game)


def _on_deed(game: Game, player: int, number: int, by_card: bool = False) -> None:
    owner = game.owner[number]
    if owner == BANK:
        if may_be_offered(game, player):
            game.phase = OFFER
    elif owner != player and not game.mortgaged[number]:
        open_claim(game, player, number, rent.due(game, number))


def may_be_offered(game: Game, player: int) -> bool:
    """HOUSE-3: nothing before the player's own first passage of Départ."""
    return not game.edition.first_lap or game.passages[player] > 0


def _on_utility(game: Game, player: int, number: int, by_card: bool) -> None:
    if game.owner[number] in (BANK, player):
        _on_deed(game, player, number)
    elif rent.needs_throw(game, by_card) and not game.mortgaged[number]:
        delay(game, Phase.RETHROW)
    elif not game.mortgaged[number]:
        open_claim(game, player, number, rent.due(game, number, sum(game.dice)))


def delay(game: Game, phase: Phase) -> None:
    """VISA or RETHROW is asked first; what stands now decides about the rent (RENT-3)."""
    game.phase = phase
    game.stop = game.stop_now()


def open_delayed(game: Game, pips: int = 1) -> None:
    """Return the rent of a stop, which is due to the owner at that time, who may have sold the deed
    but not left the game."""
    for claim in game.stop:
        if game.is_in(claim.owner):
            game.claims += (claim._replace(amount=claim.amount * pips),)
    game.stop = ()


def open_claim(game: Game, tenant: int, number: int, amount: int) -> None:
    row = (tenant, game.owner[number], number, amount, game.turn_number)
    game.claims += (new_row(Claim, row),)


def _on_tax(game: Game, player: int, number: int, by_card: bool) -> None:
    charge(game, player, BANK, game.squares[number].amount, TAX, square=number)


def _on_park(game: Game, player: int, number: int, by_card: bool) -> None:
    """Pay the whole pot (HOUSE-1); the bank puts the opening sum into it."""
    if game.has_pot:
        if game.cash[POT]:
            post(game, POT, player, game.cash[POT], Why.POT)
        fill_pot(game)


def fill_pot(game: Game) -> None:
    if game.edition.parking_start:
        post(game, BANK, POT, game.edition.parking_start, Why.POT)


def _on_pile(game: Game, player: int, number: int, by_card: bool) -> None:
    game.phase = CARD


def _on_jailer(game: Game, player: int, number: int, by_card: bool) -> None:
    prison.send(game, player)


def _nothing(game: Game, player: int, number: int, by_card: bool) -> None:
    """Départ paid on the way; a visit does nothing."""


_LANDINGS: dict[Kind, Callable[[Game, int, int, bool], None]] = {
    Kind.DEPART: _nothing,
    Kind.STREET: _on_deed,
    Kind.STATION: _on_deed,
    Kind.UTILITY: _on_utility,
    Kind.TAX: _on_tax,
    Kind.CHANCE: _on_pile,
    Kind.CHEST: _on_pile,
    Kind.VISIT: _nothing,
    Kind.PARK: _on_park,
    Kind.JAILER: _on_jailer,
}
_PASSPORT_LANDINGS = _LANDINGS | {Kind.STREET: _on_wonder, Kind.STATION: _on_airport}
