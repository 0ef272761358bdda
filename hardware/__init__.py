"""The board: crystal, wiring, beeper, cells, dice, memory that survives, and the serial link."""
