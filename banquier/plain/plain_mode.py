"""The panel without a picture: lines in, lines out, for screen readers, plain terminals and pipes.

    J1 LANCEZ  150.000  [J1 F] : Anne, throw the dice. DÉS throws them.
    > des                                   keys by the names that scripts use, or as typed: 4 3 OK
    | 1 J1 DES 1 2                          a line of the roll
    RUE LECOURBE  6.000  [J1 F] : Anne, buy it for 6.000? ACHAT buys, ENCH or FIN auctions it.

One line a change: what the glass says, and where a question waits the words beside it, unless they
were the same just before. Time passes from line to line: notices are written to their end at once,
and nothing blinks.
"""

from __future__ import annotations

import errno
import os
import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from time import sleep
from typing import TYPE_CHECKING, TextIO

from banquier.game.driver import BROWSER, Driver
from banquier.game.key_queue import HOLD, KeyQueue
from banquier.game.strokes import press_strokes
from banquier.words import help_text, text
from banquier.words import line as words_of
from banquier.words.board_state import board_state
from banquier.words.moves import last_move, waiting_for
from display.elements import ICONS
from firmware_sim.interface import CRYSTAL as TICKS_A_SECOND
from hardware.serial.on_unit import BoardOnUnit
from hardware.unit import tap
from keypad.keys import BY_NAME, HOST, KEYS, NUMPAD

if TYPE_CHECKING:
    from banquier.game.key_queue import KeyStroke
    from hardware.serial.keypad_link import KeypadLink
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
    "encore": "again", "again": "again",
    "tenir f": "hold F", "hold f": "hold F",
    "tenir on": "hold ON", "hold on": "hold ON",
}  # fmt: skip
"""In both languages at any time."""
SIGNS = {char: char for char in "?+-0123456789"} | {c: k for c, k in NUMPAD.items() if len(c) == 1}
"""Keys that may stand together in one word; the signs of a numeric keypad are among them."""
_AMOUNT = re.compile(r"\d[.,]\d")


class Teller:
    """Tells what is new on the glass and on the roll."""

    def __init__(self, unit: Unit, out: TextIO, lang: str, seats: Collection[int] = ()) -> None:
        """`seats`: the players that bots play."""
        self.unit = unit
        self.seats = seats
        self.out = out
        self.lang = lang
        self.alone = True
        """No bot is playing: the player who is asked reads the words."""
        self._glass = ""
        self._words = ""
        self._asked = ""
        self._lines = len(unit.roll)
        self._board = ""

    def refresh(self) -> None:
        """What is new. A question that comes back after a refusal has been written already."""
        printed = self.unit.roll
        for entry in printed[self._lines :]:
            self.say(f"| {entry.turn} {entry.text}")
        if (
            self._lines != len(printed)
            and not self.alone
            and (moved := last_move(self.unit, self.lang))
        ):
            self.say(moved)
        self._lines = len(printed)
        glass, question = self.glass(), self.unit.question
        if glass != self._glass:
            self._glass = glass
            error = self.unit.said.error
            waits = not error and self.unit.notices_end <= self.unit.tick
            if error or (waits and glass != self._asked):
                self._tell(glass)
            elif not waits:
                self.say(glass)
            if waits and not question.error:
                self._asked = glass

    def _tell(self, glass: str) -> None:
        words = self.words() if self.alone else ""
        self.say(f"{glass} : {words}" if words and words != self._words else glass)
        self._words = words

    def again(self) -> None:
        self.say(f"{self.glass()} : {self.words()}" if self.unit.awake else self.glass())

    def tell_waiting(self) -> None:
        """A bot leaves a person time for a claim."""
        waits = waiting_for(self.unit.question, self.lang, self.unit.names, self.seats)
        if waits:
            self.say(waits)

    def words(self) -> str:
        if not self.unit.awake or "█" in self.unit.said.text:
            return ""
        return words_of(self.unit.question, self.lang, self.unit.names)

    def glass(self) -> str:
        said = self.unit.said
        if not self.unit.awake:
            return text(self.lang, "plain.off")
        if "█" in said.text:
            return text(self.lang, "plain.all_lit")
        icons = [name for name in ICONS if name in said.icons and name not in ALWAYS]
        shown = f"[{' '.join(icons)}]" if icons else ""
        return "  ".join(part for part in (said.text, said.value, shown) if part)

    def tell_board(self, board: KeypadLink) -> None:
        """Once for each state of the keypad's line."""
        state = board_state(board.status(), self.lang)
        if state != self._board:
            self._board = state
            self.say(text(self.lang, "board.keypad", state=state))

    def say(self, line: str) -> None:
        print(line, file=self.out, flush=True)


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
    attend: Callable[[], None] = lambda: None,
    bots: Sequence[Iterator[KeyStroke]] = (),
    seats: Collection[int] = (),
    speed: float = 1.0,
    board: KeypadLink | None = None,
) -> int:
    """Until the lines end. With a clock, as much time passes for the unit as for the player.

    A `board` is a real keypad beside the lines: its keys count while a line is waited for.

    `bots` are bots, which play `seats`: after every line they do what is theirs to do, at `speed`
    times the pace of the keys where there is a clock."""
    terminal = lines.isatty()
    teller = Teller(unit, out, lang, seats)
    teller.say(text(lang, "plain.hello"))
    pace = speed * TICKS_A_SECOND if clock else 0.0
    if board:
        unit.observers.append(BoardOnUnit(board))
    tell_all(unit, teller)
    for strokes in bots:
        let_play(strokes, unit, teller, pace)
    attend()
    driver = Driver(KeyQueue(unit), clock=clock, limits=BROWSER) if clock else None

    def catch_up() -> None:
        if driver:
            driver.run_on()
            teller.refresh()

    def between_lines() -> None:
        before = unit.question
        catch_up()
        if unit.question != before:
            for strokes in bots:
                let_play(strokes, unit, teller, pace)
            attend()

    while line := read_line(lines, board, teller, between_lines) if board else lines.readline():
        catch_up()
        typed = line.strip() or ("ok" if terminal else "")  # Enter alone
        if not _do_line(typed, unit, teller):
            return 0
        for strokes in bots:
            let_play(strokes, unit, teller, pace)
        attend()
    if terminal and not lines.isatty():  # it is gone, which a late reader is told as an end
        raise OSError(errno.EIO, os.strerror(errno.EIO))
    return 0


