"""Parser of the `.keys` language: a file into checked steps, in one pass.

    script = parse_file("rent.keys")
    script.header.players, script.steps

Errors are `ScriptError`; docs/scripts.md has the grammar and examples. Includes are read where they
stand, a macro's words are replaced at each call. The work is bounded for any file: bytes, depth,
and lines, those of macros and includes counted each time.
"""

import os
import re
from typing import NamedTuple

from banquier.editions.edition_file import EditionError, editions
from banquier.say import readable
from banquier.script import steps
from banquier.script.errors import Place, ScriptError, ScriptErrors
from banquier.script.events import parse_recording
from banquier.script.grammar import LONGEST_LINE, Word, cut, match
from banquier.script.header import FIELDS, Header, first_line
from banquier.script.player import Script, Step
from banquier.script.vocabulary import nearest, number, quote, shorten
from banquier.trouble import reason
from keypad.keys import NAMES

LARGEST = 32 << 20  # bytes, of all files together
MOST_LINES = 250_000
DEEPEST = 64  # depth of includes and calls within each other
MOST_MISTAKES = 20
"""Most mistakes reported of one script; reading stops there."""

_BLOCKS = ("include", "def", "end")
STEP_WORDS = (*_BLOCKS, *steps.STEPS)

_FIRST_WORD = re.compile(r"\s*([^\W\d][\w-]*)\s*(\()?")
_RECORD = re.compile(r"(@\d+ state \d+ [0-9a-f]{16}) [0-9a-f]{16} \{.*\}", re.ASCII)
"""The part of a recorded mark that a script made of the recording leaves out."""
_NAME = re.compile(r"[^\W\d][\w-]*")


def parse_file(path: str) -> Script:
    reading = _Reading(path)
    return reading.script(reading.text_of(path))


def parse(text: str, name: str = "script.keys") -> Script:
    return _Reading(name).script(text)


class Macro(NamedTuple):
    place: Place
    name: str
    parameters: list[str]
    body: list[tuple[Place, list[Word]]]


