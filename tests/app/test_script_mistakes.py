"""The mistakes of a script, sentence by sentence."""

from pathlib import Path

import pytest

from banquier.script import language
from banquier.script.errors import Place, ScriptError
from banquier.script.language import parse, parse_file
from banquier.script.vocabulary import matches

MANY = "more than {} lines, with those of includes and macros at each call"
MISTAKES = Path(__file__).with_name("script_mistakes.txt")


def mistakes(*lines: str) -> list[str]:
    with pytest.raises(ScriptError) as caught:
        parse("\n".join(["banquier 1", *lines]), "x.keys")
    return str(caught.value).splitlines()


def parsed(*lines: str) -> int:
    """The number of steps."""
    return len(parse("\n".join(["banquier 1", *lines]), "x.keys").steps)


def mistakes_file() -> list[tuple[list[str], list[str]]]:
    """Scripts without their first line, or with another one behind ^, each with its mistakes; `*`
    stands for any words."""
    cases: list[tuple[list[str], list[str]]] = []
    for line in MISTAKES.read_text(encoding="utf-8").splitlines():
        if line.startswith("    "):
            cases[-1][1].append(line.strip())
        elif cases and not cases[-1][1]:
            cases[-1][0].append(line)
        else:
            cases.append(([line], []))
    return cases


def test_a_mistake_is_one_sentence_with_file_and_line() -> None:
    for lines, sentences in mistakes_file():
        first = lines[0].startswith("^")
        text = "\n".join(lines)[1:] if first else "\n".join(["banquier 1", *lines])
        with pytest.raises(ScriptError) as caught:
            parse(text, "x.keys")
        found = str(caught.value).splitlines()
        assert len(found) == len(sentences), text
        for sentence, wanted in zip(found, sentences, strict=True):
            assert matches(f"x.keys:{wanted}", sentence), text


def test_unprintable_characters_are_escaped() -> None:
    assert mistakes("press a\x07b") == [
        r'x.keys:2: "a\x07b" is not a key; nearest: PAYER, FAILL, CARTE'
    ]
    assert mistakes('names "a\tb"') == [r'x.keys:2: "a\tb" is not a name of up to 12 characters']


def test_the_format_may_have_noughts_before_it() -> None:
    assert parse("banquier 01 # a comment").steps == []


# -- several mistakes


@pytest.mark.parametrize("line", ["end", "press"])
def test_reading_stops_after_twenty_mistakes(line: str) -> None:
    """Mistakes of lines and of steps count alike."""
    found = [mistake.partition(": ")[0] for mistake in mistakes(*[line] * 30)]
    assert found == [f"x.keys:{number}" for number in range(2, 22)]


def test_mistakes_are_in_the_order_of_the_script_that_includes_others(tmp_path: Path) -> None:
    (tmp_path / "b.keys").write_text("wait 1s\n" * 8 + 'wait "\nwait\n', encoding="utf-8")
    main = tmp_path / "a.keys"
    main.write_text('banquier 1\npress\ninclude "b.keys"\npress\n', encoding="utf-8")
    with pytest.raises(ScriptError) as caught:
        parse_file(str(main))
    assert [line.split(": ")[0].rpartition("/")[2] for line in str(caught.value).splitlines()] == [
        *("a.keys:2", "b.keys:9", "b.keys:10", "a.keys:4")
    ]
    assert str(caught.value).splitlines()[2].endswith(f"(included at {main}:3)")


def test_a_mistake_is_told_once_however_often_its_line_is_called() -> None:
    told = 'x.keys:3: "OKO" is not a key; nearest: OK (in m(OKO), called at x.keys:5)'
    assert mistakes("def m(q)", "press q ; press q", "end", *["m(OKO)"] * 3, "m(OK)") == [told]


def test_a_mistake_has_all_calls_that_led_to_it() -> None:
    lines = ["def m(q, r)", "press q r", "end", "def n(q)", 'm(q, "OK")', "end", "n(4)"]
    assert mistakes(*lines) == [
        'x.keys:3: a key stands here without quotation marks, not "OK"'
        ' (in m(4, "OK"), called at x.keys:6; in n(4), called at x.keys:8)'
    ]


