"""The saves of a folder: their order, their lines, and what is put aside."""

import os
from pathlib import Path

import pytest

from banquier.editions.edition_file import starting_point
from banquier.saves.open_game import open_save
from banquier.saves.save_folder import SaveFolder
from banquier.saves.save_format import mark_line
from banquier.saves.save_listing import (
    LATEST,
    find_unfinished,
    list_saves,
    path_of,
    put_aside,
    summary,
)
from banquier.words import phrase
from tests.support.games_played import evening, scripted
from tests.support.typography import typed

NOON = 1_000_000_000
"""2001-09-09 in UTC."""


@pytest.fixture
def save(tmp_path: Path) -> Path:
    path = tmp_path / "game.keys"
    evening(path, "players 2", operations=20)
    os.utime(path, (NOON, NOON))
    return path


def lines_of(path: Path) -> list[str]:
    os.utime(path, (NOON, NOON))
    return [
        typed(summary(str(path)).line(lang)).replace(str(path), "FILE") for lang in ("en", "fr")
    ]


def test_a_save_is_listed_in_a_line(save: Path) -> None:
    found = summary(str(save))
    assert found == (str(save), NOON, "ELECTRONIQUE", 2, 2, 1, 169_000, "F", 0, 21, "", {})
    assert [*find_unfinished([str(save)] * (LATEST + 1))] == [str(save)] * LATEST
    when = lines_of(save)[0][23:39]
    assert when.startswith("2001-09-")
    assert lines_of(save) == [
        f"game                   {when}  ELECTRONIQUE 2 players  lap 2   J1 leads with 169.000 F",
        f"game                   {when}  ELECTRONIQUE 2 joueurs  passage 2   "
        "J1 mène avec 169.000 F",
    ]
    evening(save, operations=0, names={1: "Anne", 2: "Bob"})
    save.write_bytes(save.read_bytes().replace(b" down OK", b" down 0K", 1))
    damaged = "some of its keys were damaged; the game is whole as of operation 21"
    assert lines_of(save)[0][53:] == (
        f" 2 players  lap 2   Anne leads with 169.000 F  Anne, Bob  ({damaged})"
    )
    assert summary(str(save)).about.startswith("Anne, Bob, 2001-09-")


def test_no_bankrupt_leads_a_game_even_if_the_others_owe_more_than_they_own(tmp_path: Path) -> None:
    save = scripted(
        tmp_path / "game.keys", "players 3", "start", "press FAILL OK OK OK", "set cash 2 0",
        "set loan 2 50000 1", "set cash 3 0", "set loan 3 40000 1",
    )  # fmt: skip
    found = summary(str(save))
    assert (found.leader, found.worth) == (3, -44_000)  # repaying costs a tenth more


@pytest.mark.parametrize(
    ("content", "english", "french"),
    [
        (b"rubbish", "FILE is not to be used: it is not a save of this program",
         "FILE est inutilisable : ce n'est pas une partie gardée par ce programme"),
        (b"banquier 1\n", "no game was begun", "aucune partie n'y a commencé"),
        (b"banquier 9\n@1 state 1 0123456789abcdef 0123456701234567 {}\n",
         "FILE is of format 9, newer than the 1 known here",
         "FILE est au format 9, plus récent que le format 1 connu ici"),
        (b"banquier 1\n" + mark_line(b"banquier 1\n", 1, "state", 1, "0" * 16, b'{"format":2}'),
         "no record of a game: KeyError",
         "il ne contient pas une partie possible ; banquier play --save dit pourquoi"),
    ],
)  # fmt: skip
def test_a_file_without_a_game_is_listed_with_the_reason(
    tmp_path: Path, content: bytes, english: str, french: str
) -> None:
    path = tmp_path / "game.keys"
    path.write_bytes(content)
    assert [line[41:] for line in lines_of(path)] == [english, french]


def test_a_save_whose_edition_cannot_be_loaded_is_listed_with_the_reason(tmp_path: Path) -> None:
    own, path = tmp_path / "mine.toml", tmp_path / "game.keys"
    text = starting_point()
    own.write_text(text, encoding="utf-8")
    evening(path, f'edition "{own}"', "players 2", operations=0, edition=str(own))
    assert summary(str(path)).trouble == ""
    own.write_text(text.replace("salary = 20000", "salary = 0.5"), encoding="utf-8")
    fault = f"{own}: salary: a whole number is needed, not 0.5"
    french = "son édition ne peut pas être chargée ; banquier replay dit pourquoi"
    assert [line[41:] for line in lines_of(path)] == [fault, french]
    own.unlink()
    assert summary(str(own)).changed == 0
    assert lines_of(path)[0][41:].startswith(f"{own}: no such edition (electronique, deska")


def test_saves_are_in_the_order_in_which_they_were_played(tmp_path: Path) -> None:
    names = ["b.keys", "a.keys", "c.keys"]
    for at, name in enumerate(names):
        (tmp_path / name).write_bytes(b"banquier 1\n")
        os.utime(tmp_path / name, (NOON - at, NOON - at))
    (tmp_path / "d.txt").touch()
    (tmp_path / "killed.keys").touch()
    playing = open_save(SaveFolder(str(tmp_path)), path=str(tmp_path / "played.keys"))
    saves = [str(tmp_path / name) for name in names]
    assert SaveFolder(str(tmp_path)).paths() == saves
    assert [save.name for save in list_saves(SaveFolder(str(tmp_path)))] == list("bac")
    next_start = open_save(SaveFolder(str(tmp_path)), new=True)
    assert not (tmp_path / "killed.keys").exists() and (tmp_path / "played.keys").exists()
    next_start.close()
    playing.close()


def test_what_was_put_aside_is_named_with_the_way_to_use_it(tmp_path: Path) -> None:
    for name in ("x.keys.too_new", "game.keys.corrupt-2", "game.keys.corrupt", "game.keys",
                 "x.keys.too_newer", "game.keys.corrupt-x", "corrupt"):  # fmt: skip
        (tmp_path / name).touch()
    damaged, newer = "it was damaged or changed", "it is newer than this program"
    assert [*map(str, put_aside(str(tmp_path)))] == [
        f"put aside because {why}; banquier play --save {tmp_path}/{name} takes it up"
        for name, why in (
            ("game.keys.corrupt", damaged),
            ("game.keys.corrupt-2", damaged),
            ("x.keys.too_new", newer),
        )
    ]
    assert "mis de côté" in phrase(put_aside(str(tmp_path))[0], "fr")
    assert put_aside(str(tmp_path / "none")) == []


def test_a_save_is_named_by_its_path_or_by_its_name_in_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "saves"
    folder.mkdir()
    monkeypatch.chdir(tmp_path)
    for path in (folder / "monday.keys", folder / "friday", tmp_path / "here.keys"):
        path.touch()
    (folder / "here.keys").touch()
    words = ("monday", "monday.keys", "friday", "here.keys", "here", "./monday", "none")
    assert [path_of(word, str(folder)) for word in words] == [
        *(f"{folder}/monday.keys", f"{folder}/monday.keys", f"{folder}/friday", "here.keys"),
        *(f"{folder}/here.keys", "./monday", "none"),
    ]
