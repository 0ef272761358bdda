"""The local page: a game that is played in the browser itself, or a demonstration.

    unit = start('{"lang": "fr", "demo": false, "link": ""}')     local_unit.py lists its methods

At the start the page writes the games that the browser has stored into FOLDER.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from time import localtime, monotonic
from typing import Any

from banquier.editions.edition_text import EditionError
from banquier.editions.edition_text import read as read_edition
from banquier.jobs import NEXT_SLICE, Job
from banquier.nesting import json_of
from banquier.page.kept_bots import KeptBots
from banquier.page.local_keypad import LocalKeypad
from banquier.page.local_replay import LocalReplay
from banquier.page.local_unit import GIVEN, Later, LocalUnit
from banquier.page.page_unit import PageUnit
from banquier.play.bots.strategy import bot_profiles
from banquier.saves.browser_games import BrowserGames
from banquier.saves.games import ENDING, read
from banquier.saves.link import make_in_slices, unpacking
from banquier.saves.open_game import OpenGame, open_game, open_in_slices
from banquier.saves.save_format import LONGEST_READ, parse_in_slices
from banquier.saves.save_listing import summary
from banquier.saves.save_messages import message, not_playable
from banquier.saves.saved_game import SavedGame
from banquier.script.header import FORMAT
from banquier.trouble import Trouble
from banquier.words import phrase

FOLDER = "/saves"
PLAYERS = 4


class LocalPage(LocalUnit):
    follows = True

    def __init__(self, games: BrowserGames, lang: str, demo: bool = False) -> None:
        super().__init__(games, lang)
        self.demo = demo
        self._games: list[dict[str, Any]] = []
        if demo:
            self._begin(open_game(players=PLAYERS), bot_profiles(range(1, PLAYERS + 1)))
        else:
            self.opens = True
            self.begin(self._open())

    def _open(
        self, path: str = "", new: bool = False, skip_prompt: bool = False, edition: str = ""
    ) -> Job[str]:
        """Play a game, and return what there is to say about its save."""
        game = yield from open_in_slices(
            games=self.games, path=path, new=new, skip_resume_prompt=skip_prompt, offered=edition
        )
        yield from self._list_games(game.path)
        yield NEXT_SLICE
        self._begin(game)
        said = " ".join([str(phrase(sentence, self.lang)) for sentence in game.sentences])
        return said.replace(f"{FOLDER}/", "")

    def _change(
        self, path: str = "", new: bool = False, skip_prompt: bool = False, edition: str = ""
    ) -> Job[str]:
        """Play another game; the last one again if that cannot be opened. `edition`: one that a new
        game offers too, else that of the game before."""
        self.opens = True
        edition = edition or self.game.own_edition
        self.game.close()
        try:
            return (yield from self._open(path, new, skip_prompt, edition))
        except Trouble as error:
            fault = error
        yield from self._open()
        raise fault

    def _begin(self, game: OpenGame, bots: Mapping[int, str] | None = None) -> None:
        self.game = game
        page = PageUnit(game, monotonic)
        if bots:
            page.invite_bots(bots, again=True)
        self._bots = KeptBots(page, lambda path, data: self.games.write(path, 0, data))
        self.show(page)
        self._use(self.keypad)
        page.news.show("games", self._games)

    def step(self) -> str:
        if not self.opens:
            self._bots.refresh()
        return super().step()

    # -- a keypad at a serial port that the page has opened

    def open_keypad(self, speed: int) -> None:
        self._use(LocalKeypad(monotonic, speed))

    def hear_keypad(self, data: list[int]) -> None:
        if self.keypad:
            self.keypad.feed(bytes(data))

    def close_keypad(self) -> None:
        """Let go of the keys of a keypad that was unplugged."""
        self.page.keys.lift(LocalKeypad.client)
        self._use(None)

    def _use(self, keypad: LocalKeypad | None) -> None:
        self.keypad, self.page.keypads = keypad, [keypad] if keypad else []
        self.page.news.show("keypad", keypad and keypad.state)

    # -- the games of this browser

    def take_up(self, name: str, skip_prompt: bool = False) -> Later:
        """Play another game, or a new one (""). `skip_prompt`: at the question that stood."""
        return self.begin(self._change(self._path(name) if name else "", not name, skip_prompt))

    def _path(self, name: str) -> str:
        """The path of a stored game. Raises Trouble if there is none of this name."""
        path = os.path.join(FOLDER, name)
        if path not in self.games.paths():
            raise Trouble(message("cannot_read", path=name, reason="no such file"))
        return path

    def remove(self, name: str) -> None:
        self.games.remove_save(self._path(name))
        self.tell_games()

    def add(self, name: str) -> Later:
        """Keep the save in GIVEN as one more game, and play it; or keep a player's own edition, for
        the saves that name it, and offer it for a new game."""
        content = self.read_given()
        if name.endswith(".toml"):
            path = self._add_edition(name, content)
            return self.begin(self._change(new=True, edition=path))

        def work() -> Job[str]:
            save = yield from parse_in_slices(content)
            if save.version > FORMAT:
                raise Trouble(message("newer", version=save.version, known=FORMAT))
            path = name if name.endswith(ENDING) else f"{name}{ENDING}"
            yield from SavedGame.read_in_slices(os.path.join(FOLDER, path), save)
            return (yield from self._change(self.games.write_new(path, content), skip_prompt=True))

        return self.begin(work())

    def _add_edition(self, name: str, content: bytes) -> str:
        try:
            read_edition(content.decode(), name)
        except EditionError as error:
            raise Trouble(not_playable(error)) from None
        except ValueError:
            raise Trouble(message("no_edition", fault=f"{name}: is not a text in UTF-8")) from None
        path = os.path.join(FOLDER, name)
        self.games.write(path, 0, content)
        return path

    def content(self, name: str) -> None:
        """Put a game into GIVEN."""
        data = read(self._path(name), LONGEST_READ)
        with open(GIVEN, "wb") as file:
            file.write(data)

    def tell_games(self) -> Later:
        def work() -> Job[None]:
            yield from self._list_games(self.save)
            self.page.news.show("games", self._games)

        return self.begin(work())

    def _list_games(self, playing: str) -> Job[None]:
        games = []
        for path in () if self.demo else self.games.paths():
            name = os.path.basename(path)
            games.append({**summary(path, last=True)._asdict(), "name": name,
                          "playing": path == playing})  # fmt: skip
            yield
        self._games = games

    # -- links

    def link(self, at: int) -> Later | str:
        """Return the part of the link behind the page's address; "" without a game. `at`: as in
        `link_of`."""
        has_game = self.save and self.page.unit.game
        return self.begin(make_in_slices(self.save, at=at)) if has_game else ""

    def from_link(self, link: str) -> Later:
        """Open a new game that goes on where the link points to."""

        def work() -> Job[None]:
            opened = yield from unpacking(link, self.games)
            saved = yield from SavedGame.read_in_slices(f"link{ENDING}", opened.found)
            at = opened.at or len(saved.points)
            index = max(
                (n for n, point in enumerate(saved.points) if point.number <= at), default=0
            )
            yield from self._change(saved.branch(index, self.games), skip_prompt=True)

        return self.begin(work())


def name_of_today() -> str:
    """Return the name of a new game: the day and the time."""
    year, month, day, hour, minute = localtime()[:5]
    return f"{year}-{month:02}-{day:02}-{hour:02}{minute:02}"


def start(options: str) -> LocalPage | LocalReplay:
    """Return what the page calls. Its first job, if it has one, opens a game or the link."""
    chosen = json_of(options)
    games = BrowserGames(FOLDER, name_of_today)
    if chosen["link"]:
        return LocalReplay(games, chosen["lang"], chosen["link"])
    return LocalPage(games, chosen["lang"], chosen["demo"])
