"""A reader of TOML for an engine that has none, and of all that an edition's file may contain.

    toml_of('name = "Lyon"')      {"name": "Lyon"}; TomlError names the line that is wrong

Only what a field of an edition can be is read, with the value that tomllib gives it: text, whole
numbers, true and false, lists and tables. Dates, fractions, other bases than ten and lists of
`[[tables]]` are refused.
"""

from __future__ import annotations

from typing import Any

LARGEST = 200_000
"""Characters of a file: twenty times an edition."""
DEEPEST = 32
"""Brackets within each other; an edition has three."""
BARE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")
ESCAPES = {
    "b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "\\": "\\",
}  # fmt: skip
WORDS: dict[str, Any] = {"true": True, "false": False}
Table = dict[str, Any]


class TomlError(ValueError):
    """The text says what is wrong, and in which line."""


def toml_of(text: str) -> Table:
    return _Reader(text.replace("\r\n", "\n") + "\n").read_document()


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0
        self.closed: list[Table] = []
        """The tables that nothing can be added to: inline tables, and those with a header."""

    def fault(self, what: str) -> TomlError:
        line = self.text[: self.at].count("\n") + 1
        return TomlError(f"{what} (at line {line})")

    def read_document(self) -> Table:
        top: Table = {}
        table = top
        while self.skip(" \t\n"):
            if self.take("["):
                table = self.open(top, self.read_keys("]"))
            else:
                self.read_pair(table)
            self.skip(" \t")
            if self.text[self.at] != "\n":
                raise self.fault("a line goes on behind its end")
        return top

    # -- signs

    def skip(self, blanks: str) -> bool:
        """Skip blanks and a comment. Returns whether anything is left."""
        text = self.text
        while self.at < len(text) and text[self.at] in blanks:
            self.at += 1
        if text[self.at : self.at + 1] == "#":
            self.at = text.find("\n", self.at)
            return self.skip(blanks)
        return self.at < len(text)

    def take(self, word: str) -> bool:
        """Go behind this word, if it is the next one."""
        is_next = self.text[self.at : self.at + len(word)] == word
        if is_next:
            self.at += len(word)
        return is_next

    # -- keys

    def read_keys(self, end: str) -> list[str]:
        """Read `a."b c".d` up to and with this end."""
        keys = []
        while True:
            self.skip(" \t")
            keys.append(self.read_key())
            self.skip(" \t")
            if self.take(end):
                return keys
            if not self.take("."):
                raise self.fault(f"{end} is missing behind a name")

    def read_key(self) -> str:
        if self.text[self.at] in "\"'":
            return self.read_text()
        start = self.at
        while self.text[self.at] in BARE:
            self.at += 1
        if start == self.at:
            raise self.fault("no name of a field")
        return self.text[start : self.at]

    def step(self, table: Table, keys: list[str]) -> Table:
        """Go down into tables, which are made where there are none."""
        for key in keys:
            inner = table.setdefault(key, {})
            if not isinstance(inner, dict):
                raise self.fault(f"{key} is no table")
            table = inner
        return table

    def open(self, top: Table, keys: list[str]) -> Table:
        """Begin a table by its header."""
        outer = self.step(top, keys[:-1])
        table = outer.setdefault(keys[-1], {})
        if not isinstance(table, dict) or any(table is one for one in self.closed):
            raise self.fault(f"{keys[-1]} is given twice")
        self.closed.append(table)
        return table

    def read_pair(self, table: Table) -> None:
        keys = self.read_keys("=")
        inner = self.step(table, keys[:-1])
        if keys[-1] in inner or (len(keys) > 1 and any(inner is one for one in self.closed)):
            raise self.fault(f"{keys[-1]} is given twice")
        self.skip(" \t")
        inner[keys[-1]] = self.read_value()

    # -- values

    def read_value(self) -> Any:
        sign = self.text[self.at]
        if sign in "\"'":
            return self.read_text(many=True)
        if sign not in "[{":
            return self.read_word()
        self.depth += 1
        if self.depth > DEEPEST:
            raise ValueError("nested too deeply")
        self.at += 1
        value: Any = self.read_list() if sign == "[" else self.read_inline()
        self.depth -= 1
        return value

    def read_list(self) -> list[Any]:
        values: list[Any] = []
        while True:
            self.skip(" \t\n")
            if self.take("]"):
                return values
            if self.at == len(self.text):
                raise self.fault("a list has no end")
            values.append(self.read_value())
            self.skip(" \t\n")
            if not self.take(",") and self.text[self.at : self.at + 1] != "]":
                raise self.fault("a list has no end")

    def read_inline(self) -> Table:
        table: Table = {}
        self.skip(" \t")
        while not self.take("}"):
            self.read_pair(table)
            self.skip(" \t")
            if self.take(","):
                self.skip(" \t")
                if self.text[self.at] == "}":
                    raise self.fault("a comma stands at the end of a table")
            elif self.text[self.at] != "}":
                raise self.fault("a table has no end")
        self.closed.append(table)
        return table

    def read_word(self) -> Any:
        """Read a whole number, true or false."""
        start = self.at
        while self.text[self.at] not in " \t\n,]}#":
            self.at += 1
        word = self.text[start : self.at]
        if word in WORDS:
            return WORDS[word]
        number = _number_of(word)
        if number is None:
            self.at = start
            raise self.fault("no value that is known here")
        return number

    def read_text(self, many: bool = False) -> str:
        """Read a text in quotes. With `many`, three of them may hold several lines."""
        quote = self.text[self.at]
        end = 3 * quote if many and self.take(3 * quote) else quote
        if end == quote:
            self.at += 1
        else:
            self.take("\n")
        pieces = []
        while not self.take(end):
            sign = self.text[self.at : self.at + 1]
            if not sign or (sign == "\n" and end == quote) or (sign < " " and sign not in "\t\n"):
                raise self.fault("a text has no end")
            self.at += 1
            pieces.append(self.read_escape(end) if sign == "\\" and quote == '"' else sign)
        while end != quote and self.take(quote):  # a quote before the end belongs to the text
            pieces.append(quote)
        return "".join(pieces)

    def read_escape(self, end: str) -> str:
        sign = self.text[self.at]
        if sign in ESCAPES:
            self.at += 1
            return ESCAPES[sign]
        if sign in "uU":
            size = 4 if sign == "u" else 8
            digits = self.text[self.at + 1 : self.at + 1 + size]
            self.at += 1 + size
            try:
                code = int(digits, 16)
                if len(digits) == size and "_" not in digits and not 0xD800 <= code < 0xE000:
                    return chr(code)
            except (ValueError, OverflowError):
                pass
        elif len(end) == 3 and not self.text[self.at : self.text.find("\n", self.at)].strip():
            while self.at < len(self.text) and self.text[self.at] in " \t\n":
                self.at += 1
            return ""
        raise self.fault("no sign is written like this")


def _number_of(word: str) -> int | None:
    """Return the whole number that a word is; None if it is not one."""
    digits = word[1:] if word[:1] in ("+", "-") else word
    plain = digits.replace("_", "")
    if not (plain.isascii() and plain.isdigit()) or "__" in digits or "_" in digits[0] + digits[-1]:
        return None
    return None if plain[0] == "0" != plain else int(word.replace("_", ""))