def read_line(lines: TextIO, board: KeypadLink, teller: Teller, between: Callable[[], None]) -> str:
    """The next line; the game goes on until it is there."""
    found: Queue[str] = Queue()

    def read() -> None:
        line = ""
        with suppress(OSError):  # a terminal that is gone
            line = lines.readline()
        found.put(line)

    Thread(target=read, daemon=True).start()
    while True:
        teller.tell_board(board)
        try:
            return found.get(timeout=LINE_WAIT)
        except Empty:
            between()


def let_play(strokes: Iterator[KeyStroke], unit: Unit, teller: Teller, pace: float = 0.0) -> None:
    """Until a player is asked. `pace`: ticks a second, 0 for at once."""
    teller.alone = False
    for key in press_strokes(unit, _until_idle(strokes, pace), teller.refresh):
        if key:
            teller.refresh()
    teller.alone = True
    tell_all(unit, teller)
    teller.tell_waiting()


def _until_idle(strokes: Iterator[KeyStroke], pace: float) -> Iterator[KeyStroke]:
    idle = 0
    while idle < IDLE_STROKES and (stroke := next(strokes, None)):
        idle = 0 if stroke.key else idle + 1
        yield stroke
        if pace:
            sleep(stroke.pause / pace)


def tell_all(unit: Unit, teller: Teller) -> None:
    """Every notice that is queued, to the question beneath."""
    teller.refresh()
    while unit.notices_end > unit.tick:
        unit.run_to_change(unit.notices_end)
        teller.refresh()


def _do_line(line: str, unit: Unit, teller: Teller) -> bool:
    """False to leave."""
    command = COMMANDS.get(" ".join(_bare(line).lower().split()), "")
    if command == "quit":
        return False
    if command == "help":
        teller.say(text(teller.lang, "plain.help", keys=" ".join(key.name for key in KEYS)))
        board = unit.board_view()
        teller.say("\n" + help_text(teller.lang, board.edition if board else ""))
    elif command == "again":
        teller.again()
    elif command:
        tap(unit, command.split()[1], hold=HOLD)
        tell_all(unit, teller)
    else:
        try:
            keys = list(keys_of(line))
        except ValueError as unknown:
            no_key = text(teller.lang, "plain.no_key", word=repr(str(unknown))[1:-1])
            teller.say(f"{no_key} {teller.words()}")
            if ESCAPE in line:
                teller.say(text(teller.lang, "board.numlock"))
            return True
        for key in keys:
            tap(unit, key)
            teller.refresh()
        if keys:
            tell_all(unit, teller)
    return True
