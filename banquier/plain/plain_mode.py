"""The panel without a picture: lines in, lines out, for screen readers, plain terminals and pipes.

    Anne, throw the dice. DÉS throws. Anne has 150.000 F.
    > des                                   keys by the names that scripts use, or as typed: 4 3 OK
    Anne throws 1 and 2 and stands on Rue Lecourbe.
    Anne, buy Rue Lecourbe for 6.000 F? ACHAT buys, ENCH or FIN auctions it.

The lines are the announcements of `banquier.words.announcements`, and nothing else without a
command. Time passes from line to line: notices end at once. With `--speak` the lines are spoken
too; a typed line drops the speech that is still queued.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from difflib import get_close_matches
from functools import cache
from queue import Empty, Queue
from threading import Thread
from time import sleep
from typing import TYPE_CHECKING, TextIO

from banquier.folding import fold
from banquier.play.driver import BROWSER, Driver
from banquier.play.key_queue import HOLD, TAP, KeyQueue, Stroke
from banquier.play.keypad_source import exchange
from banquier.say import print_line, readable
from banquier.words import Said, help_text, house_rules, text
from banquier.words.announcements import Announcement, Announcer
from banquier.words.keypad_state import keypad_state
from banquier.words.languages import LANGUAGES, decimal
from datasheet.glass import ICONS
from datasheet.ticks import CRYSTAL as TICKS_A_SECOND
from keypad.keys import BY_NAME, HOST, KEYS, NUMPAD, PULSE

if TYPE_CHECKING:
    from banquier.plain.speech import Speech
    from banquier.saves.open_game import OpenGame
    from hardware.keypads.keypad_link import KeypadLink

ESCAPE = "\x1b"
"""The first character that a terminal sends for an arrow."""

ALWAYS = frozenset({"SON"})
"""Icons that are not written each time."""

LINE_WAIT = 1 / 60

IDLE_STROKES = 8
"""The strokes without a key after which a bot waits for a player."""

HELD = {"hold_f": ("F", HOLD), "hold_on": ("ON", HOLD), "undo": ("CORR", TAP)}
"""Commands that press a key, and for how long."""
COMMANDS = ("quit", "help", "again", "possible", "history", "glass", *HELD)
"""The commands; the texts `plain.command.NAME` are the words for each, separated by commas."""
SIGNS = {char: char for char in "?+-0123456789"} | {c: k for c, k in NUMPAD.items() if len(c) == 1}
"""Keys that may be written together in one word, also the signs of a numeric keypad."""
_AMOUNT = re.compile(r"\d[.,]\d")


class PlainMode:
    """A game in lines, and in speech if there is a voice."""

    def __init__(
        self,
        game: OpenGame,
        out: TextIO,
        lang: str = "fr",
        *,
        bots: Iterator[Stroke] | None = None,
        seats: Collection[int] = (),
        clock: Callable[[], float] | None = None,
        speed: float = 1.0,
        keypads: Sequence[KeypadLink] = (),
        voice: Speech | None = None,
        waiting: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        """Prepare a game in lines. With a clock, the unit's time passes as fast as the player's.

        `waiting`: the context in which the program may be ended, never in the middle of a key.

        `bots`: the strokes of the bots that play `seats`; after every line they play until a
        person is asked, at `speed` times the pace of the keys if there is a clock.

        `keypads`: real keypads; their keys are read while the program waits for a line."""
        self.unit = unit = game.unit
        self.out = out
        self.lang = lang
        self.voice = voice
        self.keypads = keypads
        self.waiting = waiting
        self.keys = KeyQueue(unit)
        self.announcer = Announcer(unit)
        unit.observers.append(self.announcer)
        self._bots, self._seats = bots, seats
        self._driver = Driver(self.keys, clock=clock, limits=BROWSER) if clock else None
        self._pace = speed * TICKS_A_SECOND if clock else 0.0
        self._written = 0
        self._keypad_states: dict[KeypadLink, Said] = {}

    def play(self, lines: TextIO) -> int:
        """Play until the lines end."""
        terminal = lines.isatty()
        self.write_sentence("plain.hello")
        if self.unit.game and (rules := house_rules.lines(self.unit.game.edition, self.lang)):
            self._write_line(" ".join(rules))
        self.write_notices()
        self._let_bots_play()
        if self._driver:
            self._driver.start()
        while line := self._next_line(lines):
            if self.voice:
                self.voice.hush()
            self._catch_up()
            if not self._do_line(line.strip() or "ok"):  # Enter alone
                return 0
            self._let_bots_play()
        if terminal and not lines.isatty():  # it is gone, which a late reader is told as an end
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return 0

    # -- output

    def write_news(self) -> None:
        """Write what has happened since the last call."""
        self._write_announcements(one for one in self.announcer.log if one.number > self._written)
        self._written = self.announcer.count

    def ask(self, *, by_hand: bool = True) -> None:
        """Write what has happened, and the open question."""
        self.announcer.announce_question(self._seats, by_hand=by_hand)
        self.write_news()

    def write_notices(self) -> None:
        """Write every queued notice, and the question beneath."""
        while self.unit.notices_end > self.unit.tick:
            self.unit.run_to_change(self.unit.notices_end)
            self.write_news()
        self.ask()

    def write_sentence(self, name: str, **facts: object) -> None:
        self._write_line(text(self.lang, name, **facts))

    def _write_line(self, line: str) -> None:
        self._print(line)
        if self.voice:
            self.voice.say(spoken(line, self.lang))

    def _print(self, page: str) -> None:
        """Write a text, wrapped for a terminal, which would cut words at its edge."""
        width = shutil.get_terminal_size().columns if self.out.isatty() else 0
        for line in page.split("\n"):
            indent = " " * (len(line) - len(line.lstrip()) + 2)
            print_line(
                "\n".join(fold(line, width, indent)) if len(line) > width > 0 else line, self.out
            )

    def _write_announcements(self, announced: Iterable[Announcement]) -> None:
        for one in announced:
            self._write_line(one.said.text(self.lang))

    def _possible(self) -> str:
        return self.announcer.possible().text(self.lang)

    def _glass(self) -> str:
        said = self.unit.said
        icons = [name for name in ICONS if name in said.icons and name not in ALWAYS]
        shown = f"[{' '.join(icons)}]" if icons else ""
        return "  ".join(part for part in (said.text, said.value, shown) if part)

    def _write_keypads(self) -> None:
        """Write each new state of the keypads' lines."""
        for link in self.keypads:
            state = keypad_state(link.status())
            if state != self._keypad_states.get(link):
                self._keypad_states[link] = state
                self.write_sentence("keypad.line", state=state)

    # -- time

    def _take_keys(self) -> None:
        for link in self.keypads:
            exchange(self.keys, link)

    def _catch_up(self) -> None:
        self._take_keys()
        if self._driver:
            self._driver.run_on()
            self.ask()

    def _next_line(self, lines: TextIO) -> str:
        """Read the next line; with a real keypad the game goes on meanwhile."""
        if not self.keypads:
            with self.waiting():
                return lines.readline()
        found: Queue[str] = Queue()

        def read() -> None:
            line = ""
            with suppress(OSError):  # a terminal that is gone
                line = lines.readline()
            found.put(line)

        Thread(target=read, daemon=True).start()
        while True:
            self._write_keypads()
            try:
                with self.waiting():
                    return found.get(timeout=LINE_WAIT)
            except Empty:
                before = self.unit.question
                self._catch_up()
                if self.unit.question != before:
                    self._let_bots_play()

    def _let_bots_play(self) -> None:
        """Let bots play until a person is asked."""
        if self._bots is None:
            return
        idle = 0
        while idle < IDLE_STROKES and (stroke := next(self._bots, None)):
            idle = 0 if stroke.key else idle + 1
            if stroke.key:
                self._press(stroke.key)
                self.ask(by_hand=False)
            until = self.unit.tick + stroke.pause
            while self.unit.run_to_change(until):
                self.ask(by_hand=False)
            with self.waiting():
                sleep(stroke.pause / self._pace if self._pace else 0)
            self._take_keys()
        self.write_notices()

    # -- lines

    def _press(self, key: str, ticks: int = TAP) -> None:
        """Press a key at once, or after the key that a real keypad holds down."""
        self.keys.tap(key, ticks)
        self.keys.run(self.unit.tick + ticks + PULSE)

    def _do_line(self, line: str) -> bool:
        """Do what a line says; return False to leave."""
        command = commands().get(_fold(line), "")
        if command == "quit":
            return False
        if command == "help":
            edition = self.unit.game.edition.label if self.unit.game else ""
            keys = text(self.lang, "plain.help", keys=" ".join(key.name for key in KEYS))
            self._print(f"{keys}\n\n{help_text(self.lang, edition)}")
        elif command == "again":
            self._write_announcements(self.announcer.last_announcements())
        elif command == "possible":
            self._write_line(self._possible())
        elif command == "history":
            self._write_announcements(list(self.announcer.log))
        elif command == "glass":
            self._write_line(self._glass() or text(self.lang, "ask.off"))
        elif command:
            self._press(*HELD[command])
            self.write_notices()
        else:
            self._type(line)
        return True

    def _type(self, line: str) -> None:
        try:
            typed = list(keys_of(line))
        except ValueError as unknown:
            word = str(unknown)
            known = [name.upper() for name in (*BY_NAME, *commands())]
            asked = (_fold(line[:40]).upper(), _bare(word[:40]).upper())
            near = [one for said in asked for one in get_close_matches(said, known, 1, 0.7)]
            meant = text(self.lang, "plain.nearest", word=near[0]) if near else ""
            no_key = text(self.lang, "plain.no_key", word=readable(word))
            self._write_line(f"{no_key} {meant or self._possible()}")
            if ESCAPE in line:
                self.write_sentence("keypad.numlock")
            return
        before = self.announcer.count
        for key in typed:
            self._press(key)
            self.write_news()
        if typed:
            self.write_notices()
            if self.announcer.count == before and typed[-1].isdigit():  # it stood there already
                self._write_line(f"{self.unit.said.value.strip()}.")


