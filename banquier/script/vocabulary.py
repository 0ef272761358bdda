"""The vocabulary of the `.keys` language, and readers of single words.

Readers for numbers, times and patterns, and the operands that they read. A reader raises
`ScriptError` with a sentence; the caller adds file and line.
"""

import difflib
from collections.abc import Callable, Collection, Iterable, Sequence
from fnmatch import fnmatchcase
from functools import partial
from typing import Any, NamedTuple

from banquier.say import readable
from banquier.script.errors import ScriptError
from banquier.script.header_lines import LONGEST_NAME, is_name, names_written
from datasheet.ticks import CRYSTAL
from display.lcd import FRAME
from firmware_sim.debug_port import NOUNS

LONGEST_TIME = 24 * 3600 * CRYSTAL
_TICKS = {"t": 1, "c": 2, "f": FRAME}


def _amount(word: str, unit: str) -> tuple[str, str] | None:
    """The whole and the decimals of a number with this unit; None if it is not one."""
    whole, point, decimals = word.removesuffix(unit).partition(".")
    digits = whole + decimals
    fits = word.endswith(unit) and whole and (decimals or not point)
    return (whole, decimals) if fits and digits.isascii() and digits.isdecimal() else None


def shorten(word: str) -> str:
    """The word for a message: shortened, unprintable characters escaped."""
    return readable(word if len(word) <= 40 else word[:40] + "…")


def quote(word: str) -> str:
    return f'"{shorten(word)}"'


MOST_PLAYERS = 8


def player_names(words: Sequence[str]) -> dict[int, str]:
    """The names from player 1 on; an empty one: no name."""
    if not 1 <= len(words) <= MOST_PLAYERS:
        raise ScriptError(f"names are those of 1 to {MOST_PLAYERS} players")
    for word in words:
        if not is_name(word):
            raise ScriptError(f"{quote(word)} is not a name of up to {LONGEST_NAME} characters")
    return {number: word.strip() for number, word in enumerate(words, 1) if word.strip()}


def nearest(word: str, known: Iterable[str]) -> str:
    """`; nearest: DES, DEMOL` for an unknown word."""
    close = nearest_of(word, known)
    return f"; nearest: {', '.join(close)}" if close else ""


def nearest_of(word: str, known: Iterable[str]) -> list[str]:
    """Return the one to three nearest known words, or nothing if no word is known."""
    by_capitals = {candidate.upper(): candidate for candidate in known}
    wanted = word[:40].upper()
    close = difflib.get_close_matches(wanted, by_capitals, 3, 0.5)
    close = close or difflib.get_close_matches(wanted, by_capitals, 3, 0.0)
    return [by_capitals[name] for name in close]


def number(word: str, what: str, least: int, most: int) -> int:
    digits = word.removeprefix("-") if least < 0 else word
    if not (digits.isascii() and digits.isdecimal()):
        raise ScriptError(f"{quote(word)} is not a number: {what} ({least} to {most}) stands here")
    if len(word) > 18 or not least <= int(word) <= most:
        raise ScriptError(f"{quote(word)} is out of range: {what} is {least} to {most}")
    return int(word)


class Operand(NamedTuple):
    what: str
    read: Callable[[str], Any]
    """The parser of a word. It raises ScriptError."""
    quoted: bool | None = False
    """True if the word must be quoted; None if it may be."""
    gather: Callable[[Sequence[Any]], Any] = tuple
    """The function that collects several words of `…`."""
    read_quoted: Callable[[str], Any] = str


def whole(what: str, least: int, most: int) -> Operand:
    return Operand(what, partial(number, what=what, least=least, most=most))


def one_of(words: Collection[str], what: str = "", quoted_too: bool = False) -> Operand:
    what = what or " or ".join(words)

    def read(word: str) -> str:
        if word not in words:
            raise ScriptError(f"{quote(word)} is not {what}{nearest(word, words)}")
        return word

    return Operand(what, read, quoted=None if quoted_too else False, read_quoted=read)


YES_OR_NO = one_of(("yes", "no"))
KINDS = {
    "PLAYER": whole("a player", 1, 8),
    "HOLDER": whole("a player, or 0 for the bank", 0, 8),
    "SQUARE": whole("a square", 0, 39),
    "SUM": whole("a sum", 0, 99_999_999),
    "BALANCE": whole("a sum", -999_999_999, 999_999_999),  # the bank's may be below zero
    "HOUSES": whole("houses, 5 for a hotel", 0, 5),
    # The debug port says 1 for yes and 0 for no.
    "YES": YES_OR_NO._replace(read=lambda word: int(YES_OR_NO.read(word) == "yes")),
    "BUILDING": one_of(("houses", "hotels")),
    "COUNT": whole("a stock", 0, 99),
    "THROW": whole("throws in prison, 0 for free", 0, 3),
    "PASSAGES": whole("passages", 0, 99),
    "DECK": one_of(("chance", "caisse")),
    "CARD": whole("a card", 1, 16),
    "DIE": whole("a die", 1, 6),
    "SPEED-DIE": whole("the speed die (4 is Monsieur Monopoly, 5 the bus)", 1, 5),
}
"""The operands of nouns, as usages name them."""


def format_facts(noun: str, facts: Iterable[int | str]) -> list[str]:
    """Facts in the notation of scripts."""
    kinds = f"{NOUNS[noun].which} {NOUNS[noun].value}".split()
    return [
        ("no", "yes")[int(fact)] if kind == "YES" else str(fact)
        for fact, kind in zip(facts, kinds, strict=False)
    ]


def step_written(verb: str, *facts: Any) -> str:
    """Return an event of a unit in the notation of scripts."""
    if verb == "battery":
        return f"battery {facts[0] // 1000}.{facts[0] % 1000:03d}V"
    if verb == "names":
        return names_written(facts[0])
    if verb == "set":
        noun, values = facts
        return " ".join(["set", noun, *format_facts(noun, values)])
    return f"{verb} {facts[0]}"


def ticks(word: str) -> int:
    """`80ms`, `2s`, `1.5s`, `3f`, `700t`, `12c`; milliseconds round to the nearest tick."""
    unit = "ms" if word.endswith("ms") else word[-1:]
    read = _amount(word, unit) if unit in ("ms", "s", *_TICKS) else None
    if read is None or len(word) > 20:
        raise ScriptError(f"{quote(word)} is not a time: a number with f, ms, s, t or c, as 80ms")
    whole, decimals = read
    if unit in _TICKS:
        if decimals:
            raise ScriptError(f"{quote(word)}: frames, ticks and cycles are whole numbers")
        found = int(whole) * _TICKS[unit]
    else:
        scale = 10 ** len(decimals) * (1000 if unit == "ms" else 1)
        found = (2 * int(whole + decimals) * CRYSTAL + scale) // (2 * scale)
    if found > LONGEST_TIME:
        raise ScriptError(f"{quote(word)} is longer than a day")
    return found


def millivolts(word: str) -> int:
    """`2.3V`: the voltage of the two cells together."""
    read = _amount(word, "V")
    if read is None or len(read[0]) > 1 or len(read[1]) > 3:
        raise ScriptError(f"{quote(word)} is not a voltage: volts stand here, as 2.3V")
    found = int(read[0] + read[1].ljust(3, "0"))
    if found > 6000:
        raise ScriptError(f"{quote(word)} is more than the unit bears: 6V at most")
    return found


def matches(pattern: str, text: str) -> bool:
    """Check if the text matches the pattern; `*` matches any characters or none."""
    return fnmatchcase(text, pattern.replace("[", "[[]").replace("?", "[?]"))
