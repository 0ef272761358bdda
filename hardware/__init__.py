"""The unit: crystal, wiring, beeper, cells and dice; keypads on a wire, and other bodies."""
