"""The mistakes of a script: any text is parsed in bounded time, to steps or to sentences."""

from collections.abc import Iterator
from pathlib import Path
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banquier.script import language
from banquier.script.errors import ScriptError
from banquier.script.language import parse, parse_file
from banquier.script.vocabulary import matches
from tests.support.paths import ROOT

MISTAKES = Path(__file__).with_name("script_mistakes.txt")
EVERYTHING = (ROOT / "tests" / "scripts" / "everything.keys").read_text(encoding="utf-8")
WORDS = sorted({word for line in EVERYTHING.splitlines() for word in line.split()})


def mistakes(*lines: str) -> list[str]:
    with pytest.raises(ScriptError) as caught:
        parse("\n".join(["banquier 1", *lines]), "x.keys")
    return str(caught.value).splitlines()


def parsed(*lines: str) -> int:
    """The number of steps."""
    return len(parse("\n".join(["banquier 1", *lines]), "x.keys").steps)


def mistakes_file() -> Iterator[tuple[str, list[str]]]:
    """Scripts without their first line, or with another one behind ^, each with its mistakes; `*`
    stands for any words."""
    script, told = list[str](), list[str]()
    for line in [*MISTAKES.read_text(encoding="utf-8").splitlines(), ""]:
        if line.startswith("    "):
            told.append(line.strip())
            continue
        if told:
            yield "\n".join(script), told
            script, told = [], []
        script.append(line)


def test_a_mistake_is_one_sentence_with_file_and_line() -> None:
    for text, sentences in mistakes_file():
        with pytest.raises(ScriptError) as caught:
            parse(text[1:] if text.startswith("^") else f"banquier 1\n{text}", "x.keys")
        found = str(caught.value).splitlines()
        assert len(found) == len(sentences), text
        for sentence, wanted in zip(found, sentences, strict=True):
            assert matches(f"x.keys:{wanted}", sentence), text


def test_unprintable_characters_are_escaped() -> None:
    assert mistakes("press a\x07b", 'include "a\0b"', '@5 names "a\tb"') == [
        r'x.keys:2: "a\x07b" is not a key; nearest: PAYER, FAILL, CARTE',
        r'x.keys:3: cannot read "a\x00b": no such file',
        r'x.keys:4: "a\tb" is not a name of up to 12 characters',
    ]


@pytest.mark.parametrize("line", ["end", "press"])
def test_reading_stops_after_twenty_mistakes(line: str) -> None:
    """Mistakes of lines and of steps count alike."""
    found = [mistake.partition(": ")[0] for mistake in mistakes(*[line] * 30)]
    assert found == [f"x.keys:{number}" for number in range(2, 22)]


def test_a_mistake_is_told_once_with_the_calls_that_led_to_it() -> None:
    lines = ["def m(q, r)", "press q r", "end", "def n(q)", 'm(q, "OK")', "end"]
    assert mistakes(*lines, "n(4)", "n(4)", "m(1, 2)") == [
        'x.keys:3: a key stands here without quotation marks, not "OK"'
        ' (in m(4, "OK"), called at x.keys:6; in n(4), called at x.keys:8)'
    ]


# -- limits


def test_a_line_has_up_to_4096_characters() -> None:
    assert parsed("press OK" + " " * 4088) == 1
    sentence = "x.keys:2: a line of more than 4096 characters"
    assert mistakes("press OK" + " " * 4089) == [sentence]


def test_calls_within_calls_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "DEEPEST", 4)
    lines = ["def m()", "press OK", "end", "def n()", "m() ; m()", "end", "def o()", "n()", "end"]
    assert parsed(*lines, "o() ; o()", "m()") == 5
    assert mistakes(*lines, "def p()", "o()", "end", "p()") == [
        "x.keys:6: includes and macros are more than 4 deep (in n(), called at x.keys:9;"
        " in o(), called at x.keys:12; in p(), called at x.keys:14)"
    ]


