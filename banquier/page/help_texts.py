"""The help of the page, from the same tables as every other help: titles, then terms and texts."""

from __future__ import annotations

from firmware_sim.messages import ERRORS
from keypad.keys import KEYS

Section = tuple[str, list[tuple[str, str]]]


def help_texts() -> dict[str, list[Section]]:
    keys = [
        (key.legend, f"{key.words} (F {key.twin})" if key.twin and key.strobe < 4 else key.words)
        for key in KEYS
    ]
    errors = [(f"Err {number:02d}", text) for number, text in ERRORS.items()]
    return {
        "fr": [("Les touches", keys), ("Les erreurs", errors)],
        "en": [("The keys", keys), ("The errors", errors)],
    }
