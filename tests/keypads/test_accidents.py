"""Faults of the line, with the simulated board at one end and a unit at the other.

The soaks are short here; KEYPAD_SOAK=60 makes each last a minute, and prints what it measured.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from banquier.editions.edition_file import editions
from banquier.play.key_queue import KeyQueue
from banquier.play.keypad import exchange
from hardware.keypads.facts import Counters, Event, State
from hardware.keypads.keypad_link import KeypadLink
from hardware.unit import Unit
from keypad.keys import BY_NAME, NAMES
from tests.keypads.rig import COLS, ROWS, Rig
from tests.keypads.wires import waiting
from tests.support.waiting import until

SOAK_S = float(os.environ.get("KEYPAD_SOAK", "2"))
BOUNCE = 12


def place(key: str) -> str:
    return f"{BY_NAME[key].line} {BY_NAME[key].strobe}"


def resident_kib() -> int:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1_024


@pytest.fixture
def unit() -> Unit:
    made = Unit(editions(), seed=1, bounce="worn")
    made.run(65_536)
    return made


@pytest.fixture
def keys(unit: Unit) -> KeyQueue:
    return KeyQueue(unit)


@pytest.fixture
def linked(make_rig: Callable[..., Rig]) -> Iterator[tuple[Rig, KeypadLink]]:
    """A board under a name of its own that survives a replug, and a link to it."""
    rig = make_rig(link=True)
    with KeypadLink(rig.link) as link:
        greeted(rig, link)
        yield rig, link


def greeted(rig: Rig, link: KeypadLink) -> float:
    """Until the board has said hello, and has seen every key up; the seconds it took."""
    took = until(lambda: link.status().state is State.FRAMED)
    rig.tell("wait 30")
    rig.settle()
    return took


def hold(rig: Rig, link: KeypadLink, keys: KeyQueue, key: str) -> None:
    """A key of the board down on the unit."""
    rig.tell(f"d {place(key)} {BOUNCE}")
    until(lambda: waiting(link) > 0)
    exchange(keys, link)
    keys.run(keys.unit.tick + 4_096)
    unit = keys.unit
    assert unit.matrix.closed_at(unit.tick) == 1 << BY_NAME[key].code


def all_up(link: KeypadLink, keys: KeyQueue) -> bool:
    exchange(keys, link)
    keys.run(keys.unit.tick + 4_096)
    return not keys.unit.matrix.closed_at(keys.unit.tick)


def test_unplugging_during_a_press_releases_the_key_and_the_game_goes_on(
    linked: tuple[Rig, KeypadLink], unit: Unit, keys: KeyQueue
) -> None:
    rig, link = linked
    hold(rig, link, keys, "7")
    beeps = len(unit.beeps)
    rig.unplug()
    released = until(lambda: all_up(link, keys))
    assert link.status().state is State.LOOKING
    # By hand, meanwhile.
    unit.press("OK")
    unit.run(unit.tick + 4_096)
    unit.release("OK")
    unit.run(unit.tick + 4_096)
    assert len(unit.beeps) > beeps
    rig.tell(f"u {place('7')}")
    before, others = rig.port, list[int]()
    while (name := rig.plug()) == before:  # until another terminal has its old name
        rig.unplug()
        others += os.openpty()
    back = greeted(rig, link)
    for other in others:
        os.close(other)
    assert link.take() == []
    hold(rig, link, keys, "8")
    assert link.status().counters.openings >= 2
    print(f"\nunplugged: let go after {released * 1e3:.0f} ms; {name} is back after {back:.2f} s")


def test_a_key_still_held_at_the_replug_is_no_new_press(
    linked: tuple[Rig, KeypadLink], keys: KeyQueue
) -> None:
    rig, link = linked
    hold(rig, link, keys, "7")
    rig.unplug()
    until(lambda: all_up(link, keys))
    rig.plug()
    until(lambda: link.status().state is State.FRAMED)
    frames = link.status().counters.frames
    until(lambda: link.status().counters.frames > frames)  # its first heartbeat
    assert link.take() == []


def test_a_reset_releases_all_keys_and_restores_the_glass(
    linked: tuple[Rig, KeypadLink], unit: Unit
) -> None:
    rig, link = linked
    link.tell(unit)
    until(lambda: any(rig.glass()[1]))
    rig.tell("wait 10")  # one chip a millisecond
    shown = rig.glass()
    rig.tell(f"d {place('7')} {BOUNCE}")
    until(lambda: link.take() == [Event("press", "7")])
    rig.tell("boot 500", "reset")
    released = until(lambda: link.take() == [Event("release", "7")])
    # The display chips keep their contents through a reset: the board cleared them.
    glass = until(lambda: rig.glass() == shown)
    status = link.status()
    assert status.state is State.FRAMED
    assert status.counters.openings == 1
    print(f"\nreset: let go after {released * 1e3:.0f} ms, glass back {glass * 1e3:.0f} ms later")


def test_opening_resets_the_keypad_and_its_boot_loader_does_not_matter(
    make_rig: Callable[..., Rig],
) -> None:
    rig = make_rig()
    rig.tell("boot 1200")
    with KeypadLink(rig.port) as link:
        took = until(lambda: link.status().state is State.FRAMED)
        assert rig.stats()["resets"] == 1
    print(f"\nopened: a framed board after {took:.2f} s, of which 1.2 in its boot loader")


def test_a_keypad_that_hangs_is_lost_after_three_seconds_and_found_again(
    linked: tuple[Rig, KeypadLink], keys: KeyQueue
) -> None:
    rig, link = linked
    hold(rig, link, keys, "7")
    rig.tell("pace 0")
    lost = until(lambda: link.status().state is State.LOOKING)
    until(lambda: all_up(link, keys))
    rig.tell(f"u {place('7')}", "pace 1")
    back = until(lambda: link.status().state is State.FRAMED)
    print(f"\nhung: lost after {lost:.2f} s, found again {back:.2f} s after it woke")
    assert lost > 2


class Typist:
    """Presses random keys on the rig and keeps the list."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.typed: list[str] = []
        self._random = random.Random(6)
        self._due = time.monotonic()

    def type(self) -> None:
        if time.monotonic() < self._due:
            return
        self._due = time.monotonic() + 0.12
        row, col = self._random.randrange(ROWS), self._random.randrange(COLS)
        self.typed.append(NAMES[col * ROWS + row])
        self.rig.tell(f"d {row} {col} {BOUNCE}", "wait 40", f"u {row} {col} {BOUNCE}", "wait 40")


