"""The commands started by a shell: exit status and output."""

import json
import re
import shutil
import signal
import subprocess
import sys
import wave
from itertools import pairwise
from pathlib import Path

import pytest

from banquier.cli.main import COMMANDS
from hardware.keypads.frames import FrameCutter
from keypad.scanner import Scanner
from tests.support.commands import banquier, in_shell, ran

HELD = 'banquier 1\nseed 42\nstart\nexpect "J1 LANCEZ" 150.000\npress DES\n'
FAILED = "banquier 1\nstart\nexpect cash 1 7 within 1s\n"
WRONG = "banquier 1\nstart\npress 12\n"


@pytest.fixture
def script_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with a script of each kind."""
    for name, text in (("held", HELD), ("failed", FAILED), ("wrong", WRONG)):
        (tmp_path / f"{name}.keys").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


# -- run


def test_a_reader_of_the_frames_may_close_the_pipe(script_folder: Path) -> None:
    long = "".join(f"press {key}\n" for key in "1234567890" * 300)  # more than a pipe holds
    (script_folder / "long.keys").write_text(f"banquier 1\nstart\n{long}", encoding="utf-8")
    done = in_shell(
        f'"$@" run {script_folder}/long.keys --keypad-echo | head -n 1; exit ${{PIPESTATUS[0]}}'
    )
    assert (done.returncode, done.stderr) == (0, "") and done.stdout.startswith("$")


@pytest.mark.parametrize(
    ("files", "status"),
    [
        (["held"], 0),
        (["failed"], 1),
        (["wrong"], 2),
        (["held", "failed"], 1),
        (["failed", "held", "wrong"], 2),
        (["missing"], 2),
    ],
)
def test_the_exit_status_is_the_worst_of_what_happened(
    files: list[str], status: int, script_folder: Path
) -> None:
    printed = ran("run", *(f"{name}.keys" for name in files))
    assert printed.status == status and (printed.err == "") is (status == 0)
    for name in ("held", "failed"):
        assert (f"{name}.keys: {name} after" in printed.out) is (name in files)
    assert ("scripts, " in printed.out) is (len(files) > 1)


def test_a_script_that_holds_says_one_line_and_nothing_on_standard_error(
    script_folder: Path,
) -> None:
    done = banquier("run", "held.keys", folder=script_folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"held\.keys: held after 5 presses and 2\.\d s \(.* here\)\n", done.stdout)


def test_a_failure_names_the_command_that_shows_it_again(script_folder: Path) -> None:
    shutil.copy("failed.keys", "my failure.keys")
    status, _, err = ran("run", "--stepped", "my failure.keys")
    again = err.splitlines()[-1]
    assert (status, again) == (1, "  to see it again: banquier run --stepped 'my failure.keys'")


def test_json_has_the_results_of_all_scripts(script_folder: Path) -> None:
    status, out, _ = ran("run", "--json", "held.keys", "failed.keys", "wrong.keys")
    document = json.loads(out)
    assert document["status"] == status == 2
    held, failed, wrong = document["files"]
    assert (held["file"], held["status"], held["failure"]) == ("held.keys", "held", None)
    assert held["presses"] == 5
    assert held["ticks"] > 5 * 4096
    assert held["seconds"] > 0
    assert (failed["status"], failed["failure"]["line"]) == ("failed", 3)
    assert failed["failure"]["command"] == "banquier run failed.keys"
    assert (wrong["status"], wrong["error"].split(":")[:2]) == ("wrong", ["wrong.keys", "3"])


def test_what_is_recorded_replays_with_every_digest_and_runs_as_a_script(
    script_folder: Path,
) -> None:
    assert ran("run", "held.keys", "--record", "rec.keys", "--trace", "all.keys").status == 0
    for words in ((), ("--stepped",)):
        assert ran("replay", "rec.keys", "--check", *words)[:2] == (
            0, "rec.keys: all 2 digests agree\n"
        )  # fmt: skip
    assert ran("run", "rec.keys").status == ran("replay", "all.keys", "--check").status == 0
    assert "\n# @" in Path("all.keys").read_text(encoding="utf-8")


def test_the_beeps_are_written_as_a_wav_file(script_folder: Path) -> None:
    (held,) = json.loads(ran("run", "--json", "held.keys", "--wav", "out.wav").out)["files"]
    with wave.open("out.wav") as sound:
        assert sound.getnframes() / sound.getframerate() == held["ticks"] / 32_768
        assert len(set(sound.readframes(sound.getnframes()))) > 1


def test_the_keypad_echo_holds_the_frames_for_a_keypad_board(script_folder: Path) -> None:
    told = ran("run", "held.keys", "--keypad-echo").out
    lines = [line for line in told.splitlines() if line.startswith("$")]
    frames = [read.frame for read in FrameCutter().feed("\n".join([*lines, ""]).encode("ascii"))]
    assert len(frames) == len(lines)
    printed = [(frame.verb, frame.args) for frame in frames if frame]
    assert len(printed) == len(lines)
    assert ("B", "4096,31") in printed
    assert ("S", "J1 LANCEZ   ,150.000,500000001") in printed


def test_a_bad_edition_is_one_sentence_with_the_line_that_asks_for_it(script_folder: Path) -> None:
    Path("own.toml").write_text("name = 7\n", encoding="utf-8")
    for own in ("own.toml", "missing.toml"):
        Path("x.keys").write_text(f"banquier 1\nedition {own}\nstart\n", encoding="utf-8")
        status, _, err = ran("run", "x.keys")
        assert status == 2 and err.startswith(f"x.keys:2: {own}: ") and err.count("\n") == 1


# -- replay


def test_a_replay_shows_the_glass_line_by_line(script_folder: Path) -> None:
    waits = "banquier 1\nseed 42\nwait 6s\nstart\nwait 5s\n"
    Path("held.keys").write_text(waits, encoding="utf-8")
    shown = ran("replay", "held.keys", "--speed", "max").out.splitlines()
    texts = [line.partition("ms  ")[2] for line in shown]
    assert '"J1 LANCEZ" "150.000" J1 SON F' in texts
    assert all(before != after for before, after in pairwise(texts)), "blinking is printed"
    status, out, _ = ran("replay", "held.keys", "--speed", "0", "--until", "1s")
    assert status == 0 < len(out.splitlines()) < len(shown)


def test_the_first_digest_that_differs_is_named(script_folder: Path) -> None:
    ran("run", "held.keys", "--record", "rec.keys")
    text = re.sub(r"( state \d+ \w+) .*", r"\1", Path("rec.keys").read_text(encoding="utf-8"))
    Path("rec.keys").write_text(text.replace("seed 42", "seed 43"), encoding="utf-8")  # as of 1.2
    line = next(n for n, line in enumerate(text.splitlines(), 1) if " state " in line)
    status, _, err = ran("replay", "rec.keys", "--check")
    assert status == 1
    assert err.startswith(f"rec.keys:{line}: recorded operation 1 with digest")


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal")
def test_ctrl_c_ends_a_replay_cleanly(script_folder: Path) -> None:
    Path("long.keys").write_text("banquier 1\nwait 1s ; press OK ; wait 9000s\n", encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "-m", "banquier", "replay", "long.keys"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as playing:
        assert playing.stdout is not None
        assert playing.stderr is not None
        assert "ms  " in playing.stdout.readline()
        playing.send_signal(signal.SIGINT)
        assert playing.wait() == 130
        assert playing.stderr.read() == ""


# -- every command


def test_every_command_is_in_the_overview_and_has_help() -> None:
    overview = ran("--help").out
    for name in COMMANDS:
        status, out, _ = ran(name, "--help")
        assert status == 0 and f"usage: banquier {name}" in out
        assert f"\n    {name} " in overview


def test_the_paths_lie_in_the_users_own_folders(home: Path) -> None:
    places = dict(line.split(maxsplit=1) for line in ran("paths").out.splitlines())
    assert list(places) == ["saves", "configuration", "logs", "cache", "pictures"]
    assert all(Path(place).is_relative_to(home) for place in places.values())
    assert len(set(places.values())) == 5


def test_an_ascii_terminal_gets_the_euro_sign_escaped(script_folder: Path) -> None:
    Path("euro.keys").write_text("banquier 1\nedition euro\nplayers 2\nstart\n" + FAILED[17:],
                                 encoding="utf-8")  # fmt: skip
    done = banquier("run", "euro.keys", folder=script_folder, PYTHONIOENCODING="ascii")
    assert done.returncode == 1
    assert "\\u20ac" in done.stderr


def test_an_ascii_terminal_gets_the_apostrophe_and_space_of_a_typewriter(home: Path) -> None:
    words = ("play", "--plain", "--new", "--lang", "fr")
    done = banquier(*words, said="12 12 12\nxx\n", PYTHONIOENCODING="ascii")
    assert " n'est pas une touche. " in done.stdout and " jouez-vous ? " in done.stdout


@pytest.mark.parametrize("debug", ["", "1"])
def test_a_fault_of_the_program_is_one_sentence_and_status_three(
    debug: str, script_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def scan(*_: object) -> None:
        raise KeyError("no\nsuch thing")

    monkeypatch.setenv("BANQUIER_DEBUG", debug)
    monkeypatch.setattr(Scanner, "scan", scan)
    status, _, said = ran("run", "held.keys")
    assert status == 3 and "KeyError" in said and ("Traceback" in said) is bool(debug)
    if not debug:
        assert said.count("\n") == 1 and "failed playing held.keys: please report " in said
        assert "in tests/app/test_commands.py:" in said and "BANQUIER_DEBUG=1 shows more" in said
