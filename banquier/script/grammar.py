"""The grammar of steps, read from left to right.

`GRAMMAR` has one function a step: it takes words from a `Reader` and returns the step. A wrong
word raises `BadWord`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from banquier.script import steps
from banquier.script.source import Word
from banquier.script.steps import Place, Step
from banquier.script.vocabulary import (
    BEEPS,
    ERRORS,
    ICONS,
    NOUNS,
    TUNES,
    YES_OR_NO,
    BadWord,
    Kind,
    millivolts,
    nearest,
    number,
    of_kind,
    player_names,
    quoted,
    shortened,
    ticks,
)
from keypad.keys import NAMES, PULSE

_KEYS = frozenset(NAMES)


class Reader:
    """Reads the words of one statement from the left."""

    def __init__(self, words: list[Word], place: Place) -> None:
        self.words = words
        self.place = place
        self.next = 1

    def more(self) -> bool:
        return self.next < len(self.words)

    def peek(self) -> str:
        """The next word without taking it; empty if it is a quoted text."""
        if self.more() and not self.words[self.next].quoted:
            return self.words[self.next].text
        return ""

    def take(self, what: str) -> Word:
        if not self.more():
            raise BadWord(f"{self.words[0].text} wants {what}")
        self.next += 1
        return self.words[self.next - 1]

    def plain(self, what: str) -> Word:
        word = self.take(what)
        if word.quoted:
            raise BadWord(f"{what} stands here without quotation marks, not {quoted(word.text)}")
        return word

    def accept(self, text: str) -> bool:
        if self.peek() == text:
            self.next += 1
            return True
        return False

    def end(self) -> None:
        if self.more():
            word = self.words[self.next]
            raise BadWord(f"{quoted(word.text)} is one word too many")

    # -- single words

    def key(self, besides: Collection[str] = ()) -> str:
        """`besides`: other words that are possible here."""
        word = self.plain("a key")
        name = "0" if word.wild else word.text.upper()
        if name in _KEYS:
            return name
        if name.isascii() and name.isdecimal():
            raise BadWord(f"{quoted(word.text)} is no key; for digits write: type {name[:40]}")
        raise BadWord(f"{quoted(word.text)} is no key{nearest(word.text, (*NAMES, *besides))}")

    def time(self, what: str) -> int:
        word = self.plain(what)
        return PULSE if word.wild else ticks(word.text)  # a key is held one tick at least

    def number(self, what: str, least: int, most: int) -> int:
        word = self.plain(what)
        return 0 if word.wild else number(word.text, what, least, most)

    def kind(self, kind: Kind) -> int | str:
        """A fact as the debug port has it, which says 1 for yes and 0 for no."""
        word = self.plain(kind.what)
        if word.wild:
            return 0
        found = of_kind(word.text, kind)
        return int(found == "yes") if kind.words == YES_OR_NO else found

    def one_of(self, what: str, known: Collection[str]) -> str:
        word = self.plain(what)
        if word.wild:
            return ""
        if word.text not in known:
            raise BadWord(f"{quoted(word.text)} is not {what}{nearest(word.text, known)}")
        return word.text

    def text(self) -> str:
        word = self.take("a text")
        if not word.quoted and not word.wild:
            raise BadWord(f"a text stands in quotation marks, not {quoted(word.text)}")
        return word.text

    def value(self) -> str | None:
        """Row B, if given: digits with points, or a quoted text."""
        if not self.more():
            return None
        word = self.words[self.next]
        if not (word.quoted or word.wild or not word.text.strip("0123456789.*")):
            return None
        self.next += 1
        return word.text

    def limit(self, word: str = "within") -> int | None:
        if self.accept(word):
            return self.time("a time")
        if self.more():
            known = (word,)
            raise BadWord(f"{quoted(self.words[self.next].text)} is unknown here"
                          f"{nearest(self.words[self.next].text, known)}")  # fmt: skip
        return None


# -- one function a step


def _press(read: Reader) -> Step:
    keys = [read.key()]
    while read.more() and read.peek() != "hold":
        keys.append(read.key(("hold",)))
    hold = PULSE
    if read.accept("hold"):
        hold = read.time("a time to hold the key")
        if not hold:
            raise BadWord("a key is held one tick at least")
    return steps.Press(read.place, tuple(keys), hold)


def _type(read: Reader) -> Step:
    word = read.plain("digits")
    if not word.wild and not (word.text.isascii() and word.text.isdecimal()):
        raise BadWord(f"{quoted(word.text)} is more than digits; for other keys write: press")
    return steps.Press(read.place, tuple(word.text), PULSE)


def _wait(read: Reader) -> Step:
    if read.accept("until"):
        return steps.ExpectText(read.place, read.text(), read.value(), read.limit("max"))
    if read.more() and not read.words[read.next].wild and read.peek()[:1].isalpha():
        raise BadWord(f"{quoted(read.peek())} is no time{nearest(read.peek(), ('until',))}")
    return steps.Wait(read.place, read.time("a time, or until"))


def _expect(read: Reader) -> Step:
    place = read.place
    if read.more() and read.words[read.next].quoted:
        return steps.ExpectText(place, read.text(), read.value(), read.limit())
    if read.more() and read.words[read.next].wild:  # a text or a noun: checked at the call
        read.next = len(read.words)
        return steps.ExpectText(place, "", None, None)
    what = read.plain("what is expected").text
    if what in _EXPECTATIONS:
        return _EXPECTATIONS[what](read)
    if what not in NOUNS:
        raise BadWord(
            f"{quoted(what)} is nothing to expect{nearest(what, (*_EXPECTATIONS, *NOUNS))}"
        )
    noun = NOUNS[what]
    index = tuple(read.kind(kind) for kind in noun.which)
    value = _values(read, noun.found or noun.value, noun.optional)
    return steps.ExpectNoun(place, what, index, value, read.limit())


def _values(read: Reader, kinds: tuple[Kind, ...], optional: int) -> tuple[int | str, ...]:
    needed = len(kinds) - optional
    found = []
    for at, kind in enumerate(kinds):
        if at >= needed and (not read.more() or read.peek() == "within"):
            break
        found.append(read.kind(kind))
    return tuple(found)


def _expect_icons(read: Reader) -> Step:
    exact = read.accept("=")
    lit: set[str] = set()
    dark: set[str] = set()
    while read.more() and read.peek() != "within":
        word = read.plain("an icon")
        sign, name = ("+", word.text) if exact else (word.text[:1], word.text[1:])
        if word.wild:
            continue
        if sign not in "+-" or (name not in ICONS and word.text in ICONS):
            icon = shortened(word.text)
            raise BadWord(f"an icon is expected lit or dark: +{icon} or -{icon}")
        if name not in ICONS:
            raise BadWord(f"{quoted(name)} is no icon{nearest(name, ICONS)}")
        (lit if sign == "+" else dark).add(name)
    if not exact and not lit | dark and not any(word.wild for word in read.words):
        raise BadWord("expect icons wants icons: +J1 -PRET, or = J1 SON F")
    if lit & dark:
        raise BadWord(f"{min(lit & dark)} cannot be lit and dark at once")
    return steps.ExpectIcons(read.place, frozenset(lit), frozenset(dark), exact, read.limit())


def _expect_error(read: Reader) -> Step:
    return steps.ExpectError(read.place, read.number("an error", 1, ERRORS), read.limit())


def _expect_no(read: Reader) -> Step:
    read.one_of('the word "error"', ("error",))
    return steps.ExpectError(read.place, 0, read.limit())


def _expect_beep(read: Reader) -> Step:
    name = read.one_of("a beep", (*BEEPS, "tune"))
    if name == "tune":
        name = read.one_of("a tune", TUNES)
    return steps.ExpectBeep(read.place, name, read.limit())


def _expect_never(read: Reader) -> Step:
    if read.more() and not read.words[read.next].wild and read.peek() not in ("", "error"):
        raise BadWord(f"{quoted(read.peek())} is no text{nearest(read.peek(), ('error',))}")
    text = None if read.accept("error") else read.text()
    value = None if text is None else read.value()
    read.one_of('the word "during"', ("during",))
    return steps.ExpectNever(read.place, text, value, read.time("a time"))


def _expect_roll(read: Reader) -> Step:
    return steps.ExpectRoll(read.place, read.text(), read.limit())


def _set(read: Reader) -> Step:
    settable = [name for name, noun in NOUNS.items() if noun.settable]
    name = read.one_of("something the bench can set", settable)
    noun = NOUNS.get(name)
    if noun is None:  # a parameter: checked at the call
        read.next = len(read.words)
        return steps.SetNoun(read.place, name, ())
    index = tuple(read.kind(kind) for kind in noun.which)
    return steps.SetNoun(read.place, name, index + _values(read, noun.value, noun.optional))


def _battery(read: Reader) -> Step:
    word = read.plain("a voltage")
    return steps.Battery(read.place, 0 if word.wild else millivolts(word.text))


def _names(read: Reader) -> Step:
    given = [read.text()]
    while read.more():
        given.append(read.text())
    return steps.Names(read.place, player_names(given))


def _state(read: Reader) -> Step:
    number, digest, record = _kept(read)
    return steps.State(read.place, number, digest, record)


def _resume(read: Reader) -> Step:
    number, digest, record = _kept(read)
    return steps.Resume(read.place, number, digest, record, read.words[0].text == "adopt")


def _kept(read: Reader) -> tuple[int, str, str]:
    """An operation and the digest after it; in a save also a check sum and a record."""
    number = read.number("an operation", 0, 10**12)
    digest = read.plain("a digest")
    if not digest.wild and (len(digest.text) != 16 or digest.text.strip("0123456789abcdef")):
        raise BadWord(f"{quoted(digest.text)} is no digest: 16 hexadecimal digits")
    if not read.more():
        return number, digest.text, ""
    read.plain("a check sum")
    return number, digest.text, read.text()


def _memory(read: Reader) -> Step:
    read.one_of("what memory does", ("fails",))
    return steps.MemoryFails(read.place)


_EXPECTATIONS: dict[str, Callable[[Reader], Step]] = {
    "icons": _expect_icons,
    "error": _expect_error,
    "no": _expect_no,
    "beep": _expect_beep,
    "never": _expect_never,
    "roll": _expect_roll,
}
GRAMMAR: dict[str, Callable[[Reader], Step]] = {
    "start": lambda read: steps.Start(read.place),
    "press": _press,
    "type": _type,
    "down": lambda read: steps.Edge(read.place, read.key(), True),
    "up": lambda read: steps.Edge(read.place, read.key(), False),
    "wait": _wait,
    "expect": _expect,
    "battery": _battery,
    "power": lambda read: steps.Power(read.place, read.one_of("on or off", ("on", "off")) == "on"),
    "set": _set,
    "names": _names,
    "state": _state,
    "resume": _resume,
    "adopt": _resume,
    "memory": _memory,
}
