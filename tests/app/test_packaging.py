"""The installed package has all files, and its dependencies are locked."""

import re
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import entry_points, version
from pathlib import Path
from typing import Any

import pytest

from banquier import __version__
from scripts.release import check_out
from tests.support.commands import python
from tests.support.paths import ROOT

ROOMS = ("banquier", "datasheet", "firmware_sim", "keypad", "display", "hardware")
BOARD = "hardware/board/"  # the keypad boards' own firmware is released beside the wheel
LOCKS = ("requirements.txt", "requirements-dev.txt")


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def locked(lock: str) -> dict[str, str]:
    """Each locked package, by its name, with all that the file says about it."""
    text = (ROOT / lock).read_text(encoding="utf-8").replace("\\\n", " ")
    return {line.partition("==")[0]: line for line in text.splitlines() if line}


def names(requirements: list[Any]) -> set[str]:
    return {re.split(r"[^\w-]", text)[0] for text in requirements if isinstance(text, str)}


@pytest.mark.parametrize("lock", LOCKS)
def test_every_package_is_locked_to_one_version_and_its_hashes(lock: str) -> None:
    for line in locked(lock).values():
        assert re.fullmatch(r"[a-z\d-]+==[\w.]+( ; [^#]+?)?(\s+--hash=sha256:[\da-f]{64})+", line)


def test_the_locks_hold_all_that_the_project_asks_for_in_the_same_versions() -> None:
    asked, groups = project()["project"]["dependencies"], project()["dependency-groups"]
    play, develop = (locked(lock) for lock in LOCKS)
    assert names(asked) | names(groups["build"]) <= set(play)
    assert names(groups["dev"]) <= set(develop)
    assert play.items() <= develop.items()


def test_the_command_is_called_banquier() -> None:
    (command,) = entry_points(group="console_scripts", name="banquier")
    assert command.value == "banquier.cli.main:main"
    assert callable(command.load())
    assert version("banquier90") == __version__


def test_a_wheel_holds_every_tracked_file_of_the_packages(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "-d", str(tmp_path)],
        cwd=ROOT, check=True, capture_output=True,
    )  # fmt: skip
    (wheel,) = tmp_path.glob("*.whl")
    tracked = subprocess.run(
        ["git", "ls-files", "-z", *ROOMS],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    wanted = {name for name in tracked.split("\0") if name and not name.startswith(BOARD)}
    packed = set(zipfile.ZipFile(wheel).namelist())
    assert wanted <= packed
    assert not [name for name in packed if name.startswith((BOARD, "tests/"))]


def test_a_release_is_made_of_what_is_committed(tmp_path: Path) -> None:
    """A save that lies in the clone is nobody else's, and it may be played meanwhile."""
    clone, place = tmp_path / "clone", tmp_path / "release"
    (clone / "docs").mkdir(parents=True)
    (clone / "docs" / "notice.md").write_text("committed", encoding="utf-8")
    git = ("git", "-C", str(clone), "-c", "user.name=Anne", "-c", "user.email=anne@example.org")
    for words in (("init", "-q"), ("add", "."), ("commit", "-qm", "Notice: begin")):
        subprocess.run([*git, *words], check=True)
    (clone / "mardi.keys").write_text('names "Anne" "Bob"', encoding="utf-8")
    (clone / "docs" / "notice.md").write_text("being written", encoding="utf-8")
    check_out(clone, place)
    packed = {path.name: path.read_text("utf-8") for path in place.rglob("*") if path.is_file()}
    assert packed == {"notice.md": "committed"}


POSIX = ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty")
CALLS = ("fork", "getuid", "nice", "pread", "pwrite", "sched_getaffinity")
IMPORTED = """
import os, sys
from importlib import import_module
for name in {calls!r}:
    delattr(os, name)
sys.modules.update(dict.fromkeys({posix!r}))
for name in {names!r}:
    import_module(name)
from banquier.saves.open_game import open_game
from banquier.saves.save_folder import SaveFolder
game = open_game(players=2, games=SaveFolder({folder!r}))
game.close()
again = open_game(games=SaveFolder({folder!r}))
assert (again.path, again.unit.question.kind, again.trouble) == (game.path, "resume", "")
again.close()
"""


ELSEWHERE = ("banquier.__main__", "banquier.panel", "banquier.bodies.handheld")
"""A program, what needs a terminal, and what runs in another engine."""


def test_all_but_the_terminal_is_imported_where_there_is_no_posix(tmp_path: Path) -> None:
    """And a game is saved, and taken up again."""
    paths = [path.relative_to(ROOT) for room in ROOMS for path in (ROOT / room).rglob("*.py")]
    names = {".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in paths}
    wanted = sorted(name for name in names if not name.startswith(ELSEWHERE))
    code = IMPORTED.format(posix=POSIX, calls=CALLS, names=wanted, folder=str(tmp_path))
    done = python("-c", code)
    assert done.returncode == 0, done.stderr
