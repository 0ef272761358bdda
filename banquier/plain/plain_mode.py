"""The panel without a picture: lines in, lines out, for screen readers, plain terminals and pipes.

    Anne, throw the dice. DÉS throws them. Anne has 150000.
    > des                                   keys by the names that scripts use, or as typed: 4 3 OK
    Anne throws 1 and 2 and stands on Rue Lecourbe.
    Anne, buy Rue Lecourbe for 6000? ACHAT buys, ENCH or FIN auctions it.

The lines are the announcements of `banquier.words.announcements`, and nothing else unless it is
asked for. Time passes from line to line: notices end at once. With `--speak` the lines are spoken
too; a line that is typed silences what was not heard yet.
"""

from __future__ import annotations

import errno
import os
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from difflib import get_close_matches
from queue import Empty, Queue
from threading import Thread
from time import sleep
from typing import TYPE_CHECKING, TextIO

from banquier.play.driver import BROWSER, Driver
from banquier.play.key_queue import HOLD, TAP, KeyQueue
from banquier.play.keypad import KeypadOnUnit
from banquier.say import readable, tell
from banquier.words import help_text, text
from banquier.words.announcements import Announcement, Announcer
from banquier.words.keypad_state import keypad_state
from firmware_sim.glass import CRYSTAL as TICKS_A_SECOND
from firmware_sim.glass import ICONS
from keypad.keys import BY_NAME, HOST, KEYS, NUMPAD, PULSE

if TYPE_CHECKING:
    from banquier.plain.speech import Speech
    from banquier.play.key_queue import Stroke
    from hardware.keypads.keypad_link import KeypadLink
    from hardware.unit import Unit

ESCAPE = "\x1b"
"""Begins what a terminal sends for an arrow."""

ALWAYS = frozenset({"SON"})
"""Icons that are not written every time."""

LINE_WAIT = 1 / 60

IDLE_STROKES = 8
"""Strokes without a key after which a bot waits for a player."""

COMMANDS = {
    "quitter": "quit", "quit": "quit", "exit": "quit",
    "aide": "help", "help": "help",
    "encore": "again", "again": "again", "s": "again", "repeter": "again", "repeat": "again",
    "quoi": "possible", "what": "possible", "w": "possible",
    "histoire": "history", "history": "history",
    "verre": "glass", "glass": "glass",
    "tenir f": "hold F", "hold f": "hold F",
    "tenir on": "hold ON", "hold on": "hold ON",
    "annuler": "press CORR", "undo": "press CORR",
}  # fmt: skip
"""In both languages at any time."""
SIGNS = {char: char for char in "?+-0123456789"} | {c: k for c, k in NUMPAD.items() if len(c) == 1}
"""Keys that may stand together in one word; the signs of a numeric keypad are among them."""
_AMOUNT = re.compile(r"\d[.,]\d")


class PlainOutput:
    """Tells the announcements in lines, and in speech if there is one."""

    def __init__(
        self,
        unit: Unit,
        out: TextIO,
        lang: str,
        seats: Collection[int] = (),
        voice: Speech | None = None,
    ) -> None:
        """`seats`: the players that bots play."""
        self.unit = unit
        self.out = out
        self.lang = lang
        self.voice = voice
        self.told = Announcer(unit, (lang,), seats)
        unit.observers.append(self.told)
        self._written = 0
        self._keypads: dict[KeypadLink, str] = {}

    def refresh(self) -> None:
        """What has happened since the last call."""
        if self._written != self.told.count:
            self.tell(one for one in self.told.log if one.number > self._written)
            self._written = self.told.count

    def ask(self, *, by_hand: bool = True) -> None:
        """What has happened, and the question that waits."""
        self.told.follow(by_hand=by_hand)
        self.refresh()

    def tell(self, announced: Iterable[Announcement]) -> None:
        for one in announced:
            self.say(one.text[self.lang])

    def glass(self) -> str:
        said = self.unit.said
        icons = [name for name in ICONS if name in said.icons and name not in ALWAYS]
        shown = f"[{' '.join(icons)}]" if icons else ""
        return "  ".join(part for part in (said.text, said.value, shown) if part)

    def tell_keypad(self, link: KeypadLink) -> None:
        """Once for each state of the keypad's line."""
        state = keypad_state(link.status(), self.lang)
        if state != self._keypads.get(link):
            self._keypads[link] = state
            self.say(text(self.lang, "keypad.line", state=state))

    def say(self, line: str) -> None:
        tell(line, self.out)
        if self.voice:
            self.voice.say(line)


def keys_of(words: str) -> Iterator[str]:
    """The keys a line of words means; ValueError names the one that means none."""
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


def nearest(word: str, known: Iterable[str], lang: str) -> str:
    """A sentence with the known word that is like it, or nothing."""
    near = get_close_matches(_bare(word[:40]).upper(), [name.upper() for name in known], 1)
    return text(lang, "plain.nearest", word=near[0]) if near else ""


def _bare(word: str) -> str:
    parts = unicodedata.normalize("NFD", word)
    return "".join(char for char in parts if not unicodedata.combining(char))


