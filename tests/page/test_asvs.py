"""The table of SECURITY.md by OWASP ASVS: each row that can be tested names tests that exist."""

import re

import pytest

from tests.support.paths import ROOT

PAGE = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| ((?:\d+\.\d+\.[\dx]+ ?)+)(.*?) \| (.+?) \| (.+) \|$", PAGE, re.MULTILINE)
TESTS = {
    name
    for path in (ROOT / "tests").rglob("test_*.py")
    for name in (path.name, *re.findall(r"def (test_\w+)", path.read_text(encoding="utf-8")))
}
UNTESTED = {"3.4.1", "11.4.1", "12.2.2", "14.3.1", "15.1.1", "15.3.1"}
"""First items of rows that say no, or that a reader of the code has to check."""


def test_every_row_is_read() -> None:
    table = PAGE.partition("\n## ")[2]
    assert len(ROWS) == table.count("\n| ") - 1
    assert {row[0].split()[0] for row in ROWS} >= UNTESTED


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0].split()[0])
def test_a_row_names_tests_that_exist(row: tuple[str, str, str, str]) -> None:
    items, _, _, by = row
    named = set(re.findall(r"`(test_\w+(?:\.py)?)`", by))
    assert named <= TESTS
    assert bool(named) != (items.split()[0] in UNTESTED)
