"""The unit in the browser itself: the Python side of the page's worker.

    pocket = Pocket(demo=False)         the saves lie in FOLDER already
    pocket.hear(text)                   a message of the page
    pocket.step()                       what the page is told now, as JSON; "" for nothing
    pocket.changed()                    what to keep of the saves: [(name, from, bytes), ...]
    pocket.rest()                       seconds until something happens by itself

A game is saved by the same code as on a computer, in the worker's file system, which is memory.
The worker's script copies what has changed to the browser's storage before it shows what came of
it. WebAssembly has no threads, and memory needs none to make it durable.
"""

from __future__ import annotations

import json
import os
import tempfile
import threading
from collections.abc import Callable
from time import monotonic
from typing import Any, NamedTuple

from banquier.chances.estimate import Estimate
from banquier.page.chances import PageChances
from banquier.page.page_unit import PageUnit
from banquier.page.pocket_keypad import PocketKeypad
from banquier.play.open_game import open_game
from banquier.saves.history import Timeline
from banquier.saves.link import Opened, link_of, unpacked
from banquier.saves.messages import in_language, message
from banquier.saves.save_format import NoSave, parse_save
from banquier.saves.save_listing import ENDING, listed
from banquier.script.header import FORMAT
from banquier.whole_file import names_beside
from banquier.words import LANGUAGES

FOLDER = "/saves"
PLAYERS = 4
BETWEEN_KEYS, BETWEEN_GAMES, LONGEST_REST = 0.02, 0.004, 60.0
"""Seconds: the chances are worked out where nothing happens for so long, one game after another."""
BOTS = ("careful", "greedy", "trader", "careful")


class _NoThread:
    """What a thread would do later, the worker's script does at once."""

    def __init__(self, **_: object) -> None:
        pass

    def start(self) -> None:
        pass

    def join(self, timeout: float | None = None) -> None:
        pass


