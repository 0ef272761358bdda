"""The conversation: the question that waits, and overlays above it.

The conversation is a generator: it yields a screen and is resumed with a key. `?` and the MENU
are overlays: they open over any question, which keeps what was typed.

Each turn of its main loop is a step that follows from the game alone; CORR and a resumed save come
back there.

A generator cannot be copied. Its state is the session at the last point that follows from the game
alone, and the input since: keys, and settings changed in the MENU. After a cold start they are
given again, so that the very question comes back.
"""

from collections import deque

from firmware_sim.dialogue.asking import ask_yes
from firmware_sim.dialogue.ending import end_game, end_now
from firmware_sim.dialogue.functions import CHANGED, FUNCTIONS, collect
from firmware_sim.dialogue.menu import menu
from firmware_sim.dialogue.operation import show_house_rules
from firmware_sim.dialogue.setup import set_up
from firmware_sim.dialogue.turn import next_step
from firmware_sim.dialogue.views import inspect
from firmware_sim.menu_settings import DEFAULTS, Settings
from firmware_sim.question import DICE_TYPED, Question
from firmware_sim.screens import Screen
from firmware_sim.session import MOST_GIVEN, NOT_TYPED, Answer, Dialogue, ResumeInput, Session

Given = str | tuple[int, ...]  # a key, or settings as the MENU left them

OVERLAYS = {"?": inspect, "MENU": menu, "END": end_game}
ENDED = "FIN PARTIE CORR"
"""Among the keys given: the game was ended here, and that was taken back."""


def main_loop(session: Session) -> Dialogue:
    while True:
        session.settled()
        yield from STAGES[session.stage](session)


def cold_start(session: Session) -> Dialogue:
    """Start cold: resume the game in memory, or begin a new one after asking twice."""
    if session.game is None:
        session.stage = "set-up"
        return
    while True:
        if (yield from ask_yes(session, Question("resume"))):
            session.stage = "game"
            show_house_rules(session, session.current_game.edition)
            return
        if (yield from ask_yes(session, Question("erase"))):
            session.game = None
            session.stage = "set-up"
            return


STAGES = {"cold": cold_start, "set-up": set_up, "game": next_step}


class Overlay:
    """A dialogue above another, its keys, and the settings at its start."""

    def __init__(self, name: str, session: Session) -> None:
        self.name = name
        self.settings = session.settings
        self.keys: list[str] = []
        self.dialogue: Answer = OVERLAYS[name](session)
        self.screen = next(self.dialogue)


