"""Saves on a full disk, damaged saves, unusual ones, and saves changed by another program."""

import errno
import os
import random
import re
import shutil
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from banquier.bodies.body import Body
from banquier.cli.main import main
from banquier.editions.edition_file import editions
from banquier.folders import folders
from banquier.report import Story
from banquier.saves.link import link_of
from banquier.saves.open_game import OpenGame, open_save
from banquier.saves.save_folder import SaveFolder
from banquier.saves.save_format import mark_line, scan
from banquier.saves.save_listing import summary
from banquier.saves.saved_game import SavedGame
from banquier.trouble import Trouble
from banquier.words import Said
from firmware_sim.saved_state import StateError
from tests.support.commands import banquier, in_shell
from tests.support.disk import failing
from tests.support.games_played import (
    evening,
    facts,
    play,
)
from tests.support.paths import ROOT


def opened(save: Path) -> OpenGame:
    return open_save(SaveFolder(str(save.parent)), path=str(save))


# -- other damage


def refused(path: Path) -> Said:
    with pytest.raises(Trouble) as caught:
        opened(path)
    assert "\n" not in str(caught.value)
    (why,) = caught.value.args
    assert isinstance(why, Said)
    return why


def refusal(path: Path) -> str:
    return str(refused(path))


@pytest.mark.parametrize(("call", "number"), [("fsync", 2), ("replace", 3)])
def test_a_damaged_save_that_cannot_be_replaced_is_kept_aside_once_and_mended_later(
    save: Path, call: str, number: int
) -> None:
    """On a disk that is full, no copy is made."""
    held = evening(save, "players 2", operations=10)
    save.write_bytes(save.read_bytes() + b"torn")
    aside = [save.with_name(f"game.keys.corrupt{nth}") for nth in ("", "-2", "-3")]
    for before in aside[:2]:
        before.touch()
    with failing(call, errno.EACCES):
        game_save = opened(save)
    assert sorted(save.parent.iterdir()) == [save, *aside[:number]]
    assert [*map(str, game_save.sentences)] == [
        f"{save}: it was damaged after operation {held[1]}. "
        "The file stays as it is until it can be mended: permission denied."
    ]
    play(game_save.unit, 2)
    game_save.close()
    assert (game_save.trouble, scan(save.read_bytes()).sound) == ("", True)
    assert sorted(save.parent.iterdir()) == [save, *aside]
    assert aside[2].read_bytes().endswith(b"torn")


# -- names

SET_UP = "ok\n" * 7 + "des\n" * 4


# -- rights


def test_a_folder_of_saves_that_others_may_read_is_closed_to_them(home: Path) -> None:
    folder = Path(folders()["saves"])
    folder.mkdir(parents=True)
    folder.chmod(0o755)
    banquier("play", "--plain")
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


# -- a game that could not be saved


def test_a_game_that_could_not_be_saved_is_reported_and_kept_elsewhere(home: Path) -> None:
    """The folder of saves is on a full disk; the home folder is not."""
    (home / "data").rmdir()
    (home / "data").write_text("in the way", encoding="utf-8")
    done = banquier("play", "--plain", said=SET_UP)
    assert done.returncode == 1
    (kept,) = home.glob("*.keys")
    assert str(kept) in done.stderr and "could not be saved" in done.stderr
    assert scan(kept.read_bytes()).sound
    assert "The save cannot be written." in done.stdout


def test_a_game_that_can_be_saved_nowhere_is_said_to_be_lost(home: Path) -> None:
    done = in_shell('ulimit -f 0; "$@" play --plain', said=SET_UP)
    assert done.returncode == 1, done.stderr
    assert "lost" in done.stderr and "too large" in done.stderr


# -- writers of whole files


