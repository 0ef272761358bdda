"""The wires as a value change dump, read back by sigrok's own tool."""

import re
import subprocess
from io import StringIO
from pathlib import Path

import pytest

from banquier.cli import main as banquier
from banquier.editions.edition_file import editions
from banquier.play.vcd import SYMBOLS, WIRES, ValueChangeDump
from display.wiring import LINES as SEGMENT_LINES
from hardware.unit import Unit, tap
from keypad.scanner import STROBE

READ_EVERY = 30
"""Microseconds: about a tick."""


@pytest.fixture(scope="module")
def dump(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wires of a run, which is the same run without this probe."""
    folder = tmp_path_factory.mktemp("vcd")
    script, made = folder / "short.keys", folder / "short.vcd"
    script.write_text("banquier 1\nplayers 2\nseed 3\nstart\npress DES\nwait 100ms\n")
    for name, probe in (("plain", ()), ("probed", ("--vcd", str(made)))):
        assert banquier.main(["run", str(script), "--record", str(folder / name), *probe]) == 0
    assert (folder / "plain").read_text() == (folder / "probed").read_text()
    return made


def rising(wire: str) -> list[int]:
    """The samples at which a wire goes up."""
    return [found.end() - 1 for found in re.finditer("01", wire)]


@pytest.fixture(scope="module")
def samples(dump: Path) -> dict[str, str]:
    """Return the values of each wire in order."""
    done = subprocess.run(
        ["sigrok-cli", "-I", f"vcd:downsample={READ_EVERY}", "-i", str(dump), "-C", ",".join(WIRES),
         "-O", "csv:header=false"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    rows = [line.replace(",", "") for line in done.stdout.splitlines() if line[:1] in "01"]
    return dict(zip(WIRES, map("".join, zip(*rows, strict=True)), strict=True))


def test_strobes_commons_and_firmware_runs_keep_their_rates(samples: dict[str, str]) -> None:
    seconds = len(samples["S0"]) * READ_EVERY / 1e6
    assert seconds > 2
    for wire, rate in (("S0", 128), ("S4", 128), ("FIRMWARE", 128), ("COM0", 64), ("COM1", 64)):
        assert abs(len(rising(samples[wire])) - rate * seconds) <= 2, wire
    lasts = samples["S0"].count("1") / len(rising(samples["S0"]))
    assert abs(lasts - STROBE) < 0.5


def test_segment_lines_carry_the_common_that_is_driven() -> None:
    unit, file = Unit(editions(), seed=1, stepped=True), StringIO()
    dump = unit.probe = ValueChangeDump(unit, file)
    for key in ("ON", "OK"):
        tap(unit, key)
        dump.close()
        levels = {line[1:]: line[0] == "1" for line in file.getvalue().splitlines()}
        rows = unit.lcd.glass(unit.tick)
        (driven,) = (n for n in range(len(rows)) if levels[SYMBOLS[f"COM{n}"]])
        assert rows[driven] == sum(
            levels[SYMBOLS[f"SEG{line}"]] << line for line in range(SEGMENT_LINES)
        )


def test_keys_show_on_inputs_events_and_beeper(samples: dict[str, str]) -> None:
    presses = 6  # five OK through the set-up, then DES
    accepted = rising(samples["KEY"])
    assert len(accepted) == 2 * presses
    assert [samples["PRESS"][at] for at in accepted] == ["1", "0"] * presses
    pairs = zip(samples["S0"], samples["K0"], strict=True)
    both = [at for at, (strobe, line) in enumerate(pairs) if strobe == line == "1"]
    assert both and both[0] * READ_EVERY / 1e6 > 1  # DES is the last of them
    beeped = rising(samples["BEEPER"])
    assert len(beeped) >= 128 * presses  # 4 096 Hz for 31.25 ms, each


def test_a_flush_reads_the_beeps_since_the_last_one_and_writes_the_same_edges() -> None:
    dumps = []
    for key_by_key in (False, True):
        unit = Unit(editions(), seed=1, stepped=True)
        memory = unit.beeper.memory
        file = StringIO()
        dump = unit.probe = ValueChangeDump(unit, file)
        assert unit.beeper.memory == memory
        for key in ("ON", "OK", "DES", "DES", "OK", "C"):
            tap(unit, key)
            if key_by_key:
                dump.flush(unit.tick)
        dump.close()
        dumps.append(file.getvalue())
    assert dumps[0] == dumps[1]
