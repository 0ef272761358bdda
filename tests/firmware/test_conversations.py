"""Every conversation the unit can have, walked through by key scripts."""

from itertools import pairwise
from pathlib import Path

import pytest

from display.lcd import FRAME
from firmware_sim.game import Debt, Why
from firmware_sim.screens import pages
from firmware_sim.texts import BIT
from hardware.crystal import SECOND
from hardware.unit import Unit, tap
from hardware.unit_inputs import set_fact
from tests.support.script_runs import complaint, scripts
from tests.support.units import at_the_table

SCRIPTS = [*scripts("conversations"), *scripts("editions")]


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_conversation_goes_as_it_is_written(path: Path) -> None:
    if said := complaint(path):
        pytest.fail(said, pytrace=False)


# -- texts that move, values that blink

Glass = tuple[int, str, str]


def glasses(unit: Unit, frames: int) -> list[Glass]:
    """Return the changes of the glass in these frames: ticks since the first, row A, row B."""
    seen: list[Glass] = []
    unit.on_display.append(lambda tick, shown: seen.append((tick, *shown[:2])))
    unit.run(unit.tick + frames * FRAME)
    unit.on_display.clear()
    return [(tick - seen[0][0], row_a, row_b) for tick, row_a, row_b in seen]


def test_a_longer_text_rests_a_second_then_moves_a_cell_every_16_frames() -> None:
    name = "COMPAGNIE DE DISTRIBUTION D'ELECTRICITE"
    unit = at_the_table()
    set_fact(unit, "next-dice", 6, 6)
    tap(unit, "DES")
    unit.run(unit.notices_end - 2 * FRAME)  # the last notice still stands
    seen = glasses(unit, 700)
    for at, (tick, row_a, row_b) in enumerate(seen[: len(name) - 11]):
        assert (row_a, row_b) == (name[at : at + 12], "15.000")
        assert tick == (SECOND + (at - 1) * 16 * FRAME if at else 0)
    tick, row_a, _ = seen[len(name) - 11]
    assert row_a == name[:12]
    assert tick == 2 * SECOND + (len(name) - 13) * 16 * FRAME


def test_a_text_of_24_cells_turns_pages_and_one_of_25_scrolls_until_it_is_read() -> None:
    name = "ESPLANADE DE LA GRANDE-COTE"
    assert pages("VISA ?", "COURS GAMBETTA") == (("VISA ?", 192), ("COURS", 192), ("GAMBETTA", 192))
    assert pages("AVENUE DE LA REPUBLICAIN") == (("AVENUE DE LA", 192), ("REPUBLICAIN", 192))
    assert pages("AVENUE DE LA REPUBLICAINE")[1] == ("VENUE DE LA ", 32)
    first, *seen = pages("VISA ?", name)
    assert (first, *seen[:2]) == (("VISA ?", 192), (name[:12], 128), (name[1:13], 32))
    assert len(seen) == 16 and seen[-1] == (name[15:], 128)


def test_only_the_value_that_a_key_would_change_blinks_half_a_second_each() -> None:
    unit = tap(at_the_table(), "EMPR", "OK", "5")
    seen = glasses(unit, 320)
    assert {row_a for _, row_a, _ in seen} == {"MONTANT ?"}
    assert [row_b for _, _, row_b in seen[:4]] in (["", "5"] * 2, ["5", ""] * 2)
    times = [tick for tick, _, _ in seen]
    assert {after - before for before, after in pairwise(times)} == {SECOND // 2}


def test_with_the_sound_off_nothing_beeps_until_it_is_on_again() -> None:
    unit = tap(at_the_table(), "?", "F", "OK", "C")
    heard = len(unit.beeper.beeps)
    tap(unit, "ACHAT", "7", "DES")
    unit.run(unit.notices_end)
    assert len(unit.beeper.beeps) == heard
    tap(unit, "?", "F", "OK", "C")
    assert [name for _, name in unit.beeper.beeps[heard:]] == ["key"]


def test_a_digest_holds_the_keys_of_what_is_open() -> None:
    conversation = at_the_table().firmware.conversation
    for key in ("?", "1"):
        assert conversation.give(key) == ""
    assert (("?", ("1",)),) in conversation.facts()


def test_the_debt_of_a_game_without_history_is_told_with_its_icons() -> None:
    unit = at_the_table()
    unit.session.current_game.debts = (Debt(1, 2, 10**6, Why.DEBUG),)
    unit.session.history.clear()
    unit.firmware.restart()
    (told,) = unit.session.notices
    assert (told.text, told.value) == ("DETTE", "1.000.000")
    assert told.icons == BIT["J1"] | BIT["P2"] | BIT["DETTE"] | unit.session.lasting_icons()