class Conversation:
    def __init__(self, session: Session) -> None:
        self.session = session
        session.settled = self._mark_settled
        session.functions = FUNCTIONS
        self.start()

    def start(self) -> None:
        """Begin where the session stands."""
        self.close()
        self.dialogue = main_loop(self.session)
        self.question = self.plain = next(self.dialogue)

    def close(self) -> None:
        self.overlays: list[Overlay] = []

    def _mark_settled(self) -> None:
        """The conversation is at a point that follows from the game alone."""
        session = self.session
        self.given: list[Given] = []
        typed = session.typed_dice
        self._since = (
            session.lines, typed if typed.digits else NOT_TYPED,
            tuple(session.settings.values()), tuple(sorted(session.warned)),
        )  # fmt: skip

    @property
    def screen(self) -> Screen:
        """The MENU may have changed the sound after the question was asked: show its icon now."""
        screen = self.overlays[-1].screen if self.overlays else self.question
        return screen.with_sound(bool(self.session.settings["sound"]))

    @property
    def is_looking(self) -> bool:
        return bool(self.overlays) and self.overlays[-1].name == "?"

    @property
    def awaits_a_number(self) -> bool:
        """True if `?` is open and waits for the number of a player."""
        asks = self.screen.asks
        return self.is_looking and asks is not None and asks.kind == "look"

    def give(self, key: str) -> str:
        """Give a key to the topmost dialogue. Returns "switch off", otherwise empty."""
        while self.overlays:
            if key == "?" and not self.is_looking:
                break
            key = self._give_overlay(key)
            if key in ("", "switch off"):
                return key
            if key in ("start over", "end"):
                self._start_over(key)
                return ""
        if key == "?":
            self.open("?")
        else:
            self.given.append(key)
            self._send(key)
            if self.session.asked and self.session.stage != "cold":
                self.ask_again()
        return ""

    def _start_over(self, order: str) -> None:
        """Drop the question beneath; its input comes back when CORR undoes FIN PARTIE."""
        if order == "end" and self.question != self.plain:
            self.open("END")
            return
        if order == "end":
            end_now(self.session)
        self.start()

    def _send(self, key: str) -> None:
        self.question = self.dialogue.send(key)
        if not self.given:  # settled meanwhile
            self.plain = self.question

    def open(self, name: str) -> None:
        self.overlays.append(Overlay(name, self.session))

    def open_menu(self) -> None:
        """Open the MENU; it replaces an open `?`."""
        if self.is_looking:
            self.overlays.pop()
        if not self.overlays or self.overlays[-1].name == "END":
            self.open("MENU")

    def _give_overlay(self, key: str) -> str:
        """Returns the key with which the overlay ended, for the question below, or an order."""
        overlay = self.overlays[-1]
        overlay.keys.append(key)
        try:
            overlay.screen = overlay.dialogue.send(key)
        except StopIteration as end:
            self.overlays.remove(overlay)
            if overlay.name == "END":
                self.given.append(ENDED)
            if self.session.settings != overlay.settings:
                for beneath in self.overlays:
                    beneath.settings = self.session.settings
                self.given.append(tuple(self.session.settings.values()))
                self._apply_settings()
            return str(end.value)
        return ""

    def _apply_settings(self) -> None:
        """Apply changed settings: LOYER AUTO collects rents, DES AUTO erases typed dice."""
        session, asks = self.session, self.question.asks
        operations = session.operations
        collect(session)
        if session.operations != operations:
            self._send(CHANGED)
            session.notices = deque([one for one in session.notices if not one.error])
        elif session.settings["auto_dice"] and asks and asks.kind in DICE_TYPED:
            self._send("")

    # -- the very question, after a cold start

    @property
    def resume_input(self) -> ResumeInput | None:
        """The inputs that lead to the open question; None if it follows from the game alone."""
        if self.session.stage != "game":
            return self.session.asked
        asked = ResumeInput(
            *self._since, tuple(self.given),
            tuple((one.name, tuple(one.settings.values()), tuple(one.keys))
                  for one in self.overlays),
        )  # fmt: skip
        if len(asked.given) > MOST_GIVEN or not (
            asked.given or asked.overlays or asked.typed.digits
        ):
            return None
        return asked

    def ask_again(self) -> None:
        """Restore the question before the cold start. It is tried in a session of its own first:
        input that leads to another game, which another firmware may have made, is dropped."""
        session, plain = self.session, self.question
        asked, session.asked = session.asked, None
        if asked is None or session.stage != "game":
            return
        trial = Conversation(session.back_at(asked))
        trial._give_again(asked)
        if trial.session.resume_invariants() != session.resume_invariants():
            return
        beeps, told = len(session.beeps), session.notices
        session.go_back(asked)
        self.start()
        self._give_again(asked)
        if self.question == plain and not self.overlays:
            self.start()
            session.notices = told
        else:
            session.notices.clear()
            show_house_rules(session, session.current_game.edition)
        del session.beeps[beeps:]

    def _give_again(self, asked: ResumeInput) -> None:
        session = self.session
        for one in asked.given:
            if one == ENDED:
                self.open("END")
                self._give_overlay("CORR")
                self._give_overlay("OK")
            elif isinstance(one, str):
                self.given.append(one)
                self._send(one)
            else:
                self.given.append(one)
                session.settings = _settings(one)
                self._apply_settings()
        for name, settings, keys in asked.overlays:
            session.settings = _settings(settings)
            self.open(name)
            for key in keys:
                self._give_overlay(key)

    def facts(self) -> tuple[object, ...]:
        """The state as plain values for digests: equal states are equal, however reached."""
        stage, game, settings, notices, *others = self.session.facts()
        return (
            stage, game, settings, self.question, notices,
            tuple((overlay.name, tuple(overlay.keys)) for overlay in self.overlays),
            tuple(self.given), *others,
            *([self.session.asked] if self.session.asked else []),
        )  # fmt: skip


def _settings(values: tuple[int, ...]) -> Settings:
    return dict(zip(DEFAULTS, values, strict=True))
