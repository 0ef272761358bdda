"""The unit as a thing to hold: a Raspberry Pi Pico with keys, a glass and a piezo."""
