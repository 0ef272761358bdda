"""Each file of a release, tried as its user would: `make test-release`.

The wheel is installed into an empty environment outside the repository and used by another user
where this one is root. pip brings the libraries, in the versions of the lock.
"""

import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser

from banquier import __version__
from tests.keypads.building import HERE, build, shared_folder
from tests.keypads.rig import Rig
from tests.keypads.vectors import answers_every_vector
from tests.local_page.opened_page import begun, game, opened
from tests.page.conftest import PHONE, chromium, free_port, started
from tests.support.hosting import hosted
from tests.support.paths import ROOT

__all__ = ["chromium", "started"]

DIST = ROOT / "dist"
NOBODY = 65534
SCRIPT = 'banquier 1\nplayers 2\nstart\nexpect "J1 LANCEZ" 150.000\n'


class Installed(NamedTuple):
    """The wheel in an environment of its own, and the user who runs it."""

    place: Path
    user: list[str]

    def popen(self, *words: str) -> subprocess.Popen[str]:
        command = [*self.user, str(self.place / "venv" / "bin" / words[0]), *words[1:]]
        home = {"HOME": str(self.place / "home"), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
        return subprocess.Popen(
            command, cwd=self.place / "home", env=home, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip

    def run(self, *words: str) -> str:
        process = self.popen(*words)
        told, _ = process.communicate(timeout=300)
        assert process.returncode == 0, told
        return told


def only(pattern: str) -> Path:
    (path,) = DIST.glob(pattern)
    return path


@pytest.fixture(scope="module")
def installed() -> Iterator[Installed]:
    root = os.geteuid() == 0
    # A Python below /root is nobody else's.
    python = shutil.which("python3", path="/usr/bin") if root else sys.executable
    assert python
    with TemporaryDirectory(prefix="banquier released ") as scratch:
        place = Path(scratch)
        place.chmod(0o755)
        (place / "home").mkdir()
        own = place / "venv" / "bin" / "python"
        pip = [str(own), "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
        for command in (
            [python, "-m", "venv", str(place / "venv")],
            [*pip, "--require-hashes", "-r", str(ROOT / "requirements.txt")],
            [*pip, "--no-deps", str(only("*.whl"))],
            [str(own), "-m", "pip", "--disable-pip-version-check", "check"],
        ):
            subprocess.run(command, cwd=place, check=True)
        if root:
            os.chown(place / "home", NOBODY, NOBODY)
        user = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
        yield Installed(place, user if root else [])


def test_the_sums_are_those_of_the_files() -> None:
    lines = (DIST / "SHA256SUMS").read_text().splitlines()
    sums = {name: digest for digest, name in (line.split("  ") for line in lines)}
    files = {path.name: path for path in DIST.iterdir() if path.name != "SHA256SUMS"}
    assert sums == {
        name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files.items()
    }


def test_the_sbom_names_what_is_locked() -> None:
    parts = json.loads(only("*.cdx.json").read_text())["components"]
    locked = re.findall(r"^([\w-]+)==([\w.]+)", (ROOT / "requirements.txt").read_text(), re.M)
    assert set(locked) < {(part["name"], part["version"]) for part in parts}
    assert all(part["hashes"] for part in parts)


def test_the_notes_are_of_this_version() -> None:
    assert only("*-notes.md").read_text("utf-8").startswith(f"## {__version__}")


def test_the_installed_command_plays_scripts_games_and_tells_them(installed: Installed) -> None:
    assert installed.run("banquier", "--version").startswith(f"Banquier 90 {__version__}")
    home = installed.place / "home"
    (home / "first.keys").write_text(SCRIPT)
    installed.run("banquier", "run", "first.keys")
    installed.run("banquier", "edition", "new", "mine.toml")
    installed.run("banquier", "edition", "check", "mine.toml")
    save = home / "evening.keys"
    shutil.copyfile(ROOT / "tests" / "saves" / "1.2" / "bargain.keys", save)
    installed.run("banquier", "report", "evening.keys", "-o", "evening.html")
    assert (home / "evening.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    assert "_python_argcomplete" in installed.run("register-python-argcomplete", "banquier")


def test_the_installed_demonstration_goes_on_until_ctrl_c(installed: Installed) -> None:
    process = installed.popen("banquier", "demo", "--plain", "--speed", "100")
    assert process.stdout is not None
    lines = [process.stdout.readline() for _ in range(40)]
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert any(" throws " in line for line in lines), lines


def test_the_installed_table_answers(installed: Installed) -> None:
    process = installed.popen("banquier", "serve", "--port", str(free_port()), "--players", "2")
    try:
        assert process.stdout is not None
        link = process.stdout.readline().strip()
        address, _, secret = link.partition("#")
        with pytest.raises(HTTPError) as refused:
            urlopen(f"{address}page.css", timeout=60)
        refused.value.close()
        assert refused.value.code in (401, 403) and secret
        with urlopen(address, timeout=60) as page:
            assert b"Banquier" in page.read()
    finally:
        process.terminate()
        process.communicate(timeout=60)


def test_the_installed_plugin_collects_scripts(installed: Installed) -> None:
    locked = (ROOT / "requirements-dev.txt").read_text()
    version = re.search(r"^pytest==([\w.]+)", locked, re.M)
    assert version
    python = str(installed.place / "venv" / "bin" / "python")
    subprocess.run(
        [python, "-m", "pip", "--quiet", "--disable-pip-version-check", "install",
         f"pytest=={version[1]}"], check=True,
    )  # fmt: skip
    (installed.place / "home" / "second.keys").write_text(SCRIPT)
    told = installed.run("python", "-m", "pytest", "-v", "-p", "no:cacheprovider", "second.keys")
    assert "second.keys::second PASSED" in told


def test_the_sdist_builds_the_same_wheel(tmp_path: Path) -> None:
    sdist, wheel = only("*.tar.gz"), only("*.whl")
    subprocess.run(["tar", "-xf", str(sdist), "-C", str(tmp_path)], check=True)
    (tree,) = tmp_path.iterdir()
    out = tmp_path / "out"
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out)],
        cwd=tree, check=True, capture_output=True, timeout=300,
    )  # fmt: skip
    assert (out / wheel.name).read_bytes() == wheel.read_bytes()


def test_the_page_plays_below_a_path_of_any_web_host(tmp_path: Path, chromium: Browser) -> None:
    shutil.unpack_archive(only("*-page.zip"), tmp_path / "games" / "banquier")
    with hosted(tmp_path) as address:
        page = begun(opened(chromium.new_context(**PHONE), f"{address}games/banquier/"))
        assert game(page)["cash"][1] > 0
        page.context.close()


def test_the_one_file_shows_its_glass(chromium: Browser) -> None:
    page = chromium.new_page()
    page.goto(only("banquier90.html").as_uri())
    page.wait_for_selector(".e.on", state="attached")
    page.close()


@pytest.mark.parametrize(("name", "columns"), [("banquier-4x8", 8), ("banquier-4x4", 4)])
def test_the_boards_files_answer_every_vector(name: str, columns: int) -> None:
    programs = build(shared_folder(), "rig", sources=HERE)
    with Rig(programs / "rig", DIST / f"{name}.hex") as rig:
        answers_every_vector(rig, f"H,proto=1,fw=1.0,rows=4,cols={columns},disp=3,beep=1")
