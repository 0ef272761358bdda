"""Reads the words of one statement from left to right; a wrong word raises `BadWord`."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from banquier.script.errors import Place
from banquier.script.vocabulary import (
    YES_OR_NO,
    BadWord,
    Kind,
    nearest,
    number,
    of_kind,
    quoted,
    ticks,
)
from keypad.keys import NAMES, PULSE


class Word(NamedTuple):
    """`wild`: a parameter of a macro that is being checked; any word may replace it."""

    text: str
    quoted: bool = False
    wild: bool = False


_KEYS = frozenset(NAMES)


class Reader:
    """Reads the words of one statement from the left."""

    def __init__(self, words: list[Word], place: Place) -> None:
        self.words = words
        self.place = place
        self.verb = words[0].text
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

    def values(self, kinds: tuple[Kind, ...], optional: int) -> tuple[int | str, ...]:
        """The facts of a noun; the last `optional` ones may be left out."""
        needed = len(kinds) - optional
        found = []
        for at, kind in enumerate(kinds):
            if at >= needed and (not self.more() or self.peek() == "within"):
                break
            found.append(self.kind(kind))
        return tuple(found)
