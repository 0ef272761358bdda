"""Saves on a full disk, damaged saves, and saves changed by another program."""

from __future__ import annotations

import os
import random
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from banquier.saves.game_save import GameSave
from banquier.saves.save_format import KEYS_LEFT_OUT, Lines, scan
from banquier.trouble import Trouble
from tests.support.games_played import errors, evening, facts, play, replayed, resumed, sit_down


def opened(save: Path) -> GameSave:
    return GameSave(folder=str(save.parent), path=str(save))


# -- other damage


def refusal(path: Path) -> str:
    with pytest.raises(Trouble) as caught:
        opened(path)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_what_is_no_save_is_refused_in_a_sentence_and_not_touched(tmp_path: Path) -> None:
    rubbish = random.Random(3).randbytes(20_000)
    for content, sentence in (
        (rubbish, "it is no save of this program"),
        (b"banquier 1\nstart\npress 1 2 OK\n", "it is a script; banquier run plays it"),
        (b"banquier 1\nfirmware 1.0\n@9 down OK\n@99 state 1 0123456789abcdef\n",
         "it is a recording without the game; banquier replay plays it"),
        (b"\0" * 30, "it is no save of this program"),
    ):  # fmt: skip
        path = tmp_path / "file.keys"
        path.write_bytes(content)
        assert refusal(path) == f"{path} cannot be played: {sentence}"
        assert path.read_bytes() == content


def test_a_directory_a_pipe_and_a_missing_folder_are_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path) == f"{tmp_path} is no file"
    pipe = tmp_path / "pipe.keys"
    os.mkfifo(pipe)
    assert refusal(pipe) == f"{pipe} is no file"
    nowhere = tmp_path / "nowhere" / "game.keys"
    assert refusal(nowhere) == f"{nowhere} cannot be written: there is no such folder"


def test_an_empty_file_is_a_new_game(save: Path) -> None:
    save.touch()
    game_save = opened(save)
    assert game_save.sentences == [] and game_save.path == str(save)
    sit_down(game_save.unit, "players 2")
    game_save.close()
    assert resumed(save) == facts(game_save.unit)


def test_a_newer_format_is_refused_and_kept(save: Path) -> None:
    save.write_bytes(b"banquier 2\nfirmware 3.0\n@1 anything\n")
    kept = save.with_name("game.keys.too_new")
    assert refusal(save) == (
        f"{save} cannot be played: it is of format 2, newer than the 1 known here; "
        f"it is kept as {kept}"
    )
    assert kept.read_bytes().startswith(b"banquier 2") and not save.exists()


def test_a_newer_save_in_the_usual_folder_does_not_prevent_a_new_game(save: Path) -> None:
    save.write_bytes(b"banquier 2\n")
    game_save = GameSave(folder=str(save.parent))
    assert "newer than" in game_save.sentences[0]
    game_save.close()


@pytest.fixture
def shared() -> Iterator[Path]:
    """A folder readable by others, with root's rights dropped."""
    with tempfile.TemporaryDirectory() as name:
        os.chmod(name, 0o755)
        yield Path(name)


@contextmanager
def without_rights() -> Iterator[None]:
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


def test_a_save_without_permission_is_refused(shared: Path) -> None:
    save = shared / "game.keys"
    evening(save, "players 2", operations=3)
    for mode in (0, stat.S_IRUSR | stat.S_IRGRP | stat.S_IROTH):
        save.chmod(mode)
        with without_rights():
            assert refusal(save) == f"{save} cannot be opened: permission denied"
    save.chmod(stat.S_IRUSR | stat.S_IWUSR)


def test_a_folder_without_write_permission_refuses_a_save_or_shows_error_23_once(
    shared: Path,
) -> None:
    shared.chmod(0o555)
    with without_rights():
        fresh = shared / "game.keys"
        assert refusal(fresh) == f"{fresh} cannot be written: permission denied"
        game_save = GameSave(folder=str(shared), seed=2)
        sit_down(game_save.unit, "players 2")
        assert game_save.trouble == "permission denied"
        assert errors(game_save, 10) <= 1
    shared.chmod(0o755)
    play(game_save.unit, 3)
    assert game_save.trouble == ""
    game_save.close()
    assert replayed(Path(game_save.path)) == resumed(Path(game_save.path)) == facts(game_save.unit)


def test_a_torn_tail_is_cut_and_the_file_as_it_was_is_kept(save: Path) -> None:
    held = evening(save, "players 2", operations=10)
    torn = save.read_bytes() + b'@99999999 state 12 0123456789abcdef 0123456789abcdef {"ga'
    save.write_bytes(torn)
    game_save = opened(save)
    game_save.close()
    assert facts(game_save.unit) == held
    assert game_save.sentences == [
        f"{save}: it was damaged after operation {held[1]}. The file as it was is kept as .corrupt."
    ]
    assert save.with_name("game.keys.corrupt").read_bytes() == torn
    assert replayed(save) == held


def test_a_damaged_save_that_cannot_be_kept_aside_is_mended_later(shared: Path) -> None:
    """Its folder takes no new file."""
    save = shared / "game.keys"
    held = evening(save, "players 2", operations=10)
    save.write_bytes(save.read_bytes() + b"torn")
    save.chmod(0o666)
    shared.chmod(0o555)
    with without_rights():
        game_save = opened(save)
        assert game_save.trouble == "permission denied"
        assert game_save.sentences == [
            f"{save}: it was damaged after operation {held[1]}. "
            "The file stays as it is until it can be mended: permission denied."
        ]
    shared.chmod(0o755)
    play(game_save.unit, 2)
    game_save.close()
    assert (game_save.trouble, scan(save.read_bytes()).sound) == ("", True)
    assert save.with_name("game.keys.corrupt").read_bytes().endswith(b"torn")


def test_a_save_without_its_keys_is_not_damaged(save: Path) -> None:
    """The keys were left out because it was too long: only the records stay."""
    held = evening(save, "players 2", operations=10)
    data = save.read_bytes()
    lines = Lines()
    kept = [data.splitlines(keepends=True)[0], KEYS_LEFT_OUT]
    lines.keys(b"".join(kept))
    for mark in scan(data).marks:
        kept.append(lines.mark(mark.tick, mark.verb, mark.number, mark.digest, mark.record))
    save.write_bytes(b"".join(kept))
    assert scan(save.read_bytes()).sound and not scan(save.read_bytes()).playable
    game_save = opened(save)
    game_save.close()
    assert (game_save.sentences, facts(game_save.unit)) == ([], held)
    assert KEYS_LEFT_OUT not in save.read_bytes()
    assert b" adopt " in save.read_bytes() and scan(save.read_bytes()).sound


def test_damaged_keys_lose_the_keys_and_not_the_game(save: Path) -> None:
    held = evening(save, "players 2", operations=10)
    save.write_bytes(save.read_bytes().replace(b" down OK", b" down 0K", 1))
    game_save = opened(save)
    game_save.close()
    assert facts(game_save.unit) == held
    assert "some of its keys were damaged; the game is whole" in game_save.sentences[0]
    assert replayed(save) == held  # from `adopt` on


# -- while it is played


def test_a_folder_that_vanishes_is_made_again(tmp_path: Path) -> None:
    save = tmp_path / "saves" / "game.keys"
    save.parent.mkdir()
    game_save = GameSave(folder=str(save.parent), path=str(save), seed=2)
    sit_down(game_save.unit, "players 2")
    shutil.rmtree(save.parent)
    play(game_save.unit, 5)
    game_save.close()
    assert resumed(save) == facts(game_save.unit)