def soak(
    rig: Rig,
    link: KeypadLink,
    seconds: float,
    enough: Callable[[Counters], bool] = lambda counters: True,
) -> tuple[list[Event], list[str], int]:
    """Types for so long, and until that was enough: a busy machine delivers less in a second. The
    events, what was typed, and the growth of this process in KiB."""
    typist, events = Typist(rig), list[Event]()
    start, grown = time.monotonic(), 0
    settled = 0
    while (passed := time.monotonic() - start) < seconds or not enough(link.status().counters):
        assert passed < 20 * seconds + 60
        typist.type()
        link.wait(0.02)
        events += link.take()
        if not settled and passed > seconds / 4:
            settled = resident_kib()
        elif settled:
            grown = max(grown, resident_kib() - settled)
    return events, typist.typed, grown


def check_presses(events: list[Event], typed: list[str]) -> int:
    """Every press was typed, once, in that order; no key stays down. How many there were."""
    held: set[str] = set()
    rest = iter(typed)
    presses = 0
    for event in events:
        if event.kind == "press":
            presses += 1
            assert event.key in rest, "a key that was never pressed"
            assert event.key not in held
            held.add(event.key)
        elif event.kind == "release":
            held.remove(event.key)
        else:
            held.clear()
    assert held == set()
    return presses


def finish(link: KeypadLink, events: list[Event], seconds: float = 12) -> float:
    """Wait until the link is framed again and a heartbeat has released lost keys."""

    def is_framed() -> bool:
        events.extend(link.take())
        return link.status().state is State.FRAMED

    back = until(is_framed, seconds)
    frames = link.status().counters.frames
    until(lambda: link.status().counters.frames >= frames + 2)
    events.extend(link.take())
    return back


def test_a_megabyte_of_noise_a_second_presses_nothing_and_fills_nothing(
    linked: tuple[Rig, KeypadLink],
) -> None:
    rig, link = linked
    rig.tell("noise 1000000", "patient 1")
    events, typed, grown = soak(rig, link, SOAK_S, lambda heard: heard.junk > 300_000 * SOAK_S)
    rig.tell("noise 0")
    back = finish(link, events)
    presses = check_presses(events, typed)
    counters = link.status().counters
    print(
        f"\nnoise for {SOAK_S:.0f} s: {counters.junk / 1e6:.1f} MB, {presses} of {len(typed)} "
        f"presses came, {counters.openings} openings, grew by {grown} KiB, back after {back:.2f} s"
    )
    assert grown < 2_048


def test_noise_from_the_first_byte_on_is_not_taken_for_a_plain_keypad(
    make_rig: Callable[..., Rig],
) -> None:
    rig = make_rig()
    rig.tell("noise 1000000", "patient 1")
    events = list[Event]()
    with KeypadLink(rig.port) as link:
        until(lambda: link.status().state is State.SILENT)
        events, _, _ = soak(rig, link, 1)
        assert link.status().state is State.SILENT
        rig.tell("noise 0")
        back = finish(link, events)
    assert events == []
    print(f"\nnoise from the start: a framed board {back:.2f} s after it ended")


def test_a_bit_turned_in_one_byte_of_a_hundred_presses_nothing_and_loses_little(
    linked: tuple[Rig, KeypadLink],
) -> None:
    rig, link = linked
    rig.tell("flip 100")
    events, typed, grown = soak(rig, link, SOAK_S, lambda counters: counters.damaged > 0)
    rig.tell("flip 0")
    back = finish(link, events)
    presses = check_presses(events, typed)
    counters = link.status().counters
    print(
        f"\nbit flips for {SOAK_S:.0f} s: {counters.damaged} damaged lines, {presses} of "
        f"{len(typed)} presses came, {counters.healed} releases healed, "
        f"grew by {grown} KiB, back after {back:.2f} s"
    )
    assert presses > len(typed) // 2
    assert grown < 2_048
