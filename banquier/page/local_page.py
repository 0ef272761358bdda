"""The unit in the browser itself: the Python side of the page's worker.

    pocket = LocalPage("fr")                the saves lie in FOLDER already
    pocket.call("hear", text)           what the page asks for, by its name
    pocket.step()                       the unit is brought to now: what came of it

A game is saved by the same code as on a computer, in the worker's file system, which is memory.
The worker's script copies what has changed to the browser's storage before it shows what came of
it. WebAssembly has no threads, and memory needs none to make it durable.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Mapping
from operator import attrgetter
from time import monotonic
from typing import Any

from banquier.chances.estimate import Estimate
from banquier.page.local_keypad import LocalKeypad
from banquier.page.page_chances import PageChances
from banquier.page.page_unit import PageUnit, of_save
from banquier.play.bots.strategy import bot_profiles
from banquier.saves.games import ENDING
from banquier.saves.link import Opened, link_of, unpacked
from banquier.saves.open_game import OpenGame, open_game
from banquier.saves.save_folder import SaveFolder
from banquier.saves.save_format import parse_save
from banquier.saves.save_listing import listed
from banquier.saves.save_messages import message
from banquier.saves.saved_game import SavedGame
from banquier.script.header import FORMAT
from banquier.trouble import Trouble
from banquier.words import shown

FOLDER = "/saves"
LINK = os.path.join(tempfile.gettempdir(), f"link{ENDING}")
PLAYERS = 4
BETWEEN_KEYS, BETWEEN_GAMES, LONGEST_REST = 0.02, 0.004, 60.0
"""Seconds: the chances are worked out where nothing happens for so long, one game after another."""


class LocalUnit:
    """One unit with the page of this browser: a game, or one that is replayed."""

    keypad: LocalKeypad | None = None

    def __init__(self, lang: str) -> None:
        self.lang = lang

    @property
    def save(self) -> str:
        """The file of what is played; "" in a demonstration."""
        return self.page.game.path

    def show(self, page: PageUnit) -> None:
        self.page = page
        page.over = lambda path: page.tell("end", self._told("ending_of", path))
        self.browser = page.join("pocket", lang=self.lang)
        self.chances = PageChances(page, Estimate)

    def story(self, lang: str) -> str:
        return str(self._told("story_of", self.save, lang))

    def _told(self, what: str, path: str, *how: str) -> Any:
        # Not at the start: with it the heap grows, and no memory image of it can be restored.
        from banquier.page import page_ending

        return of_save(path, lambda path: getattr(page_ending, what)(path, *how))

    def call(self, name: str, *args: Any) -> Any:
        """What the page asks for: a method of this, or of what it has ("keypad.hear"). Of what
        cannot be, a sentence says why."""
        plain = (bytes(arg) if isinstance(arg, memoryview) else arg for arg in args)
        try:
            return attrgetter(name)(self)(*plain)
        except Trouble as error:
            return str(shown(error.args[0], self.lang))

    def hear(self, text: str) -> None:
        self.page.hear(self.browser, text)
        self.lang = self.browser.lang

    def step(self) -> dict[str, Any]:
        """The unit is brought to now. A game of the chances at most: a key waits no longer."""
        self.page.catch_up()
        if self.keypad:
            self.page.tell("keypad", self.keypad.state)
        if self.page.rest() > BETWEEN_KEYS:
            self.chances.play(1)
        self.chances.refresh()
        rests = [self.page.rest(), BETWEEN_GAMES if self.chances.goes_on else LONGEST_REST]
        return {
            "news": self.page.news(self.browser),
            "keypad": self.keypad.told() if self.keypad else None,
            "changed": self.changed(),
            "operations": self.page.unit.operations,
            "rest": min([*rests, self.keypad.rest()] if self.keypad else rests),
        }

    def changed(self) -> list[tuple[str, int, bytes]]:
        """What to keep of the saves: name, from which byte on, the bytes; -1: it is gone."""
        return []


class LocalPage(LocalUnit):
    def __init__(self, lang: str, demo: bool = False) -> None:
        super().__init__(lang)
        os.makedirs(FOLDER, exist_ok=True)
        self.demo = demo
        self._kept: dict[str, tuple[int, int]] = {}
        self.changed()  # what lies there now has been kept
        if demo:
            self._begin(open_game(players=PLAYERS), bot_profiles(range(1, PLAYERS + 1)))
        else:
            self._open()

    # -- a game

    def _open(self, path: str = "", new: bool = False, goes_on: bool = False) -> None:
        self._begin(open_game(games=SaveFolder(FOLDER), path=path, new=new, goes_on=goes_on))

    def _begin(self, game: OpenGame, bots: Mapping[int, str] | None = None) -> None:
        self.game = game
        page = PageUnit(game, monotonic)
        if bots:
            page.invite_bots(bots, again=True)
        self.show(page)
        self._use(self.keypad)
        self.tell_games()

    def open_keypad(self, speed: int) -> None:
        """One at a serial port that the page has opened; a replay has none."""
        self._use(LocalKeypad(monotonic, speed))

    def close_keypad(self) -> None:
        """Unplugged: all its keys come up."""
        self.page.keys.lift(LocalKeypad.client)
        self._use(None)

    def _use(self, keypad: LocalKeypad | None) -> None:
        self.keypad, self.page.keypads = keypad, [keypad] if keypad else []
        self.page.tell("keypad", keypad and keypad.state)

    def take_up(self, name: str, goes_on: bool = False) -> None:
        """Another of the games, or a new one (""). `goes_on`: at the question that stood."""
        self.game.close()
        try:
            self._open(os.path.join(FOLDER, name) if name else "", not name, goes_on)
        except Trouble:
            self._open()
            raise

    def remove(self, name: str) -> None:
        if name in os.listdir(FOLDER) and name != self.playing:
            os.unlink(os.path.join(FOLDER, name))
        self.tell_games()

    def add(self, name: str, content: bytes) -> None:
        """A file from elsewhere becomes one of the games."""
        found = parse_save(content)
        if found.version > FORMAT:
            raise Trouble(message("newer", version=found.version, known=FORMAT))
        if not found.marks:
            raise Trouble(message("tells_no_game"))
        wanted = os.path.join(FOLDER, os.path.basename(name) or "game.keys")
        self.take_up(os.path.basename(SaveFolder(FOLDER).write_new(wanted, content)))

    def content(self, name: str) -> bytes:
        if name not in os.listdir(FOLDER):
            return b""
        with open(os.path.join(FOLDER, name), "rb") as file:
            return file.read()

    @property
    def playing(self) -> str:
        return os.path.basename(self.save)

    def tell_games(self) -> None:
        games = [] if self.demo else [
            {**save._asdict(), "name": (name := os.path.basename(save.path)),
             "playing": name == self.playing}
            for save in listed(SaveFolder(FOLDER))
        ]  # fmt: skip
        self.page.tell("games", games)

    def link(self, at: int) -> str:
        """What goes behind the page's address; "" while there is no game. `at`: as in `link_of`."""
        return str(of_save(self.save, lambda path: link_of(path, at=at)))

    def from_link(self, link: str) -> None:
        """A new game that goes on where the link points to."""
        at = open_link(link, FOLDER).at
        timeline = SavedGame.of(LINK)
        at = at or len(timeline.points)
        index = max((n for n, p in enumerate(timeline.points) if p.number <= at), default=0)
        name = os.path.join(FOLDER, f"link-from-{timeline.points[index].number}{ENDING}")
        self.take_up(
            os.path.basename(timeline.branch(index, SaveFolder(FOLDER), name)), goes_on=True
        )

    def changed(self) -> list[tuple[str, int, bytes]]:
        found: list[tuple[str, int, bytes]] = []
        there: set[str] = set()
        for entry in os.scandir(FOLDER):
            if not entry.is_file() or entry.name.endswith(".new"):
                continue
            there.add(entry.name)
            state = entry.stat()
            inode, size = self._kept.get(entry.name, (state.st_ino, 0))
            if (inode, size) == (state.st_ino, state.st_size):
                continue
            start = size if inode == state.st_ino and size <= state.st_size else 0
            with open(entry.path, "rb") as file:
                file.seek(start)
                found.append((entry.name, start, file.read()))
            self._kept[entry.name] = state.st_ino, state.st_size
        for name in set(self._kept) - there:
            del self._kept[name]
            found.append((name, -1, b""))
        return found


def open_link(
    link: str, folder: str, tell: Callable[[int, int], None] = lambda done, of: None
) -> Opened:
    """The save of a link becomes the file LINK. `folder`: where an edition that comes with it is
    put."""
    opened = unpacked(link, SaveFolder(folder), tell)
    with open(LINK, "wb") as file:
        file.write(opened.save)
    return opened


def load_all() -> None:
    """Load what a start needs, for a memory image. No save is opened: a heap that had to grow
    could not be restored."""

    page = PageUnit(open_game(), monotonic)
    page.news(page.join("image"))
