"""The Arduino sketch, compiled with the Arduino core, on the simulated Uno.

The sketch has no displays; otherwise it must say what the firmware of `hardware/board/avr` says:
keys, ghosts and heartbeats are in that one's tests.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from hardware.keypads.frames import encode
from tests.keypads.building import compile_sketch_folder
from tests.keypads.rig import Rig
from tests.keypads.test_rig import listening
from tests.keypads.vectors import answers_every_vector

HELLO = "H,proto=1,fw=1.0,rows=4,cols=8,disp=0,beep=1"


@pytest.fixture(scope="module")
def uno(programs: Path) -> str:
    return compile_sketch_folder(programs, "uno")


@pytest.fixture
def arduino(make_rig: Callable[..., Rig], uno: str) -> Rig:
    return make_rig(uno)


def test_the_sketch_compiles_for_the_leonardo_and_leaves_room(programs: Path) -> None:
    name = compile_sketch_folder(programs, "leonardo")
    size = subprocess.run(
        ["avr-size", f"{programs / name}.elf"], capture_output=True, text=True, check=True
    )
    text, data, bss = (int(number) for number in size.stdout.splitlines()[1].split()[:3])
    assert text + data < 28_672  # what the 32U4's boot loader leaves
    assert data + bss < 2_000  # of 2 560 bytes; the rest is the stack


def test_every_vector_is_answered_as_by_the_firmware(arduino: Rig) -> None:
    answers_every_vector(arduino, HELLO)


def test_the_glass_is_taken(arduino: Rig) -> None:
    with listening(arduino) as listener:
        before = listener.session.counters.frames
        listener.say(encode(7, "S", "J1 LANCEZ.  ,1.234.560,200000001"))
        arduino.tell("wait 50")
        listener.catch_up()
        assert listener.session.counters.frames - before == 1  # its A


@pytest.mark.parametrize(("hz", "ms"), [(4_096, 31), (1_170, 250)])
def test_the_piezo_sounds(arduino: Rig, hz: int, ms: int) -> None:
    with listening(arduino) as listener:
        listener.say(encode(1, "B", f"{hz},{ms}"))
        arduino.tell("wait 400")
        arduino.settle()
        ((heard, length),) = arduino.beeps()
    assert abs(heard - hz) <= hz // 50
    assert abs(length - ms) <= 2
