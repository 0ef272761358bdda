"""Choices some editions add to a move: the bus, any square, a wonder from an airport."""

from __future__ import annotations

from firmware_sim import messages
from firmware_sim.dialogue.asking import LONGEST, deed_icons, player_icons, step
from firmware_sim.dialogue.functions import anything_else
from firmware_sim.dialogue.play import play
from firmware_sim.game import BOARD, Error
from firmware_sim.interface import Question
from firmware_sim.rules import moving, passport, speed_die
from firmware_sim.screens import Screen
from firmware_sim.session import Dialogue, Session


def bus(session: Session) -> Dialogue:
    """BUS ?: the first white die, the second, or both."""
    game = session.current_game
    first, second = game.dice
    steps = [first, second, first + second]
    icons = player_icons(session, game.turn)
    at = 0
    while True:
        question = Question("bus", game.turn, amount=steps[at])
        key = yield Screen("BUS ?", str(steps[at]), icons, blink_value=True, asks=question)
        if key in ("+", "-"):
            at = (at + (1 if key == "+" else -1)) % len(steps)
        elif key.isdigit() and 1 <= int(key) <= len(steps):
            at = int(key) - 1
        elif key == "OK":
            if play(session, f"BUS {steps[at]}", speed_die.take_bus, steps[at]):
                return
        elif key.isdigit():
            session.refuse(Error.TOO_BIG)
        elif (yield from anything_else(session, key)):
            return


def anywhere(session: Session) -> Dialogue:
    """CASE ?: any square of the board; C on nothing keeps to the dice."""
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
            if play(session, "CASE DES", speed_die.keep_to_dice):
                return
        elif key == "OK":
            number = int(typed) if typed else BOARD
            if play(session, f"CASE {number}", speed_die.go_anywhere, number):
                return
            typed = ""
        elif (yield from anything_else(session, key)):
            return


def visa(session: Session) -> Dialogue:
    """VISA ?: a wonder not yet in the passport, ticked from the airport."""
    game = session.current_game
    open_ones = passport.unvisited(game, game.turn)
    number = open_ones[0]
    while True:
        label = game.edition.squares[number].label
        icons = player_icons(session, game.turn) | deed_icons(game, number)
        key = yield Screen(
            "VISA ?", str(number), icons, blink_value=True, other=label,
            asks=Question("visa", game.turn, amount=number, square=number),
        )  # fmt: skip
        if key in ("+", "-"):
            number = step(open_ones, number, key)
        elif key == "OK":
            if play(session, f"VISA {label}", moving.visa, number):
                return
        elif (yield from anything_else(session, key)):
            return
