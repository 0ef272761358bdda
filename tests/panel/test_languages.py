"""The screens in both languages: no word of the other one beside glass, legends and roll.

Every word with a small letter that the panel shows must be a word of the catalogue of that
language. What the glass, the keys and the roll say is French, in capitals.
"""

import re
from collections.abc import AsyncIterator, Iterator
from functools import cache
from pathlib import Path

import pytest
from textual.pilot import Pilot

from banquier.panel.app import Panel
from banquier.panel.settings import Settings
from banquier.saves.open_game import open_game
from banquier.saves.save_folder import SaveFolder
from banquier.words import text
from banquier.words.catalogues import catalogue
from hardware.unit_inputs import name_players
from tests.panel.steering import comes, press, shown, steered

WORD = re.compile(r"[^\W\d_]{2,}")
REGISTER = re.compile(r"[0-9a-f]{4}  (?=[01]{4})")
"""The dice in the machine's pane: hexadecimal, which may be four letters, and binary."""
OF_NO_LANGUAGE = {"Anne", "Bob", "http", "ctrl", "Hz", "mV", "op", "tap", "key"}
"""Names, units, and the beeps as scripts name them."""


@cache
def words_of(lang: str) -> set[str]:
    texts = [text.replace(r"\n", "\n") for text in catalogue(lang).values()]
    return {word.lower() for text in texts for word in WORD.findall(text)} | {
        word.lower() for word in OF_NO_LANGUAGE
    }


def without_link_ends(lines: list[str]) -> Iterator[str]:
    """The secret of a link is chance, and a narrow pane breaks it: up to two lines follow."""
    broken = 0
    for line in lines:
        yield re.sub(r"\S+\s*$", "", line) if broken else line
        broken = 2 if re.search(r"http\S+\s*$", line) else max(0, broken - 1)


def foreign(lines: list[str], lang: str) -> list[str]:
    """Words of these lines that are none of the language. A window or a box over it may cut the
    first and the last word of a piece of line."""
    known = words_of(lang)
    found = []
    for piece in (
        piece for line in without_link_ends(lines) for piece in re.split("[╭│╰╮╯─]+", line)
    ):
        piece = re.sub(r"http\S+|\S*\d\S*", "", REGISTER.sub("", piece))  # links, numbers
        words = WORD.findall(piece)
        for at, printed in enumerate(words):
            word = printed.lower()
            legend = printed.isupper() or printed[1:].isupper()  # a computer's letter before it
            if legend or word in known:
                continue
            begun = at == 0 and any(one.endswith(word) for one in known)
            ended = at == len(words) - 1 and any(one.startswith(word) for one in known)
            if not begun and not ended:
                found.append(printed)
    return found


async def screens(
    panel: Panel, pilot: Pilot[int], seen: dict[str, str]
) -> AsyncIterator[tuple[str, str]]:
    """Every screen of the panel, each opened and closed by its key."""

    async def opens(name: str, *keys: str) -> tuple[str, str]:
        await pilot.press(*keys)
        await comes(pilot, lambda: seen[name] in shown(panel))
        return name, shown(panel)

    yield await opens("start")
    for name, key in (("roll", "f2"), ("board", "f3"), ("machine", "f4"), ("phones", "ctrl+r"),
                      ("history", "ctrl+t")):  # fmt: skip
        yield await opens(name, key)
        await press(pilot, key)
    yield await opens("commands", "ctrl+p")
    yield await opens("no command", *"9999")
    await press(pilot, "escape")
    yield await opens("names", "ctrl+e")
    await press(pilot, "escape")
    page = (await opens("help", "f1"))[1]
    before = ""
    while page != before:
        yield "help", page
        before = page
        await press(pilot, "pagedown")
        page = shown(panel)
    await press(pilot, "escape")
    yield await opens("message", "ctrl+n")
    yield await opens("leaving", "q")
    await press(pilot, "escape")


TEXTS = {
    "roll": "action.roll", "history": "history.present", "commands": "palette.search",
    "no command": "palette.none", "names": "names.title", "help": "action.help",
    "message": "message.choose", "leaving": "leave.question",
}  # fmt: skip
"""What each screen shows: texts of the catalogues, and words."""
WORDS = {
    "fr": {"start": "Anne, lancez les dés", "board": "BELL", "machine": "QUARTZ",
           "phones": "Téléphones et navigateurs"},
    "en": {"start": "Anne, throw the dice", "board": "BELL", "machine": "CRYSTAL",
           "phones": "Phones and browsers"},
}  # fmt: skip


@pytest.mark.parametrize(("lang", "size"), [("fr", (80, 24)), ("en", (100, 40))])
async def test_every_screen_is_in_the_players_language(
    home: Path, lang: str, size: tuple[int, int]
) -> None:
    seen = {name: text(lang, one) for name, one in TEXTS.items()} | WORDS[lang]
    game = open_game(players=3, games=SaveFolder(str(home)))
    name_players(game.unit, {1: "Anne", 2: "Bob"})
    game.unit.run(game.unit.notices_end)
    async with steered(game, size, settings=Settings(lang=lang)) as (panel, pilot):
        async for name, screen in screens(panel, pilot, seen):
            assert seen[name] in screen or name == "help"
            assert not foreign(screen.splitlines(), lang), name
    game.close()


def test_a_foreign_word_is_found() -> None:
    assert foreign(["F1 Help  the Rouleau of ACHAT"], "en") == ["Rouleau"]
    assert foreign(["F1 Aide  le Roll de DÉS ici"], "fr") == ["Roll"]
