"""Chance and the community chest: drawn by the unit, by number, or keyed by hand."""

from __future__ import annotations

from firmware_sim.edition import MOST_MONEY, Card, Kind
from firmware_sim.game import BANK, BOARD, Error, Game, Phase, Refused, Why
from firmware_sim.ledger import charge, check_room, post
from firmware_sim.rules import building, moving, prison

CHANCE, CHEST = 0, 1

# Looked up once: an enum's member is slow to find, and these are asked for at every card.
ON_CHEST, CARD, EFFECT, SQUARE = Kind.CHEST, Phase.CARD, Phase.EFFECT, Phase.SQUARE


def pile_here(game: Game) -> int:
    """Return the pile of the square under the token, or Chance in any other case."""
    on_chest = game.phase is CARD and game.kinds[game.square[game.turn]] is ON_CHEST
    return CHEST if on_chest else CHANCE


def may_draw_instead(game: Game) -> bool:
    """`Pay or draw Chance`: the Chance card acts in the same turn."""
    return game.effect is not None and game.effect[1].effect == "pay_or_chance"


def _ready(game: Game) -> int:
    """The pile."""
    if game.debts:
        raise Refused(Error.DEBT)
    if game.phase is not CARD and not may_draw_instead(game):
        raise Refused(Error.KEY)
    return pile_here(game)


def draw(game: Game) -> None:
    """The top card; it goes back under its pile at once, but for one that is kept."""
    pile = _ready(game)
    number, rest = game.decks[pile][0], game.decks[pile][1:]
    card = game.edition.cards[pile][number]
    game.decks[pile] = rest if card.effect == "free" else (*rest, number)
    game.draws += 1
    _turn_up(game, pile, card)


def name(game: Game, number: int) -> None:
    """Draw a real card, by its number in the players' notice."""
    pile = _ready(game)
    card = game.edition.cards[pile].get(number)
    if card is None or (card.effect == "free" and game.free_cards[pile] != BANK):
        raise Refused(Error.TOO_BIG)
    _turn_up(game, pile, card)


def play(game: Game, card: Card) -> None:
    """A real card whose effect is keyed by hand, carried out at once."""
    pile = _ready(game)
    if card.effect == "free" and game.free_cards[pile] != BANK:
        raise Refused(Error.TOO_BIG)
    if max(card.square, card.squares) >= BOARD or total(game, card) > MOST_MONEY:
        raise Refused(Error.TOO_BIG)
    if card.effect == "receive":
        check_room(game, game.turn, card.amount)
    _turn_up(game, pile, card)
    carry_out(game)


def _turn_up(game: Game, pile: int, card: Card) -> None:
    """Repairs are counted now: nothing sold or built before OK changes them (CARD-1)."""
    if card.effect == "repairs":
        card = card._replace(amount=total(game, card), house=0, hotel=0)
    game.effect = (pile, card)
    game.phase = EFFECT


def carry_out(game: Game) -> None:
    if game.phase is not EFFECT or game.effect is None:
        raise Refused(Error.KEY)
    pile, card = game.effect
    game.effect = None
    game.phase = SQUARE
    player = game.turn
    match card.effect:
        case "pay" | "pay_or_chance" | "repairs":
            charge(game, player, BANK, total(game, card), Why.CARD)
        case "receive":
            post(game, BANK, player, card.amount, Why.CARD)
        case "from_each":
            for payer in _others(game):
                charge(game, payer, player, card.amount, Why.GIFT)
        case "to_each":
            for payee in _others(game):
                charge(game, player, payee, card.amount, Why.GIFT)
        case "advance":
            moving.advance_to(game, player, card.square)
        case "back_to":
            steps = (game.square[player] - card.square) % BOARD
            moving.advance(game, player, -steps, by_card=True)
        case "back":
            moving.advance(game, player, -card.squares, by_card=True)
        case "prison":
            prison.send(game, player)
        case "free":
            keep(game, player, pile)
        case unknown:
            raise KeyError(unknown)


def _others(game: Game) -> list[int]:
    return [seat for seat in game.seats() if seat != game.turn]


def keep(game: Game, player: int, pile: int) -> None:
    game.free_cards[pile] = player
    free = {one.number for one in game.edition.decks[pile] if one.effect == "free"}
    game.decks[pile] = tuple(number for number in game.decks[pile] if number not in free)


def total(game: Game, card: Card) -> int:
    """The amount or the square a card is about, as row B shows it."""
    if card.effect == "repairs":
        return card.amount + building.repairs(game, game.turn, card.house, card.hotel)
    if card.effect in ("advance", "back_to"):
        return card.square
    return card.squares if card.effect == "back" else card.amount
