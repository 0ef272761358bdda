"""The pictures and file names in docs/ and CONTRIBUTING.md are up to date."""

import re

import pytest

from scripts.pictures import DOCS, PICTURES
from tests.support.paths import ROOT

ROWS = re.findall(
    r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.M
)[1:]
ANY_NAME = "EDITION|NAME|CODE|ID"
"""What stands for a name in a path."""


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_what_the_code_draws(name: str) -> None:
    """If not: make pictures"""
    assert (DOCS / f"{name}.svg").read_text("utf-8") == PICTURES[name]()


@pytest.mark.parametrize(("change", "where", "proof"), ROWS, ids=[row[0] for row in ROWS])
def test_the_files_that_a_row_of_contributing_names_are_there(
    change: str, where: str, proof: str
) -> None:
    paths = re.findall(
        r"`([\w*./-]+(?:/|\.(?:py|js|po|toml|txt|ino|keys|md)))`", f"{where} {proof}"
    )
    folders = {path for path in paths if "/" in path}
    assert folders, change
    for path in paths:
        pattern = re.sub(ANY_NAME, "*", path.rstrip("/"))
        beside = {f"{folder.rpartition('/')[0]}/{pattern}" for folder in folders}
        found = [at for tried in {pattern, *beside} for at in ROOT.glob(tried.lstrip("/"))]
        assert found, path
