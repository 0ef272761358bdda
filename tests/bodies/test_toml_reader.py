"""The reader of TOML for the engine: of what an edition may contain it reads what tomllib reads."""

import tomllib
from pathlib import Path

import pytest

from banquier.bodies.toml_reader import DEEPEST, TomlError, toml_of
from tests.support.paths import ROOT

FILES = sorted([*ROOT.glob("banquier/editions/*.toml"), *ROOT.glob("tests/**/*.toml")])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_files_of_the_product_are_read(path: Path) -> None:
    text = path.read_text("utf-8")
    assert toml_of(text) == tomllib.loads(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a = 1\r\nb = 2\r\n",
        "a = [1, 2,\n # within\n 3,]  # behind\n'b c'.\"d\".e = {f = 1, g.h = []}",
        "[a]\nb = 1\n[a.c]\nd = 2\n[e.f]\n[e]\ng = 3",
        "a = +1_000\nb = -0\nc = -12",
        'a = \'C:\\x\'\nb = "\\t\\\\ \\" \\u00e9 \\U0001F600"',
        'a = """\nfirst\n\\\n   second "quoted" """"\nb = \'\'\'it\'s\'\'\'',
        "true = true\n1 = false\n- = 1",
    ],
)
def test_what_tomllib_reads_is_read(text: str) -> None:
    assert toml_of(text) == tomllib.loads(text)


@pytest.mark.parametrize(
    "text",
    [
        "a", "a =", "a = 1 2", "a = 01", "a = 1__0", "a = _1", "a = 1.", "a = .5", "a = 1e",
        "a = 0x", "a = truth", "a = _", "a = 'b", 'a = "\n"', 'a = "\\q"',
        'a = "\\uD800"', 'a = "\\u12"', 'a = """b', "a = [1", "a = [1 2]", "a = {b = 1,}",
        "a = {b = 1", "a = {\nb = 1}", "a = 1\na = 2", "a = 1\na.b = 2", "[a]\n[a]", "a = {}\n[a]",
        "[a", "[[a]", "[a]b = 1", "= 1", "a..b = 1", "[]", "a.b c = 1",
    ],
)  # fmt: skip
def test_what_is_no_toml_is_refused(text: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError):
        tomllib.loads(text)
    with pytest.raises(TomlError, match=r"\(at line \d+\)$"):
        toml_of(text)


@pytest.mark.parametrize(
    "value", ["1979-05-27", "07:32:00", "1.5", "-2e3", "inf", "nan", "0xDEAD", "0o17", "0b1"]
)
def test_what_no_edition_has_is_refused(value: str) -> None:
    assert tomllib.loads(f"a = {value}")
    with pytest.raises(TomlError, match=r"^no value that is known here \(at line 1\)$"):
        toml_of(f"a = {value}")
    with pytest.raises(TomlError, match="no name of a field"):
        toml_of("[[a]]")


def test_deep_nesting_is_refused() -> None:
    assert toml_of(f"a = {'[' * DEEPEST}{']' * DEEPEST}")
    with pytest.raises(ValueError, match="too deeply"):
        toml_of(f"a = {'[' * 5000}")
