"""No game is lost: taken names, full and failing disks, links."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from banquier.cli.main import main
from banquier.saves.game_save import GameSave
from banquier.saves.save_format import scan
from tests.support.commands import python
from tests.support.games_played import evening, resumed
from tests.support.paths import ROOT

SET_UP = "ok\n" * 7 + "des\n" * 4


def home(tmp_path: Path) -> dict[str, str]:
    return {
        **os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data"),
        "XDG_CONFIG_HOME": str(tmp_path / "config"), "TMPDIR": str(tmp_path / "tmp"),
        "PYTHONPATH": str(ROOT),
    }  # fmt: skip


def plain(tmp_path: Path, *words: str) -> subprocess.Popen[str]:
    (tmp_path / "tmp").mkdir(exist_ok=True)
    return subprocess.Popen(
        [sys.executable, "-m", "banquier", "play", "--plain", *words], cwd=tmp_path,
        env=home(tmp_path), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True,
    )  # fmt: skip


# -- names


def test_programs_started_at_the_same_instant_have_a_save_each(tmp_path: Path) -> None:
    programs = [plain(tmp_path, "--new") for _ in range(4)]
    for program in programs:
        assert program.stdin
        program.stdin.write(SET_UP)
        program.stdin.flush()
    for program in programs:
        out, err = program.communicate(timeout=60)
        assert (program.returncode, err) == (0, ""), out
        assert "Err 23" not in out and "MEMOIRE" not in out
    saves = list((tmp_path / "data" / "banquier90" / "saves").iterdir())
    assert len([save for save in saves if scan(save.read_bytes()).marks]) == 4


# -- rights


def test_a_folder_of_saves_that_others_may_read_is_closed_to_them(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "banquier90" / "saves"
    folder.mkdir(parents=True)
    folder.chmod(0o755)
    program = plain(tmp_path)
    program.communicate("", timeout=60)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


# -- a game that could not be saved

LIMITED = """
import resource, sys
from banquier.cli.main import main
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
sys.exit(main(["play", "--plain", *sys.argv[2:]]))
"""


def test_a_game_that_could_not_be_saved_is_reported_and_kept_elsewhere(tmp_path: Path) -> None:
    """The folder of saves is on a full disk; the home folder is not."""
    data = tmp_path / "data"
    data.write_text("in the way", encoding="utf-8")
    program = plain(tmp_path)
    out, err = program.communicate(SET_UP, timeout=60)
    assert program.returncode == 1
    kept = list(tmp_path.glob("*.keys"))
    assert len(kept) == 1 and str(kept[0]) in err and "could not be saved" in err
    assert scan(kept[0].read_bytes()).sound
    assert "The save cannot be written." in out


def test_a_game_that_can_be_saved_nowhere_is_said_to_be_lost(tmp_path: Path) -> None:
    (tmp_path / "tmp").mkdir()
    done = python("-c", LIMITED, "100", folder=tmp_path, said=SET_UP, **home(tmp_path))
    assert done.returncode == 1, done.stderr
    assert "lost" in done.stderr and "too large" in done.stderr


# -- a torn save on a full disk


# -- writers of whole files


def test_a_report_to_a_device_leaves_it_a_device(save: Path) -> None:
    """A pseudo-terminal as a device that no file can replace, even by root."""
    evening(save, "players 2", operations=10)
    theirs, ours = os.openpty()
    device = os.ttyname(ours)
    seen = bytearray()

    def drain() -> None:
        with contextlib.suppress(OSError):
            while data := os.read(theirs, 65536):
                seen.extend(data)

    reader = threading.Thread(target=drain)
    reader.start()
    status = main(["report", str(save), "-o", device])
    os.close(ours)
    reader.join()
    os.close(theirs)
    assert status == 0 and seen.startswith(b"<!")


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


# -- too much


# -- links and clocks


def test_a_copy_put_aside_is_complete_or_absent(
    save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a disk without hard links, and with no room for a copy."""
    held = evening(save, "players 2", operations=10)
    save.write_bytes(save.read_bytes().replace(b" down OK", b" down 0K", 1))
    before = save.read_bytes()

    def link(*_: object, **__: object) -> None:
        raise OSError(errno.EPERM, "no links")

    real = os.pwrite
    room = [len(before) + 100]

    def pwrite(fd: int, data: bytes, at: int) -> int:
        if room[0] < len(data):
            count = real(fd, data[: room[0]], at)
            room[0] = 0
            if not count:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return count
        room[0] -= len(data)
        return real(fd, data, at)

    monkeypatch.setattr("os.link", link)
    monkeypatch.setattr("os.pwrite", pwrite)
    game_save = GameSave(folder=str(save.parent), path=str(save))
    assert game_save.trouble == "no space left on device"
    assert os.listdir(save.parent) == [save.name] and save.read_bytes() == before
    game_save.leave()
    room[0] = 1 << 30
    game_save = GameSave(folder=str(save.parent), path=str(save))
    assert game_save.trouble == ""
    game_save.close()
    assert save.with_name("game.keys.corrupt").read_bytes() == before
    assert resumed(save) == held
