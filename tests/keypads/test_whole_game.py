"""A whole game, played through the board as it was played by hand."""

from __future__ import annotations

import time

from banquier.play.key_queue import KeyQueue
from banquier.play.keypad import exchange
from firmware_sim.glass import NEVER
from hardware.keypads.facts import State
from hardware.keypads.keypad_link import KeypadLink
from keypad.keys import BY_NAME
from tests.keypads.rig import Rig, number_on
from tests.keypads.watched_game import SIXTEEN_KEYS, Watched, a_script
from tests.keypads.wires import waiting
from tests.support.waiting import until

BOUNCE_MS = 12
SETTLED_MS = BOUNCE_MS + 15 + 13
"""The bounce, the debounce, and the frame behind others on its way out."""


def test_a_game_through_board_wire_and_pyserial_is_the_same_game(rig: Rig) -> None:
    """The same displays, beeps, ledger and state, tick for tick: the unit stands still while an
    edge is on its way, so that it falls on its tick."""
    made = a_script(SIXTEEN_KEYS)
    direct, again = made.watched.unit, Watched(made.header)
    unit, keys = again.unit, KeyQueue(again.unit)
    rig.hold()
    rig.tell("patient 1")
    with KeypadLink(rig.port) as link:
        rig.tell("wait 100")
        until(lambda: link.status().state is State.FRAMED)
        start = time.monotonic()
        for edge in made.edges:
            unit.run(edge.tick)
            place = f"{BY_NAME[edge.key].line} {BY_NAME[edge.key].strobe} {BOUNCE_MS}"
            rig.tell(f"{'d' if edge.down else 'u'} {place}", f"wait {SETTLED_MS}")
            until(lambda: waiting(link) > 0)
            exchange(keys, link)
            assert unit.tick == edge.tick
            assert keys.next_event() == NEVER, f"{edge} had to wait"
        unit.run(direct.tick)
        link.tell(unit)
        took = time.monotonic() - start

        def shown() -> bool:
            rig.tell("wait 20")
            return number_on(rig.glass()[1]) == unit.shown[1]

        until(shown)
        counters = link.status().counters
        stats = rig.stats()

    assert again.displays == made.watched.displays
    assert unit.beeps == direct.beeps
    assert [line.text for line in unit.roll] == [line.text for line in direct.roll]
    assert unit.operations == direct.operations
    assert unit.digest() == direct.digest()
    assert counters.missing == counters.damaged == counters.healed == 0
    assert counters.presses == len(made.edges) / 2
    assert stats["contention"] == stats["high"] == 0
    print(
        f"\n{counters.presses} presses, {direct.operations} operations, {len(again.displays)} "
        f"displays, {direct.tick // 32_768} s of play in {took:.1f} s"
    )
