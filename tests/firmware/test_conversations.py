"""Every conversation the unit can have, walked through by key scripts."""

from itertools import pairwise
from pathlib import Path

import pytest

from display.lcd import FRAME
from firmware_sim.dialogue.menu import ITEMS
from firmware_sim.menu_settings import SETTINGS
from firmware_sim.screens import Screen, page
from hardware.crystal import SECOND
from hardware.unit import Unit, tap
from hardware.unit_inputs import set_fact
from tests.support.games_played import after_script
from tests.support.script_runs import complaint, scripts
from tests.support.units import at_the_table

SCRIPTS = scripts("conversations")


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_conversation_goes_as_it_is_written(path: Path) -> None:
    said = complaint(path)
    if said:
        pytest.fail(said, pytrace=False)


# -- few keys

DEEDS = [f"set owner {lot} 1" for lot in (1, 3, 5, 6, 8, 9, 11, 12, 13, 14, 15, 16, 18, 19, 21, 23)]
SIX_BIDS = "ENCH OK 1 + OK 2 + OK 3 + OK 1 + OK 2 + OK 3 + OK FIN OK"


@pytest.mark.parametrize(("before", "keys", "most", "then"), [
    (["start", "press 1 2 OK"], SIX_BIDS, 22, "expect owner 3 3"),
    (["edition deska", "start", *DEEDS], "VENTE OK OK 1 2 OK FIN FIN 5 0 0 OK OK OK OK", 15,
     "expect owner 12 2"),
    (["start"], "EMPR OK + OK", 5, "expect loan 1 50000 0"),
])  # fmt: skip
def test_what_is_usual_takes_few_keys(before: list[str], keys: str, most: int, then: str) -> None:
    """An auction of six bids, the eighth of sixteen deeds in a bargain, a loan of 50 000."""
    after_script("dice keyed", "players 3", *before, f"press {keys}", then)
    assert len(keys.split()) <= most


# -- texts that move, values that blink

Glass = tuple[int, str, str]


def glasses(unit: Unit, frames: int) -> list[Glass]:
    """Return the changes of the glass in these frames: ticks since the first, row A, row B."""
    seen: list[Glass] = []
    unit.on_display.append(lambda tick, shown: seen.append((tick, *shown[:2])))
    unit.run(unit.tick + frames * FRAME)
    unit.on_display.clear()
    return [(tick - seen[0][0], row_a, row_b) for tick, row_a, row_b in seen]


def landed(first: int, second: int, square: int = 0) -> Unit:
    unit = at_the_table()
    set_fact(unit, "square", 1, square)
    set_fact(unit, "next-dice", first, second)
    tap(unit, "DES")
    unit.run(unit.notices_end - 2 * FRAME)  # the last notice still stands
    return unit


def test_two_pages_take_turns_every_96_frames() -> None:
    seen = glasses(landed(3, 2, 36), 300)
    pages = ("BOULEVARD DE", "BELLEVILLE")
    assert seen[:3] == [(turn * 96 * FRAME, pages[turn % 2], "6.000") for turn in range(3)]


def test_a_longer_text_rests_a_second_then_moves_a_cell_every_16_frames() -> None:
    name = "COMPAGNIE DE DISTRIBUTION D'ELECTRICITE"
    seen = glasses(landed(6, 6), 700)
    for at, (tick, row_a, row_b) in enumerate(seen[: len(name) - 11]):
        assert (row_a, row_b) == (name[at : at + 12], "15.000")
        assert tick == (SECOND + (at - 1) * 16 * FRAME if at else 0)
    tick, row_a, _ = seen[len(name) - 11]
    assert row_a == name[:12]
    assert tick == 2 * SECOND + (len(name) - 13) * 16 * FRAME


def turns(screen: Screen, scans: int) -> list[Glass]:
    """Return what row A shows in these scans: since when, and for how long."""
    seen, now = [], 0
    while now < scans:
        row_a, stays = page(screen, now)
        seen.append((now, row_a, str(stays)))
        now += stays
    return seen


def test_a_long_text_that_alternates_with_another_has_the_glass_until_it_is_read() -> None:
    name = "ESPLANADE DE LA GRANDE-COTE"
    two = turns(Screen("VISA ?", others=("COURS GAMBETTA",)), 960)
    assert two == [
        (0, "VISA ?", "192"), (192, "COURS", "192"), (384, "GAMBETTA", "192"),
        (576, "VISA ?", "192"), (768, "COURS", "192"),
    ]  # fmt: skip
    seen = turns(Screen("VISA ?", others=(name,)), 192 + 2 * 128 + 14 * 32 + 1)
    assert seen[0] == (0, "VISA ?", "192")
    assert seen[1:3] == [(192, name[:12], "128"), (320, name[1:13], "32")]
    assert seen[-2:] == [(768, name[15:], "128"), (896, "VISA ?", "192")]


def test_a_text_of_24_cells_still_turns_pages_and_one_of_25_scrolls() -> None:
    assert [row_a for _, row_a, _ in turns(Screen("AVENUE DE LA REPUBLICAINE"[:24]), 384)] == [
        "AVENUE DE LA", "REPUBLICAIN",
    ]  # fmt: skip
    seen = turns(Screen("AVENUE DE LA REPUBLICAINE"), 160)
    assert [row_a for _, row_a, _ in seen] == ["AVENUE DE LA", "VENUE DE LA "]


def test_only_the_value_that_a_key_would_change_blinks_half_a_second_each() -> None:
    unit = tap(at_the_table(), "EMPR", "OK", "5")
    seen = glasses(unit, 320)
    assert {row_a for _, row_a, _ in seen} == {"MONTANT ?"}
    assert [row_b for _, _, row_b in seen[:4]] in (["", "5"] * 2, ["5", ""] * 2)
    times = [tick for tick, _, _ in seen]
    assert {after - before for before, after in pairwise(times)} == {SECOND // 2}


def test_in_the_menu_a_value_blinks_that_ok_changes_and_no_other() -> None:
    unit = tap(at_the_table(), "?", "F")
    blinks = {}
    for _ in ITEMS:
        name = unit.said.text
        blinks[name] = len({row_b for _, _, row_b in glasses(unit, 130)} | {unit.shown[1]}) > 1
        tap(unit, "+")
    changed = {setting.glass for setting in SETTINGS.values()}
    assert {name for name, does in blinks.items() if does} == changed
    assert len(blinks) == len(ITEMS)


def test_a_question_that_waits_for_a_throw_stands_still() -> None:
    unit = at_the_table()
    unit.run(unit.notices_end)
    shown: list[object] = []
    unit.on_display.append(lambda tick, now: shown.append(now))
    unit.run(unit.tick + 60 * SECOND)
    assert shown == []


def test_with_the_sound_off_nothing_beeps_until_it_is_on_again() -> None:
    unit = tap(at_the_table(), "?", "F", "OK", "C")
    heard = len(unit.beeper.beeps)
    tap(unit, "ACHAT", "7", "DES")
    unit.run(unit.notices_end)
    assert len(unit.beeper.beeps) == heard
    tap(unit, "?", "F", "OK", "C")
    assert [name for _, name in unit.beeper.beeps[heard:]] == ["key"]
