"""The unit in the browser itself, common to a game that is played and one that is replayed.

    unit.call("hear", '["{…}"]')     {"value": …}, {"why": "one sentence"} or {"later": 3}
    unit.step()                      brings the unit to now and returns what came of it

Values cross as JSON. Bytes lie in files of the engine, which are outside of Python's memory: those
of a call in GIVEN, those to be stored in KEPT. What takes long is done in slices between two steps,
so that a key waits no longer than one.

`step` returns

    news        what the page is told: docs/page.md
    kept        [name, first byte, size] of what has to be stored before the page shows it; a first
                byte of 0 replaces all that is stored under the name, -1 removes it
    operations  how many there are
    answers     [number, answer] of calls that were answered with "later"
    keypad      what is new for a keypad
    rest        seconds until something happens by itself
"""

from __future__ import annotations

import json
from time import monotonic
from typing import Any

from banquier.chances.estimate import Estimate
from banquier.jobs import NEXT_SLICE, Job
from banquier.nesting import json_of
from banquier.page.local_keypad import LocalKeypad
from banquier.page.page_chances import PageChances
from banquier.page.page_ending import ending_of, story_of
from banquier.page.page_unit import PageUnit
from banquier.page.seating import Browser
from banquier.saves.browser_games import BrowserGames
from banquier.saves.games import read
from banquier.saves.save_format import LONGEST_READ
from banquier.trouble import Trouble
from banquier.words import phrase

GIVEN, KEPT = "/given", "/kept"
BETWEEN_KEYS, LONGEST_REST = 0.02, 60.0
"""Seconds: chances are worked out if nothing else happens for this long."""
SLICE = 0.06
"""Seconds of work between two looks at what fingers do."""


class Later:
    """The value of a call whose answer comes with a later step."""

    def __init__(self, number: int) -> None:
        self.number = number


class LocalUnit:
    """One unit with the page of this browser: a game, or one that is replayed."""

    page: PageUnit
    keypad: LocalKeypad | None = None
    opens = False
    """A game is being opened: there is no unit to hear a key, and no time passes."""
    follows = False
    """The screen's seat is that of whoever is asked."""

    def __init__(self, games: BrowserGames, lang: str) -> None:
        self.games = games
        self.lang = lang
        self._jobs: list[tuple[int, Job[Any]]] = []
        self._asked_later = 0

    def show(self, page: PageUnit) -> None:
        self.page, self.opens = page, False
        page.news.show_end = self._show_end
        self.browser = page.join(Browser("local", lang=self.lang, follows=self.follows))
        self.chances = PageChances(page, Estimate)

    @property
    def save(self) -> str:
        """The path of what is played; "" in a demonstration, and while a game is being opened."""
        return "" if self.opens else self.page.game.path

    def _show_end(self, path: str) -> None:
        def work() -> Job[None]:
            self.page.news.show("end", (yield from ending_of(path)))

        if path:
            self.begin(work())

    # -- what the page asks for

    def call(self, name: str, args: str) -> str:
        """Call a method by its name, and return its value, or why it was refused."""
        try:
            value = getattr(self, name)(*json_of(args))
        except Trouble as error:
            return self._refusal(error)
        if isinstance(value, Later):
            return json.dumps({"later": value.number})
        return json.dumps({"value": value}, ensure_ascii=False)

    def _refusal(self, error: Trouble) -> str:
        return json.dumps({"why": str(phrase(error.args[0], self.lang))}, ensure_ascii=False)

    def hear(self, text: str) -> None:
        if self.opens:
            return
        self.page.receive(self.browser, text)
        self.lang = self.browser.lang

    def story(self, lang: str) -> Later | str:
        return self.begin(story_of(self.save, lang)) if self.save else ""

    def memory_failed(self) -> None:
        """Show that the browser stores nothing more."""
        self.games.keep_refused("quota")
        if not self.opens:
            self.page.unit.memory_failed()

    def read_given(self) -> bytes:
        return read(GIVEN, LONGEST_READ)

    # -- work in slices

    def begin(self, job: Job[Any]) -> Later:
        self._asked_later += 1
        self._jobs.append((self._asked_later, job))
        return Later(self._asked_later)

    @property
    def is_busy(self) -> bool:
        """True if the next step goes on with work that takes long."""
        return bool(self._jobs)

    def _work(self) -> list[tuple[int, str]]:
        """Go on with the first job, and return the answers of the jobs that ended."""
        answers: list[tuple[int, str]] = []
        end = monotonic() + SLICE
        while self._jobs and monotonic() < end:
            number, job = self._jobs[0]
            try:
                if next(job) == NEXT_SLICE:
                    break
                continue
            except StopIteration as done:
                answer = json.dumps({"value": done.value}, ensure_ascii=False)
            except Trouble as error:
                answer = self._refusal(error)
            del self._jobs[0]
            answers.append((number, answer))
        return answers

    # -- time

    def step(self) -> str:
        """Bring the unit to now, and return what came of it."""
        if not self.opens:
            self.page.catch_up()
        answers = ",".join([f"[{number},{answer}]" for number, answer in self._work()])
        rest = 0.0 if self.is_busy else LONGEST_REST
        nothing: dict[str, Any] = {"operations": 0, "keypad": None, "rest": rest}
        facts, news = (nothing, "null") if self.opens else self._news()
        facts["kept"] = self._store()
        return f'{json.dumps(facts)[:-1]},"answers":[{answers}],"news":{news}}}'

    def _news(self) -> tuple[dict[str, Any], str]:
        """Return what `step` does but for answers and what is kept, and the news as JSON."""
        if not self.is_busy and self.page.rest() > BETWEEN_KEYS:
            self.chances.play(1)
        self.chances.refresh()
        busy = self.is_busy or self.chances.goes_on
        rests = [self.page.rest(), 0.0 if busy else LONGEST_REST]
        lines = b""
        if self.keypad:
            self.page.news.show("keypad", self.keypad.state)
            rests.append(self.keypad.rest())
            lines = self.keypad.take_bytes()
        facts = {
            "operations": self.page.unit.operations,
            "keypad": [*lines] if lines else None,
            "rest": min(rests),
        }
        return facts, self.page.news.message(self.browser) or "null"

    def _store(self) -> list[tuple[str, int, int]]:
        changes = self.games.changes
        if changes:
            with open(KEPT, "wb") as file:
                for _, _, data in changes:
                    file.write(data)
        kept = [(name, start, len(data)) for name, start, data in changes]
        self.games.drop_stored(len(changes))
        return kept
