"""Any keys at all, legal and illegal, on real units: after each of them the game is whole.

Hypothesis presses; now and then bots take over for a while. For hours of emulated time:

    HYPOTHESIS_PROFILE=deep pytest tests/hardware/test_state_machine.py
"""

from __future__ import annotations

import os
from itertools import islice

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from banquier.editions.edition_file import BUILT_IN, editions, load
from banquier.play.bots import Bots
from firmware_sim.game import Game
from hardware.crystal import SECOND
from hardware.unit import Unit
from keypad.keys import NAMES, PULSE
from tests.support.invariants import broken, broken_since
from tests.support.ways_out import assert_way_out

DEEP = os.environ.get("HYPOTHESIS_PROFILE") == "deep"

PROFILES = ("careful", "greedy", "trader")
USUAL = ("DES", "FIN", "OK", "OK", "ACHAT", "CARTE", "LOYER", "C", "+", "-", "F")
DIGITS = tuple("0123456789")
TWO_ANSWERS = ("NORMALE", "DE NORMAL", "DES AUTO", "CARTES AUTO")
FUNCTIONS = ("BATIR", "DEMOL", "HYPO", "EMPR", "VENTE", "PAYER", "RECU", "FAILL", "CORR", "ENCH")

keys = st.one_of(
    st.sampled_from(USUAL), st.sampled_from(DIGITS), st.sampled_from(FUNCTIONS),
    st.sampled_from([name for name in NAMES if name != "ON"]),
)  # fmt: skip
pauses = st.sampled_from([0, 0, 0, PULSE, SECOND, 5 * SECOND])


class AnyKeys(RuleBasedStateMachine):
    unit: Unit

    @initialize(
        edition=st.sampled_from(BUILT_IN),
        players=st.integers(2, 5),
        seed=st.integers(0, 65_534),
        answers=st.lists(st.booleans(), min_size=6, max_size=6),
        bounce=st.sampled_from(["none", "none", "worn"]),
    )
    def set_up(
        self, edition: str, players: int, seed: int, answers: list[bool], bounce: str
    ) -> None:
        """Through the set-up, the second answer to some questions."""
        terms = load(edition)
        players = min(max(players, terms.least_players), terms.most_players)
        self.unit = unit = Unit(editions(names=[edition]), seed=seed, bounce=bounce)
        asked = iter(answers)
        while unit.game is None:
            unit.run(unit.notices_end)
            if unit.said.text == "JOUEURS":
                self.tap(str(players))
            elif unit.said.text in TWO_ANSWERS and next(asked, False):
                self.tap("+")
            self.tap("OK")
        self.remember()

    # -- keys

    def tap(self, key: str) -> None:
        self.unit.press(key)
        self.unit.run(self.unit.tick + PULSE)
        self.unit.release(key)
        self.unit.run(self.unit.tick + PULSE)

    def tapped(self, *pressed: str) -> None:
        for key in pressed:
            self.tap(key)
            self.look()

    @rule(key=keys, pause=pauses)
    def press(self, key: str, pause: int) -> None:
        self.tapped(key)
        self.unit.run(self.unit.tick + pause)
        self.look()

    @rule(pressed=st.lists(st.sampled_from(DIGITS), min_size=1, max_size=9))
    def type_a_number(self, pressed: list[str]) -> None:
        self.tapped(*pressed, "OK")

    @rule(
        function=st.sampled_from(FUNCTIONS),
        pressed=st.lists(st.sampled_from(("OK", "OK", "+", "FIN", *DIGITS)), max_size=12),
    )
    def begin_something(self, function: str, pressed: list[str]) -> None:
        self.tapped(function, *pressed)

    @rule(first=keys, second=keys)
    def press_two_at_once(self, first: str, second: str) -> None:
        self.unit.press(first)
        self.unit.press(second)
        self.unit.run(self.unit.tick + PULSE)
        self.unit.release(first)
        self.unit.run(self.unit.tick + PULSE)
        self.look()
        self.unit.release(second)
        self.unit.run(self.unit.tick + PULSE)
        self.look()

    @rule(wait=st.sampled_from([SECOND, 60 * SECOND, 500 * SECOND]))
    def wait(self, wait: int) -> None:
        self.unit.run(self.unit.tick + wait)
        self.look()

    @precondition(lambda self: not self.unit.awake)
    @rule()
    def wake(self) -> None:
        self.tapped("ON")

    @precondition(lambda self: self.unit.awake)
    @rule()
    def take_the_cells_out(self) -> None:
        """A cold start, and the game taken up again where it was."""
        plain = self.game.plain() if self.game else None
        self.unit.power_off()
        self.unit.power_on()
        assert (self.game.plain() if self.game else None) == plain
        self.unit.run(self.unit.notices_end)
        if self.unit.said.text == "REPRISE ?":
            self.tapped("OK")

    # -- looking leaves no trace

    @precondition(lambda self: self.unit.awake)
    @rule(number=st.sampled_from(DIGITS), pressed=st.lists(st.sampled_from(("+", "-")), max_size=6))
    def look_with_the_question_key(self, number: str, pressed: list[str]) -> None:
        unit, talk = self.unit, self.unit.firmware.conversation
        unit.run(max(unit.notices_end, unit.tick + 5 * SECOND))  # nothing told, no F waiting
        if talk.overlays or not unit.awake:
            return
        before, said = talk.facts(), unit.said
        self.tapped("?", number, *pressed)
        unit.run(unit.notices_end)
        self.tapped("C")
        while talk.overlays:
            self.tapped("C")
        assert (talk.facts(), unit.said) == (before, said)

    # -- deeper

    @precondition(lambda self: self.game is not None and not self.game.winner)
    @rule(strokes=st.integers(5, 400 if DEEP else 120), seed=st.integers(0, 1_000))
    def let_the_bots_play(self, strokes: int, seed: int) -> None:
        assert self.game is not None
        if self.unit.firmware.conversation.overlays:
            return
        profiles = {seat: PROFILES[seat % 3] for seat in range(1, self.game.players + 1)}
        bots = Bots(self.unit, profiles, seed=seed)
        for key, pause in islice(bots.strokes(), strokes):
            if key:
                self.tapped(key)
            self.unit.run(self.unit.tick + pause)
            self.look()

    # -- what must hold

    def teardown(self) -> None:
        if self.game is not None:
            assert_way_out(self.unit)
            self.look()

    @property
    def game(self) -> Game | None:
        return self.unit.firmware.session.game

    def remember(self) -> None:
        self.operations = self.unit.operations
        self.plain = self.game.plain() if self.game else None

    def look(self) -> None:
        """After every key: whole, and changed by operations alone."""
        game, table = self.game, self.unit.firmware.session
        if game is None:
            self.remember()
            return
        assert broken(game) == []
        done = self.unit.operations - self.operations
        if self.plain is not None and not done:
            assert game.plain() == self.plain
        elif done == 1 and table.history and table.roll[-1].strikes < 0:
            assert broken_since(table.history[-1].before, game) == []
        self.remember()

    @invariant()
    def what_is_said_fits_the_glass(self) -> None:
        unit = getattr(self, "unit", None)
        if unit is not None:
            assert len(unit.said.value) <= 10 + len("Err")
            assert unit.said.text or not unit.awake


AnyKeys.TestCase.settings = settings(
    max_examples=600 if DEEP else 12, stateful_step_count=150 if DEEP else 50
)
test_any_keys_leave_the_game_whole = AnyKeys.TestCase
