"""The player of scripts: presses keys on a unit and checks expectations.

    player = Player(unit, script, edition_labels)
    failure = player.play()              # None: everything held
    player.presses, unit.tick

An expectation is checked at once, then the unit runs until it holds or its time limit is over. A
failed expectation returns a `Failure` for the report; a mistake of the script that shows only in
play raises `ScriptError`.
"""

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from banquier.script import steps
from banquier.script.language import Script
from banquier.script.start import Starter
from banquier.script.steps import Place, ScriptError, Step
from banquier.script.vocabulary import NOUNS, matches
from firmware_sim.interface import CRYSTAL, Said, Shown
from firmware_sim.saved_state import parsed
from hardware.unit import Unit, tap
from keypad.keys import PULSE

PATIENCE = 10 * CRYSTAL
"""How long an expectation waits after the last queued notice."""

KeyEdge = tuple[int, str, bool]


class GlassText(NamedTuple):
    """The whole text of row A, row B, and the lit icons."""

    text: str
    value: str
    icons: frozenset[str]


class Failure(NamedTuple):
    """A failed expectation, with the events before it.

    `expected` is None if it is not about the glass.
    """

    place: Place
    tick: int
    wanted: str
    found: str
    expected: GlassText | None
    obtained: GlassText
    edges: tuple[KeyEdge, ...]
    displays: tuple[tuple[int, Shown], ...]