class _Reading:
    def __init__(self, path: str) -> None:
        self.path = path
        self.header = Header()
        self.steps: list[Step] = []
        self.macros: dict[str, Macro] = {}
        self.mistakes: dict[tuple[str, int, str], ScriptError] = {}
        """Each mistake once, however often its line is included or called."""
        self._open: list[str] = []  # files and macros that are being read, the outermost first
        self._bytes = self._lines = self._tick = 0
        self._macro: Macro | None = None  # lines up to its `end` are its body
        self._nested = 0  # depth of `def` inside a `def`, which is a mistake

    def script(self, text: str) -> Script:
        """A recording is one step; the language is for all else."""
        if recording := parse_recording(text, self.path):
            step = Step(Place(self.path, 1), "", steps.replay, (recording,))
            return Script(self.path, recording.header, [step], recording)
        self._file(self.path, text, None)
        try:
            self.header.check()
        except ScriptError as error:
            self._mistake(error, Place(self.path, 0))
        if self.mistakes:
            raise ScriptErrors([*self._edition_mistake(), *self.mistakes.values()])
        return Script(self.path, self.header, self.steps)

    def _edition_mistake(self) -> list[ScriptError]:
        """Return why the edition cannot be loaded. Without other mistakes the unit reports it."""
        try:
            editions(self.header.edition, rules=self.header.rules)
        except EditionError as error:
            return [ScriptError(str(error), self.header.given["edition"])]
        return []

    def _mistake(self, error: ScriptError, place: Place) -> None:
        """`place`: unless it has one of its own."""
        if isinstance(error, ScriptErrors):
            raise error
        file, line, *_ = error.place = error.place or place
        self.mistakes.setdefault((file, line, error.sentence), error)
        if len(self.mistakes) >= MOST_MISTAKES:
            raise ScriptErrors(list(self.mistakes.values()))

    def _enter(self, name: str) -> None:
        """A file or a macro is read; `_open.pop()` ends it."""
        if name in self._open:
            cycle = [*self._open[self._open.index(name) :], name]
            names = " → ".join(os.path.basename(one) for one in cycle)
            raise ScriptError(f"includes or macros form a cycle: {names}")
        if len(self._open) >= DEEPEST:
            raise ScriptError(f"includes and macros are more than {DEEPEST} deep")
        self._open.append(name)

    def _count(self, lines: int) -> None:
        self._lines += lines
        if self._lines > MOST_LINES:
            much = f"more than {MOST_LINES} lines, with those of includes and macros at each call"
            raise ScriptErrors([*self.mistakes.values(), ScriptError(much, Place(self.path, 0))])

    # -- files

    def text_of(self, path: str, asked: Place | None = None) -> str:
        """`asked`: the place of the include."""
        if asked and os.path.exists(path) and not os.path.isfile(path):
            raise ScriptError(f"cannot read {readable(path)}: it is not a file")
        try:
            with open(path, "rb") as file:
                data = file.read(LARGEST - self._bytes + 1)
        except (OSError, ValueError) as error:
            raise ScriptError(f"cannot read {readable(path)}: {reason(error)}") from None
        self._bytes += len(data)
        if self._bytes > LARGEST:
            raise ScriptError(f"{readable(path)}: more than {LARGEST >> 20} MiB of script")
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise ScriptError("this is not a text in UTF-8", _place(path, line, asked)) from None
        if asked and not _may_be_script(text):
            raise ScriptError(f"{readable(path)} is not a script")
        return text

    def _file(self, path: str, text: str, asked: Place | None) -> None:
        self._enter(os.path.realpath(path))
        self._count(text.count("\n") + 1)
        for number_, line in enumerate(text.split("\n"), 1):
            place = _place(path, number_, asked)
            if number_ == 1 and (asked is None or line.split()[:1] == ["banquier"]):
                first_line(line[:LONGEST_LINE], place)
                continue
            try:
                for words in cut(_RECORD.sub(r"\1", line)):
                    self._parse_statement(words, place)
            except ScriptError as error:
                self._mistake(error, place)
        if self._macro is not None:
            self._mistake(ScriptError("def without end"), self._macro.place)
            self._macro = None
        self._open.pop()

    # -- statements

    def _parse_statement(self, words: list[Word], place: Place) -> None:
        """Read a statement; a mistake in it is kept."""
        try:
            self._dispatch(words, place)
        except ScriptError as error:
            self._mistake(error, place)

    def _dispatch(self, words: list[Word], place: Place) -> None:
        verb = "" if words[0].quoted else words[0].text
        tick = -1
        if self._macro is not None:
            self._body(words, verb, place, self._macro)
            return
        if verb.startswith("@"):
            tick = number(verb[1:], "a tick after @", 0, 10**15)
            if tick < self._tick:
                raise ScriptError(f"@{tick} comes after @{self._tick}: times only go up")
            self._tick = tick
            words = words[1:] or [Word("wait"), Word("0t")]
            verb = "" if words[0].quoted else words[0].text
        calls = len(words) > 1 and words[1] == Word("(")
        if verb in _BLOCKS or (verb in FIELDS and not (tick >= 0 and verb in steps.STEPS)):
            if tick >= 0:
                raise ScriptError(f"{verb} opens its own line, without @")
            self._block(words, verb, place)
        elif verb in steps.STEPS:
            usage, arguments = match(steps.STEPS[verb], words)
            self.steps.append(Step(place, verb, usage.do, arguments, tick))
        elif verb and calls:
            self._call(verb, words, place, tick)
        elif verb in self.macros:
            raise ScriptError(f"a macro is called with parentheses: {verb}()")
        else:
            word, known = words[0].text, (*STEP_WORDS, *FIELDS, *self.macros)
            raise ScriptError(f"{quote(word)} is not a step{nearest(word, known)}")

    def _block(self, words: list[Word], verb: str, place: Place) -> None:
        if verb == "include":
            self._include(words, place)
        elif verb == "def":
            self._macro = Macro(place, "", [], [])  # also after a mistake
            self._macro = self._define_macro(words, place)
        elif verb == "end":
            raise ScriptError("end stands alone, and closes a def")
        elif self.steps or place.parent is not None:
            raise ScriptError(f"{verb} belongs to the header, before the first step of the script")
        else:
            self.header.read([word.text for word in words], place)

    def _include(self, words: list[Word], place: Place) -> None:
        if len(words) != 2 or not words[1].quoted or not words[1].text:
            raise ScriptError('include is followed by a file: include "opening.keys"')
        path = os.path.normpath(os.path.join(os.path.dirname(place.file), words[1].text))
        if "\0" in path:
            raise ScriptError(f"cannot read {quote(path)}: no such file")
        self._file(path, self.text_of(path, place), place)

    # -- macros

    def _define_macro(self, words: list[Word], place: Place) -> Macro:
        form = "a macro opens as def name(a, b)"
        if len(words) < 2 or words[1].quoted:
            raise ScriptError(form)
        name = words[1].text
        known = self.macros.get(name)
        if known is not None and known.place[:2] != place[:2]:
            raise ScriptError(f"macro {quote(name)} was defined already at {known.place}")
        parameters = [word.text for word in arguments(words[2:], form)]
        for what, new in (("macro", name), *(("parameter", one) for one in parameters)):
            if new.upper() in NAMES:
                raise ScriptError(f"{what} {quote(new)} would hide the key {new.upper()}")
            if new in STEP_WORDS or new in FIELDS:
                raise ScriptError(f"{what} {quote(new)} would hide a word of the language")
            if not _NAME.fullmatch(new):
                raise ScriptError(f"{quote(new)} is not a name for a {what}")
        if len(set(parameters)) < len(parameters):
            raise ScriptError(f"two parameters of {quote(name)} have the same name")
        return Macro(place, name, parameters, [])

    def _body(self, words: list[Word], verb: str, place: Place, macro: Macro) -> None:
        if verb == "def":
            self._nested += 1
            raise ScriptError("def within def: the one before wants its end first")
        if verb != "end":
            macro.body.append((place, words))
        elif self._nested:
            self._nested -= 1
        elif len(words) > 1:
            raise ScriptError("end stands alone, and closes a def")
        else:
            self._macro = None
            if macro.name:
                self.macros[macro.name] = macro

    def _call(self, name: str, words: list[Word], place: Place, tick: int) -> None:
        macro = self.macros.get(name)
        if macro is None:
            raise ScriptError(
                f"no macro is called {quote(name)} so far{nearest(name, self.macros)}"
            )
        given = arguments(words[1:], f"a macro is called as {name}(3, 4)")
        if len(given) != len(macro.parameters):
            raise ScriptError(
                f"{name} takes {len(macro.parameters)} words between its parentheses, "
                f"not {len(given)}"
            )
        if tick >= 0:
            self._parse_statement([Word(f"@{tick}")], place)
        replaced = dict(zip(macro.parameters, given, strict=True))
        shown = (quote(one.text) if one.quoted else shorten(one.text) for one in given)
        via = f"in {name}({', '.join(shown)}), called"
        self._enter(name)
        self._count(len(macro.body))
        for home, body in macro.body:
            line = [word if word.quoted else replaced.get(word.text, word) for word in body]
            self._parse_statement(line, Place(home.file, home.line, via, place))
        self._open.pop()


def arguments(words: list[Word], form: str) -> list[Word]:
    """Return the arguments between parentheses."""
    marks = [None if word.quoted else word.text for word in words]
    given = words[1:-1:2]
    if (
        marks[:1] != ["("] or marks[1:][-1:] != [")"] or (len(marks) % 2 == 0 and given)
        or any(mark != "," for mark in marks[2:-1:2])
        or any(mark in ("(", ")", ",", "=") for mark in marks[1:-1:2])
    ):  # fmt: skip
        raise ScriptError(form)
    return given


def _place(path: str, line: int, asked: Place | None) -> Place:
    """`asked`: the place of the include."""
    return Place(path, line, "included" if asked else "", asked)


def _may_be_script(text: str) -> bool:
    """Check if the first line looks like a script. Errors about other files must not quote them:
    they may hold secrets."""
    for line in text.split("\n"):
        if line.strip() and not line.lstrip().startswith("#"):
            found = _FIRST_WORD.match(line[:LONGEST_LINE])
            word = found[1] if found else ""
            known = word in STEP_WORDS or word in FIELDS or word == "banquier"
            return known or line.startswith("@") or bool(found and found[2])
    return True
