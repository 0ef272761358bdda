"""`start`: answers the questions of the set-up by keys, up to the first throw.

It reads each question from the unit and answers it from the header; the order of the questions is
not fixed here. A header value that the set-up does not offer is an error of the script.
"""

from __future__ import annotations

from collections.abc import Callable

from banquier.script.errors import Place, ScriptError
from banquier.script.header import Header
from banquier.script.play_state import PlayState
from banquier.script.vocabulary import matches
from hardware.unit import Unit

MOST_QUESTIONS = 40
"""More keys than any set-up needs: beyond, the set-up is going in circles."""

THROW = "J* LANCEZ"
BEFORE = {"REPRISE ?": "C", "EFFACER ?": "OK"}  # the unit has a game already

# Questions answered by words, in the order of `+`, with the names in headers.
CHOICES: tuple[tuple[str, dict[str, str]], ...] = (
    ("game", {"normal": "NORMALE", "short": "RAPIDE", "timed": "LIMITEE"}),
    ("speed-die", {"no": "DE NORMAL", "yes": "DE RAPIDE"}),
    ("dice", {"auto": "DES AUTO", "keyed": "DES JETES"}),
    ("cards", {"auto": "CARTES AUTO", "keyed": "CARTES MAIN"}),
)

# Questions answered by a number.
NUMBERS = {"JOUEURS": "players", "MINUTES": "minutes", "PREMIER ?": "first"}

Stuck = tuple[str, str]
"""What was expected, and what the unit said."""


class Starter:
    def __init__(self, state: PlayState) -> None:
        self.state = state
        self.header = state.header
        self.labels = frozenset(state.edition_labels)
        self.edition = state.wanted_edition
        self.questions: dict[str, str] = dict.fromkeys(self.labels, "edition")
        for field, answers in CHOICES:
            self.questions.update(dict.fromkeys(answers.values(), field))
        self.questions.update(NUMBERS)

    def walk(self, place: Place) -> Stuck | None:
        """Lead the unit to the first throw; None on success."""
        unit, player = self.state.unit, self.state
        if unit.tick:
            unit.power_off()
            unit.power_on()
        asked: set[str] = set()
        for _ in range(MOST_QUESTIONS):
            if not player.until(self._known(unit)):
                break
            text = unit.said.text
            if matches(THROW, text):
                self._all_asked(asked, text)
                return None
            if text in BEFORE:
                player.tap([BEFORE[text]])
                continue
            field = self.questions[text]
            asked.add(field)
            self._answer(field, text, place)
            player.tap(["OK"])
        return "the set-up to lead to J1 LANCEZ", f'"{unit.said.text}"'

    def _known(self, unit: Unit) -> Callable[[], bool]:
        def known() -> bool:
            text = unit.said.text
            return text in self.questions or text in BEFORE or matches(THROW, text)

        return known

    def _answer(self, field: str, text: str, place: Place) -> None:
        player = self.state
        if field in NUMBERS.values():
            wanted = str(self.header.value(field))
            if player.unit.said.value != wanted:
                player.tap(list(wanted))
            if player.unit.said.text != text or player.unit.said.value != wanted:
                self._refused(field, wanted, player.unit.said.text, place)
            return
        wanted = self._wanted_word(field)
        seen = {text}
        while wanted and player.unit.said.text != wanted:
            player.tap(["+"])
            shown = player.unit.said.text
            if shown != wanted and shown in seen:
                self._refused(field, wanted, f"{' '.join(sorted(seen))} alone", place)
            seen.add(shown)

    def _wanted_word(self, field: str) -> str:
        if field == "edition":
            return self.edition
        return dict(CHOICES)[field][str(self.header.value(field))]

    def _refused(self, field: str, wanted: str, found: str, place: Place) -> None:
        raise ScriptError(
            f"the set-up of this edition does not take {field} {wanted}: it shows {found}",
            self.header.given.get(field, place),
        )

    def _all_asked(self, asked: set[str], throw: str) -> None:
        """Check that each header field was asked for by the set-up, or holds without."""
        usual = Header()
        for field, place in self.header.given.items():
            if field not in self.questions.values() or field in asked:
                continue
            value = self.header.value(field)
            settled = value == usual.value(field)
            if field == "first":
                settled = throw == f"J{value} LANCEZ"
            if settled:
                continue
            raise ScriptError(
                f"the set-up of this edition never asks for {field} {value}: it has one answer",
                place,
            )
