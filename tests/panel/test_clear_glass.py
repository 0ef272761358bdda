"""The glass is clear at rest: what a person reads half a second after the last change.

The real program at a real pseudo-terminal, read from the painted cells. Nothing is touched while
the glass is read, so nothing but the panel itself can finish what it began to draw.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from banquier.panel.layout import BESIDE_FROM
from tests.support.glasses import Reading, Text
from tests.support.pictures import read_picture
from tests.support.terminal import Terminal, panel_command
from tests.support.terminal_reader import TerminalReader
from tests.support.waiting import is_busy

OK, C, ON, ESCAPE, UP, RIGHT, END = "\r", "\x7f", "o", "\x1b", "\x1b[A", "\x1b[C", "\x1b[F"
F1, F2, F4, F5, F8, F9 = "\x1bOP", "\x1bOQ", "\x1bOS", "\x1b[15~", "\x1b[19~", "\x1b[20~"
CTRL_G, CTRL_P, CTRL_T = "\x07", "\x10", "\x14"

THROW: Text = ("J1 LANCEZ", "150.000")


@contextmanager
def panel_at_terminal(
    *words: str, command: str = "play", environment: dict[str, str] | None = None
) -> Iterator[TerminalReader]:
    with Terminal(
        [*panel_command()[:3], command, *words], (80, 24), **environment or {}
    ) as terminal:
        yield TerminalReader(terminal)


def press(reader: TerminalReader, keys: str) -> None:
    reader.terminal.type(keys.encode())


def press_until_it_changes(reader: TerminalReader, keys: str) -> None:
    """Up to the middle of the change."""
    before = reader.now()
    press(reader, keys)
    reader.until(lambda reading: reading != before)


def blinking(row_a: str, row_b: str) -> tuple[Text, ...]:
    return (row_a, row_b), (row_a, "")


def shows(screens: tuple[Text, ...], reading: Reading | None) -> bool:
    return reading is not None and reading.text in screens


def walk(reader: TerminalReader, steps: tuple[tuple[str, tuple[Text, ...]], ...]) -> None:
    for keys, screens in steps:
        press(reader, keys)
        try:
            if any(row_b.startswith("Err") for _, row_b in screens):  # gone after 1.5 s
                reader.until(partial(shows, screens))
            elif screens:
                reader.wait_for(*screens)
        except AssertionError as unclear:
            picture = "\n".join(reader.lines()[:12])
            pytest.fail(f"after {keys!r}: {unclear}\n{picture}", pytrace=False)


SET_UP = (
    ("", blinking("ELECTRONIQUE", "1")),
    (OK, blinking("JOUEURS", "4")),
    ("-", blinking("JOUEURS", "3")),
    (OK, blinking("DES AUTO", "1")),
    ("+", blinking("DES JETES", "2")),
    (OK, blinking("CARTES AUTO", "1")),
    ("+", blinking("CARTES MAIN", "2")),
    (OK, (THROW,)),
)


def test_from_the_set_up_to_the_first_squares_and_back(home: Path) -> None:
    """The unit runs at its own pace, if the machine keeps up with it."""
    with panel_at_terminal("--new", "--speed", "0.25" if is_busy() else "1") as reader:
        walk(reader, SET_UP)
        walk(
            reader,
            (
                (OK, (("DE 1 A 6", "Err 06"),)),
                ("", (THROW,)),  # the error goes by itself
                ("31", (("DES 3 1", "150.000"),)),
                (C, (("DES 3", "150.000"),)),
                ("1" + OK, (("IMPOTS SUR", "20.000"), ("LE REVENU", "20.000"))),
                ("z", (("ANNULE ?", ""),)),
                (C, (("IMPOTS SUR", "20.000"),)),
                (" ", (("J2 LANCEZ", "150.000"),)),
            ),
        )
        press(reader, CTRL_T)
        reader.pane = True
        reader.until(lambda _: "the present" in str(reader.lines()))
        press(reader, 2 * UP)
        reader.until(lambda _: "▷ J1 throws 3 and 1" in str(reader.lines()))
        walk(reader, ((OK, (("IMPOTS SUR", "20.000"),)), (END, (("J2 LANCEZ", "150.000"),))))
        press(reader, CTRL_T)
        reader.pane = False
        press(reader, f"64{OK}")
        for window in ("SIMPLE VISIT", "IMPLE VISITE", "SITE / PRISO", "ITE / PRISON"):
            reader.until(partial(shows, ((window, ""),)))  # it scrolls: none of them stays


def test_off_by_itself_and_on_again(home: Path) -> None:
    with panel_at_terminal("--players", "3", "--speed", "240") as reader:
        walk(reader, (("", (THROW,)), ("", (("", ""),)), (ON + "<<<<", (THROW,))))


def test_in_each_phase_of_a_blink_at_a_faster_pace(home: Path) -> None:
    paces = (("", 1.1),) if is_busy() else (("", 2.0), (">", 4.0))
    with panel_at_terminal("--new", "--speed", str(paces[0][1])) as reader:
        for faster, pace in paces:
            press(reader, faster)
            reader.still = 0.2 / pace  # of a phase of half a second
            walk(reader, 4 * (("", blinking("ELECTRONIQUE", "1")),))


# -- sizes, tints and panes

OTHER: Text = ("PAS DE TITRE", "")


def there_and_back(reader: TerminalReader, change: str = "") -> None:
    """Another text after a change of how it is looked at, and the one before again."""
    walk(reader, (("+" + change, (OTHER,)), (C, (THROW,))))


def test_in_every_tint_at_any_size_and_with_a_pane(home: Path) -> None:
    exported = {"COLUMNS": "80", "LINES": "24"}  # as some shells do: a resize is seen all the same
    with panel_at_terminal("--players", "3", environment=exported) as reader:
        walk(reader, (("", (THROW,)),))
        for key in (F9, F9, F9, 2 * CTRL_G):
            there_and_back(reader, key)
        reader.still = 0.06  # the pane of the machine shows time itself
        for size, key in (((120, 40), F2), ((160, 48), ""), ((80, 24), F4)):
            press(reader, "+")
            reader.resize(size)
            reader.pane = board = size[0] >= BESIDE_FROM  # it stands there by itself
            walk(reader, (("", (OTHER,)), (C, (THROW,))))
            for is_open in (True, False) if key else ():
                press(reader, key)
                reader.pane = is_open or board
                there_and_back(reader)


def test_after_other_screens_while_time_is_stopped_and_on_a_photograph(home: Path) -> None:
    with panel_at_terminal("--players", "3") as reader:
        walk(reader, (("", (THROW,)),))
        for over in (F1, "q", CTRL_P):
            for keys in ("+" + over, ESCAPE):  # an Escape with a key right behind it is Alt
                press(reader, keys)
                while reader.feed(0.3):
                    pass
            walk(reader, (("", (OTHER,)), (C, (THROW,))))
        press_until_it_changes(reader, "+")
        press(reader, F5)
        walk(reader, (("", (OTHER,)), (F5 + C, (THROW,))))
        # A photograph taken in the middle of a change.
        press_until_it_changes(reader, "?")
        press(reader, F8)
        walk(reader, (("", (("QUI ?", ""),)),))
        reader.until(lambda _: b"banquier-" in reader.terminal.out)
    (picture,) = home.rglob("*.png")
    assert read_picture(picture.read_bytes()).text in (THROW, ("QUI ?", ""))


def no_unlit_segment(reader: TerminalReader) -> bool:
    """Nothing is drawn that is not driven."""
    return "HYPO" not in str(reader.lines()[:11])


def greys(reader: TerminalReader) -> bool:
    colours = set(re.findall(rb"[34]8;2;(\d+);(\d+);(\d+)", reader.terminal.out))
    return bool(colours) and all(red == green == blue for red, green, blue in colours)


RECORDED = """\
banquier 1
edition electronique
players 3
dice keyed
start
wait 400s
press 3 1 OK FIN
battery 2.25V
wait 400s
"""


@pytest.mark.parametrize(
    ("environment", "contrasts", "holds"),
    [
        ({}, (5, 6, 7, 0, 1, 2, 3), bool),
        ({"TERM": "xterm", "COLORTERM": ""}, (5, 6, 7, 0), no_unlit_segment),
        ({"NO_COLOR": "1"}, (5, 6), greys),
    ],
    ids=["true colours", "16 colours", "no colour"],
)
def test_a_replay_low_cells_and_every_contrast(
    home: Path,
    tmp_path: Path,
    environment: dict[str, str],
    contrasts: tuple[int, ...],
    holds: Callable[[TerminalReader], bool],
) -> None:
    """A replay brings the low cells, and with each operation another contrast and tint."""
    script = tmp_path / "low-cells.keys"
    steps = (f"menu CONTRASTE {one}\npress RECU 2 OK 1 OK\nwait 400s\n" for one in contrasts)
    script.write_text(RECORDED + "".join(steps), encoding="utf-8")
    words = str(script), "--speed", "4"
    with panel_at_terminal(*words, command="replay", environment=environment) as reader:
        walk(reader, (("", (THROW,)),))  # the set-up is played, and then the unit waits
        assert holds(reader)
        press(reader, 2 * RIGHT)  # over the first turn
        reader.until(lambda reading: reading and "PILE" in reading.icons)
        for rank, _ in enumerate(contrasts, 1):
            for key in (RIGHT, F9) if environment else (RIGHT,):
                walk(reader, ((key, (("J2 LANCEZ", f"150.00{rank}"),)),))
