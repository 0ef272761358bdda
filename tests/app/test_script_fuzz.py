"""Any script is parsed in bounded time: steps, or one sentence with file and line."""

from pathlib import Path
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banquier.script import language
from banquier.script.errors import ScriptError
from banquier.script.language import parse, parse_file
from banquier.script.player import Script
from tests.support.paths import ROOT

EVERYTHING = (ROOT / "tests" / "scripts" / "everything.keys").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"\x7fELF\x02\x01\x01\0\0\0\xff\xfe", 1),
        (b"banquier 1\nstart\npress \xff OK\n", 3),
        (b"\0" * 1000, 1),
        (b"banquier 1\nstart\n\0\0\0", 3),
        (b"banquier 1\n" + b"press OK " * 1_200_000, 2),
        (b"x" * 10_000_000, 1),
    ],
)
def test_garbage_and_endless_lines_are_refused_with_their_line_and_at_once(
    content: bytes, line: int, tmp_path: Path
) -> None:
    path = tmp_path / "x.keys"
    path.write_bytes(content)
    began = process_time()
    with pytest.raises(ScriptError) as caught:
        parse_file(str(path))
    assert process_time() - began < 2
    assert str(caught.value).startswith(f"{path}:{line}: ")
    assert len(str(caught.value)) < 300 + len(str(path))


@pytest.fixture
def few_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    assert language.MOST_LINES == 250_000
    monkeypatch.setattr(language, "MOST_LINES", 2_500)


@pytest.mark.usefixtures("few_lines")
def test_macros_that_double_at_each_level_are_refused() -> None:
    lines = ["def m0()", "press 7 ; press 7", "end"]
    for level in range(1, 40):
        lines += [f"def m{level}()", f"m{level - 1}() ; m{level - 1}()", "end"]
    with pytest.raises(ScriptError, match="more than 2500 lines"):
        parse("\n".join(["banquier 1", *lines, "m39()"]))


@pytest.mark.usefixtures("few_lines")
def test_includes_that_double_at_each_level_are_refused(tmp_path: Path) -> None:
    for level in range(40):
        (tmp_path / f"{level}.keys").write_text(
            f'banquier 1\ninclude "{level + 1}.keys"\ninclude "{level + 1}.keys"\n',
            encoding="utf-8",
        )
    (tmp_path / "40.keys").write_text("", encoding="utf-8")
    with pytest.raises(ScriptError, match="more than 2500 lines"):
        parse_file(str(tmp_path / "0.keys"))


# -- any text


def parsed_or_refused(text: str) -> Script | None:
    """Only a script or a ScriptError of printable lines, and soon."""
    began = process_time()
    try:
        return parse(text, "x.keys")
    except ScriptError as error:
        lines = str(error).splitlines()
        assert len(lines) <= 20
        assert all(line.isprintable() for line in lines)
        return None
    finally:
        assert process_time() - began < 1


WORDS = sorted({word for line in EVERYTHING.splitlines() for word in line.split()})


@given(st.lists(st.lists(st.sampled_from([*WORDS, ";", "(", ")", ",", "=", '"', "@"]), max_size=6)))
def test_any_words_of_the_language_are_a_script_or_a_sentence(lines: list[list[str]]) -> None:
    parsed_or_refused("banquier 1\n" + "\n".join(" ".join(line) for line in lines))


@given(st.integers(0, len(EVERYTHING)), st.integers(0, 12), st.text(max_size=8))
def test_a_script_with_a_few_characters_changed_is_a_script_or_a_sentence(
    at: int, erased: int, put: str
) -> None:
    parsed_or_refused(EVERYTHING[:at] + put + EVERYTHING[at + erased :])
