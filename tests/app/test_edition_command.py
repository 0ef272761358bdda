"""`banquier edition`: a file to start from, and all its errors at once."""

import re
from pathlib import Path

import pytest

from banquier.editions.edition_file import BUILT_IN
from firmware_sim.rules import prison
from tests.support.commands import in_shell, ran


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("banquier.cli.commands.edition.GAMES", 4)


def edition(words: str) -> tuple[int, list[str], list[str]]:
    """Exit status, and the lines on standard output and standard error."""
    status, out, err = ran("edition", *words.split())
    return status, out.splitlines(), err.splitlines()


def test_a_new_file_can_be_played_as_it_is() -> None:
    status, out, err = edition("new mine.toml")
    assert (status, len(out), err) == (0, 1, [])
    status, out, err = edition("check mine.toml")
    assert (status, err) == (0, [])
    assert out[0] == "mine.toml: MON EDITION can be played: 2 to 8 players, with loans"
    assert re.fullmatch(r"mine\.toml: bots played 20 games, of \d+ to \d+ turns", out[1])


def test_an_edition_of_the_program_is_checked_by_its_name() -> None:
    status, out, err = ran("edition", "check", "Euro")
    assert (status, err) == (0, "")
    assert out.startswith("Euro: EURO can be played: 2 to 8 players, with a short game")


def test_what_breaks_in_a_game_of_bots_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_: object) -> None:
        raise IndexError("so it goes")

    edition("new mine.toml")
    monkeypatch.setattr(prison, "send", crash)
    status, _, err = edition("check mine.toml")
    assert (status, len(err)) == (1, 1)
    assert re.search(
        r"game \d+ of bots, of \d players, broke off in turn \d+: IndexError: so", err[0]
    )


@pytest.mark.usefixtures("few_games")
def test_games_that_do_not_end_are_counted() -> None:
    edition("new mine.toml")
    path = Path("mine.toml")
    text = path.read_text("utf-8").replace("salary = 20000", "salary = 2000000")
    path.write_text(text, "utf-8")
    out = edition("check mine.toml")[1]
    assert re.search(r"to 2000 turns, \d+ of them not over by then$", out[1])


@pytest.mark.usefixtures("few_games")
@pytest.mark.parametrize("like", BUILT_IN)
def test_every_edition_can_be_started_from(like: str) -> None:
    assert edition(f"new mine.toml --like {like}")[0] == 0
    assert edition("check mine.toml")[0] == 0


def test_check_tells_what_a_file_takes_from_the_edition_that_it_is_like() -> None:
    said = 'name = "Mine"\nlike = "merveilles"\nsalary = 300\nshort = false\ncurrency = "F"\n'
    own = "rules.first = 'one'\nchance.16 = false\n[squares]\n1 = { street = 'Rialto' }\n"
    Path("mine.toml").write_text(said + own, "utf-8")
    assert edition("check mine.toml")[1][0] == (
        "mine.toml: MINE can be played: 2 to 6 players, with a timed game, a passport;"
        " as merveilles: coin, players, opening_cash, fine, houses, hotels, groups, 13 of rules,"
        " timed, 39 of squares, 15 of chance, chest, passport"
    )


def test_all_errors_of_a_file_are_reported_at_once() -> None:
    edition("new mine.toml")
    path = Path("mine.toml")
    text = path.read_text("utf-8")
    text = text.replace("salary = 20000", "salry = 20000").replace("claim_turns = 0", "")
    path.write_text(text.replace('first = "one"', 'first = "on"'), "utf-8")
    status, out, err = edition("check mine.toml")
    assert (status, out) == (1, [])
    for sentence in ('salry: unknown field, did you mean "salary"?', "salary: missing",
                     "rules.claim_turns: missing", 'rules.first: unknown word "on"'):  # fmt: skip
        assert any(line.startswith("mine.toml: ") and sentence in line for line in err), sentence


def test_an_existing_file_is_never_overwritten() -> None:
    Path("mine.toml").write_text("my work", "utf-8")
    status, out, err = edition("new mine.toml")
    assert (status, out) == (2, [])
    assert err == ["banquier edition: mine.toml: is there already, and is left as it is"]
    assert Path("mine.toml").read_text("utf-8") == "my work"


def test_a_full_disk_leaves_no_part_of_a_new_file(tmp_path: Path) -> None:
    # A module cached under this limit would be cut off too.
    limit = "export PYTHONDONTWRITEBYTECODE=1; ulimit -f 1"
    done = in_shell(f'{limit}; "$@" edition new {tmp_path}/mine.toml')
    assert done.returncode == 2 and "mine.toml cannot be written" in done.stderr
    assert not list(tmp_path.iterdir())
