"""Shell completion: every command and option, in scripts that the shells accept."""

from __future__ import annotations

import subprocess

import pytest

from banquier.cli import main as banquier
from banquier.cli.completion import SHELLS, options_of
from banquier.cli.main import COMMANDS


def completed(line: str) -> set[str]:
    """What bash proposes at the end of a command line."""
    script = SHELLS["bash"]() + (
        f"COMP_WORDS=({line} ''); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _banquier\n"
        'printf "%s\\n" "${COMPREPLY[@]}"\n'
    )
    done = subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, check=True, timeout=30
    )
    assert not done.stderr
    return set(done.stdout.split())


@pytest.mark.needs("bash")
def test_bash_completes_commands_options_and_their_values() -> None:
    assert completed("banquier") == {*COMMANDS, "--help", "--version"}
    assert {"--names", "--lang", "--plain", "--help"} <= completed("banquier play")
    assert completed("banquier play --lang") == {"fr", "en"}
    assert "merveilles" in completed("banquier play --edition")
    assert {"list", "monitor", "teach"} <= completed("banquier keypad")


@pytest.mark.parametrize("shell", SHELLS)
def test_every_command_and_option_is_in_the_script(
    shell: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert banquier.main(["completion", shell]) == 0
    script = capsys.readouterr().out
    for command in COMMANDS:
        assert command in script
        for option in options_of(command):
            assert option.name.lstrip("-") in script


@pytest.mark.parametrize(
    "shell", [pytest.param(name, marks=pytest.mark.needs(name)) for name in ("zsh", "fish")]
)
def test_zsh_and_fish_read_their_script(shell: str) -> None:
    done = subprocess.run(
        [shell, "-n"], input=SHELLS[shell](), capture_output=True, text=True, timeout=30
    )
    assert done.returncode == 0 and not done.stderr


def test_an_unknown_shell_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert banquier.main(["completion", "tcsh"]) == 2
    assert "bash" in capsys.readouterr().err
