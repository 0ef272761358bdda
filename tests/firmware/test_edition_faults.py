"""Every error of an edition file, and that any other text gives such errors only."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_sim.edition import MOST_MONEY, Edition
from firmware_sim.edition.edition_check import SHOWN
from firmware_sim.edition.edition_file import EditionError, load, load_all, read, starting_point

BELLEVILLE = '1 = { street = "Boulevard de Belleville",   group = "brown",      price =  6000, '
FAULTS: list[tuple[str, str, str, str]] = [
    ("an unknown field", "salary =", "salry =", 'salry: unknown field, did you mean "salary"?'),
    ("a missing field", "fine = 5000 ", "# ", "fine: missing: a whole number is needed."),
    ("a missing policy", 'first = "one"', "", 'rules.first: missing: one of "one", "highest"'),
    ("a missing flag", "mortgaged_trade = false", "", "rules.mortgaged_trade: missing: true or"),
    ("a text for a number", "salary = 20000", 'salary = "much"', 'is needed, not "much".'),
    ("a fraction", "salary = 20000", "salary = 200.5", "salary: a whole number is needed, not 200"),
    ("yes for a number", "salary = 20000", "salary = true", "whole number is needed, not true."),
    ("a number for a name", '"Mon édition"', "12", "name: a name in quotes is needed, not 12."),
    ("a date", "fine = 5000 ", "fine = 1962-01-01 ", "whole number is needed, not 1962-01-01."),
    ("a list for a table", "[squares]", "[loans.squares]", "squares: missing: a table [squares]"),
    ("a negative amount", "fine = 5000 ", "fine = -1 ", "fine: must be from 0 to 99 999 999, not"),
    ("a huge amount", "fine = 5000 ", "fine = 100000000 ", "not 100 000 000."),
    ("an endless amount", "fine = 5000 ", f"fine = {'9' * 300} ", "not a far too large number."),
    ("no coin", "coin = 1", "coin = 0", "coin: must be from 1 to 1 000 000, not 0."),
    ("half coins", "coin = 1", "coin = 400", "coin: 400 is the smallest amount there is, b"),
    ("half a coin", "coin = 1", "coin = 200", "but see squares.5.rents (2500), sq"),
    ("one player", "[2, 8] ", "[1, 8] ", "players: from 2 to 8 players, least first, not 1 to 8."),
    ("nine players", "[2, 8] ", "[2, 9] ", "players: from 2 to 8 players, least first, not 2 to"),
    ("players upside down", "[2, 8] ", "[6, 3] ", "least first, not 6 to 3."),
    ("players in words", "[2, 8] ", '["2", 8] ', "players: [least, most] is needed: two whole"),
    ("players as a number", "[2, 8] ", "8 ", "players: [least, most] is needed, not 8."),
    ("a policy misspelt", '= "one"', '= "won"', 'rules.first: unknown word "won", did you mean "o'),
    ("a policy invented", '= "one"', '= "oldest"', 'word "oldest"; known: "one", "highest".'),
    ("a policy unknown", "[rules]", '[rules]\nfirts = "one"', 'did you mean "first"?'),
    ("a deadline too late", "claim_turns = 0", "claim_turns = 3", "must be from 0 to 2, not 3."),
    ("a way to sell", '["group"]', '["gruop"]', 'word "gruop", did you mean "group"?'),
    ("a way of no kind", '["group"]', "[7]", "rules.hotel_sales: unknown word 7; known:"),
    ("a way twice", '["group"]', '["lot", "lot"]', "none of them twice."),
    ("no way to sell", '["group"]', "[]", "rules.hotel_sales: one way at least to sell a hotel"),
    ("one way, no list", '["group"]', '"group"', 'a list of "group", "lot", "hotels", "swap" is'),
    ("a useless fallback", 'back = ""', 'back = "lot"', "has no meaning unless hotel_sales has"),
    ("a name without letters", '"Mon édition"', '""', "name: must not be empty."),
    ("a name in Greek", '"Mon édition"', '"Ωμέγα"', 'name: "Ωμέγα" cannot be shown: only A-Z'),
    ("a name of a path", '"Mon édition"', '"a/b"', 'and - . can, not "/".'),
    ("a name too long", '"Mon édition"', f'"{"A" * 25}"', "is longer than 24 characters."),
    ("a taken name", '"Mon édition"', '"Élèctronique"', "there is an edition ELECTRONIQUE already"),
    ("another money", 'currency = "F"', 'currency = "$"', 'unknown word "$"; known: "F", "€".'),
    ("a square's name", '"Place Pigalle"', '"Place Pigalle!"', 'squares.19.street: "Place Pigalle'),
    ("a long name", '"Place Pigalle"', f'"{"A" * 49}"', "is longer than 48 characters."),
    ("a strange label", "0 = { depart", '0 = { label = "←", depart', 'squares.0.label: "←" cannot'),
    ("two of a name", '"Rue Lecourbe"', '"Place Pigalle"', "squares.19: has the name of square 3."),
    ("a square left out", "20 = { park", "# ", "squares: a board has 40 squares; missing: 20."),
    ("a 41st square", "[chance]", '40 = { park = "P" }\n[chance]', "squares.40: the board has 40"),
    ("a square 01", "20 = { park", "020 = { park", "squares.020: squares are numbered 0 to 39."),
    ("a square's word", "20 = { park", "parc = { park", "squares.parc: squares are numbered 0 to"),
    ("a square of no kind", "{ park =", "{ parc =", 'is of no kind, did you mean "park"?'),
    ("an empty square", '{ park = "Parc gratuit" }', "{}", "one field must be one of depart, str"),
    ("two kinds", "{ park =", '{ tax = "T", park =', "says twice what it is: tax and park."),
    ("a square as text", '{ park = "Parc gratuit" }', '"park"', "squares.20: "),
    ("a field astray", "{ park =", "{ price = 6, park =", "squares.20.price: unknown field"),
    ("a price missing", BELLEVILLE, BELLEVILLE[:-15], "squares.1.price: missing: a whole number"),
    ("a free deed", "price =  6000", "price = 0", "squares.1.price: must be from 1 to 99 999 999"),
    ("a mortgage too dear", "price =  6000", "price = 10, mortgage = 11", "must be from 0 to 10"),
    ("rents missing", ", rents = [2500, 5000, 10000, 20000]", "", "squares.5.rents: missing: a"),
    ("five rents", "[200, 1000, 3000,", "[200, 1000,", "squares.1.rents: 6 numbers are needed (ba"),
    ("three station rents", "[2500, 5000,", "[2500,", "squares.5.rents: 4 numbers are needed (wit"),
    ("three utility rents", "[400, 1000]", "[400, 1000, 9]", "squares.12.rents: 2 numbers are"),
    ("a rent in words", "[200, 1000,", '["a lot", 1000,', 'whole number is needed, not "a lot".'),
    ("a negative rent", "[200, 1000,", "[-200, 1000,", "squares.1.rents: must be from 0 to"),
    ("a doubled rent too high", "[200, 1000,", "[50000000, 1000,", "to 49 999 999, not 50 000 000"),
    ("a utility too dear", "[400, 1000]", "[400, 6000000]", "must be from 0 to 5 555 555, not"),
    ("one rent", "[400, 1000]", "400", "squares.12.rents: a list of 2 numbers (what the dice"),
    ("an unknown group", 'group = "pink", ', 'group = "pnik", ', 'group "pnik", did you mean "pin'),
    ("a group of one", '"Rue Lecourbe",              group = "brown"',
     '"Rue Lecourbe", group = "pink"', 'groups: "brown" must have 2 to 4 streets, not 1.'),
    ("a group of five", 'group = "light blue"', 'group = "brown"', '"brown" must have 2 to 4 stre'),
    ("a group of none", '["brown"', '["mauve", "brown"', '"mauve" must have 2 to 4 streets, not 0'),
    ("groups twice", '["brown"', '["brown", "brown"', "at least one and none of them twice."),
    ("groups in numbers", '["brown"', "[1", "groups: names in quotes are needed"),
    ("unequal houses", BELLEVILLE + "house =  5000", BELLEVILLE + "house = 4000",
     'groups: "brown" has unequal house prices: 4000 on 1, 5000 on 3.'),
    ("unequal hotels", BELLEVILLE, BELLEVILLE + "hotel = 5001, ", '"brown" has unequal hotel pri'),
    ("two starts", "20 = { park", "20 = { depart", "squares: square 0, and no other, must be"),
    ("two prisons", "20 = { park", "20 = { visit", "squares: one visit square (the prison), not 2"),
    ("no prison", "10 = { visit", "10 = { park", "squares: one visit square (the prison), not 0."),
    ("no stations", "{ station =", '{ park = "P" } #', "squares: a board has 1 to 4 stations, not"),
    ("a tax of nothing", ", amount = 20000", "", "squares.4.amount: missing: a whole number"),
    ("a gap in a deck", '12 = "prison"', "# ", "chance: cards must be numbered 1, 2, 3 and so on,"),
    ("seventeen cards", '16 = "free" ', '16 = "free"\n17 = "free" ', "chance: at most 16 cards, n"),
    ("a card 0", '12 = "prison"', '0 = "prison"', "chance: cards must be numbered 1, 2, 3 and so "),
    ("a card ace", '12 = "prison"', 'ace = "prison"', "chance.ace: cards are numbered 1, 2, 3 and"),
    ("an unknown card", '12 = "prison"', '12 = "prisn"', 'chance.12: unknown card "prisn", did yo'),
    ("an unknown effect", "{ back = 3 }", "{ bakc = 3 }", 'chance.13.bakc: unknown field, did you'),
    ("a word in braces", '12 = "prison"', "12 = { prison = true }", 'is written "prison", without'),
    ("two effects", "{ back = 3 }", "{ back = 3, pay = 2 }", "chance.13: a card is { pay = 100 } "),
    ("a card of numbers", "{ back = 3 }", "3", "chance.13: a card is { pay = 100 } or the like"),
    ("a card off the board", "{ advance = 39 }", "{ advance = 40 }", "must be from 0 to 39, not 4"),
    ("back nowhere", "{ back = 3 }", "{ back = 0 }", "chance.13.back: must be from 1 to 39, not 0"),
    ("repairs by half", "[4000, 11500]", "[4000]", "2 numbers are needed (for a house, for a hote"),
    ("a sum too high", "{ pay = 1500 }", "{ pay = 123456789 }", "chance.1.pay: must be from 0 to "),
    ("Chance for Chance", "{ pay = 1500 }", "{ pay_or_chance = 1500 }", "cannot offer to draw a C"),
    ("loans off their step", "# step = 1000", "step = 900", "loans.ceiling: 50000 is no multiple"),
    ("loans of no step", "# step = 1000", "step = 0", "loans.step: must be from 1 to 99 999 999"),
    ("a loan's term missing", "taken_at = 3", "#", "loans.taken_at: missing: a whole number"),
    ("a loan's new term", "taken_at = 3", "taken_at = 3\nafter = 3", "loans.after: unknown field"),
    ("a short game of nothing", "[loans]", "[short]\n[loans]", "short: is empty: deal, houses_for"),
    ("loans by word", "[loans]", "[nothing]", "nothing: unknown field"),
    ("too many dealt", "# [timed]", "[timed]\ndeal = 4\nminutes = 60\n#", "only 28 deeds."),
    ("a game too long", "# [timed]", "[timed]\ndeal = 2\nminutes = 1000\n#", "must be from 1 to 9"),
    ("a hotel of five", "# [short]", "[short]\nhouses_for_hotel = 5\n#", "must be from 1 to 4, no"),
    ("a bonus unnamed", "# [speed_die]", "[speed_die]\nbonsu = 1\n#", 'did you mean "bonus"?'),
    ("a reward too high", "# [passport]", "[passport]\nreward = 999999999\n#", "passport.reward: "),
    ("no TOML", "[rules]", "[rules", "mine.toml: not TOML: "),
    ("a field twice", "coin = 1", "coin = 1\ncoin = 1", "mine.toml: not TOML: "),
]  # fmt: skip


TIMES = {"a group of five": 3, "no stations": 4}  # where a fault is put in more than once


@pytest.mark.parametrize(
    ("fault", "old", "new", "sentence"), FAULTS, ids=[row[0] for row in FAULTS]
)
def test_a_fault_is_reported_with_its_place(fault: str, old: str, new: str, sentence: str) -> None:
    good = starting_point()
    assert old in good, f"{fault}: the starting point no longer has {old}"
    with pytest.raises(EditionError) as raised:
        read(good.replace(old, new, TIMES.get(fault, 1)), "mine.toml")
    problems = raised.value.problems
    assert any(sentence in problem for problem in problems), problems
    for problem in problems:
        assert re.fullmatch(r"mine\.toml: [^\n]{10,300}[.?]", problem)
    assert str(raised.value) == "\n".join(problems)


def test_every_fault_of_a_file_is_reported_at_once() -> None:
    text = starting_point()
    for old, new in [
        ("salary =", "salry ="),
        ("[2, 8] ", "[1, 9] "),
        ('= "one"', '= "won"'),
        ("[200, 1000, 3000,", "[200, 1000,"),
        ('group = "pink", ', 'group = "pnik", '),
        ("{ back = 3 }", "{ bakc = 3 }"),
        ("# step = 1000", "step = 900"),
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


def test_two_files_of_one_name_cannot_share_a_unit(tmp_path: Path) -> None:
    one, two, bad = (str(tmp_path / f"{name}.toml") for name in ("one", "two", "bad"))
    for path in (one, two):
        Path(path).write_text(starting_point(), "utf-8")
    Path(bad).write_text("x = 1", "utf-8")
    assert [edition.name for edition in load_all(["euro", one, one])] == ["euro", "mon-edition"]
    with pytest.raises(EditionError) as raised:
        load_all([one, bad, two])
    assert raised.value.problems[-1] == f"{two}: name: MON EDITION is {one} too."
    assert f"{bad}: x: unknown field" in raised.value.problems[0]


# Any text

JUNK = [
    "true", "-1", "0", "1e9", "nan", '""', '"x"', "[]", "{}", "[[]]", "{ pay = 1 }", "99999999999",
    "1979-05-27", "07:32:00", '"é!"', "[1, 2]", "inf", '"prison"', "0x10", "street", "=", "#", "",
]  # fmt: skip
LINES = tuple(starting_point().splitlines())


def check_refused_or_playable(text: str) -> None:
    """Either an edition that can be played, or errors in sentences, never anything else."""
    problems: tuple[str, ...] = ()
    try:
        edition: Edition | None = read(text, "mine.toml")
    except EditionError as error:
        problems = error.problems
        edition = None
    if edition is None:
        assert problems
        assert all(p.startswith("mine.toml: ") and "\n" not in p for p in problems)
        return
    assert 2 <= edition.least_players <= edition.most_players <= 8
    assert len(edition.squares) == 40
    for square in edition.squares:
        assert square.label
        assert set(square.label) <= SHOWN
        assert (square.group >= 0) == (square.price > 0)
        assert 0 <= square.mortgage <= square.price
        assert all(0 <= rent <= MOST_MONEY for rent in square.rents)
    for deck in edition.decks:
        assert [card.number for card in deck] == list(range(1, len(deck) + 1))


@given(st.text(max_size=200))
def test_random_text_is_refused_or_playable(text: str) -> None:
    check_refused_or_playable(text)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_mangled_edition_is_refused_or_playable(data: st.DataObject) -> None:
    lines = list(LINES)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(lines) - 1))
        tokens = re.findall(r'"[^"]*"|[\w.-]+|\W', lines[at]) or [""]
        token = data.draw(st.integers(0, len(tokens) - 1))
        change = data.draw(st.sampled_from(["token", "drop", "twice", "swap", "splice"]))
        if change == "token":
            tokens[token] = data.draw(st.sampled_from(JUNK))
            lines[at] = "".join(tokens)
        elif change == "drop":
            del lines[at]
        elif change == "twice":
            lines.insert(at, lines[at])
        elif change == "swap":
            other = data.draw(st.integers(0, len(lines) - 1))
            lines[at], lines[other] = lines[other], lines[at]
        else:
            tokens.insert(token, data.draw(st.text(max_size=4)))
            lines[at] = "".join(tokens)
    check_refused_or_playable("\n".join(lines))


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
