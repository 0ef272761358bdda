"""Targets of make in an empty environment, and its one sentence if something is missing."""

import os
import shutil
import subprocess
import sys
import zipfile
from hashlib import sha256
from pathlib import Path

import pytest

from tests.support.paths import ROOT

USUAL = ("sh", "make", "sed", "grep", "id", "mkdir", "rm")


def make(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["make", "-s", f"PYTHON={sys.executable}", *words], cwd=folder,
        env={**os.environ, "PIP_CONFIG_FILE": os.devnull, **environment},
        capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with our Makefile and an empty environment; `locked` installs its lock."""
    folder = tmp_path_factory.mktemp("project")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    locked = "\nlocked: requirements.txt $(VENV)/pyvenv.cfg\n\t$(LOAD)\n\t@$(PIP) check\n"
    (folder / "Makefile").write_text(makefile + locked, encoding="utf-8")
    done = make(folder, ".venv/pyvenv.cfg")
    assert done.returncode == 0, done.stderr
    return folder


def made_up_wheel(folder: Path, name: str, version: str, *metadata: str) -> str:
    """An empty package; its line in a lock."""
    path = folder / f"{name}-{version}-py3-none-any.whl"
    info = f"{name}-{version}.dist-info"
    files = {
        "METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        + "".join(f"{line}\n" for line in metadata),
        "WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "RECORD": "".join(f"{info}/{file},,\n" for file in ("METADATA", "WHEEL", "RECORD")),
    }
    with zipfile.ZipFile(path, "w") as wheel:
        for file, content in files.items():
            wheel.writestr(f"{info}/{file}", content)
    return f"{name}=={version} --hash=sha256:{sha256(path.read_bytes()).hexdigest()}\n"


def test_an_older_lock_is_installed_when_a_package_asked_for_with_an_extra_is_released(
    project: Path, tmp_path: Path
) -> None:
    """This uses the pip that comes with this Python."""
    more = ("Provides-Extra: more", "Requires-Dist: bonus ; extra == 'more'")
    lock = made_up_wheel(tmp_path, "asking", "1.0", "Requires-Dist: asked[more] >=1.0")
    lock += made_up_wheel(tmp_path, "asked", "1.0", *more) + made_up_wheel(tmp_path, "bonus", "1.0")
    made_up_wheel(tmp_path, "asked", "1.1", *more)
    (project / "requirements.txt").write_text(lock)
    done = make(project, "locked", PIP_NO_INDEX="1", PIP_FIND_LINKS=tmp_path.as_uri())
    assert done.returncode == 0, done.stderr


def test_without_a_network_one_sentence_says_so(project: Path) -> None:
    (project / "requirements.txt").write_text(f"asking==2.0 --hash=sha256:{'0' * 64}\n")
    done = make(project, "locked", PIP_INDEX_URL="http://127.0.0.1:9/")
    assert done.returncode == 2
    sentence, *_ = done.stderr.splitlines()
    assert sentence.startswith("The packages in requirements.txt cannot be loaded: [Errno ")


def test_a_python_that_is_not_there_is_named(tmp_path: Path) -> None:
    shutil.copy(ROOT / "Makefile", tmp_path)
    told = make(tmp_path, ".venv/pyvenv.cfg", "PYTHON=python3.99").stderr
    assert told.startswith("There is no python3.99 here: ")


def test_the_firmware_names_the_packages_that_it_lacks(tmp_path: Path) -> None:
    for name in USUAL:
        (tmp_path / name).symlink_to(shutil.which(name) or "")
    board = ROOT / "hardware" / "board"
    done = make(board, f"BUILD={tmp_path}/made", PATH=str(tmp_path))
    assert done.returncode == 2
    assert "For the firmware these packages are missing: gcc-avr, binutils-avr" in done.stderr
    assert "not found" not in done.stderr
