"""`banquier saves`, `report` and `replay` of saves, as a shell runs them."""

import json
import re
import shutil
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path

import pytest

from banquier.cli.progress import Progress
from banquier.folders import folders
from tests.support.commands import ran
from tests.support.games_played import evening, finished


@pytest.fixture(scope="module")
def two_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("saves")
    evening(place / "monday.keys", "players 3", operations=30)
    finished(place / "friday.keys")
    return place


@pytest.fixture
def folder(home: Path, two_games: Path) -> Path:
    return Path(shutil.copytree(two_games, folders()["saves"]))


def test_saves_are_listed_with_edition_players_and_leader(folder: Path) -> None:
    (folder / "broken.keys").write_bytes(b"rubbish")
    status, out, _ = ran("saves")
    assert status == 0
    lines = {line.split()[0]: line for line in out.splitlines()}
    assert set(lines) == {"monday", "friday", "broken"}
    assert "ELECTRONIQUE" in lines["monday"] and "3 players" in lines["monday"]
    assert "leads with" in lines["monday"] and "has won" in lines["friday"]
    assert "not a save of this program" in lines["broken"]
    _, out, _ = ran("saves", "--json")
    assert {save["operations"] for save in json.loads(out)["saves"]} > {0, 31}


def test_a_save_is_removed_by_its_name_and_nothing_else_is(folder: Path) -> None:
    other = folder / "letter.keys"
    other.write_text("Dear aunt\n", encoding="utf-8")
    aside = folder / "monday.keys.corrupt"
    aside.write_bytes(b"put aside")
    for name in ("monday", str(aside)):
        assert ran("saves", "--remove", name)[0] == 0
    assert not (folder / "monday.keys").exists() and not aside.exists()
    for name in ("monday", str(aside), "letter"):
        status, _, err = ran("saves", "--remove", name)
        assert status == 2 and err.count("\n") == 1
    assert other.exists()


def test_an_empty_list_of_saves_says_so(home: Path) -> None:
    assert ran("saves")[1].startswith("no game is saved in ")
    assert ran("saves", "--lang", "fr")[1].startswith("aucune partie ")


def test_a_report_is_written_and_the_save_is_not(folder: Path, tmp_path: Path) -> None:
    save = folder / "friday.keys"
    before = save.read_bytes()
    html, table = tmp_path / "friday.html", tmp_path / "friday.csv"
    status, out, err = ran("report", "friday", "-o", str(html), "--csv", str(table))
    assert err == ""
    assert status == 0 and out.count("is written") == 2
    assert html.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert table.read_text(encoding="utf-8").startswith("operation,turn,line")
    assert save.read_bytes() == before


@pytest.mark.parametrize("command", ["report", "replay", "chances", "share"])
def test_without_a_name_the_game_played_last_is_taken_and_told(
    command: str,
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    (last, *_) = ran("saves")[1].splitlines()
    _, out, err = ran(command, *(["--check"] if command == "replay" else []))
    assert err.splitlines()[0] == last
    assert out or "the game is over" in err


@pytest.mark.parametrize("command", ["report", "replay", "chances", "share", "saves --remove"])
def test_a_name_that_is_none_proposes_the_nearest(command: str, folder: Path) -> None:
    status, _, err = ran(*command.split(), "mundays")
    assert status == 2 and err.count("\n") == 1
    assert re.search(r"mundays cannot be read: no such file; nearest: monday \(3 players, 20", err)


def test_long_work_tells_its_progress_in_a_pipe_too(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("banquier.cli.progress.ELSEWHERE", 0.0)
    _, _, err = ran("chances", "monday", "--games", "100", "--workers", "1")
    half, whole = err.splitlines()
    assert half.startswith("50/100 games, ") and whole == "100/100 games, 0:00 left"
    with redirect_stderr(StringIO()) as told:
        Progress("games").update(0, 4800)
    assert told.getvalue() == "0/4800 games\n"


def test_a_save_is_checked_key_by_key_and_digest_by_digest(folder: Path) -> None:
    save = folder / "monday.keys"
    status, out, _ = ran("replay", str(save), "--check")
    assert (status, out) == (0, f"{save}: all 32 digests agree\n")  # one that was closed
    whole = save.read_bytes()
    save.write_bytes(whole[:-200])
    status, out, err = ran("replay", str(save), "--check")
    assert status == 0 and "damaged after operation" in err
    save.write_bytes(whole.replace(b" up OK", b" up C", 1))
    status, _, err = ran("replay", str(save), "--check")
    assert status == 2 and "banquier play mends it" in err
