"""Bots: players played by the program, on the same keys as everybody.

    bots = Bots(unit, {2: "greedy", 3: "trader"}, seed=42, pace=20_000)
    for stroke in bots.strokes():
        if stroke.key:
            unit.press(stroke.key); unit.run(unit.tick + TAP); unit.release(stroke.key)
        unit.run(unit.tick + TAP + stroke.pause)

They read the glass and press keys; `strategy` decides from the game what to do. They answer for
their own seats only, and wait while others are asked. The caller presses the strokes, at
the speed it likes.
"""

from banquier.bots.bots import Bots
from banquier.bots.key_reader import Stroke, Stuck

__all__ = ["Bots", "Stroke", "Stuck"]
