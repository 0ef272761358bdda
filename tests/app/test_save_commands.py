"""`banquier saves`, `report` and `replay` of saves, as a shell runs them."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

import banquier.cli.main as banquier
from banquier.paths import folders
from banquier.saves.game_save import GameSave
from banquier.saves.save_format import Lines, scan
from banquier.saves.save_listing import by_last_played, summary, unfinished
from firmware_sim.board_view import board_view
from tests.support.games_played import evening


@pytest.fixture(scope="module")
def two_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("saves")
    evening(place / "monday.keys", "players 3", operations=30)
    evening(place / "friday.keys", "edition euro", "players 2", operations=10_000)
    return place


@pytest.fixture
def folder(home: Path, two_games: Path) -> Path:
    return Path(shutil.copytree(two_games, folders()["saves"]))


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    capsys.readouterr()
    status = banquier.main(list(words))
    out, err = capsys.readouterr()
    return status, out, err


def test_saves_are_listed_with_edition_players_and_leader(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "broken.keys").write_bytes(b"rubbish")
    status, out, _ = run(capsys, "saves")
    assert status == 0
    lines = {line.split()[0]: line for line in out.splitlines()}
    assert set(lines) == {"monday", "friday", "broken"}
    assert "ELECTRONIQUE" in lines["monday"] and "3 players" in lines["monday"]
    assert "leads with" in lines["monday"] and "has won" in lines["friday"]
    assert "no save of this program" in lines["broken"]
    _, out, _ = run(capsys, "saves", "--json")
    assert {save["operations"] for save in json.loads(out)["saves"]} > {0, 31}


def test_a_save_is_removed_by_its_name_and_nothing_else_is(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = folder / "letter.keys"
    other.write_text("Dear aunt\n", encoding="utf-8")
    assert run(capsys, "saves", "--remove", "monday")[0] == 0
    assert not (folder / "monday.keys").exists()
    for name in ("monday", "letter"):
        status, _, err = run(capsys, "saves", "--remove", name)
        assert status == 2 and err.count("\n") == 1
    assert other.exists()


def test_an_empty_list_of_saves_says_so(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "saves")[1].startswith("no game is saved in ")


def test_a_report_is_written_and_the_save_is_not(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save = folder / "friday.keys"
    before = save.read_bytes()
    html, table = tmp_path / "friday.html", tmp_path / "friday.csv"
    status, out, err = run(capsys, "report", "friday", "-o", str(html), "--csv", str(table))
    assert err == ""
    assert status == 0 and out.count("is written") == 2
    assert html.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert table.read_text(encoding="utf-8").startswith("operation,turn,line")
    for words in (
        ("friday", "-o", str(save)),
        ("friday", "-o", str(tmp_path / "no" / "x.html")),
        ("missing", "-o", str(html)),
        ("friday", "-o", str(html), "--csv", str(html)),
    ):
        status, _, err = run(capsys, "report", *words)
        assert status == 2 and err.count("\n") == 1
    assert save.read_bytes() == before


def test_a_save_is_checked_key_by_key_and_digest_by_digest(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save = folder / "monday.keys"
    status, out, _ = run(capsys, "replay", str(save), "--check")
    assert (status, out) == (0, f"{save}: all 32 digests agree\n")  # one that was closed
    whole = save.read_bytes()
    save.write_bytes(whole[:-200])
    status, out, err = run(capsys, "replay", str(save), "--check")
    assert status == 0 and "damaged after operation" in err
    save.write_bytes(whole.replace(b" up OK", b" up C", 1))
    status, _, err = run(capsys, "replay", str(save), "--check")
    assert status == 2 and "banquier play mends it" in err


def test_a_digest_that_differs_is_named_by_its_line(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All check sums are right, but the unit acts differently."""
    save = folder / "monday.keys"
    data = save.read_bytes()
    lines, out, last = Lines(), [], 0
    for nth, mark in enumerate(scan(data).marks):
        lines.keys(data[last : mark.start])
        digest = "0123456789abcdef" if nth == 7 else mark.digest
        written = lines.mark(mark.tick, mark.verb, mark.number, digest, mark.record)
        out += [data[last : mark.start], written]
        last = mark.end
    save.write_bytes(b"".join(out))
    line = b"".join(out).split(b"0123456789abcdef")[0].count(b"\n") + 1
    status, _, err = run(capsys, "replay", str(save), "--check")
    assert status == 1
    assert err.startswith(f"{save}:{line}: recorded operation 8 with digest 0123456789abcdef")


def playable(folder: Path) -> list[str]:
    return list(unfinished([save.path for save in by_last_played(str(folder))]))


def test_finished_games_hide_an_unfinished_one_only_beyond_the_limit(folder: Path) -> None:
    """Starting reads the twenty newest saves of a large folder, no more and no fewer."""
    won = (folder / "friday.keys").read_bytes()
    os.utime(folder / "monday.keys", (1_000, 1_000))
    os.utime(folder / "friday.keys", (2_000, 2_000))
    for number in range(18):
        (folder / f"won-{number}.keys").write_bytes(won)
    assert playable(folder) == [str(folder / "monday.keys")]
    (folder / "won-again.keys").write_bytes(won)
    assert playable(folder) == []


def test_the_summary_read_from_the_end_of_a_save_is_that_of_the_game(tmp_path: Path) -> None:
    save = tmp_path / "long.keys"
    for number in range(8):
        evening(save, "players 4", operations=37, seed=number)
        game_save = GameSave(folder=str(tmp_path), path=str(save))
        game = game_save.unit.firmware.session.current_game
        wealth = {player.number: player.wealth for player in board_view(game).players}
        game_save.close()
        found = summary(str(save))
        assert (found.lap, found.winner) == (1 + max(game.passages), game.winner)
        assert found.wealth == wealth[found.leader] == max(wealth.values())