def play(
    unit: Unit,
    lines: TextIO,
    out: TextIO,
    *,
    lang: str = "fr",
    clock: Callable[[], float] | None = None,
    bots: Iterator[Stroke] | None = None,
    seats: Collection[int] = (),
    speed: float = 1.0,
    keypads: Sequence[KeypadLink] = (),
    voice: Speech | None = None,
) -> int:
    """Until the lines end. With a clock, as much time passes for the unit as for the player.

    `keypads` are real ones beside the lines: their keys count while a line is waited for.

    `bots` are the strokes of those who play `seats`: after every line they do what is theirs to
    do, at `speed` times the pace of the keys where there is a clock."""
    terminal = lines.isatty()
    output = PlainOutput(unit, out, lang, seats, voice)
    output.say(text(lang, "plain.hello"))
    pace = speed * TICKS_A_SECOND if clock else 0.0
    keys = KeyQueue(unit)
    unit.observers += [KeypadOnUnit(keys, link) for link in keypads]
    tell_all(unit, output)
    if bots:
        let_play(bots, keys, output, pace)
    driver = Driver(keys, clock=clock, limits=BROWSER) if clock else None

    def catch_up() -> None:
        if driver:
            driver.run_on()
            output.ask()

    def between_lines() -> None:
        before = unit.question
        catch_up()
        if unit.question != before and bots:
            let_play(bots, keys, output, pace)

    while line := read_line(lines, keypads, output, between_lines) if keypads else lines.readline():
        if voice:
            voice.hush()
        catch_up()
        typed = line.strip() or ("ok" if terminal else "")  # Enter alone
        if not _do_line(typed, keys, output):
            return 0
        if bots:
            let_play(bots, keys, output, pace)
    if terminal and not lines.isatty():  # it is gone, which a late reader is told as an end
        raise OSError(errno.EIO, os.strerror(errno.EIO))
    return 0


def read_line(
    lines: TextIO, keypads: Sequence[KeypadLink], output: PlainOutput, between: Callable[[], None]
) -> str:
    """The next line; the game goes on until it is there."""
    found: Queue[str] = Queue()

    def read() -> None:
        line = ""
        with suppress(OSError):  # a terminal that is gone
            line = lines.readline()
        found.put(line)

    Thread(target=read, daemon=True).start()
    while True:
        for link in keypads:
            output.tell_keypad(link)
        try:
            return found.get(timeout=LINE_WAIT)
        except Empty:
            between()


def let_play(
    strokes: Iterator[Stroke], keys: KeyQueue, output: PlainOutput, pace: float = 0.0
) -> None:
    """Until a player is asked. `pace`: ticks a second, 0 for at once."""

    unit = keys.unit
    for stroke in _until_idle(strokes, pace):
        if stroke.key:
            press(keys, stroke.key)
            output.ask(by_hand=False)
        until = unit.tick + stroke.pause
        while unit.run_to_change(until):
            output.ask(by_hand=False)
    tell_all(unit, output)


def _until_idle(strokes: Iterator[Stroke], pace: float) -> Iterator[Stroke]:
    idle = 0
    while idle < IDLE_STROKES and (stroke := next(strokes, None)):
        idle = 0 if stroke.key else idle + 1
        yield stroke
        if pace:
            sleep(stroke.pause / pace)


def tell_all(unit: Unit, output: PlainOutput) -> None:
    """Every notice that is queued, to the question beneath."""
    output.refresh()
    while unit.notices_end > unit.tick:
        unit.run_to_change(unit.notices_end)
        output.refresh()
    output.ask()


def press(keys: KeyQueue, key: str, ticks: int = TAP) -> None:
    """It counts at once, unless a real keypad holds a key: then after that one."""
    keys.tap(key, ticks)
    keys.run(keys.unit.tick + ticks + PULSE)


def _do_line(line: str, keys: KeyQueue, output: PlainOutput) -> bool:
    """False to leave."""
    unit = keys.unit
    command = COMMANDS.get(" ".join(_bare(line).lower().split()), "")
    if command == "quit":
        return False
    if command == "help":
        tell(text(output.lang, "plain.help", keys=" ".join(key.name for key in KEYS)), output.out)
        edition = unit.game.edition.label if unit.game else ""
        tell("\n" + help_text(output.lang, edition), output.out)
    elif command == "again":
        output.tell(output.told.again())
    elif command == "possible":
        output.say(output.told.possible()[output.lang])
    elif command == "history":
        output.tell(list(output.told.log))
    elif command == "glass":
        output.say(output.glass() or text(output.lang, "ask.off"))
    elif command:
        way, key = command.split()
        press(keys, key, HOLD if way == "hold" else TAP)
        tell_all(unit, output)
    else:
        try:
            typed = list(keys_of(line))
        except ValueError as unknown:
            no_key = text(output.lang, "plain.no_key", word=readable(str(unknown)))
            near = nearest(str(unknown), (*BY_NAME, *COMMANDS), output.lang)
            output.say(f"{no_key} {near or output.told.possible()[output.lang]}")
            if ESCAPE in line:
                output.say(text(output.lang, "keypad.numlock"))
            return True
        before = output.told.count
        for key in typed:
            press(keys, key)
            output.refresh()
        if typed:
            tell_all(unit, output)
            if output.told.count == before and typed[-1].isdigit():  # it stood there already
                output.say(f"{unit.said.value.strip()}.")
    return True