class Player:
    def __init__(
        self,
        unit: Unit,
        script: Script,
        edition_labels: Sequence[str] = (),
        wanted_edition: str = "",
        *,
        check_states: bool = True,
    ) -> None:
        """`edition_labels`: the choices of the set-up's first question; `wanted_edition`: the one
        to choose, empty for the first."""
        self.unit = unit
        self.script = script
        self.starter = Starter(script.header, edition_labels, wanted_edition)
        self.check_states = check_states
        self.presses = 0
        self.edges: deque[KeyEdge] = deque(maxlen=20)
        self.displays: deque[tuple[int, Shown]] = deque(maxlen=5)
        self.records: list[str] = []
        """The records of the save so far."""
        self.heard = 0
        """The number of beeps when the last step pressed a key."""
        self._act: dict[type, Callable[[Any], Failure | None]] = {
            steps.Press: self._press,
            steps.Edge: self._edge,
            steps.At: self._at,
            steps.Wait: self._wait,
            steps.Start: self._start,
            steps.ExpectText: self._expect_text,
            steps.ExpectIcons: self._expect_icons,
            steps.ExpectError: self._expect_error,
            steps.ExpectBeep: self._expect_beep,
            steps.ExpectNever: self._expect_never,
            steps.ExpectNoun: self._expect_noun,
            steps.ExpectRoll: self._expect_roll,
            steps.SetNoun: self._set,
            steps.Battery: self._battery,
            steps.Power: self._power,
            steps.Names: self._names,
            steps.State: self._state,
            steps.Resume: self._resume,
            steps.MemoryFails: self._memory_fails,
        }

    def play(self) -> Failure | None:
        """Play the steps until the first failure."""
        watch = self._shown
        self.unit.on_display.append(watch)
        try:
            self.records, played = steps.playable(self.script.steps)
            for step in played:
                failure = self.do(step)
                if failure is not None:
                    return failure
        finally:
            self.unit.on_display.remove(watch)
        return None

    def do(self, step: Step) -> Failure | None:
        return self._act[type(step)](step)

    def _shown(self, tick: int, shown: Shown) -> None:
        self.displays.append((tick, shown))

    # -- keys

    def _press(self, step: steps.Press) -> None:
        self.heard = self.unit.beep_count
        self.tap(step.keys, step.hold)

    def tap(self, keys: Sequence[str], hold: int = PULSE) -> None:
        """Press keys one after the other: down for `hold`, then up for a pulse."""
        for key in keys:
            tick = self.unit.tick
            self.edges += [(tick, key, True), (tick + hold, key, False)]
            tap(self.unit, key, hold=hold)
        self.presses += len(keys)

    def _edge(self, step: steps.Edge) -> Failure | None:
        unit = self.unit
        if step.at >= 0:
            if step.at < unit.tick:
                return self._late(step, step.at)
            unit.run(step.at)
        self.edges.append((unit.tick, step.key, step.down))
        if step.down:
            self.heard = unit.beep_count
            self.presses += 1
            unit.press(step.key)
        else:
            unit.release(step.key)
        return None

    # -- time

    def _at(self, step: steps.At) -> Failure | None:
        if step.tick < self.unit.tick:
            return self._late(step, step.tick)
        self.unit.run(step.tick)
        return None

    def _late(self, step: Step, tick: int) -> Failure:
        return self._failure(
            step, f"to be at tick {tick} at most", f"it is tick {self.unit.tick} already"
        )

    def _wait(self, step: steps.Wait) -> None:
        self.unit.run(self.unit.tick + step.ticks)

    def _start(self, step: steps.Start) -> Failure | None:
        self.heard = self.unit.beep_count
        stuck = self.starter.walk(self, step.place)
        return self._failure(step, *stuck) if stuck else None

    def until(self, agrees: Callable[[], bool], limit: int | None = None) -> bool:
        """Run until the condition holds; False when the time limit is over."""
        if agrees():
            return True
        unit = self.unit
        since = unit.tick
        while True:
            if limit is not None:
                end = since + limit
            else:
                told = unit.notices_end  # at once if no notice is queued
                if told > unit.tick:
                    since = told
                end = since + PATIENCE
            if unit.tick >= end:
                return False
            unit.run_to_change(end)
            if agrees():
                return True

    # -- expectations

    def _expect_text(self, step: steps.ExpectText) -> Failure | None:
        if self.until(lambda: reads(self.unit.said, step.text, step.value), step.limit):
            return None
        said = self.unit.said
        text = said.text if reads(said, step.text, None) else step.text
        value = step.value
        if value is None or matches(value, said.value):
            value = said.value
        wanted = f'"{step.text}"' + ("" if step.value is None else f" {_row_b(step.value)}")
        return self._failure(
            step, wanted, f'"{said.text}" {_row_b(said.value)}', GlassText(text, value, said.icons)
        )

    def _expect_icons(self, step: steps.ExpectIcons) -> Failure | None:
        def agrees() -> bool:
            icons = self.unit.said.icons
            if step.exact:
                return icons == step.lit
            return step.lit <= icons and not step.dark & icons

        if self.until(agrees, step.limit):
            return None
        said = self.unit.said
        icons = step.lit if step.exact else (said.icons | step.lit) - step.dark
        missing = [f"{name} is dark" for name in sorted(icons - said.icons)]
        extra = [f"{name} is lit" for name in sorted(said.icons - icons)]
        return self._failure(
            step,
            f"the icons {' '.join(sorted(icons))}",
            ", ".join(missing + extra),
            GlassText(said.text, said.value, icons),
        )

    def _expect_error(self, step: steps.ExpectError) -> Failure | None:
        if self.until(lambda: self.unit.said.error == step.number, step.limit):
            return None
        found = self.unit.said.error
        return self._failure(step, _error(step.number), _error(found))

    def _expect_beep(self, step: steps.ExpectBeep) -> Failure | None:
        def agrees() -> bool:
            return any(name == step.name for _, name in self.unit.beeps_since(self.heard))

        if self.until(agrees, step.limit):
            return None
        heard = [name for _, name in self.unit.beeps_since(self.heard)]
        return self._failure(
            step,
            f"the beep {step.name} since the last step",
            f"only {', '.join(heard[-10:])}" if heard else "silence",
        )

    def _expect_never(self, step: steps.ExpectNever) -> Failure | None:
        def seen() -> bool:
            said = self.unit.said
            if step.text is None:
                return said.error != 0
            return reads(said, step.text, step.value)

        if not self.until(seen, step.ticks):
            return None
        said = self.unit.said
        value = "" if step.value is None else f" {_row_b(step.value)}"
        what = "no error" if step.text is None else f'never "{step.text}"{value}'
        return self._failure(
            step,
            f"{what} during {step.ticks} ticks",
            _error(said.error) if step.text is None else f'"{said.text}" {_row_b(said.value)}',
        )

    def _expect_noun(self, step: steps.ExpectNoun) -> Failure | None:
        port = self.unit.debug_port
        wanted = step.value if len(step.value) > 1 else step.value[0]

        def get() -> object:
            try:
                return port.get(step.noun, *step.which)
            except (ValueError, LookupError) as refused:
                return refused

        def agrees() -> bool:
            found = get()
            if isinstance(found, tuple) and wanted in found:  # one of several: loans, squares
                return True
            return bool(found == wanted)

        if self.until(agrees, step.limit):
            return None
        name = " ".join([step.noun, *map(str, step.which)])
        found = get()
        there = f"{name} {_fact(step.noun, found)}"
        if isinstance(found, Exception):
            there = str(found)
        return self._failure(step, f"{name} {_fact(step.noun, wanted)}", there)

    def _expect_roll(self, step: steps.ExpectRoll) -> Failure | None:
        def agrees() -> bool:
            roll = self.unit.roll
            return bool(roll) and any(
                matches(step.glob, form)
                for form in (roll[-1].text, f"{roll[-1].turn} {roll[-1].text}", str(roll[-1]))
            )

        if self.until(agrees, step.limit):
            return None
        roll = self.unit.roll
        found = f'"{str(roll[-1]).strip()}"' if roll else "an empty roll"
        return self._failure(step, f'"{step.glob}" as the newest line of the roll', found)

    def _state(self, step: steps.State | steps.Resume) -> Failure | None:
        if step.record and isinstance(step, steps.State):
            self.records.append(step.record)
        if not self.check_states:
            return None
        number, digest = self.unit.operations, self.unit.digest()
        if (number, digest) == (step.number, step.digest):
            return None
        return self._failure(
            step, f"operation {step.number} with digest {step.digest}",
            f"operation {number} with digest {digest}",
        )  # fmt: skip

    def _resume(self, step: steps.Resume) -> Failure | None:
        self.records.append(step.record)
        try:
            self.unit.resume([parsed(record) for record in self.records])
        except ValueError as wrong:
            raise ScriptError(f"the game cannot be taken up again: {wrong}", step.place) from None
        return self._state(step)

    def _memory_fails(self, step: steps.MemoryFails) -> None:
        self.unit.memory_failed()

    # -- the debug port and the battery

    def _set(self, step: steps.SetNoun) -> None:
        if NOUNS[step.noun].settable:
            try:
                self.unit.debug_port.set(step.noun, *step.args)
            except (ValueError, LookupError) as refused:
                sentence = f"the bench cannot set {step.noun}: {refused}"
                raise ScriptError(sentence, step.place) from None

    def _battery(self, step: steps.Battery) -> None:
        self.unit.set_battery(step.millivolts)

    def _power(self, step: steps.Power) -> None:
        if step.on:
            self.unit.power_on()
        else:
            self.unit.power_off()

    def _names(self, step: steps.Names) -> None:
        self.unit.name_players(step.names)

    def _failure(
        self, step: Step, wanted: str, found: str, expected: GlassText | None = None
    ) -> Failure:
        said = self.unit.said
        return Failure(
            step.place,
            self.unit.tick,
            wanted,
            found,
            expected,
            GlassText(said.text, said.value, said.icons),
            tuple(self.edges),
            tuple(self.displays),
        )


def reads(said: Said, text: str, value: str | None) -> bool:
    """Whether the unit says this: the text, or one of two that alternate."""
    if value is not None and not matches(value, said.value):
        return False
    if matches(text, said.text):
        return True
    return any(matches(text, page) for page in said.pages)


def _row_b(value: str) -> str:
    """Row B in the notation of scripts."""
    return value if value and not value.strip("0123456789.*") else f'"{value}"'


def _error(number: int) -> str:
    return f"error {number}" if number else "no error"


def _fact(noun: str, value: object) -> str:
    """A fact in the notation of scripts; several are joined."""
    if isinstance(value, tuple):
        return " ".join(_fact(noun, one) for one in value) or "nothing"
    if value in (0, 1) and "yes" in NOUNS[noun].value[0].words:
        return "yes" if value else "no"
    return str(value)
