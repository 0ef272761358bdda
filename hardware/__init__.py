"""The board: crystal, wiring, beeper, cells and dice; keypad boards on the wire in `serial`."""
