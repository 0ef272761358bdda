"""The panel at a real pseudo-terminal: what it leaves behind, and where it cannot draw."""

import re
import shlex
import signal
import sys
from pathlib import Path

import pytest

from banquier.panel.launch import FPS
from tests.support.terminal import Terminal, panel_command
from tests.support.terminal_reader import TerminalReader

LEFT_CLEAN = (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?1000l", b"\x1b[?1003l", b"\x1b[<u")
"""The first screen, the cursor, no mouse, no keyboard protocol."""
PAINTED = b"BANQUIER"


def started(*words: str, size: tuple[int, int] = (80, 24), **environment: str) -> Terminal:
    terminal = Terminal(panel_command(*words), size, **environment)
    terminal.until(lambda out: PAINTED in out)
    return terminal


def after(terminal: Terminal) -> str:
    """Return what is on the terminal once the panel's own screen is gone."""
    return terminal.out.rpartition(b"\x1b[?1049l")[2].decode()


def said(text: str) -> str:
    return re.sub(r"\x1b\[[<>?]?[\d;]*[a-zA-Z]", "", text).strip()


@pytest.mark.parametrize(
    ("end", "status"), [(None, 0), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_however_it_ends_the_terminal_is_left_clean(
    home: Path, end: signal.Signals | None, status: int
) -> None:
    """The panel ends by q and Enter, or by a signal."""
    with started("--players", "3") as terminal:
        if end:
            terminal.process.send_signal(end)
        else:
            terminal.type(b"q")
            terminal.until(lambda out: b"Leave the Banquier" in out)
            terminal.type(b"\r")
        terminal.until(lambda out: all(mark in out for mark in LEFT_CLEAN))
        assert terminal.ended() == status
    assert not said(after(terminal))


def test_make_play_shows_the_glass(home: Path) -> None:
    with Terminal(["make", "play"]) as terminal:
        terminal.until(lambda out: PAINTED in out)
        terminal.type(b"\x03")
        terminal.ended()


def test_a_burst_goes_in_order_through_boxes_to_the_unit(home: Path) -> None:
    with started("--players", "2") as terminal:
        terminal.quiet()
        terminal.type(b"\x1bOPq" + b"\x05Zo4\r" + b"qn" + b"d")  # F1, names, leave, DES
        terminal.until(lambda out: b"Zo4" in out)
        terminal.quiet()
        terminal.type(b"\x03")
        terminal.ended()
    (save,) = (home / "data" / "banquier90" / "saves").glob("*.keys")
    *before, last = re.findall(r"^@\d+ down (\w+)$", save.read_text("utf-8"), re.MULTILINE)
    assert last == "DES" and not {"4", "DES"} & {*before}


def test_a_terminal_that_goes_away_without_a_signal_ends_the_panel(home: Path) -> None:
    with started("--players", "3") as terminal:
        terminal.hang_up()
        assert terminal.process.wait() == 129


def test_ctrl_z_gives_the_shell_back_and_fg_the_panel_with_no_key_held(home: Path) -> None:
    shell = Terminal(["bash", "--norc", "--noprofile", "-i"], PS1="shell> ")
    with shell:
        shell.until(lambda out: b"shell> " in out)
        shell.type(shlex.join(panel_command("--players", "3")).encode() + b"\n")
        shell.until(lambda out: PAINTED in out)
        shell.quiet()
        shell.type(b"d\x1a")  # a key is still down when it stops
        shell.until(lambda out: b"Stopped" in out and b"shell> " in out.partition(b"Stopped")[2])
        assert all(mark in shell.out for mark in LEFT_CLEAN)
        shell.out.clear()
        shell.type(b"fg\n")
        shell.until(lambda out: PAINTED in out)
        shell.quiet()
        shell.type(b"\x03")
        shell.until(lambda out: b"shell> " in out)
        shell.type(b"exit\n")
        shell.ended()
    assert b"Traceback" not in shell.out
    (save,) = (home / "data" / "banquier90" / "saves").glob("*.keys")
    done, tried = save.read_text("utf-8"), re.compile(r"^@\d+ (down|up) DES$", re.MULTILINE)
    assert tried.findall(done) in ([], ["down", "up"])


FAULTY = """\
import sys
import banquier.cli.main as banquier
from banquier.panel import launch

own_terminal = launch.own_terminal

def broken(self, y):
    from textual.constants import MAX_FPS
    raise RuntimeError(f"the glass is broken at {MAX_FPS} pictures a second")

def with_broken_glass():
    from display import textual_glass
    textual_glass.SegmentDisplay.render_line = broken
    return own_terminal()

launch.own_terminal = with_broken_glass
sys.exit(banquier.main(["play"]))
"""


def test_a_fault_of_the_program_leaves_a_clean_terminal_and_one_sentence(home: Path) -> None:
    with Terminal([sys.executable, "-c", FAULTY]) as terminal:
        terminal.until(lambda out: b"broken" in out)
        assert terminal.ended() == 3
    reported = said(after(terminal))
    assert "the program itself failed" in reported
    assert f"the glass is broken at {FPS} pictures" in reported  # as often as the panel wants
    assert "Traceback" not in terminal.out.decode()
    assert all(mark in terminal.out for mark in LEFT_CLEAN)


def play_in_lines(terminal: Terminal) -> None:
    terminal.until(lambda out: b"150.000" in out)
    terminal.type(b"des\n")
    terminal.until(lambda out: out.count(b"J1") > 2)
    terminal.type(b"quitter\n")
    assert terminal.ended() == 0


@pytest.mark.parametrize(
    ("environment", "why"),
    [({"TERM": "dumb"}, b"cannot be drawn on"), ({"PYTHONIOENCODING": "latin-1"}, b"no box lines")],
    ids=["dumb terminal", "no box lines"],
)
def test_where_it_cannot_be_drawn_it_speaks_in_lines(
    home: Path, environment: dict[str, str], why: bytes
) -> None:
    with Terminal(panel_command("--players", "2"), (80, 24), **environment) as terminal:
        play_in_lines(terminal)
    assert why in terminal.out and b"\x1b" not in terminal.out


def test_the_demo_shows_the_keys_that_bots_press(home: Path) -> None:
    with Terminal([*panel_command()[:3], "demo", "--speed", "8", "--mute"]) as terminal:
        terminal.until(lambda out: PAINTED in out)
        pressed = re.compile(rb"\x1b\[1;38;2;29;30;32;48;2;232;166;58m")  # a cap that is down
        # Where the machine is busy, a key may be up again before it is painted.
        terminal.until(lambda out: len(pressed.findall(out)) > 3)
        terminal.type(b"\x03")
        assert terminal.ended() == 130


def test_a_game_that_another_program_plays_is_reported_beside_the_keys(home: Path) -> None:
    with started("--players", "3", "--lang", "fr") as first:
        first.quiet()
        wide = 240, 24  # the message is in one line
        with Terminal(panel_command("--lang", "fr"), wide) as second:
            reader = TerminalReader(second, wide)
            # It goes by itself: what has been written counts, not what is still shown.
            reader.until(lambda _: "par un autre" in second.out.decode(errors="replace"))
            reader.until(lambda _: "DÉMOL" in "".join(reader.lines()))
            second.type(b"\x03")
            assert second.ended() == 130


def test_a_blind_player_is_told_of_plain_mode_and_can_always_have_it(home: Path) -> None:
    with started("--players", "2", "--lang", "en") as terminal:
        terminal.type(b"\x03")
        terminal.ended()
    assert terminal.out.decode().startswith("With a screen reader: banquier play --plain")
    folder = home / "config" / "banquier90"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "panel.toml").write_text("plain = true\n", encoding="utf-8")
    with Terminal(panel_command("--new", "--players", "2")) as terminal:
        play_in_lines(terminal)
    # Nothing moves, is drawn again or depends on colour.
    assert b"\x1b" not in terminal.out and b"\r" not in terminal.out.replace(b"\r\n", b"\n")
    (folder / "panel.toml").write_text('[keys]\nw = "OKK"\n', encoding="utf-8")
    with Terminal(panel_command()) as terminal:
        terminal.until(lambda out: b"panel.toml" in out)
        assert terminal.ended() == 2
    assert b"OKK" in terminal.out and b"\x1b" not in terminal.out
