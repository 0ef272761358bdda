"""Choices some editions add to a move: the bus, any square, a wonder from an airport."""

from __future__ import annotations

from firmware_sim import messages
from firmware_sim.dialogue.asking import LONGEST, ask_yes, deed_icons, jump, player_icons, step
from firmware_sim.dialogue.functions import anything_else
from firmware_sim.dialogue.play import play
from firmware_sim.game import BOARD, Act, Error
from firmware_sim.question import Question
from firmware_sim.rules import moving, passport, speed_die
from firmware_sim.screens import Screen
from firmware_sim.session import Dialogue, Session


def bus(session: Session) -> Dialogue:
    """BUS ?: the first white die, the second, or both."""
    game = session.current_game
    first, second = game.dice
    steps = [first, second, first + second]
    icons = player_icons(session, game.turn)
    number, typed = first, ""
    while True:
        question = Question("bus", game.turn, amount=int(typed or number))
        shown = typed or str(number)
        key = yield Screen("BUS ?", shown, icons, blink_value=True, asks=question)
        if key in ("+", "-"):
            number, typed = step(steps, number, key), ""
        elif key.isdigit():
            number, typed = jump(session, steps, number, typed, key)
        elif key != "OK":
            if (yield from anything_else(session, key)):
                return
        elif _is_chosen(session, number, typed) and play(
            session, Act("bus", numbers=(number,)), speed_die.take_bus, number
        ):
            return


def anywhere(session: Session) -> Dialogue:
    """CASE ?: any square of the board; C on nothing asks AUX DES ?"""
    game = session.current_game
    icons = player_icons(session, game.turn)
    typed = ""
    while True:
        wanted = int(typed) if typed else None
        shown = "" if wanted is None else messages.amount(wanted)
        square = -1 if wanted is None or wanted >= BOARD else wanted
        question = Question("anywhere", game.turn, amount=wanted, square=square)
        key = yield Screen("CASE ?", shown, icons, blink_value=True, asks=question)
        if key.isdigit():
            if len(typed) == LONGEST:
                session.refuse(Error.TOO_BIG)
            else:
                typed = (typed + key).lstrip("0") or "0"
        elif key == "C" and typed:
            typed = typed[:-1]
        elif key == "C":
            steps = sum(game.dice) + game.third_die
            question = Question("by_dice", game.turn, amount=steps)
            if (yield from ask_yes(session, question, "AUX DES ?", str(steps), icons)) and play(
                session, Act("keep_dice"), speed_die.keep_to_dice
            ):
                return
        elif key == "OK":
            number = int(typed) if typed else BOARD
            act = Act("anywhere", numbers=(number,))
            if play(session, act, speed_die.go_anywhere, number):
                return
            typed = ""
        elif (yield from anything_else(session, key)):
            return


def visa(session: Session) -> Dialogue:
    """VISA ?: a wonder not yet in the passport, ticked from the airport."""
    game = session.current_game
    open_ones = passport.unvisited(game, game.turn)
    number, typed = open_ones[0], ""
    while True:
        label = game.edition.squares[number].label
        icons = player_icons(session, game.turn) | deed_icons(game, number)
        shown = typed or str(number)
        key = yield Screen(
            "VISA ?", shown, icons, blink_value=True, others=(label,),
            asks=Question("visa", game.turn, amount=number, square=number, typed=typed),
        )  # fmt: skip
        if key in ("+", "-"):
            number, typed = step(open_ones, number, key), ""
        elif key.isdigit():
            number, typed = jump(session, open_ones, number, typed, key)
        elif key != "OK":
            if (yield from anything_else(session, key)):
                return
        elif _is_chosen(session, number, typed) and play(
            session, Act("visa", square=number), moving.visa, number
        ):
            return


def _is_chosen(session: Session, number: int, typed: str) -> bool:
    """The beginning of a number is no choice yet."""
    if typed and int(typed) != number:
        session.refuse(Error.TOO_BIG)
        return False
    return True
