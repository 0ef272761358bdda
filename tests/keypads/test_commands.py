"""`banquier keypad list` and `monitor`, with real boards, simulated ones and none."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from pathlib import Path

import pytest

from banquier.cli.commands import keypad
from banquier.cli.commands.keypad import (
    DONE,
    FAILED,
    SPEEDS,
    WRONG_INPUT,
    draw_pad,
    list_ports,
    monitor,
    try_speeds,
)
from banquier.cli.pad_rows import write_table
from banquier.folders import settings_file
from banquier.panel.settings import read
from banquier.trouble import Trouble
from hardware.keypads.facts import Status
from hardware.keypads.frames import encode
from keypad.keys import PAD_LEGENDS
from tests.keypads.wires import Terminal
from tests.support.commands import BANQUIER, banquier
from tests.support.paths import ROOT
from tests.support.simulated_keypad import HELLO, usb_port


def test_the_ports_are_listed_with_what_the_system_knows_of_them(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    uno = usb_port("/dev/ttyACM0", "7543331", None, 0x2341, 0x0043)
    uno.description = "Arduino Uno"
    for found, said in (
        ([uno, usb_port("/dev/ttyS0", None, None, None)],
         "/dev/ttyACM0   Arduino Uno   2341:0043   serial 7543331\n"
         "/dev/ttyS0   a port of its own, no USB\n"),
        ([], "No serial port was found; is the keypad plugged in?\n"),
    ):  # fmt: skip
        monkeypatch.setattr(f"{keypad.__name__}.ports", lambda found=found: found)
        assert list_ports() == DONE
        assert "".join(capsys.readouterr()) == said


class Said:
    """The output of the monitor, also while it still runs."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys, self._out, self._err = capsys, "", ""

    def lines(self) -> tuple[list[str], list[str]]:
        """Return the lines of standard output and standard error."""
        out, err = self._capsys.readouterr()
        self._out, self._err = self._out + out, self._err + err
        return self._out.splitlines(), self._err.splitlines()


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    return Said(capsys)


def test_the_monitor_prints_each_edge_as_the_unit_understands_it(
    terminal: Terminal, said: Said
) -> None:
    """Unplugged, a keypad lets go of its keys."""
    sent = {"asking": (("H", HELLO), ("D", "15"), ("U", "15"), ("D", "37"), ("D", "00"))}

    def over(status: Status) -> bool:
        for verb, args in sent.pop(status.state, ()):
            terminal.say(verb, args)
        out, _ = said.lines()
        if len(out) == 4:
            terminal.unplug()
        return len(out) == 6

    assert monitor(terminal.name, "en", over) == DONE
    out, err = said.lines()
    assert out == [
        "press 5", "release 5", "press F", "press DES", "release DES", "release F",
    ]  # fmt: skip
    assert f"# framed keypad at 115200 baud {terminal.name}" in err
    assert err[-1].startswith("# presses 3, ")


FORMER = """lang = "en"
[pad]
E = "OK"

# A tint of yours
[keys]
w = "OK"
"""


def test_what_is_no_key_is_shown_and_asked_for_and_its_table_goes_into_the_settings(
    terminal: Terminal, home: Path
) -> None:
    """One finger for each key that no line names, until Ctrl-C, as a pad may have no such key; a
    table that was there stays beneath. The monitor does not advise to run the monitor, as the panel
    does."""
    settings = Path(settings_file())
    settings.parent.mkdir(parents=True)
    settings.write_text(FORMER, "utf-8")
    lines = [f"Key {legend} PRESSED." for legend in PAD_LEGENDS if legend not in "58"]
    command = [*BANQUIER, "keypad", "monitor", terminal.name, "--lang", "en", "--ask", "--write"]
    said = list[str]()
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True,
    ) as process:  # fmt: skip
        assert process.stderr and process.stdout and process.stdin
        for line in process.stderr:
            said.append(line)
            if "press a key" in line:
                os.write(terminal.master, "\n".join(["12", "12", *lines, ""]).encode())
            elif lines[-1] in line or "is to be 8;" in line:
                process.send_signal(signal.SIGINT)
            elif asked := re.search(r"is to be (\d);", line):
                os.write(terminal.master, b"BTN %d on\nBTN %d off\n" % ((20 + int(asked[1]),) * 2))
            elif "The table" in line:
                break
        process.stdin.write("y\n")
        out, _ = process.communicate()
    assert process.returncode == DONE
    assert "# No key: '12'\n" in said
    assert out.splitlines()[:4] == [
        "[pad]", '"E" = "OK"', '"12" = ""  # 2', '"Key 1 PRESSED." = "1"  # 1',
    ]  # fmt: skip
    states = [line for line in said if "No key" not in line]
    assert len(states) == len({*states})  # what came is no new state
    assert sum("monitor" in line or "hold the last" in line for line in said) == 1
    found = read(settings)
    assert found.lang == "en" and found.keys == {"w": "OK"}
    named = {line: PAD_LEGENDS[line[4]] for line in lines}
    asked_for = {"BTN 25 on": "5", "BTN 25 off": "5 up"}
    assert found.pad.legends == {"E": "OK", "12": "", **named, **asked_for}
    assert '# [pad]\n# E = "OK"\n\n# A tint of yours\n[keys]\n' in settings.read_text("utf-8")


def test_a_table_that_the_settings_cannot_take_in_changes_nothing(tmp_path: Path) -> None:
    settings = tmp_path / "panel.toml"
    settings.write_text('pad = {E = "OK"}\n', "utf-8")
    with pytest.raises(Trouble, match="by hand"):
        write_table(settings, ["[pad]", 'F = "5"'])
    assert settings.read_text("utf-8") == 'pad = {E = "OK"}\n'


def test_monitor_speeds_shows_at_which_speed_it_is_text(
    terminal: Terminal, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Heard:
        def __init__(self, speed: int) -> None:
            self.speed, self.data = speed, b"Ready\r\n5\r\n"

        def read(self) -> bytes:
            data, self.data = self.data, b""
            return data if self.speed == 9_600 else b"\xfe\x80" * len(data)

        def close(self) -> None: ...

    monkeypatch.setattr(f"{keypad.__name__}.open_port", lambda _, speed=0: Heard(speed or 9_600))
    monkeypatch.setattr(f"{keypad.__name__}.LISTEN_S", 0.01)
    assert try_speeds(terminal.name, "en") == DONE
    out, err = said.lines()
    assert out[0] == "9600 baud is text: 'Ready' '5'"
    assert len(out) == len(SPEEDS) and "is not text" in out[1]
    assert f"{terminal.name}@9600" in err[-1]


def test_the_monitor_refuses_a_newer_protocol_naming_both(terminal: Terminal, said: Said) -> None:
    def over(_: Status) -> bool:
        os.write(terminal.master, encode(0, "H", "proto=2,fw=3.0"))
        return False

    assert monitor(terminal.name, "en", over) == FAILED
    _, err = said.lines()
    assert any("protocol 2" in line and "protocol 1" in line for line in err)


def test_the_pad_is_drawn_with_what_is_down_and_what_was_seen() -> None:
    drawn = "\n".join(draw_pad({"5"}, {"5", "OK"}))
    assert "[5]" in drawn and " OK*" in drawn and " 6" in drawn and "6*" not in drawn


def test_no_terminal_obeys_the_name_of_a_port() -> None:
    refused = banquier("keypad", "monitor", "./tty\x1b[2J")
    assert refused.returncode == WRONG_INPUT
    assert "tty\\x1b[2J" in refused.stderr
    assert "\x1b" not in refused.stderr
