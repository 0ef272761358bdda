"""Two keypads on one unit: one with this project's firmware, one with a sketch that was taught."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from banquier.cli.keypad_links import keypad_links
from banquier.editions.edition_file import editions
from banquier.play.key_queue import KeyQueue
from banquier.play.keypad import exchange
from hardware.keypads.facts import Counters
from hardware.keypads.pad import Pad
from hardware.unit import Unit
from keypad.keys import BY_NAME, NAMES
from tests.keypads.building import compile_sketch
from tests.keypads.conftest import TEN_MINUTES_MS
from tests.keypads.rig import Rig, number_on
from tests.keypads.wires import waiting
from tests.support.waiting import until

TAUGHT = Pad(
    {f"Key {key} PRESSED.": key for key in "0123456789"}, only=True, release=("Key … RELEASED.",)
)


class Table:
    """Both boards run only during `wait`, and so does the unit. The sketch's pad has other places
    for most keys; 4, 5 and 6 are where the unit has them."""

    def __init__(self, framed: Rig, plain: Rig) -> None:
        self.unit = Unit(editions(), seed=1)
        self.keys = KeyQueue(self.unit)
        self.framed, self.plain = framed, plain
        for rig in (framed, plain):
            rig.hold()
        self.links = keypad_links([framed.link, plain.link], TAUGHT)
        until(self.greeted)

    def greeted(self) -> bool:
        """The sketch says nothing by itself: what it sends too early is dropped."""
        self.step()
        framed, plain = self.links
        if not plain.status().connected:
            self.tap(self.plain, "5")
        return framed.status().connected and plain.status().connected and not self.down()

    def step(self) -> None:
        for rig in (self.framed, self.plain):
            rig.tell("wait 40")
            rig.settle()
        for link in self.links:
            exchange(self.keys, link)
        self.keys.run(self.unit.tick + 2_048)

    def edge(self, rig: Rig, way: str, key: str) -> None:
        rig.tell(f"{way} {BY_NAME[key].line} {BY_NAME[key].strobe}", "wait 40")
        rig.settle()

    def tap(self, rig: Rig, key: str) -> None:
        self.edge(rig, "d", key)
        self.edge(rig, "u", key)

    def down(self) -> set[str]:
        return {NAMES[code] for code in self.unit.matrix.held_codes()}

    def until_down(self, *keys: str) -> None:
        def held() -> bool:
            self.step()
            return self.down() == set(keys)

        until(held)

    def count(self, number: int) -> Counters:
        return self.links[number].status().counters

    def until_counted(self, number: int, **counts: int) -> None:
        """The link has heard of so many edges, and the unit has got them."""

        def counted() -> bool:
            self.step()
            found = self.count(number)
            heard = all(getattr(found, name) == count for name, count in counts.items())
            return heard and not waiting(self.links[number])

        until(counted)

    def until_shown(self, number: str) -> None:
        def shown() -> bool:
            self.step()
            return number_on(self.framed.glass()[1]) == self.unit.shown[1].strip() == number

        until(shown)


@pytest.mark.usefixtures("nothing_by_time")
def test_a_framed_and_a_taught_keypad_press_the_keys_of_one_unit(
    make_rig: Callable[..., Rig], programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A key that both hold stays down until the last lets go; unplugged, a board lets go of its
    own keys only. The displays of one show what the other types."""
    monkeypatch.setattr("hardware.keypads.plain_presses.HEAL_MS", TEN_MINUTES_MS)
    framed, plain = make_rig(link=True), make_rig(compile_sketch(programs, 2, 115_200), link=True)
    table = Table(framed, plain)
    try:
        table.tap(plain, "5")  # the greeting may have lost all but a release
        table.until_shown("5")
        table.edge(framed, "d", "7")
        table.edge(plain, "d", "4")
        table.until_down("7", "4")
        table.edge(framed, "u", "7")
        table.edge(framed, "d", "4")
        table.until_counted(0, presses=2, releases=1)
        table.edge(plain, "u", "4")
        table.until_counted(1, releases=table.count(1).presses)
        assert table.down() == {"4"}
        table.edge(plain, "d", "6")
        table.until_down("4", "6")
        framed.unplug()
        table.until_down("6")
        plain.unplug()
        table.until_down()
    finally:
        for link in table.links:
            link.close()
