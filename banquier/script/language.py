"""Parser of the `.keys` language: a file into checked steps.

    script = parse_file("rent.keys")
    script.header.players, script.steps

Errors are `ScriptError`; docs/scripts.md has the grammar and examples.
"""

from typing import NamedTuple

from banquier.script import steps
from banquier.script.errors import Place, ScriptError, ScriptErrors
from banquier.script.events import recorded
from banquier.script.header import FIELDS, Header
from banquier.script.play_state import Step
from banquier.script.reader import Reader, Word
from banquier.script.source import DEEPEST, MOST_MISTAKES, STEP_WORDS, Source, Statement, arguments
from banquier.script.vocabulary import BadWord, nearest, number, quoted, shortened

MOST_STEPS = 250_000
"""Largest number of steps from macro calls."""


class Script(NamedTuple):
    file: str
    header: Header
    steps: list[Step]


def parse_file(path: str) -> Script:
    source = Source(path)
    return _read(source, source.text_of(path))


def parse(text: str, name: str = "script.keys") -> Script:
    return _read(Source(name), text)


def _read(source: Source, text: str) -> Script:
    """A recording is one step; the language is for all else."""
    if recording := recorded(text, source.path):
        step = steps.Recorded(Place(source.path, 1), recording)
        return Script(source.path, recording.header, [step])
    source.read(text)
    return _compile(source)


def _compile(source: Source) -> Script:
    """ScriptErrors lists all mistakes of the script."""
    mistakes = source.mistakes
    called: dict[str, set[str]] = {}
    for name, macro in source.macros.items():
        checker = _Compiler(source, expand=False)
        mistakes += checker.lines(
            [
                Statement(place, [_as_parameter(word, macro.parameters) for word in words])
                for place, words in macro.body
            ]
        )
        called[name] = checker.called
    _no_circle(called, source)
    compiler = _Compiler(source, expand=not mistakes)
    mistakes += compiler.lines(source.lines)
    if mistakes:
        raise ScriptErrors(mistakes[:MOST_MISTAKES])
    return Script(source.path, source.header, compiler.steps)


def _as_parameter(word: Word, parameters: tuple[str, ...]) -> Word:
    return Word(word.text, wild=True) if word.text in parameters and not word.quoted else word


def _no_circle(called: dict[str, set[str]], source: Source) -> None:
    """Find macros that call themselves: remove those that call only removed ones; the rest do."""
    left = dict(called)
    while done := [name for name, calls in left.items() if calls.isdisjoint(left)]:
        for name in done:
            del left[name]
    if not left:
        return
    walk = [min(left)]
    while (callee := min(left[walk[-1]] & left.keys())) not in walk:
        walk.append(callee)
    circle = " → ".join([*walk[walk.index(callee) :], callee])
    raise ScriptError(
        f"the macros call each other in a circle: {circle}", source.macros[callee].place
    )


class _Compiler:
    """Turns statements into steps.

    `expand`: calls too. A macro with mistakes is not expanded: each call would report them again.
    """

    def __init__(self, source: Source, expand: bool) -> None:
        self.macros = source.macros
        self.expand = expand
        self.steps: list[Step] = []
        self.called: set[str] = set()
        self.expanded = 0
        self.at = 0

    def lines(self, lines: list[Statement]) -> list[ScriptError]:
        """The mistakes in these statements."""
        mistakes: list[ScriptError] = []
        for line in lines:
            try:
                self.statement(line.words, line.place, 0)
            except BadWord as bad:
                mistakes.append(ScriptError(str(bad), line.place))
            except ScriptError as error:
                mistakes.append(error)
            if len(mistakes) >= MOST_MISTAKES:
                break
        return mistakes

    def statement(self, words: list[Word], place: Place, depth: int) -> None:
        """`depth`: in how many calls it stands."""
        first = words[0]
        if first.text.startswith("@") and not first.quoted:
            tick = number(first.text[1:], "a tick after @", 0, 10**15)
            self.reach(tick, place)
            self.steps.append(steps.At(place, tick))
            words = words[1:]
            if not words:
                return
            first = words[0]
        verb = "" if first.quoted or first.wild else first.text
        read = steps.STEPS.get(verb)
        if read is not None:
            reader = Reader(words, place)
            self.steps.append(read(reader))
            reader.end()
        elif len(words) > 1 and words[1].text == "(" and verb:
            self.call(verb, words, place, depth)
        elif verb in self.macros:
            raise BadWord(f"a macro is called with parentheses: {verb}()")
        elif verb in FIELDS or verb in ("include", "def", "end"):
            raise BadWord(f"{verb} opens its own line, without @")
        else:
            known = (*STEP_WORDS, *FIELDS, *self.macros)
            raise BadWord(f"{quoted(first.text)} is no step{nearest(first.text, known)}")

    def reach(self, tick: int, place: Place) -> None:
        if tick < self.at:
            raise ScriptError(f"@{tick} comes after @{self.at}: times only go up", place)
        self.at = tick

    def call(self, name: str, words: list[Word], place: Place, depth: int) -> None:
        macro = self.macros.get(name)
        if macro is None:
            raise BadWord(f"no macro is called {quoted(name)}{nearest(name, self.macros)}")
        given = arguments(words[1:], f"a macro is called as {name}(3, 4)", place)
        if len(given) != len(macro.parameters):
            raise BadWord(
                f"{name} takes {len(macro.parameters)} words between its parentheses, "
                f"not {len(given)}"
            )
        self.called.add(name)
        if not self.expand:
            return
        if depth >= DEEPEST:
            raise BadWord(f"macros call each other more than {DEEPEST} deep")
        replaced = dict(zip(macro.parameters, given, strict=True))
        shown = ", ".join(
            quoted(word.text) if word.quoted else shortened(word.text) for word in given
        )
        via = f"in {name}({shown}), called"
        for home, body in macro.body:
            self.expanded += 1
            if self.expanded > MOST_STEPS:
                raise BadWord(f"the macros expand to more than {MOST_STEPS} steps")
            inner = Place(home.file, home.line, via, place)
            line = [word if word.quoted else replaced.get(word.text, word) for word in body]
            try:
                self.statement(line, inner, depth + 1)
            except BadWord as bad:
                raise ScriptError(str(bad), inner) from None