def test_a_report_through_a_link_keeps_the_link_and_the_mode(save: Path, tmp_path: Path) -> None:
    evening(save, "players 2", operations=10)
    page = tmp_path / "page.html"
    page.touch(mode=0o600)
    link = tmp_path / "link.html"
    link.symlink_to(page)
    assert main(["report", str(save), "-o", str(link)]) == 0
    assert link.is_symlink() and page.read_text(encoding="utf-8").startswith("<!")
    assert stat.S_IMODE(page.stat().st_mode) == 0o600
    assert sorted(os.listdir(tmp_path)) == ["game.keys", "link.html", "page.html"]


# -- without a game, with impossible records


@pytest.fixture
def played_save(save: Path) -> Path:
    evening(save, "players 2", operations=20)
    return save


USES: dict[str, Callable[[Path], object]] = {
    "play": lambda save: opened(save).abandon(),
    "report": lambda save: Story.from_path(str(save)),
    "timeline": lambda save: SavedGame.from_path(str(save)).unit_at(0),
    "listing": lambda save: summary(str(save)).line("fr"),
    "link": lambda save: link_of(str(save)),
    "body": lambda save: Body(editions()).resume(
        [scan(save.read_bytes()).marks[-1].record.decode()]
    ),
}
VALUES = (r'(?<=[:,[])([-\w]+|"[^"]*")(?=[],}])', r"(?<=[:,[])(\[[^][]*\]|\{[^{}]*\})(?=[],}])")
"""What has no parts, and what has nothing but such."""
FORGED = (
    *('"a text"', f'"{"2" * 5000}"', f"{2**70}", "-1", "1.5", "true", "null", "[]", "[[], []]"),
    *(f"[{2**70}, 1]", "{}", '{"parking": 7}', '["a\\nb"]'),
)


@pytest.mark.parametrize("use", USES.values(), ids=USES)
def test_a_forged_record_is_refused_in_a_sentence_or_opens(
    save: Path, use: Callable[[Path], object]
) -> None:
    """The checksum is right. There is no traceback, and nothing takes long."""
    evening(save, "players 3", operations=8, names={1: "Anne"}, rules={"parking": "pot"})
    data, chance = save.read_bytes(), random.Random(3)
    before, last = scan(data).marks[-2:]
    record, keys = last.record.decode(), data[before.end : last.start]
    values = [value for kind in VALUES for value in re.finditer(kind, record)]
    names = ('"crystal":', '"rules":', '"names":')
    named = [value for value in values if record[: value.start()].endswith(names)]
    assert len(named) == 3
    for value in [*named, *chance.sample(values, 30)]:
        for word in FORGED if value in named else chance.sample(FORGED, 2):
            forged = (record[: value.start()] + word + record[value.end() :]).encode()
            save.write_bytes(data[: last.start] + mark_line(keys, *last[:4], forged))
            try:
                use(save)
            except (Trouble, StateError, LookupError) as refused:
                assert "\n" not in str(refused)


# -- comments


def test_a_comment_in_a_save_changes_nothing(tmp_path: Path) -> None:
    """Neither below the first line nor between keys; seed and own edition are still known."""
    for name in ("own-edition.keys", "lyon.toml"):
        shutil.copy(ROOT / "tests" / "saves" / "1.2" / name, tmp_path)
    path = tmp_path / "own-edition.keys"
    whole = SavedGame.from_path(str(path))
    data = path.read_bytes().replace(b"\n", b"\n# ours\n", 1)
    path.write_bytes(data.replace(b" down OK\n", b" down OK\n# and on\n"))
    saved = SavedGame.from_path(str(path))
    assert (saved.header.seed, saved.header.edition, saved.names) == (
        5, str(tmp_path / "lyon.toml"), whole.names,
    )  # fmt: skip
    assert saved.points == whole.points and saved.found.sound and saved.found.playable
    game_save = open_save(SaveFolder(str(tmp_path)), path=str(path))
    assert game_save.sentences == []
    assert facts(game_save.unit) == facts(whole.unit_at(-1))
    game_save.close()
    assert b"# ours\n" in path.read_bytes()


# -- branches
