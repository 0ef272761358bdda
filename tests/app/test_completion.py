"""Shell completion: what argcomplete proposes, asked as a shell asks."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from banquier.cli.main import COMMANDS
from banquier.folders import folders
from banquier.words.languages import LANGUAGES
from tests.support.paths import ROOT

BANQUIER = Path(sys.executable).with_name("banquier")


def completed(line: str, out: Path) -> set[str]:
    """The proposals at the end of a command line."""
    asked = {
        "_ARGCOMPLETE": "1", "_ARGCOMPLETE_IFS": "\n", "_ARGCOMPLETE_STDOUT_FILENAME": str(out),
        "COMP_LINE": line, "COMP_POINT": str(len(line)),
    }  # fmt: skip
    subprocess.run(
        [sys.executable, "-m", "banquier"], cwd=ROOT, env={**os.environ, **asked}, check=True,
    )  # fmt: skip
    return set(out.read_text("utf-8").split())


def test_commands_options_values_and_saves_are_proposed(home: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert {*COMMANDS, "--help", "--version", "--completion"} <= completed("banquier ", out)
    assert {"--names", "--lang", "--plain", "--help"} <= completed("banquier play --", out)
    for command in ("play", "replay", "keypad monitor"):
        assert completed(f"banquier {command} --lang ", out) == {*LANGUAGES}
    assert "merveilles" in completed("banquier demo --edition ", out)
    assert {"list", "monitor"} <= completed("banquier keypad ", out)
    saves = Path(folders()["saves"])
    saves.mkdir(parents=True)
    (saves / "monday.keys").write_text("banquier 1\n", encoding="utf-8")
    assert completed("banquier report mo", out) == {"monday"}


@pytest.mark.needs("bash")
def test_bash_completes_by_the_line_of_the_readme(tmp_path: Path) -> None:
    """No other program of the environment is on the path, as after pipx."""
    (tmp_path / "banquier").symlink_to(BANQUIER)
    readme = (ROOT / "README.md").read_text("utf-8").splitlines()
    (line,) = [line for line in readme if line.startswith("    eval")]
    script = (
        f"{line.strip()}\nCOMP_LINE='banquier cha'; COMP_POINT=12; COMP_TYPE=9\n"
        "_python_argcomplete banquier cha banquier; printf '%s' \"${COMPREPLY[@]}\""
    )
    done = subprocess.run(
        ["bash", "-c", script], env={**os.environ, "PATH": f"{tmp_path}:/usr/bin:/bin"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.stdout.strip(), done.stderr) == ("chances", "")


@pytest.mark.parametrize(
    "shell", [pytest.param(name, marks=pytest.mark.needs(name)) for name in ("zsh", "fish")]
)
def test_zsh_and_fish_read_their_script(shell: str) -> None:
    command = [str(BANQUIER), "--completion", shell]
    script = subprocess.run(command, capture_output=True, check=True).stdout
    done = subprocess.run([shell, "-n"], input=script, capture_output=True, check=False)
    assert done.returncode == 0 and not done.stderr
