"""The queue before the keypad: typed keys, the mouse, browsers, whole actions, bots."""

from collections.abc import Iterator

import pytest

from banquier.play.key_queue import APART, TAP, WAITING_EDGES, KeyQueue, Stroke
from banquier.play.keypad_source import press
from datasheet.ticks import NEVER
from hardware.keypads.facts import LIFT, KeypadEvent
from hardware.unit import Unit
from tests.support.units import at_the_table, tap_in_turn


def typed(unit: Unit) -> str:
    return unit.said.value


def amount_asked(bounce: str = "none") -> Unit:
    """PAYER, to the bank: MONTANT ? waits for digits."""
    return tap_in_turn(at_the_table(bounce=bounce), "PAYER", "OK", "0", "OK")


def perform(keys: KeyQueue, step: str) -> None:
    """Do one thing, or check one, at its tick.

    a+7, a-7    client `a` presses 7, and lets it go; `a-` lets all go
    .7          is tapped here
    !123, *45   a whole action of these keys, or what a bot wants to press, with a pause after each
    20          so many taps pass
    =78, [78]   is typed, and what is held
    """
    what, rest = step[0], step[1:]
    if step.isdigit():
        keys.run(keys.unit.tick + int(step) * TAP)
    elif what == ".":
        keys.tap(rest)
    elif what == "!":
        assert keys.begin(iter([Stroke(key, TAP) for key in rest]))
    elif what == "*":
        keys.invite(iter([Stroke(key, TAP) for key in rest]))
    elif what == "=":
        assert typed(keys.unit) == rest
    elif what == "[":
        assert keys.held == set(rest[:-1])
    elif rest == "-":
        press(keys, LIFT, what)
    elif rest == "drop":
        keys.drop()
    else:
        press(keys, KeypadEvent("press" if rest[0] == "+" else "release", rest[1:]), what)


STEPS = {
    # A network delivers several edges at once: the next key is down before the last is up.
    "keys that roll into each other": "a+1 a+2 a-1 a+3 a-2 a-3 20 =123 []",
    "a key that comes faster than contacts rest": "a+1 a-1 a+1 a-1 a+1 a-1 a+2 a-2 30 =1.112 []",
    "a flood is dropped with what waits": "a+5 a-5 a+6 a-6 a+7 a-7 a- 20 =5 []",
    # The second, still down, counts when the first is released; one of two still holds a key.
    "two clients hold keys by themselves": "a+7 b+8 1 [78] a-7 2 =78 a+8 b-8 2 [8]",
    # A key that is down when the action begins is waited for.
    "no key comes between those of an action": "b+9 1 !123 b-9 3 b+8 b-8 20 =91.238 []",
    # Else both would wait for ever.
    "a key comes up although a press waits": "b+9 1 !12 b+8 b-9 20 =9.128 [8]",
    "a bot presses when no key is held": "*45 a+7 10 =7 a-7 10 =745 10 []",
    "what is tapped waits for an action": "!123 1 .8 .9 30 =12.389",
    "an action waits for what is tapped": ".9 0 [9] !12 .8 30 =9.128",
    "what is tapped waits for a client": "a+5 .6 10 =5 a- 10 =56",
    "what is tapped stays when a client lets go": "a+7 .8 a- 1 [] 10 =78 []",
    "all is dropped": "!12 .9 a+5 0 [1] :drop [] 20 =2 []",
}


@pytest.mark.parametrize("bounce", ["none", "worn"])
@pytest.mark.parametrize("steps", STEPS.values(), ids=STEPS)
def test_keys_of_several_sources(steps: str, bounce: str) -> None:
    keys = KeyQueue(amount_asked(bounce))
    for step in steps.split():
        perform(keys, step)


def test_waiting_edges_of_a_browser_are_bounded() -> None:
    keys = KeyQueue(amount_asked())
    for _ in range(1_000):
        keys.down("5", "a")
        keys.up("5", "a")
        keys.up("6", "a")
    pressed = 0
    while keys.next_event() < NEVER:
        keys.run(keys.next_event())
        pressed += keys.held == {"5"}
    assert 1 <= pressed <= WAITING_EDGES


def test_a_browser_that_floods_does_not_keep_another_waiting() -> None:
    keys = KeyQueue(unit := amount_asked())
    for key, client in (*[("1", "a")] * 20, ("2", "b")):
        keys.down(key, client)
        keys.up(key, client)
    keys.run(unit.tick + 4 * (TAP + APART))
    assert "2" in typed(unit)


# -- this computer

SECOND = 32_768


def test_the_next_stroke_of_a_bot_is_taken_after_its_key_and_pause() -> None:
    seen: list[tuple[int, str]] = []

    def strokes() -> Iterator[Stroke]:
        seen.append((waiting.tick, waiting.said.text))
        yield Stroke("DES", SECOND)
        seen.append((waiting.tick, waiting.said.text))
        yield Stroke("", 5 * SECOND)
        seen.append((waiting.tick, waiting.said.text))

    keys = KeyQueue(waiting := at_the_table())
    start = waiting.tick
    keys.invite(strokes())
    keys.run(start + 10 * SECOND)
    ticks = [tick - start for tick, _ in seen]
    assert ticks == [0, TAP + APART + SECOND, TAP + APART + 6 * SECOND]
    assert seen[0][1] == "J1 LANCEZ" and seen[1][1].startswith("DES ")
    assert keys.next_event() > start + 10 * SECOND  # it has ended
