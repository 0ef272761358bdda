"""The unit on MicroPython: translated at build time, entered from no other room."""
