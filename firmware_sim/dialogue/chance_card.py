"""Cards: drawn by the unit, named by number, or keyed by hand."""

from __future__ import annotations

from firmware_sim import texts
from firmware_sim.dialogue.asking import Asking, ask_amount, pick, show
from firmware_sim.dialogue.functions import anything_else
from firmware_sim.dialogue.operation import operate
from firmware_sim.dialogue.views import walk
from firmware_sim.edition import Card
from firmware_sim.game import BOARD, Act, Error, Phase
from firmware_sim.question import Question
from firmware_sim.rules import cards
from firmware_sim.screens import Screen
from firmware_sim.session import Dialogue, Session

BY_HAND, EFFECTS = tuple(texts.EFFECTS), tuple(texts.EFFECTS.values())
"""Chosen by 1 to 9."""


def draw_card(session: Session) -> Asking[bool]:
    """Handle CARTE; return True if the game has changed."""
    pile = BOARD + cards.pile_here(session.current_game)
    if session.settings["auto_cards"]:
        return operate(session, Act("draw", square=pile), cards.draw)

    def is_known(number: int) -> bool:
        act = Act("named", square=pile, numbers=(number,))
        return number == 0 or operate(session, act, cards.name, number)

    question = Question("card_number", session.current_game.turn)
    while True:
        number = yield from ask_amount(session, question, is_known)
        if number != 0:
            return number is not None
        if (yield from _by_hand(session)):
            return True


def _by_hand(session: Session) -> Asking[bool]:
    """The effect, then its amount or square; OK carries it out."""
    player = session.current_game.turn

    def effect(rank: int) -> Question:
        return Question("by_hand", player, amount=rank, label=EFFECTS[rank - 1])

    at = 1
    while True:
        chosen = yield from pick(session, range(1, len(EFFECTS) + 1), effect, at)
        if chosen is None:
            return False
        at = chosen
        if (yield from _play_by_hand(session, BY_HAND[at - 1])):
            return True


def _play_by_hand(session: Session, effect: str) -> Asking[bool]:
    """Ask for the amount or square of a card; return True if it was carried out."""
    word, player = texts.EFFECTS[effect], session.current_game.turn

    def carried_out(**facts: int) -> bool:
        card = Card(0, effect, **facts)
        return operate(session, Act("by_hand", text=word), cards.play, card)

    if effect in ("prison", "free"):
        return carried_out()
    if effect == "repairs":
        house = yield from ask_amount(session, Question("by_hand_houses", player))
        if house is None:
            return False
        per_house = house

        def repair(per_hotel: int) -> bool:
            return carried_out(house=per_house, hotel=per_hotel)

        question = Question("by_hand_hotels", player)
        return (yield from ask_amount(session, question, repair)) is not None
    fact = {"advance": "square", "back": "squares"}.get(effect, "amount")
    question = Question(f"by_hand_{fact}", player, label=word)
    taken = yield from ask_amount(session, question, lambda number: carried_out(**{fact: number}))
    return taken is not None


def card_effect(session: Session) -> Dialogue:
    """The word of the card, its amount or square; OK carries it out."""
    game = session.current_game
    assert game.effect is not None
    card = game.effect[1]
    word = texts.CARDS[card.effect].partition("|")[0]
    while True:
        key = yield _effect_screen(session, card)
        may_draw = cards.may_draw_instead(game)
        if key in ("+", "-") and not may_draw:
            key = yield from walk(session, game.turn, key)
        if key == "OK":
            if operate(session, Act("carry_out", text=word), cards.carry_out):
                return
        elif key == "CARTE" and may_draw:
            if (yield from draw_card(session)):
                return
        elif key == "FIN":
            session.refuse(Error.DRAW_CARD)
        elif key and (yield from anything_else(session, key)):
            return


def _effect_screen(session: Session, card: Card) -> Screen:
    game = session.current_game
    assert game.phase is Phase.EFFECT
    total = None if card.effect in ("prison", "free") else cards.total(game, card)
    question = Question(f"card_{card.effect}", game.turn, amount=total)
    if total is None or card.effect not in ("advance", "back_to"):
        return show(session, question)
    return show(session, question._replace(amount=None, square=total), str(total))
