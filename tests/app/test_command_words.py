"""Errors of commands: one clear sentence each."""

import os
import pty
import re
import select
import signal
import subprocess
from io import StringIO
from pathlib import Path

import pytest

from banquier.cli.main import main
from banquier.folders import folders
from banquier.saves.recorder import SaveRecorder
from banquier.saves.save_format import scan
from tests.support.commands import BANQUIER, banquier, in_shell, ran
from tests.support.games_played import evening
from tests.support.waiting import LIFETIME

CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")

pytestmark = pytest.mark.usefixtures("home")


STRANGE = "a\x1b[31m\x9b2J"
"""Of a folder, a save, a script, a file to write and a port."""


@pytest.mark.parametrize(
    "words",
    [
        ["paths"], ["saves"], ["saves", "--json"], ["saves", "--remove", STRANGE],
        ["run", f"{STRANGE}.keys", "b.keys"], ["run", "--json", f"{STRANGE}.keys"],
        ["replay", STRANGE, "--check"], ["report", STRANGE, "-o", STRANGE],
        ["edition", "new", f"{STRANGE}.toml"],
        ["play", "--plain", "--keypad", STRANGE],
    ],
)  # fmt: skip
def test_control_characters_of_names_are_not_printed(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / f"{STRANGE}-data"))
    saves = Path(folders()["saves"])
    saves.mkdir(parents=True)
    evening(saves / f"{STRANGE}.keys", "players 2", operations=20)
    for name in (STRANGE, "b"):
        Path(f"{name}.keys").write_text("banquier 1\nstart\n", encoding="utf-8")
    here, there = pty.openpty()
    if "--keypad" in words:
        Path(STRANGE).symlink_to(os.ttyname(there))
    printed = ran(*words, said=f"des\n{STRANGE}\nquoi\n")
    os.close(here)
    os.close(there)
    assert printed.status == 0 and not CONTROL.search(printed.err + printed.out), repr(printed)
    assert "1b[31m" in printed.err + printed.out


FULL = "banquier: standard output cannot be written: no space left on device\n"


@pytest.mark.parametrize(
    ("line", "status", "err"),
    [
        ("play --plain <&-", 2,
         "banquier play: --plain reads standard input, and there is none\n"),
        ("paths >&-", 0, ""),
        ("replay tests/saves/1.2/recording.keys --speed max >&-", 0, ""),
        ("run missing.keys 2>&-", 2, ""),
        ("paths >/dev/full", 2, FULL),
        ("play --plain </dev/null >/dev/full", 2, FULL),
        ("saves >/dev/full", 2, FULL),
    ],
)  # fmt: skip
def test_a_stream_that_is_closed_or_full_is_no_crash(line: str, status: int, err: str) -> None:
    done = in_shell(f'"$@" {line}')
    assert (done.returncode, done.stdout, done.stderr) == (status, "", err)


@pytest.mark.parametrize("end", ["a signal", "hung up", "hung up while stopped"])
@pytest.mark.parametrize("board", [False, True])
def test_a_game_is_saved_when_the_terminal_hangs_up(end: str, board: bool) -> None:
    (master, slave), port = pty.openpty(), pty.openpty()
    words = ["--keypad", os.ttyname(port[1])] if board else []
    child = subprocess.Popen(
        [*BANQUIER, "play", "--plain", *words], stdin=slave, stdout=slave,
        stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    os.close(slave)
    os.write(master, b"ok\n" * 7 + b"des\n")
    shown = b""
    while b"throw the dice" not in shown:
        assert select.select([master], [], [], LIFETIME)[0], shown
        shown += os.read(master, 4096)
    if end == "a signal":
        child.send_signal(signal.SIGHUP)
        child.wait(LIFETIME)
    if "stopped" in end:  # it learns of it late, and then reads an end of the lines, not an error
        child.send_signal(signal.SIGSTOP)
        os.waitpid(child.pid, os.WUNTRACED)
    os.close(master)
    child.send_signal(signal.SIGCONT)
    _, err = child.communicate()
    assert (child.returncode, err) == (128 + signal.SIGHUP, "")
    (save,) = Path(folders()["saves"]).iterdir()
    found = scan(save.read_bytes())
    # No key stands behind its last record: the game was closed.
    assert found.sound and found.marks[-1].number >= 1
    assert not found.data[found.marks[-1].end :].strip()
    for one in port:
        os.close(one)


def test_a_signal_amid_a_record_waits_for_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    added, raised = SaveRecorder._add, list[int]()

    def hung_up(recorder: SaveRecorder, data: bytes, begins: bool = False) -> None:
        added(recorder, data, begins)
        if recorder._number > 1 and not raised:
            raised.append(signal.SIGHUP)
            signal.raise_signal(signal.SIGHUP)

    monkeypatch.setattr(SaveRecorder, "_add", hung_up)
    monkeypatch.setattr("sys.stdin", StringIO("des\n"))
    assert main(["play", "--plain", "--players", "2"]) == 128 + signal.SIGHUP
    (save,) = Path(folders()["saves"]).iterdir()
    assert raised and scan(save.read_bytes()).sound


# -- scripts and editions that are something else


def test_an_include_of_a_pipe_or_a_device_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name in ("pipe", "/dev/zero"):
        script = tmp_path / "a.keys"
        script.write_text(f'banquier 1\ninclude "{name}"\n', encoding="utf-8")
        done = banquier("run", script)
        assert done.returncode == 2 and "it is not a file" in done.stderr, done.stderr


def test_a_script_that_is_a_pipe_can_still_be_played() -> None:
    done = in_shell('"$@" run <(printf "banquier 1\nstart\n")')
    assert done.returncode == 0, done.stderr


def test_what_is_written_at_the_end_may_go_into_a_pipe() -> None:
    done = in_shell('"$@" report tests/saves/1.2/timed.keys --csv /dev/stdout | cat')
    assert done.stderr == ""
    assert done.stdout.startswith("operation,")


@pytest.mark.parametrize(
    "text",
    [
        ".".join("a" * 90_000) + " = 1\n",
        "[" + ".".join("a" * 20_000) + "]\n",
        "x = {" + ".".join("a" * 90_000) + " = 1}\n",
        '"a"' + '."a"' * 40_000 + " = 1\n",
    ],
    ids=["key", "table", "inline", "quoted"],
)
def test_a_key_of_thousands_of_parts_is_refused_at_once(text: str, tmp_path: Path) -> None:
    edition = tmp_path / "mine.toml"
    edition.write_text(text, encoding="utf-8")
    done = in_shell(f'ulimit -v {1 << 20} -t 5; "$@" edition check "{edition}"')
    assert done.returncode != 0
    assert "not TOML that could be an edition" in done.stderr + done.stdout


def test_players_that_an_edition_does_not_take_are_told_by_the_option() -> None:
    done = banquier("play", "--plain", "--new", "--edition", "deska", "--players", "2")
    assert done.returncode == 2
    assert done.stderr.startswith("banquier play: --players: the set-up of this edition does not")