def keys_of(words: str) -> Iterator[str]:
    """Yield the keys of a line of words. Raises ValueError with a word that is not a key."""
    for word in words.replace(";", " ").split():
        name = _bare(word).upper()
        if name in BY_NAME:
            yield name
        elif word.isascii() and word.isdigit():
            yield from word
        elif key := HOST.get(word.lower()):
            yield key
        elif set(word) <= set(SIGNS) and not _AMOUNT.search(word):  # ?1, *8; 1.500 is no 1 C 500
            yield from (SIGNS[char] for char in word)
        else:
            raise ValueError(word)


@cache
def commands() -> Mapping[str, str]:
    """Return the commands by their words, in every language at the same time."""
    return {
        _fold(typed): name
        for lang in LANGUAGES
        for name in COMMANDS
        for typed in text(lang, f"plain.command.{name}").split(",")
    }


def _fold(line: str) -> str:
    """Remove accents, capitals, and a question mark after words."""
    return " ".join(_bare(line).lower().split()).rstrip(" ?!.") or line


def _bare(word: str) -> str:
    parts = unicodedata.normalize("NFD", word)
    return "".join(char for char in parts if not unicodedata.combining(char))


def spoken(text: str, lang: str) -> str:
    """Write sums for the voice of a language: English voices read 150.000 as 150."""
    return re.sub(r"(?<=\d)\.(?=\d{3})", decimal(".", lang).translate(THOUSANDS), text)


THOUSANDS = str.maketrans(".,", ",.")
"""The exchange of points and commas, which separate thousands."""
