"""House players: fingers that play any seats of a game, on the same keys as everybody.

    house = House(unit, {2: "greedy", 3: "trader"}, seed=42, pace=20_000)
    for stroke in house.strokes():
        if stroke.key:
            unit.press(stroke.key); unit.run(unit.tick + TAP); unit.release(stroke.key)
        unit.run(unit.tick + TAP + stroke.pause)

They read what the unit says and press keys; what to want they ask the unit's `wish`, which knows
the game. They answer for their own seats only, and wait while somebody else is asked. Whoever
pumps the strokes decides how they are pressed and shown.
"""

from banquier.bots.bots import House
from banquier.bots.key_reader import Stroke, Stuck

__all__ = ["House", "Stroke", "Stuck"]
