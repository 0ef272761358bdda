"""The grammar of steps: a usage says which words a step takes, and one matcher reads them all.

    Usage("press KEY… [hold HELD]", press)      lower case: the word itself
                                                capitals: an operand, `…`: one or more of them
                                                [ ]: may be left out, its operands are None then
    match("press", usages, words)               the usage that fits, and what its operands are

If none fits, the words that would have been possible at the first wrong one make the sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple

from banquier.script.errors import ScriptError
from banquier.script.vocabulary import (
    KINDS,
    Operand,
    millivolts,
    nearest,
    one_of,
    player_names,
    quote,
    shorten,
    ticks,
    whole,
)
from datasheet.glass import CELLS_B, ICONS, cells
from display.font import plain
from firmware_sim import question
from firmware_sim.game import Error
from hardware.beeper import SIGNALS, TUNES
from keypad.keys import NAMES


class TooLong(ScriptError):
    """Raised for a word of the right kind that is wrong: no other usage is tried."""


class Word(NamedTuple):
    text: str
    quoted: bool = False


LONGEST_LINE = 4096  # characters
MARKS = "(),="


def cut(line: str) -> list[list[Word]]:
    """Split a line into statements of words. Raises ScriptError if a statement is malformed."""
    if len(line) > LONGEST_LINE:
        raise ScriptError(f"a line of more than {LONGEST_LINE} characters")
    statements: list[list[Word]] = [[]]
    at = 0
    while at < len(line) and line[at] != "#":
        sign, end = line[at], at + 1
        if sign == '"':
            end = line.find('"', end) + 1
            if not end:
                raise ScriptError("a quotation mark opens a text that no other one closes")
            statements[-1].append(Word(line[at + 1 : end - 1], quoted=True))
        elif sign == ";":
            statements.append([])
        elif sign in MARKS:
            statements[-1].append(Word(sign))
        elif not sign.isspace():
            while end < len(line) and not (line[end].isspace() or line[end] in f'"#;{MARKS}'):
                end += 1
            statements[-1].append(Word(line[at:end]))
        at = end
    return [words for words in statements if words]


class Usage(NamedTuple):
    text: str
    do: Callable[..., Any]
    verb: str
    parts: tuple[tuple[tuple[str, ...], bool], ...]
    """Words that stand together, and whether they may be left out."""


def usage(text: str, do: Callable[..., Any]) -> Usage:
    verb, _, rest = text.partition(" ")
    parts: list[tuple[tuple[str, ...], bool]] = []
    for part in rest.replace("[", "\n[").replace("]", "]\n").split("\n"):
        words = part.strip("[]").split()
        if part.startswith("["):
            parts.append((tuple(words), True))
        else:
            parts += [((word,), False) for word in words]
    return Usage(text, do, verb, tuple(parts))


class Wrong(NamedTuple):
    """The part that a usage expects at word `at`: an operand, a word, or its end."""

    at: int
    name: str = ""
    sentence: str = ""
    optional: bool = False


def match(usages: Iterable[Usage], words: list[Word]) -> tuple[Usage, list[Any]]:
    """Match a statement, verb included, with a usage. Raises ScriptError if none fits."""
    wrong: list[Wrong] = []
    for one in usages:
        found = _match_usage(one, words, wrong)
        if found is not None:
            return one, found
    raise ScriptError(_sentence(words, wrong))


def _match_usage(one: Usage, words: list[Word], wrong: list[Wrong]) -> list[Any] | None:
    """Return the values of the operands. Returns None if the usage does not fit."""
    found: list[Any] = []
    at = 1
    for index, (part, optional) in enumerate(one.parts):
        after = [following[0] for following, _ in one.parts[index + 1 :]]
        if optional and not _read(part[0], words, at, wrong, optional=True):
            found += [None for name in part if name.isupper()]
            continue
        for name in part:
            many: list[Any] = []
            while not many or (name.endswith("…") and at < len(words)):
                if many and _read(after[0] if after else "", words, at, wrong):
                    break
                read = _read(name.rstrip("…"), words, at, wrong)
                if not read:
                    return None
                many += read
                at += 1
            if name.endswith("…"):
                found.append(OPERANDS[name.rstrip("…")].gather(many))
            elif name.isupper():
                found += many
    if at < len(words):
        wrong.append(Wrong(at))
        return None
    return found


def _read(
    name: str, words: list[Word], at: int, wrong: list[Wrong], *, optional: bool = False
) -> list[Any]:
    """Return the value of a word; nothing if the word does not fit."""
    operand = OPERANDS.get(name)
    sentence = ""
    if at < len(words):
        text, marked = words[at]
        if operand is None:
            if name and words[at] == (name, False):
                return [name]
        elif marked and operand.quoted is False:
            sentence = f"{operand.what} stands here without quotation marks, not {quote(text)}"
        elif operand.quoted and not marked:
            sentence = f"{operand.what} stands in quotation marks, not {quote(text)}"
        else:
            try:
                return [operand.read_quoted(text) if marked else operand.read(text)]
            except TooLong:
                raise
            except ScriptError as bad:
                sentence = str(bad)
    if name:
        wrong.append(Wrong(at, name, sentence, optional))
    return []


def _sentence(words: list[Word], wrong: list[Wrong]) -> str:
    """Return a sentence about the word up to which most fitted."""
    at = max(one.at for one in wrong)
    here = [one for one in wrong if one.at == at]
    known = list(dict.fromkeys(one.name for one in here if one.name not in OPERANDS and one.name))
    operands = [one for one in here if one.name in OPERANDS and not one.optional]
    if at == len(words):
        wanted = [OPERANDS[one.name].what for one in operands] + [_one_of(known)] * bool(known)
        return f"{words[0].text} wants {' or '.join(dict.fromkeys(wanted))}"
    if operands:
        return _no_operand(words[at], operands[0], known)
    if known:
        open_end = any(not one.name or one.optional for one in here)
        return _unknown(words[at], known, open_end)
    return here[0].sentence or f"{quote(words[at].text)} is one word too many"


def _one_of(known: list[str]) -> str:
    return f'the word "{known[0]}"' if len(known) == 1 else f"one of {', '.join(known)}"


def _no_operand(word: Word, operand: Wrong, known: list[str]) -> str:
    """`known`: the words that might be meant instead."""
    close = () if word.quoted else get_close_matches(word.text, known, 3, 0.5)
    sentence = f"{quote(word.text)} is not {OPERANDS[operand.name].what}{nearest(word.text, close)}"
    return sentence if close else operand.sentence


def _unknown(word: Word, known: list[str], open_end: bool) -> str:
    """`open_end`: the line might also have ended here."""
    name = quote(word.text)
    if word.quoted:
        return f"{_one_of(known)} stands here without quotation marks, not {name}"
    unknown = "unknown here" if len(known) > 1 or open_end else f"not {_one_of(known)}"
    return f"{name} is {unknown}{nearest(word.text, known)}"


# -- operands


def _key(word: str) -> str:
    name = word.upper()
    if name in _KEYS:
        return name
    if name.isascii() and name.isdecimal():
        raise ScriptError(f"{quote(word)} is not a key; for digits write: type {name[:40]}")
    raise ScriptError(f"{quote(word)} is not a key{nearest(word, NAMES)}")


def _parse_hold(word: str) -> int:
    if not ticks(word):
        raise ScriptError("a key is held one tick at least")
    return ticks(word)


def _digits(word: str) -> str:
    if not (word.isascii() and word.isdecimal()):
        raise ScriptError(f"{quote(word)} is more than digits; for other keys write: press")
    return word


def is_digest(word: str) -> bool:
    return len(word) == 16 and not word.strip("0123456789abcdef")


def _digest(word: str) -> str:
    if not is_digest(word):
        raise ScriptError(f"{quote(word)} is not a digest: 16 hexadecimal digits")
    return word


def _value(word: str) -> str:
    if word.strip("0123456789.*"):
        raise ScriptError(f"{quote(word)} is not a number with its points, nor in quotation marks")
    return _row_b(word)


def _row_b(text: str) -> str:
    if len(cells(plain(text.replace("*", "")))) > CELLS_B:
        raise TooLong(f"{quote(text)} is too long: row B has {CELLS_B} cells")
    return text


def _icon(word: str) -> tuple[str, str]:
    sign, name = word[:1], word[1:]
    if sign not in "+-" or (name not in ICONS and word in ICONS):
        raise ScriptError(f"an icon is expected lit or dark: +{shorten(word)} or -{shorten(word)}")
    return sign, _lit(name)


def _lit(word: str) -> str:
    if word not in ICONS:
        raise ScriptError(f"{quote(word)} is not an icon{nearest(word, ICONS)}")
    return word


def _lit_and_dark(icons: Sequence[tuple[str, str]]) -> tuple[frozenset[str], frozenset[str]]:
    lit, dark = (frozenset(name for sign, name in icons if sign == one) for one in "+-")
    if lit & dark:
        raise ScriptError(f"{min(lit & dark)} cannot be lit and dark at once")
    return lit, dark


_KEYS = frozenset(NAMES)
MENU = [kind.text for name, kind in question.KINDS.items() if name.startswith("menu_")]
OPERANDS: dict[str, Operand] = {
    "KEY": Operand("a key", _key),
    "HELD": Operand("a time to hold the key", _parse_hold),
    "DIGITS": Operand("digits", _digits),
    "TIME": Operand("a time", ticks),
    "TEXT": Operand("a text", str, quoted=True),
    "VALUE": Operand("a value", _value, quoted=None, read_quoted=_row_b),
    "LINE": one_of(MENU, "a line of the MENU", quoted_too=True),
    "ICON": Operand("an icon", _icon, gather=_lit_and_dark),
    "LIT": Operand("an icon", _lit, gather=frozenset),
    "BEEP": one_of(SIGNALS, "a beep"),
    "TUNE": one_of(TUNES, "a tune"),
    "ERROR": whole("an error", 1, max(Error)),
    "VOLTS": Operand("a voltage", millivolts),
    "ON/OFF": one_of(("on", "off")),
    "FAILS": one_of(("fails",), "what memory does"),
    "NAME": Operand("a text", str, quoted=True, gather=player_names),
    "OPERATION": whole("an operation", 0, 10**12),
    "DIGEST": Operand("a digest", _digest),
    **KINDS,
}
