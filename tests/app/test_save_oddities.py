"""Unusual saves: without a game, with impossible records, not regular files, names taken."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from banquier.report import Story
from banquier.saves import save_file
from banquier.saves.game_save import GameSave
from banquier.saves.messages import in_language
from banquier.saves.save_listing import remove, summary
from banquier.saves.saved_game import SavedGame
from banquier.trouble import Trouble
from tests.support.games_played import evening, facts, rewritten
from tests.support.paths import ROOT


@pytest.fixture
def save(tmp_path: Path) -> Path:
    path = tmp_path / "game.keys"
    evening(path, "players 2", operations=20)
    return path


USES: dict[str, Callable[[str], object]] = {
    "report": Story.of,
    "timeline": lambda path: SavedGame.of(path).unit_at(0),
    "listing": lambda path: _refused_by_summary(path),
}


def _refused_by_summary(path: str) -> None:
    found = summary(path)
    assert not found.players
    raise Trouble(found.trouble)


@pytest.mark.parametrize("use", USES.values(), ids=USES)
@pytest.mark.parametrize(
    "record",
    [
        *(b'{"format":2,"roll":[[1,"J1"]],"game":7}', b'{"format":2}', b'{"format":2,"roll":3}'),
        *(b'{"format":1,"roll":[[1,"J1"]],"game":7}', b'{"format":1}', b'{"format":1,"roll":3}'),
    ],
)
def test_records_of_no_game_are_refused_in_a_sentence(
    save: Path, use: Callable[[str], object], record: bytes
) -> None:
    rewritten(save, lambda _: record)
    with pytest.raises(Trouble, match=r"no game|not to be used|no record") as caught:
        use(str(save))
    assert "\n" not in str(caught.value)


def test_why_a_record_is_no_game_is_told_in_the_players_language(save: Path) -> None:
    rewritten(save, lambda _: b'{"format":2}')
    with pytest.raises(Trouble) as refused:
        GameSave(folder=str(save.parent), path=str(save))
    why = refused.value.args[0]
    assert why == f"{save} cannot be played: no record of a game: KeyError"
    assert in_language(why, "fr") == (
        f"{save} ne peut pas être joué : il ne contient pas une partie possible : "
        "no record of a game: KeyError"
    )


def test_a_save_with_records_of_a_newer_program_is_refused_and_kept(save: Path) -> None:
    rewritten(save, lambda _: b'{"format":9}')
    with pytest.raises(Trouble) as refused:
        GameSave(folder=str(save.parent), path=str(save))
    assert refused.value.args[0] == (
        f"{save} cannot be played: it is of format 9, newer than the 2 known here; "
        f"it is kept as {save}.too_new"
    )


# -- one record


# -- the folder of saves


def test_a_save_that_is_being_played_is_not_removed(save: Path) -> None:
    game_save = GameSave(folder=str(save.parent), path=str(save))
    with pytest.raises(Trouble, match=rf"^{save} .*being played"):
        remove(str(save))
    game_save.close()
    remove(str(save))
    assert not save.exists()


# -- the disk


def test_names_beside_a_file_are_numbered(tmp_path: Path) -> None:
    path = str(tmp_path / "game.keys")
    names = []
    for _ in range(3):
        names.append(save_file.free_name(path, "corrupt"))
        Path(names[-1]).touch()
    assert [Path(name).name for name in names] == [
        "game.keys.corrupt", "game.keys.corrupt-2", "game.keys.corrupt-3",
    ]  # fmt: skip


# -- comments


def test_a_comment_in_a_save_changes_nothing(tmp_path: Path) -> None:
    """Neither below the first line nor between keys; seed and own edition are still known."""
    for name in ("own-edition.keys", "lyon.toml"):
        shutil.copy(ROOT / "tests" / "saves" / "1.2" / name, tmp_path)
    path = tmp_path / "own-edition.keys"
    whole = SavedGame.of(str(path))
    data = path.read_bytes().replace(b"\n", b"\n# ours\n", 1)
    path.write_bytes(data.replace(b" down OK\n", b" down OK\n# and on\n"))
    saved = SavedGame.of(str(path))
    assert (saved.header.seed, saved.header.edition, saved.names) == (
        5, str(tmp_path / "lyon.toml"), whole.names,
    )  # fmt: skip
    assert saved.points == whole.points and saved.found.sound and saved.found.playable
    game_save = GameSave(folder=str(tmp_path), path=str(path))
    assert game_save.sentences == []
    assert facts(game_save.unit) == facts(whole.unit_at(-1))
    game_save.close()
    assert b"# ours\n" in path.read_bytes()


# -- branches


def test_a_branch_of_a_save_with_damaged_keys_is_made_of_its_records(save: Path) -> None:
    known = SavedGame.of(str(save))
    whole = save.read_bytes()
    save.write_bytes(whole.replace(b" up OK", b" up C", 1))
    branch = SavedGame.of(SavedGame.of(str(save)).branch(5))
    assert [point.text for point in branch] == [point.text for point in known[:6]]
    assert b" down " not in Path(branch.path).read_bytes()
    assert GameSave(folder=str(save.parent), path=branch.path).sentences == []
