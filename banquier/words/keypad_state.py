"""The state of a real keypad in one line, in the player's language.

keypad_state(link.status()).text("fr")      "clavier simple à 9600 bauds /dev/ttyUSB0"
"""

from __future__ import annotations

from banquier.say import readable
from banquier.words import Said, Several
from hardware.keypads.facts import PROTOCOL, Status

ADVICE = ("speed",)
"""Problems with advice, which differs between the page and the command line."""


def keypad_state(status: Status, where: str = "keypad") -> Said:
    """Return the problem if there is one, otherwise what the link is doing. `where`: "page" for
    people who have no command line."""
    problem = status.problem or ("silent" if status.state == "silent" else "")
    facts = {
        "port": readable(status.port),
        "speed": status.speed,
    }
    if problem == "unknown" and where == "page":
        return Said("keypad.on_page", said=repr(status.last_junk))
    name = problem or status.state
    said = Said(f"keypad.{name}", **facts, theirs=status.protocol, ours=PROTOCOL)
    if not problem:
        return Said("keypad.state", state=said, port=facts["port"])
    return Several(said, Said(f"{where}.advice.{problem}", **facts)) if problem in ADVICE else said