class Pocket:
    def __init__(self, demo: bool = False) -> None:
        threading.Thread = _NoThread  # type: ignore[assignment,misc]
        os.makedirs(FOLDER, exist_ok=True)
        self.demo = demo
        self._keypad: PocketKeypad | None = None
        self._kept: dict[str, tuple[int, int]] = {}
        self.changed()  # what lies there now has been kept
        if demo:
            self._demonstrate()
        else:
            self._open()

    # -- a game

    def _demonstrate(self) -> None:
        self._opened = open_game(players=PLAYERS)
        self._begin()
        self.page.invite_bots(dict(enumerate(BOTS, start=1)), again=True)

    def _open(self, path: str = "", new: bool = False) -> None:
        self._opened = open_game(folder=FOLDER, path=path, new=new)
        self._begin()

    def _begin(self) -> None:
        self.page = PageUnit(self._opened.unit, monotonic)
        self.browser = self.page.join("pocket")
        self.chances = PageChances(self.page, Estimate)
        if self._keypad:
            self._keypad.play(self.page)
        self._tell_games()

    def take_up(self, name: str) -> str:
        """Another of the games, or a new one (""); why not, in both languages, if it cannot be."""
        self._opened.close()
        try:
            self._open(os.path.join(FOLDER, name) if name else "", new=not name)
        except ValueError as error:
            self._open()
            return in_both(error.args[0])
        return ""

    def remove(self, name: str) -> None:
        if name in os.listdir(FOLDER) and name != self.playing:
            os.unlink(os.path.join(FOLDER, name))
        self._tell_games()

    def add(self, name: str, content: bytes) -> str:
        """A file from elsewhere becomes one of the games; why not, in both languages, if not."""

        try:
            found = parse_save(content)
            if found.version > FORMAT:
                return in_both(message("newer", version=found.version, known=FORMAT))
            if not found.marks:
                return in_both(message("tells_no_game"))
        except NoSave as error:
            return in_both(error.args[0])
        names = names_beside(os.path.basename(name) or "game.keys")
        free = next(name for name in names if name not in os.listdir(FOLDER))
        with open(os.path.join(FOLDER, free), "wb") as file:
            file.write(content)
        return self.take_up(free)

    def content(self, name: str) -> bytes:
        if name not in os.listdir(FOLDER):
            return b""
        with open(os.path.join(FOLDER, name), "rb") as file:
            return file.read()

    @property
    def save(self) -> str:
        """The file of the game that is played; "" in a demonstration."""
        past = self._opened.history
        return past.save.path if past else ""

    @property
    def playing(self) -> str:
        return os.path.basename(self.save)

    def _tell_games(self) -> None:
        games = [] if self.demo else [
            {
                "name": os.path.basename(save.path), "edition": save.edition,
                "players": save.players, "operations": save.operations,
                "winner": save.winner, "trouble": save.trouble and in_both(save.trouble),
                "playing": os.path.basename(save.path) == self.playing,
            }
            for save in listed(FOLDER)
        ]  # fmt: skip
        self.page.tell("games", games)

    def story(self, lang: str) -> str:
        # Not at the start: with it the heap grows, and no memory image of it can be restored.
        from banquier.report import Story
        from banquier.report import page as report

        if not self.save:
            return ""
        try:
            return report(Story.of(self.save), lang)
        except ValueError:
            return ""  # there is no game in it yet

    def link(self, at: int) -> str:
        """What goes behind the page's address; "" while there is no game. `at`: as in `link_of`."""
        try:
            return link_of(self.save, at=at) if self.save else ""
        except ValueError:
            return ""

    def from_link(self, link: str) -> str:
        """A new game that goes on where the link points to; why not, in both languages, if not."""
        try:
            found = open_link(link, FOLDER)
            timeline = Timeline.of(found.path)
            at = found.opened.at or len(timeline)
            index = max((n for n, p in enumerate(timeline) if p.number <= at), default=0)
            name = os.path.join(FOLDER, f"link-from-{timeline[index].number}{ENDING}")
            return self.take_up(os.path.basename(timeline.branch(index, name)))
        except ValueError as error:
            return in_both(error.args[0])

    # -- what the worker's script calls

    def hear(self, text: str) -> None:
        self.page.hear(self.browser, text)

    def games(self) -> None:
        self._tell_games()

    def step(self) -> str:
        """A game of the chances at most: a key waits no longer than that."""
        self.page.catch_up()
        if self._keypad:
            self._keypad.step()
            self.page.catch_up()
        if self.chances.refresh() and self.page.rest() > BETWEEN_KEYS:
            self.chances.play(1)
        return self.page.news(self.browser)

    # A keypad at a serial port that the page has opened.

    def keypad_opened(self, speed: int, kept: str = "") -> None:
        self.keypad_closed()
        self._keypad = PocketKeypad(self.page, monotonic, speed, kept)

    def keypad_heard(self, data: Any) -> None:
        if self._keypad:
            self._keypad.hear(data if isinstance(data, bytes) else data.to_bytes())

    def keypad_closed(self) -> None:
        if self._keypad:
            self._keypad.close()
        self._keypad = None

    def keypad_taught(self, what: str) -> None:
        """`what`: begin, skip or stop."""
        if self._keypad and what == "begin":
            self._keypad.teach()
        elif self._keypad and what == "skip":
            self._keypad.skip()
        elif self._keypad:
            self._keypad.stop_teaching()

    def keypad_learned(self) -> str:
        return self._keypad.learned() if self._keypad else ""

    def keypad_speed(self) -> int:
        """0: there is no keypad."""
        return self._keypad.speed if self._keypad else 0

    def keypad_says(self) -> bytes:
        return self._keypad.says() if self._keypad else b""

    def operations(self) -> int:
        return int(self.page.unit.operations)

    def rest(self) -> float:
        rest = min(self.page.rest(), BETWEEN_GAMES if self.chances.goes_on else LONGEST_REST)
        return min(rest, self._keypad.rest()) if self._keypad else rest

    def not_kept(self) -> None:
        """The browser's storage refused: the unit says so."""
        self.page.unit.memory_failed()

    def changed(self) -> list[tuple[str, int, bytes]]:
        """What is new in the saves: name, from which byte on, the bytes; -1: it is gone."""
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


class OpenedLink(NamedTuple):
    path: str
    opened: Opened


def open_link(
    link: str, folder: str, tell: Callable[[int, int], None] = lambda done, of: None
) -> OpenedLink:
    """The save of a link as a file. `folder`: where an edition that comes with it is put."""
    opened = unpacked(link, folder, tell)
    path = os.path.join(tempfile.gettempdir(), f"link{ENDING}")
    with open(path, "wb") as file:
        file.write(opened.save)
    return OpenedLink(path, opened)


def in_both(sentence: object) -> str:
    """As JSON, for the page to choose from."""

    return json.dumps({lang: in_language(sentence, lang) for lang in LANGUAGES})


def start(demo: bool) -> Any:
    return Pocket(demo)


def load_all() -> None:
    """Load what a start needs, for a memory image. No save is opened: a heap that had to grow
    could not be restored."""

    page = PageUnit(open_game().unit, monotonic)
    page.news(page.join("image"))