def test_the_name_of_a_file_is_printable() -> None:
    assert str(Place("a\nb.keys", 3)) == r"a\nb.keys:3"


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
    lines = ["def m()", "press OK ; press 1", "press 2", "end"]
    monkeypatch.setattr(language, "MOST_LINES", 15)
    assert parsed(*lines, "m()", "press OK", "m()", "press OK") == 8
    assert mistakes(*lines, *["m()"] * 4) == [f"x.keys: {MANY.format(15)}"]


# -- files


def files(folder: Path, **texts: str | bytes) -> str:
    """Writes them, with the ending .keys; the path of the first, `main`."""
    for name, text in texts.items():
        data = text if isinstance(text, bytes) else text.encode()
        (folder / f"{name}.keys").write_bytes(data)
    return str(folder / "main.keys")


def refused(path: str) -> str:
    """The message, without the folder of the file."""
    with pytest.raises(ScriptError) as caught:
        parse_file(path)
    return str(caught.value).replace(path.removesuffix("main.keys"), "")


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "folder.keys").mkdir()
    main = files(tmp_path, main='banquier 1\ninclude "folder.keys"\ninclude "none.keys"\n')
    assert refused(main).splitlines() == [
        "main.keys:2: cannot read folder.keys: it is not a file",
        "main.keys:3: cannot read none.keys: no such file or directory",
    ]
    with pytest.raises(ScriptError, match=r"^cannot read none/x: no such file or directory$"):
        parse_file("none/x")
    with pytest.raises(ScriptError, match=r"^cannot read a\\x00b: no such file$"):
        parse_file("a\0b")
    assert mistakes('include "a\0b"') == [r'x.keys:2: cannot read "a\x00b": no such file']


def test_a_file_in_another_encoding_is_refused_with_the_line(tmp_path: Path) -> None:
    main = files(tmp_path, main=b"\nbanquier 1\npress \xff\n")
    assert refused(main) == "main.keys:3: this is not a text in UTF-8"
    main = files(tmp_path, main='banquier 1\ninclude "b.keys"\n', b=b"press OK\n\xe9\n")
    assert refused(main) == "b.keys:2: this is not a text in UTF-8 (included at main.keys:2)"


@pytest.mark.parametrize(
    "text", ["", "\n", "# words\n\n  # words\npress OK", "\npress OK", " press OK", "m(OK)",
             "m (OK)", "@5 press OK", "banquier 1", "include \"c.keys\""],
)  # fmt: skip
def test_what_looks_like_a_script_may_be_included(text: str, tmp_path: Path) -> None:
    main = 'banquier 1\ndef m(q)\npress q\nend\ninclude "b.keys"\n'
    parse_file(files(tmp_path, main=main, b=text, c="# nothing"))


@pytest.mark.parametrize("text", ["secret: 7", "= 7", "# words\nsecret\npress OK", '"press" OK'])
def test_another_file_is_not_quoted(text: str, tmp_path: Path) -> None:
    main = files(tmp_path, main='banquier 1\ninclude "b.keys"\n', b=text)
    assert refused(main) == "main.keys:2: b.keys is not a script"


def test_a_header_in_an_included_file_is_a_mistake_there(tmp_path: Path) -> None:
    main = files(tmp_path, main='banquier 1\ninclude "b.keys"\n', b="players 3\n")
    assert refused(main) == (
        "b.keys:1: players belongs to the header, before the first step of the script"
        " (included at main.keys:2)"
    )


def test_a_macro_left_open_ends_with_its_file(tmp_path: Path) -> None:
    main = files(tmp_path, main='banquier 1\ninclude "b.keys"\npress OK', b="def m()\npress OK")
    assert refused(main) == "b.keys:1: def without end (included at main.keys:2)"


def test_a_file_may_be_included_twice_with_its_macros(tmp_path: Path) -> None:
    main = 'banquier 1\ninclude "b.keys"\ninclude "b.keys"\nm()\n'
    script = parse_file(files(tmp_path, main=main, b="def m()\npress OK\nend\npress 1\n"))
    assert [step.place.line for step in script.steps] == [4, 4, 2]


def test_bytes_of_all_files_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    comment = "#" * 999 + "\n"
    main = files(tmp_path, main='banquier 1\ninclude "b.keys"\n' + comment * 900, b=comment * 200)
    total = sum(path.stat().st_size for path in tmp_path.iterdir())
    monkeypatch.setattr(language, "LARGEST", total)
    assert parse_file(main).steps == []
    monkeypatch.setattr(language, "LARGEST", total - 1)
    assert refused(main) == "main.keys:2: b.keys: more than 1 MiB of script"
