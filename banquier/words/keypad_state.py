"""The state of a real keypad in one line, in the player's language.

keypad_state(link.status(), "fr")       "clavier simple /dev/ttyUSB0 à 9600 bauds"
"""

from __future__ import annotations

from typing import Any

from banquier.words import text
from hardware.keypads.facts import State
from hardware.keypads.plain_board import text_of

OURS = 1
"""The newest protocol that this program speaks."""


def keypad_state(status: Any, lang: str) -> str:
    """What is wrong, where something is; otherwise what the link is doing."""
    facts = {"port": status.port, "speed": status.speed, "theirs": status.protocol, "ours": OURS}
    problem = status.problem or ("silent" if status.state is State.SILENT else "")
    if problem:
        return text(lang, f"keypad.{problem}", **facts, said=text_of(status.last_junk))
    name = text(lang, f"keypad.{status.state.name.lower()}", **facts)
    return f"{name} {status.port}"
