"""The crystal, and the time that never comes."""

CRYSTAL = 32_768
"""Ticks a second: the unit of all times outside the program."""
NEVER = 1 << 62
"""A tick that never comes."""
