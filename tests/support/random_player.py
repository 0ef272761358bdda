"""A player who presses keys by chance, any that answer the question and functions where they are
open: short games with auctions, bargains, mortgages and mistakes that depend on no bot.

press_by_chance(unit, seed=2)        until there is a winner
"""

from banquier.play.rng import rng
from hardware.unit import Unit, tap
from keypad.keys import TWINS

FUNCTIONS = sorted(TWINS.values())
MOST_KEYS = 20_000


def press_by_chance(unit: Unit, seed: int) -> None:
    chance = rng(seed)
    for _ in range(MOST_KEYS):
        unit.run(unit.notices_end)
        asked = unit.question
        keys = sorted(asked.keys)
        if asked.kind == "winner":
            return
        if asked.functions and (not keys or chance(6) == 0):
            key = FUNCTIONS[chance(len(FUNCTIONS))]
        elif "OK" in keys and chance(3):
            key = "OK"
        else:
            key = keys[chance(len(keys))]
        tap(unit, key)
