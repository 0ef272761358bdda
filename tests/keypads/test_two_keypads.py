"""Two keypads on one unit: a framed one, and one with a sketch that was taught."""

from __future__ import annotations

from banquier.editions.edition_file import editions
from banquier.play.key_queue import KeyQueue
from banquier.play.keypad_source import exchange
from hardware.keypads.frames import glass_args
from hardware.keypads.keypad_link import KeypadLink
from hardware.keypads.pad import Pad
from hardware.unit import Unit
from keypad.keys import NAMES
from tests.support.simulated_keypad import HELLO, Keypad

LINES = Pad(
    {f"Key {key} PRESSED.": key for key in "0123456789"}, only=True, release=("Key … RELEASED.",)
)


def test_a_framed_and_a_plain_keypad_press_the_keys_of_one_unit() -> None:
    """A key that both hold stays down until the last lets go; unplugged, a keypad lets go of its
    own keys only. The displays of one show what the other types."""
    unit = Unit(editions(), seed=1)
    unit.run(65_536)
    keys, framed, plain = KeyQueue(unit), Keypad("A"), Keypad("B")
    links = [
        KeypadLink(keypad.device, keypad.ports, pad=LINES, open_port=keypad.open_port,
                   clock=lambda: unit.tick // 32)
        for keypad in (framed, plain)
    ]  # fmt: skip
    for link in links:
        link.begin(link.port)
    for _ in range(34):
        unit.run(unit.tick + 3_000)
        links[1].step()

    def down() -> set[str]:
        for _ in range(3):
            for link in links:
                link.step()
                exchange(keys, link)
            keys.run(unit.tick + 4_096)
        return {NAMES[code] for code in unit.matrix.held_codes()}

    framed.say("H", HELLO)
    assert down() == set()
    for keypad, verb, key, held in (
        (plain, "PRESSED", "5", {"5"}),
        (plain, "RELEASED", "5", set()),
        (framed, "D", "04", {"7"}),
        (plain, "PRESSED", "4", {"7", "4"}),
        (framed, "U", "04", {"4"}),
        (framed, "D", "14", {"4"}),
        (plain, "RELEASED", "4", {"4"}),
        (plain, "PRESSED", "6", {"4", "6"}),
    ):
        if keypad is plain:
            plain.send(f"Key {key} {verb}.\r\n".encode())
        else:
            framed.say(verb, key)
        assert down() == held, (verb, key)
    assert all(link.status().connected for link in links)
    assert framed.heard("S")[-1] == glass_args(*unit.shown) and unit.shown[1].strip() == "4"
    framed.unplug()
    assert down() == {"6"}
    plain.unplug()
    assert down() == set()
