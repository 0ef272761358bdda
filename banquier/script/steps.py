"""The steps of a script, a function each: its usage is its grammar, its docstring the manual's.

The words are checked when a script is read (grammar.py), so a step gets facts: times in ticks,
None for what was left out. Expectations wait for the unit to agree; those of a beep or an error are
about what the last key caused.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from banquier.script.errors import ScriptError
from banquier.script.events import SETS, SIMPLE, Recording, do
from banquier.script.grammar import Usage, usage
from banquier.script.playback import Playback
from banquier.script.player import Failure, Player
from banquier.script.start import walk
from banquier.script.vocabulary import matches
from datasheet.glass import GlassText
from datasheet.ticks import CRYSTAL
from firmware_sim import debug_port
from firmware_sim.debug_port import NOUNS, DebugError
from hardware import unit_state
from keypad.keys import PULSE

F_HELD = 6 * CRYSTAL // 5
"""Long enough for the MENU."""
STEPS: dict[str, list[Usage]] = defaultdict(list)
"""The usages of steps by their verbs."""
Do = TypeVar("Do", bound=Callable[..., Failure | None])


def step(*usages: str) -> Callable[[Do], Do]:
    def register(function: Do) -> Do:
        for one in (usage(text, function) for text in usages):
            STEPS[one.verb].append(one)
        return function

    return register


# -- keys and time


@step("start")
def start(player: Player) -> Failure | None:
    """cold start and set-up, pressed key by key, up to the first `LANCEZ`; a game in memory is
    erased"""
    player.heard = player.unit.beeper.count
    stuck = walk(player)
    return player.failure(*stuck) if stuck else None


@step("press KEY… [hold HELD]", "type DIGITS")
def press(player: Player, keys: str | tuple[str, ...], hold: int | None = None) -> None:
    """each key 2 048 ticks down (or the time given), then 2 048 up; `type 12000`: digits alike"""
    player.heard = player.unit.beeper.count
    player.tap(tuple(keys), hold or PULSE)


@step("menu LINE VALUE")
def menu(player: Player, line: str, value: str) -> Failure | None:
    """a setting of the MENU: F held, `+` to its line, OK until row B shows the value, C:
    `menu SON 0`, `menu "DES AUTO" 1`"""
    player.tap(("F",), hold=F_HELD)
    for key, row, wanted in (("+", 0, line), ("OK", 1, value)):
        seen: set[tuple[str, str]] = set()
        while player.unit.said[row] != wanted:
            said = player.unit.said
            if said[:2] in seen:
                return player.failure(f'"{line}" {_row_b(value)} in the MENU', _glass(said))
            seen.add(said[:2])
            player.tap((key,))
    player.tap(("C",))
    return None


@step("down KEY", "up KEY")
def edge(player: Player, key: str) -> None:
    """raw edges; several downs make a chord"""
    down = player.step.verb == "down"
    player.edges.append((player.unit.tick, key, down))
    if down:
        player.heard = player.unit.beeper.count
        player.presses += 1
    event(player, key)


@step("wait TIME")
def wait(player: Player, ticks: int) -> None:
    """time passes: `wait 80ms`"""
    player.unit.run(player.unit.tick + ticks)


@step(*SIMPLE)
def event(player: Player, *facts: Any) -> None:
    """the two cells together (`2.3V`); the cells out, the cells in (`power off`); in recordings and
    behind `@TICK`: what the players are called; in saves: the disk could not be written, and the
    unit said so"""
    try:
        do(player.unit, player.step.verb, *facts)
    except DebugError as refused:
        sentence = f"the debug port cannot set {facts[0]}: {refused}"
        raise ScriptError(sentence, player.step.place) from None


def set_noun(facts_of: Callable[..., tuple[Any, ...]], player: Player, *words: Any) -> None:
    event(player, *facts_of(*words))


@step("state OPERATION DIGEST")
def state(player: Player, number: int, digest: str) -> Failure | None:
    """the digest of the whole unit after this operation, in recordings"""
    unit = player.unit
    if (unit.operations, unit_state.digest(unit)) == (number, digest):
        return None
    found = f"operation {unit.operations} with digest {unit_state.digest(unit)}"
    return player.failure(f"operation {number} with digest {digest}", found)


def replay(player: Player, recording: Recording) -> Failure | None:
    """A whole recording or save."""
    played = Playback(lambda: player.unit, recording)
    player.presses += sum(event.verb == "down" for event in recording.events)
    if found := played.play():
        return player.failure(found.wanted, found.found)._replace(place=found.place)
    if played.trouble:
        raise ScriptError(played.trouble)
    return None


# -- expectations


@step("expect TEXT [VALUE] [within TIME]", "wait until TEXT [VALUE] [max TIME]")
def expect_text(player: Player, text: str, value: str | None, limit: int | None) -> Failure | None:
    """row A says this, row B shows the value with its points. The whole text counts, lit, whatever
    page or blink the glass is at; of two texts that alternate each counts too. `*` stands for any
    run. The value is written bare if it is a number, else in quotation marks: `"Err 14"`, and `""`
    for an empty row. `wait until` is the same"""
    unit = player.unit
    if player.run_until(lambda: reads(unit.said, text, value), limit):
        return None
    said = unit.said
    shown = said.text if reads(said, text, None) else text
    row_b = said.value if value is None or matches(value, said.value) else value
    wanted = f'"{text}"' + ("" if value is None else f" {_row_b(value)}")
    return player.failure(wanted, _glass(said), said._replace(text=shown, value=row_b))


@step("expect icons ICON… [within TIME]")
def expect_icons(
    player: Player, icons: tuple[frozenset[str], frozenset[str]], limit: int | None
) -> Failure | None:
    """the icons that are lit, and those that are dark: `+J1 -PRET`"""
    lit, dark = icons
    unit = player.unit
    if player.run_until(lambda: lit <= unit.said.icons and not dark & unit.said.icons, limit):
        return None
    return _icons(player, (unit.said.icons | lit) - dark)


@step("expect icons = LIT… [within TIME]")
def expect_only_icons(player: Player, lit: frozenset[str], limit: int | None) -> Failure | None:
    """the icons that are lit, and no others: `= J1 SON F`"""
    if player.run_until(lambda: player.unit.said.icons == lit, limit):
        return None
    return _icons(player, lit)


@step("expect icons = [within TIME]")
def expect_no_icons(player: Player, limit: int | None) -> Failure | None:
    """no icon is lit"""
    return expect_only_icons(player, frozenset(), limit)


def _icons(player: Player, icons: frozenset[str]) -> Failure:
    said = player.unit.said
    missing = [f"{name} is dark" for name in sorted(icons - said.icons)]
    extra = [f"{name} is lit" for name in sorted(said.icons - icons)]
    wanted = f"the icons {' '.join(sorted(icons))}"
    return player.failure(wanted, ", ".join(missing + extra), said._replace(icons=icons))


@step("expect error ERROR [within TIME]")
def expect_error(player: Player, number: int, limit: int | None) -> Failure | None:
    """the unit shows this error"""
    if player.run_until(lambda: player.unit.said.error == number, limit):
        return None
    return player.failure(_error(number), _error(player.unit.said.error))


@step("expect no error [within TIME]")
def expect_no_error(player: Player, limit: int | None) -> Failure | None:
    """the unit shows no error"""
    return expect_error(player, 0, limit)


@step("expect beep BEEP [within TIME]", "expect beep tune TUNE [within TIME]")
def expect_beep(player: Player, name: str, limit: int | None) -> Failure | None:
    """the beep has begun since the last step that pressed a key: {beeps}"""

    def new_beeps() -> list[str]:
        return [name for _, name in player.unit.beeper.beeps_since(player.heard)]

    if player.run_until(lambda: name in new_beeps(), limit):
        return None
    found = f"only {', '.join(new_beeps()[-10:])}" if new_beeps() else "silence"
    return player.failure(f"the beep {name} since the last step", found)


@step("expect never error during TIME")
def expect_never_error(player: Player, ticks: int) -> Failure | None:
    """no error came up in all that time"""
    if not player.run_until(lambda: player.unit.said.error != 0, ticks):
        return None
    return player.failure(f"no error during {ticks} ticks", _error(player.unit.said.error))


@step("expect never TEXT [VALUE] during TIME")
def expect_never(player: Player, text: str, value: str | None, ticks: int) -> Failure | None:
    """row A never said this, with this value"""
    unit = player.unit
    if not player.run_until(lambda: reads(unit.said, text, value), ticks):
        return None
    row_b = "" if value is None else f" {_row_b(value)}"
    return player.failure(f'never "{text}"{row_b} during {ticks} ticks', _glass(unit.said))


@step("expect roll TEXT [within TIME]")
def expect_roll(player: Player, glob: str, limit: int | None) -> Failure | None:
    """the newest line of the roll, with or without its turn, is that: `"J1 ACHAT*"`"""
    unit = player.unit

    def agrees() -> bool:
        last = unit.roll[-1:]
        forms = [
            form for line in last for form in (line.text, f"{line.turn} {line.text}", str(line))
        ]
        return any(matches(glob, form) for form in forms)

    if player.run_until(agrees, limit):
        return None
    found = f'"{str(unit.roll[-1]).strip()}"' if unit.roll else "an empty roll"
    return player.failure(f'"{glob}" as the newest line of the roll', found)


def expect_noun(noun: str, player: Player, *words: Any) -> Failure | None:
    """A fact of the game, read by the debug port."""
    *facts, limit = words
    which = facts[: len(NOUNS[noun].which.split())]
    value = tuple(fact for fact in facts[len(which) :] if fact is not None)
    wanted = value if len(value) > 1 else value[0]

    def get() -> object:
        try:
            return debug_port.read(player.unit.session, noun, *which)
        except DebugError as refused:
            return refused

    def agrees() -> bool:
        found = get()
        if isinstance(found, tuple) and wanted in found:  # one of several: loans, squares
            return True
        return bool(found == wanted)

    if player.run_until(agrees, limit):
        return None
    name, found = " ".join([noun, *map(str, which)]), get()
    there = str(found) if isinstance(found, Exception) else f"{name} {_fact(noun, found)}"
    return player.failure(f"{name} {_fact(noun, wanted)}", there)


for name, noun in NOUNS.items():
    step(f"expect {name} {noun.which} {noun.found or noun.value} [within TIME]")(
        partial(expect_noun, name)
    )
for text, facts_of in SETS.items():
    step(text)(partial(set_noun, facts_of))


def reads(said: GlassText, text: str, value: str | None) -> bool:
    """Return whether the unit says this: the text, or one of two that alternate."""
    if value is not None and not matches(value, said.value):
        return False
    return matches(text, said.text) or any(matches(text, page) for page in said.pages)


def _glass(said: GlassText) -> str:
    return f'"{said.text}" {_row_b(said.value)}'


def _row_b(value: str) -> str:
    """Row B in the notation of scripts."""
    return value if value and not value.strip("0123456789.*") else f'"{value}"'


def _error(number: int) -> str:
    return f"error {number}" if number else "no error"


def _fact(noun: str, value: object) -> str:
    """A fact in the notation of scripts; several are joined."""
    if isinstance(value, tuple):
        return " ".join(_fact(noun, one) for one in value) or "nothing"
    if value in (0, 1) and NOUNS[noun].value == "YES":
        return "yes" if value else "no"
    return str(value)
