"""Choices some editions add to a move: the bus, any square, a wonder from an airport."""

from __future__ import annotations

from functools import partial

from firmware_sim.dialogue.asking import ask_amount, ask_yes, pick
from firmware_sim.dialogue.functions import anything_else
from firmware_sim.dialogue.operation import operate
from firmware_sim.game import Act
from firmware_sim.question import Question
from firmware_sim.rules import moving, passport, speed_die
from firmware_sim.session import Dialogue, Session


def bus(session: Session) -> Dialogue:
    """BUS ?: the first white die, the second, or both."""
    game = session.current_game
    first, second = game.dice

    def steps(number: int) -> Question:
        return Question("bus", game.turn, amount=number)

    def take(number: int) -> bool:
        return operate(session, Act("bus", numbers=(number,)), speed_die.take_bus, number)

    ways = [*{first: 0, second: 0, first + second: 0}]
    others = partial(anything_else, session)
    yield from pick(
        session, ways, steps, first, accept=take, on_other_key=others, cancellable=False
    )


def visa(session: Session) -> Dialogue:
    """VISA ?: a wonder not yet in the passport, ticked from the airport."""
    game = session.current_game

    def wonder(number: int) -> Question:
        return Question("visa", game.turn, amount=number, square=number)

    def tick(number: int) -> bool:
        return operate(session, Act("visa", square=number), moving.visa, number)

    left = passport.unvisited_streets(game, game.turn)
    others = partial(anything_else, session)
    yield from pick(
        session, left, wonder, left[0], accept=tick, on_other_key=others, cancellable=False
    )


def anywhere(session: Session) -> Dialogue:
    """CASE ?: any square of the board; C on nothing asks AUX DES ?"""
    game, before = session.current_game, session.operations

    def go(number: int) -> bool:
        act = Act("anywhere", numbers=(number,))
        return operate(session, act, speed_die.go_anywhere, number)

    while session.operations == before:
        number = yield from ask_amount(
            session, Question("anywhere", game.turn), go, partial(anything_else, session)
        )
        if number is None and session.operations == before:
            steps = sum(game.dice) + game.third_die
            if (yield from ask_yes(session, Question("by_dice", game.turn, amount=steps))):
                operate(session, Act("keep_dice"), speed_die.keep_to_dice)
