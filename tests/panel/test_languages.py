"""The painted screens in both languages: no word of the other one beside glass, legends and roll.

Every word with a small letter that a real terminal shows must be a word of the catalogue of that
language. What the glass, the keys and the roll say is French, in capitals.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from banquier.words import LANGUAGES, catalogue
from tests.support.terminal import Terminal, panel_command
from tests.support.terminal_reader import TerminalReader

F1, F2, F3, F4, F9 = "\x1bOP", "\x1bOQ", "\x1bOR", "\x1bOS", "\x1b[20~"
CTRL_E, CTRL_N, CTRL_P, CTRL_R, CTRL_T = "\x05", "\x0e", "\x10", "\x12", "\x14"
DOWN, ESCAPE, PAGE_DOWN = "\x1b[B", "\x1b", "\x1b[6~"
WORD = re.compile(r"[^\W\d_]{2,}")
REGISTER = re.compile(r"[0-9a-f]{4}  (?=[01]{4})")
"""The dice in the machine's pane: hexadecimal, which may be four letters, and binary."""
OF_NO_LANGUAGE = {"Anne", "Bob", "http", "ctrl", "Hz", "mV", "op", "tap", "key"}
"""Names, units, and the beeps as scripts name them."""


def words_of(lang: str) -> set[str]:
    texts = (text.replace(r"\n", "\n") for text in catalogue(lang).values())
    return {word.lower() for text in texts for word in WORD.findall(text)} | {
        word.lower() for word in OF_NO_LANGUAGE
    }


def without_link_ends(lines: list[str]) -> Iterator[str]:
    """The secret of a link is chance, and a narrow pane breaks it: its end is on the next line."""
    broken = False
    for line in lines:
        yield re.sub(r"\S+\s*$", "", line) if broken else line
        broken = bool(re.search(r"http\S+\s*$", line))


def foreign(lines: list[str], lang: str) -> list[str]:
    """Words of these lines that are none of the language. A window or a box over it may cut the
    first and the last word of a piece of line."""
    known = words_of(lang)
    found = []
    for piece in (
        piece for line in without_link_ends(lines) for piece in re.split("[┏┃┗┓┛━]+", line)
    ):
        piece = re.sub(r"http\S+|\S*\d\S*", "", REGISTER.sub("", piece))  # links, numbers
        words = WORD.findall(piece)
        for at, shown in enumerate(words):
            word = shown.lower()
            cut = (at == 0 and any(one.endswith(word) for one in known)) or (
                at == len(words) - 1 and any(one.startswith(word) for one in known)
            )
            legend = shown.isupper() or shown[1:].isupper()  # a computer's letter before it
            if not legend and word not in known and not cut:
                found.append(shown)
    return found


def settled(reader: TerminalReader, wanted: str = "") -> list[str]:
    """What stands on the terminal once that is there, and nothing has moved for a while."""
    return reader.lines_when(lambda lines: wanted in lines, 0.3)


def close(reader: TerminalReader, shown: str = "", beneath: str = "") -> None:
    """Escape, until `shown` is there no more and `beneath` is: a key that follows at once would
    make another key of it."""
    reader.terminal.type(ESCAPE.encode())
    reader.lines_when(lambda lines: not (shown and shown in lines) and beneath in lines, 0.3)


def screens(reader: TerminalReader, seen: dict[str, str]) -> Iterator[tuple[str, list[str]]]:
    """Every screen of the panel, each opened and closed by its key."""
    press = reader.terminal.type
    yield "start", settled(reader, seen["start"])
    for name, key in (("roll", F2), ("board", F3), ("machine", F4), ("phones", CTRL_R),
                      ("history", CTRL_T)):  # fmt: skip
        press(key.encode())
        yield name, settled(reader, seen[name])
        press(key.encode())
        settled(reader)
    press(CTRL_P.encode())
    yield "commands", settled(reader, seen["commands"])
    press(b"9999")
    yield "no command", settled(reader, seen["no command"])
    close(reader, seen["no command"])
    press(CTRL_E.encode())
    yield "names", settled(reader, seen["names"])
    close(reader, seen["names"])
    press(F1.encode())
    settled(reader, seen["help"])
    before: list[str] = []
    while (page := settled(reader)) != before:
        yield "help", page
        before = page
        press(PAGE_DOWN.encode())
    close(reader, beneath=seen["start"])
    press(CTRL_N.encode())
    yield "message", settled(reader, seen["message"])
    press(b"q")
    yield "leaving", settled(reader, seen["leaving"])
    close(reader, seen["leaving"])


SEEN = {
    "fr": {
        "start": "Anne, lancez les dés", "roll": "Rouleau", "board": "maisons", "machine": "QUARTZ",
        "phones": "Téléphones et navigateurs", "history": "le présent",
        "commands": "Chercher une commande", "no command": "Aucune commande",
        "names": "Les noms des joueurs", "help": "Aide", "message": "Choisissez",
        "leaving": "Quitter le Banquier ?",
    },
    "en": {
        "start": "Anne, throw the dice", "roll": "Roll", "board": "houses", "machine": "CRYSTAL",
        "phones": "Phones and browsers", "history": "the present",
        "commands": "Search for a command", "no command": "No command",
        "names": "The names of the players", "help": "Help", "message": "Choose",
        "leaving": "Leave the Banquier?",
    },
}  # fmt: skip


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_screen_is_in_the_players_language(
    home: Path, lang: str, size: tuple[int, int]
) -> None:
    words = ("--players", "3", "--names", "Anne,Bob", "--mute", "--lang", lang)
    with Terminal(panel_command(*words), size) as terminal:
        reader = TerminalReader(terminal, size)
        reader.wait_for(("J1 LANCEZ", "150.000"))
        for name, lines in screens(reader, SEEN[lang]):
            assert SEEN[lang][name] in "\n".join(lines), name
            assert not foreign(lines, lang), name
        terminal.type(b"\x03")
        assert terminal.ended() == 130


def test_a_foreign_word_is_found() -> None:
    assert foreign(["F1 Help  the Rouleau of ACHAT"], "en") == ["Rouleau"]
    assert foreign(["F1 Aide  le Roll de DÉS ici"], "fr") == ["Roll"]
