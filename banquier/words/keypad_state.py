"""The state of a real keypad in one line, in the player's language.

keypad_state(link.status(), "fr")       "clavier simple à 9600 bauds /dev/ttyUSB0"
"""

from __future__ import annotations

from banquier.say import readable
from banquier.words import text
from hardware.keypads.facts import PROTOCOL, State, Status

ADVICE = ("speed", "numbers", "unknown")
"""Problems for which there is advice, other on the page than at a command line."""


def keypad_state(status: Status, lang: str, where: str = "keypad") -> str:
    """What is wrong, where something is; otherwise what the link is doing. `where`: "page" for
    people who have no command line."""
    problem = status.problem or ("silent" if status.state is State.SILENT else "")
    facts = {"port": readable(status.port), "speed": status.speed, "said": repr(status.last_junk)}
    name = problem or status.state.name.lower()
    said = text(lang, f"keypad.{name}", **facts, theirs=status.protocol, ours=PROTOCOL)
    if not problem:
        return f"{said} {facts['port']}"
    advice = f"{where}.advice.{problem}"
    return f"{said} {text(lang, advice, **facts)}" if problem in ADVICE else said
