"""Reads script files into statements: words, includes, macros.

The work is bounded for any file: bytes, lines and depth are limited, circular includes refused.
"""

import os
import re
from typing import NamedTuple

from banquier.script.errors import Place, ScriptError, ScriptErrors, readable
from banquier.script.header import FIELDS, Header, first_line
from banquier.script.reader import Word
from banquier.script.steps import STEPS
from banquier.script.vocabulary import quoted
from keypad.keys import NAMES

LONGEST_LINE = 4096  # characters
LARGEST = 32 << 20  # bytes, of all files together
MOST_LINES = 1_000_000
MOST_INCLUDES = 1000
DEEPEST = 64  # depth of includes and of calls
MOST_MACROS = 1000
MOST_PARAMETERS = 16
MOST_MISTAKES = 20
"""Most mistakes reported of one script; reading stops there."""

STEP_WORDS = ("include", "def", "end", *STEPS)


class Statement(NamedTuple):
    place: Place
    words: list[Word]


class Macro(NamedTuple):
    place: Place
    parameters: tuple[str, ...]
    body: list[Statement]


_PIECE = re.compile(r'[^\S\n]*(?:"([^"]*)"|([^\s"#;(),=]+)|([;(),=])|(#.*)|(.))')
_FIRST_WORD = re.compile(r"\s*([^\W\d][\w-]*)\s*(\()?")
_NAME = re.compile(r"[^\W\d][\w-]*")


def cut(line: str, place: Place) -> list[list[Word]]:
    """The statements of a line, each as words."""
    statements: list[list[Word]] = [[]]
    for text, word, mark, comment, stray in _PIECE.findall(line):
        if word:
            statements[-1].append(Word(word))
        elif mark == ";":
            statements.append([])
        elif mark:
            statements[-1].append(Word(mark))
        elif stray == '"':
            raise ScriptError("a quotation mark opens a text that no other one closes", place)
        elif stray or comment:
            continue
        else:
            statements[-1].append(Word(text, quoted=True))
    return statements


def _place(path: str, line: int, asked: Place | None) -> Place:
    """`asked`: the place of the include."""
    return Place(path, line, "included" if asked else "", asked)


