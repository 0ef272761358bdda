"""Every error of an edition file, and that any other text gives such errors only."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banquier.editions.edition_check import SHOWN
from banquier.editions.edition_file import EditionError, load, starting_point
from banquier.editions.edition_text import read
from firmware_sim.edition import MOST_MONEY

FAULTS = Path(__file__).with_name("edition_faults.txt")
"""What is put (+) in the place of what (-) in a good file, and a part of what is reported (>)."""


def test_a_fault_is_reported_with_its_place() -> None:
    good = starting_point()
    for case in FAULTS.read_text(encoding="utf-8").split("\n\n"):
        fault, *parts = case.splitlines()
        old, new, sentence = (part[2:] for part in parts)
        assert old in good, f"{fault}: the starting point no longer has {old}"
        with pytest.raises(EditionError) as raised:
            read(good.replace(old, new.replace(r"\n", "\n"), 1), "mine.toml")
        problems = raised.value.problems
        assert any(sentence in problem for problem in problems), (fault, problems)
        for problem in problems:
            assert re.fullmatch(r"mine\.toml: [^\n]{10,300}[.?]", problem)
        assert str(raised.value) == problems[0]


def test_every_fault_of_a_file_is_reported_at_once() -> None:
    text = starting_point()
    for old, new in [
        ("salary =", "salry ="),
        ("[2, 8] ", "[1, 9] "),
        ('= "one"', '= "won"'),
        ("[200, 1000, 3000,", "[200, 1000,"),
        ('group = "pink", ', 'group = "pnik", '),
        ("{ back = 3 }", "{ bakc = 3 }"),
        ("[loans]\n", "[loans]\nstep = 900\n"),
    ]:
        text = text.replace(old, new, 1)
    with pytest.raises(EditionError) as raised:
        read(text, "mine.toml")
    places = [problem.split(": ")[1] for problem in raised.value.problems]
    assert sorted(places) == [
        "chance.13.bakc",
        "loans.ceiling",
        "players",
        "rules.first",
        "salary",
        "salry",
        "squares.1.rents",
        "squares.11.group",
    ]


def test_an_empty_file_reports_its_missing_fields_only() -> None:
    with pytest.raises(EditionError) as raised:
        read("", "mine.toml")
    assert [problem.split(": ")[1] for problem in raised.value.problems] == [
        "name", "currency", "coin", "players", "opening_cash", "salary", "fine", "houses",
        "hotels", "groups", "squares", "chance", "chest", "rules",
    ]  # fmt: skip


def test_a_file_that_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00name")
    huge = tmp_path / "huge.toml"
    huge.write_text("#" * 300_000)
    for path, sentence in [
        (str(tmp_path / "none.toml"), "no such edition (electronique, deska,"),
        (str(tmp_path), "is not a file."),
        (str(binary), "is not a text in UTF-8."),
        (str(huge), "far too long to be an edition."),
        ("a\0b", "cannot be read"),
        ("", "no such edition"),
    ]:
        with pytest.raises(EditionError, match=re.escape(sentence)) as raised:
            load(path)
        assert len(raised.value.problems) == 1


# Any text

JUNK = [
    "true", "-1", "0", "1e9", "nan", '""', '"x"', "[]", "{}", "[[]]", "{ pay = 1 }", "99999999999",
    "1979-05-27", "07:32:00", '"é!"', "[1, 2]", "inf", '"prison"', "0x10", "street", "=", "#", "",
]  # fmt: skip
TOKENS = re.findall(r'"[^"]*"|[\w.-]+|\W', starting_point())
CHANGE = st.tuples(st.integers(0, len(TOKENS) - 1), st.sampled_from(JUNK))


@settings(max_examples=150, deadline=None)
@given(st.lists(CHANGE, min_size=1, max_size=4))
def test_a_mangled_edition_is_refused_or_playable(changes: list[tuple[int, str]]) -> None:
    tokens = [*TOKENS]
    for at, junk in changes:
        tokens[at] = junk
    try:
        edition = read("".join(tokens), "mine.toml")
    except EditionError as error:
        assert error.problems
        assert all(p.startswith("mine.toml: ") and "\n" not in p for p in error.problems)
        return
    assert 2 <= edition.least_players <= edition.most_players <= 8
    for square in edition.squares:
        assert square.label and set(square.label) <= SHOWN
        assert (square.group >= 0) == (square.price > 0)
        assert 0 <= square.mortgage <= square.price
        assert all(0 <= rent <= MOST_MONEY for rent in square.rents)


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 5000,
        "a = " + "9" * 5000,
        "a = 1979-13-45",
        "a.b.c.d = 1\na.b = 2",
        "[squares]\n" + "\n".join(f"{n} = {n}" for n in range(2000)),
        "[chance]\n²= 1",
        '[chance]\n"²" = "free"\n"٣" = "free"',
        '[squares]\n"²" = {}\n"" = {}\n"-1" = {}\n99999999999 = {}',
        "name = '''\n\n'''",
        '"\\n" = 1',
        "hotel_sales = 1\n[rules]\nhotel_sales = [{}, [], {}]",
        "groups = [[], {}, 1]\nplayers = [[], {}]",
    ],
)
def test_hostile_text_is_refused(text: str) -> None:
    with pytest.raises(EditionError) as raised:
        read(text, "mine.toml")
    assert all("\n" not in problem for problem in raised.value.problems)
