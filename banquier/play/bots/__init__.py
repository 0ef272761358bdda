"""Bots: players played by the program, by the same keys.

    bots = Bots(unit, {2: "greedy", 3: "trader"}, seed=42)
    for stroke in bots.strokes():
        if stroke.key:
            unit.press(stroke.key); unit.run(unit.tick + TAP); unit.release(stroke.key)
        unit.run(unit.tick + TAP + stroke.pause)

Bots read the glass and press keys; `strategy` decides from the game. They answer questions to
their own players only and wait while others are asked. The caller presses the strokes.
"""