def test_lines_of_macros_are_counted_at_each_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise forty macros, each with two calls of the one before, would never end."""
    lines = ["def m()", "press OK ; press 1", "press 2", "end"]
    monkeypatch.setattr(language, "MOST_LINES", 15)
    assert parsed(*lines, "m()", "press OK", "m()", "press OK") == 8
    assert mistakes(*lines, *["m()"] * 4) == [
        "x.keys: more than 15 lines, with those of includes and macros at each call"
    ]


def test_lines_and_bytes_of_all_files_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    main, other = tmp_path / "main.keys", tmp_path / "b.keys"
    main.write_text('banquier 1\ninclude "b.keys"\ninclude "b.keys"\n', encoding="utf-8")
    other.write_text("# words\n" * 9, encoding="utf-8")
    monkeypatch.setattr(language, "MOST_LINES", 24)
    monkeypatch.setattr(language, "LARGEST", main.stat().st_size + 2 * other.stat().st_size)
    assert parse_file(str(main)).steps == []
    for limit, told in (("MOST_LINES", "more than 23 lines"), ("LARGEST", "0 MiB of script")):
        monkeypatch.setattr(language, limit, getattr(language, limit) - 1)
        with pytest.raises(ScriptError, match=told):
            parse_file(str(main))


# -- files


INCLUDED = {
    **dict.fromkeys(
        ("", "\n", "# words\n\n  # words\npress OK", "\npress OK", " press OK", "m(OK)", "m (OK)",
         "@5 press OK", "banquier 1", 'include "c.keys"', 'include "c.keys"\ninclude "c.keys"'), ""
    ),
    **dict.fromkeys(
        ("secret: 7", "= 7", "# words\nsecret\npress OK", '"press" OK'),
        "main.keys:5: b.keys is not a script",
    ),
    'include "folder"': "b.keys:1: cannot read folder: it is not a file",
    'include "none.keys"': "b.keys:1: cannot read none.keys: no such file or directory",
    'include "main.keys"':
        "b.keys:1: includes or macros form a cycle: main.keys → b.keys → main.keys",
    "press OK\n\xff\n": "b.keys:2: this is not a text in UTF-8",
    "players 3": "b.keys:1: players belongs to the header, before the first step of the script",
    "def n()\npress OK": "b.keys:1: def without end",
    "def m(q)\nend": 'b.keys:1: macro "m" was defined already at main.keys:2',
    'wait "': "b.keys:1: a quotation mark opens a text that no other one closes",
}  # fmt: skip
"""Files that others include, and their mistakes. No word of another file is quoted."""


@pytest.mark.parametrize(("text", "mistake"), INCLUDED.items())
def test_a_mistake_of_an_included_file_stands_before_those_that_follow(
    text: str, mistake: str, tmp_path: Path
) -> None:
    (tmp_path / "folder").mkdir()
    main = tmp_path / "main.keys"
    main.write_text('banquier 1\ndef m(q)\npress q\nend\ninclude "b.keys"\npress\n', "utf-8")
    (tmp_path / "b.keys").write_bytes(text.encode("latin-1"))
    (tmp_path / "c.keys").write_text("def again()\npress OK\nend\n", encoding="utf-8")
    with pytest.raises(ScriptError) as caught:
        parse_file(str(main))
    *found, last = str(caught.value).replace(f"{tmp_path}/", "").splitlines()
    assert last == "main.keys:6: press wants a key"
    there = " (included at main.keys:5)" if mistake.startswith("b.keys") else ""
    assert found == ([mistake + there] if mistake else [])


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


# -- any text


def parsed_or_refused(text: str) -> None:
    """Only a script or a ScriptError of printable lines, and soon."""
    began = process_time()
    try:
        parse(text, "x.keys")
    except ScriptError as error:
        lines = str(error).splitlines()
        assert len(lines) <= 20
        assert all(line.isprintable() for line in lines)
    assert process_time() - began < 1


@given(st.lists(st.lists(st.sampled_from([*WORDS, ";", "(", ")", ",", "=", '"', "@"]), max_size=6)))
def test_any_words_of_the_language_are_a_script_or_a_sentence(lines: list[list[str]]) -> None:
    parsed_or_refused("banquier 1\n" + "\n".join(" ".join(line) for line in lines))


@given(st.integers(0, len(EVERYTHING)), st.integers(0, 12), st.text(max_size=8))
def test_a_script_with_a_few_characters_changed_is_a_script_or_a_sentence(
    at: int, erased: int, put: str
) -> None:
    parsed_or_refused(EVERYTHING[:at] + put + EVERYTHING[at + erased :])