class Source:
    """A script with its includes: header, macros by name, lines in order."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.header = Header()
        self.macros: dict[str, Macro] = {}
        self.lines: list[Statement] = []
        self.mistakes: list[ScriptError] = []
        self._open: list[str] = []  # files being read, the outermost first
        self._bytes = self._read = self._includes = 0
        self._macro: tuple[str, Macro] | None = None
        self._nested = 0  # depth of `def` inside a `def`, which is a mistake
        self._late_header = False

    def read(self, text: str) -> None:
        """A script as text; `path` is its name, and includes are relative to it."""
        self._text(self.path, text, None)
        self._check_header()

    def _check_header(self) -> None:
        try:
            self.header.check()
        except ScriptError as error:
            self.mistakes.append(error)

    # -- files

    def text_of(self, path: str, asked: Place | None = None) -> str:
        """`asked`: the place of the include."""
        if asked and os.path.exists(path) and not os.path.isfile(path):
            raise ScriptError(f"cannot read {readable(path)}: it is no file", asked)
        try:
            with open(path, "rb") as file:
                data = file.read(LARGEST - self._bytes + 1)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or "no such file"
            raise ScriptError(f"cannot read {readable(path)}: {reason.lower()}", asked) from None
        self._bytes += len(data)
        if self._bytes > LARGEST:
            raise ScriptError(f"{readable(path)}: more than {LARGEST >> 20} MiB of script", asked)
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise ScriptError("this is no text in UTF-8", _place(path, line, asked)) from None
        if asked and not _may_be_script(text):
            raise ScriptError(f"{readable(path)} is no script", asked)
        return text

    def _text(self, path: str, text: str, asked: Place | None) -> None:
        self._open.append(os.path.realpath(path))
        self._read += text.count("\n") + 1
        if self._read > MOST_LINES:
            raise ScriptError(f"{readable(path)}: more than {MOST_LINES} lines", asked)
        for number, line in enumerate(text.split("\n"), 1):
            place = _place(path, number, asked)
            if number == 1 and (asked is None or line.split()[:1] == ["banquier"]):
                first_line(line[:LONGEST_LINE], place)
                continue
            try:
                self._line(line, place)
            except ScriptErrors:  # of an included file, at which reading stops
                raise
            except ScriptError as error:
                self.mistakes.append(error)
                if len(self.mistakes) >= MOST_MISTAKES:
                    raise ScriptErrors(self.mistakes) from None
        if self._macro is not None:
            self.mistakes.append(ScriptError("def without end", self._macro[1].place))
            self._macro = None
        self._open.pop()

    def _line(self, line: str, place: Place) -> None:
        if len(line) > LONGEST_LINE:
            raise ScriptError(f"a line of more than {LONGEST_LINE} characters", place)
        for words in cut(line, place):
            if words:
                self._statement(words, place)

    # -- header, include, def

    def _statement(self, words: list[Word], place: Place) -> None:
        verb = words[0].text if not words[0].quoted else ""
        if verb == "def":
            self._define(words, place)
        elif verb == "end":
            if self._nested:
                self._nested -= 1
                return
            if self._macro is None or len(words) > 1:
                raise ScriptError("end stands alone, and closes a def", place)
            if self._macro[0]:
                self.macros[self._macro[0]] = self._macro[1]
            self._macro = None
        elif verb in FIELDS:
            self._field(words, place)
        elif verb == "include":
            self._include(words, place)
        elif self._macro is not None:
            self._macro[1].body.append(Statement(place, words))
        else:
            self.lines.append(Statement(place, words))

    def _field(self, words: list[Word], place: Place) -> None:
        if self._macro is not None or self.lines or place.parent is not None:
            if self._late_header:
                return  # reported once
            self._late_header = True
            raise ScriptError(
                f"{words[0].text} belongs to the header, before the first step of the script", place
            )
        self.header.read([word.text for word in words], place)

    def _include(self, words: list[Word], place: Place) -> None:
        if len(words) != 2 or not words[1].quoted or not words[1].text:
            raise ScriptError('include is followed by a file: include "opening.keys"', place)
        if self._macro is not None:
            raise ScriptError("include stands outside of def", place)
        path = os.path.normpath(os.path.join(os.path.dirname(place.file), words[1].text))
        try:
            real = os.path.realpath(path)
        except (OSError, ValueError):
            raise ScriptError(f"cannot read {quoted(path)}: no such file", place) from None
        if real in self._open:
            circle = [*self._open[self._open.index(real) :], real]
            names = " → ".join(os.path.basename(name) for name in circle)
            raise ScriptError(f"the includes go round in a circle: {names}", place)
        self._includes += 1
        if self._includes > MOST_INCLUDES or len(self._open) >= DEEPEST:
            raise ScriptError("too many includes, or too deep within each other", place)
        self._text(path, self.text_of(path, place), place)

    def _define(self, words: list[Word], place: Place) -> None:
        if self._macro is not None:
            self._nested += 1
            raise ScriptError("def within def: the one before wants its end first", place)
        self._macro = (
            "",
            Macro(place, (), []),
        )  # lines up to `end` are its body, also after a mistake
        usage = "a macro opens as def name(a, b)"
        if len(words) < 2 or words[1].quoted:
            raise ScriptError(usage, place)
        name = words[1].text
        self._free(name, "macro", place)
        known = self.macros.get(name)
        if known is not None and known.place[:2] != place[:2]:
            raise ScriptError(f"macro {quoted(name)} was defined already at {known.place}", place)
        parameters = tuple(word.text for word in arguments(words[2:], usage, place))
        for parameter in parameters:
            self._free(parameter, "parameter", place)
        if len(set(parameters)) < len(parameters):
            raise ScriptError(f"two parameters of {quoted(name)} have the same name", place)
        if len(self.macros) >= MOST_MACROS:
            raise ScriptError(f"more than {MOST_MACROS} macros", place)
        self._macro = (name, Macro(place, parameters, []))

    def _free(self, name: str, what: str, place: Place) -> None:
        if name.upper() in NAMES:
            raise ScriptError(f"{what} {quoted(name)} would hide the key {name.upper()}", place)
        if name in STEP_WORDS or name in FIELDS:
            raise ScriptError(f"{what} {quoted(name)} would hide a word of the language", place)
        if not _NAME.fullmatch(name):
            raise ScriptError(f"{quoted(name)} is no name for a {what}", place)


def _may_be_script(text: str) -> bool:
    """Whether the first line looks like a script. Errors about other files must not quote them:
    they may hold secrets."""
    for line in text.split("\n"):
        if line.strip() and not line.lstrip().startswith("#"):
            found = _FIRST_WORD.match(line[:LONGEST_LINE])
            word = found[1] if found else ""
            known = word in STEP_WORDS or word in FIELDS or word == "banquier"
            return known or line.startswith("@") or bool(found and found[2])
    return True


def arguments(words: list[Word], usage: str, place: Place) -> list[Word]:
    """The arguments between parentheses."""
    marks = [None if word.quoted else word.text for word in words]
    if len(marks) < 2 or marks[0] != "(" or marks[-1] != ")":
        raise ScriptError(usage, place)
    if len(marks) == 2:
        return []
    if len(marks) % 2 == 0 or any(mark != "," for mark in marks[2:-1:2]):
        raise ScriptError(usage, place)
    if any(mark in ("(", ")", ",", "=") for mark in marks[1:-1:2]):
        raise ScriptError(usage, place)
    given = words[1:-1:2]
    if len(given) > MOST_PARAMETERS:
        raise ScriptError(f"a macro has at most {MOST_PARAMETERS} parameters", place)
    return given
