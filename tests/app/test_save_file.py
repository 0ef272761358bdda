"""The file of a save, written without a game: what it holds, what is kept, what is durable."""

import errno
import fcntl
import os
import shutil
import stat
import threading
import time
from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

import pytest

from banquier.saves import save_file
from banquier.saves.games import read
from banquier.saves.open_game import too_new
from banquier.saves.save_file import SaveFile, in_use
from banquier.saves.save_folder import SaveFolder
from banquier.saves.save_listing import remove
from banquier.trouble import InUse, Trouble
from banquier.whole_file import draft, write_new
from firmware_sim.saved_state import NewerFormat
from tests.support.disk import failing
from tests.support.waiting import LIFETIME, until

LIMIT = 1 << 20


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.keys"


@pytest.fixture(autouse=True)
def _without_thread(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only tests that set the patience of the thread have one."""
    if "patience" not in request.fixturenames:
        monkeypatch.setattr(SaveFile, "later", staticmethod(lambda seconds, call: None))


@pytest.fixture
def patience(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    return lambda seconds: monkeypatch.setattr(save_file, "PATIENCE", seconds)


@pytest.fixture
def synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The inodes of the files that were made durable, and of their folder."""
    found: list[int] = []
    real = os.fsync

    def fsync(fd: int) -> None:
        real(fd)
        if name_of(fd).startswith(str(tmp_path)):  # threads of other tests sync too
            found.append(os.fstat(fd).st_ino)

    monkeypatch.setattr(os, "fsync", fsync)
    return found


def name_of(fd: int | str) -> str:
    link = f"/proc/self/fd/{fd}"
    return os.readlink(link) if os.path.islink(link) else ""


def open_files(path: Path) -> int:
    """The number of open files in the folder of this path."""
    return sum(str(path.parent) in name_of(fd) for fd in os.listdir("/proc/self/fd"))


def names(path: Path) -> list[str]:
    return sorted(os.listdir(path.parent))


def inode(path: Path) -> int:
    return path.stat().st_ino


# -- reading and opening


def test_a_file_is_read_up_to_one_byte_beyond_the_limit(path: Path) -> None:
    path.write_bytes(b"0123456789")
    for limit, content in ((10, b"0123456789"), (99, b"0123456789"), (4, b"01234")):
        file = SaveFile.open(str(path), limit)
        assert read(str(path), limit) == file.content == content
        file.abandon()
    file = SaveFile.open(str(path), 4)
    file.replace(b"01234 anew")
    file.abandon()
    assert path.read_bytes() == b"01234 anew"


def test_a_file_that_cannot_be_opened_is_named_with_the_reason_and_let_go(path: Path) -> None:
    before = open_files(path)
    path.touch()
    with (
        failing("read", errno.EIO),
        pytest.raises(Trouble, match=r"game.keys cannot be opened: input/output error$"),
    ):
        SaveFile.open(str(path), 10)
    assert open_files(path) == before
    for use in (read, SaveFile.open):
        with pytest.raises(Trouble, match="no such file"):
            use(f"{path}\0", 10)


def test_a_file_that_replaced_the_opened_one_is_opened_instead(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_bytes(b"old")
    before = open_files(path)
    real, replaced = fcntl.flock, list[Path]()

    def flock(fd: int, how: int) -> None:
        if not replaced:
            replaced.append(path)
            path.rename(path.with_name("old"))
            path.write_bytes(b"new")
        real(fd, how)

    monkeypatch.setattr(fcntl, "flock", flock)
    file = SaveFile.open(str(path), LIMIT)
    assert file.content == b"new"
    assert open_files(path) == before + 1
    file.abandon()


def named(path: str) -> SaveFile:
    return SaveFile.open_named(path, LIMIT)


def opened_empty(path: str) -> SaveFile:
    Path(path).touch()
    return SaveFile.open(path, LIMIT)


@pytest.mark.parametrize("begun", [named, opened_empty])
@pytest.mark.parametrize("end", [SaveFile.close, SaveFile.abandon])
def test_a_file_is_locked_from_its_beginning_to_its_end(
    path: Path,
    begun: Callable[[str], SaveFile],
    end: Callable[[SaveFile], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert not in_use(str(path))
    before = open_files(path)
    file = begun(str(path))
    assert file.trouble == "" and in_use(str(path))
    with pytest.raises(InUse, match=r"game.keys is being played by another program$"):
        SaveFile.open(str(path), LIMIT)
    file.append(b"a line\n")
    assert in_use(str(path))
    end(file)
    assert not in_use(str(path)) and open_files(path) == before
    file.make_durable()  # by a timer that comes late
    assert file.trouble == ""
    closed: list[int] = []
    with monkeypatch.context() as patch:
        patch.setattr(os, "close", closed.append)
        end(file)
    assert closed == []


def as_windows(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Calls that it lacks; no folder is synced; and a name is renamed neither from nor to while it
    is open."""
    monkeypatch.setattr(save_file, "fcntl", None)
    for name in ("pwrite", "pread"):
        monkeypatch.delattr(os, name)
    real, real_fsync = os.replace, os.fsync

    def replace(draft: str, place: str) -> None:
        if {draft, place} & {name_of(fd) for fd in os.listdir("/proc/self/fd")}:
            raise PermissionError(errno.EACCES, "it is open")
        real(draft, place)

    def fsync(fd: int) -> None:
        if os.path.isdir(name_of(fd)):
            raise OSError(errno.EINVAL, "no folder")
        real_fsync(fd)

    monkeypatch.setattr(os, "replace", replace)
    monkeypatch.setattr(os, "fsync", fsync)


@pytest.mark.parametrize("by", ["Windows", "the file system"])
def test_where_files_cannot_be_locked_they_are_written_all_the_same(
    path: Path, by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if by == "Windows":
        as_windows(path, monkeypatch)
    else:
        monkeypatch.setattr(fcntl, "flock", Mock(side_effect=OSError(errno.ENOLCK, "none")))
    before = open_files(path)
    file = SaveFile.open_named(str(path), LIMIT)
    file.append(b"a line\n")
    assert not in_use(str(path))
    file.replace(b"another\n")
    with failing("replace", errno.EACCES):
        file.replace(b"a third\n")
        assert file.trouble == "permission denied" and path.read_bytes() == b"another\n"
    path.unlink()
    file.append(b"more\n")
    assert (file.trouble, open_files(path)) == ("", before + 1)
    file.close()
    assert file.trouble == "" and path.read_bytes() == b"a third\nmore\n"
    assert names(path) == [path.name]


# -- a new file


def test_a_new_file_and_its_folder_are_for_their_owner(tmp_path: Path) -> None:
    path = tmp_path / "data" / "saves" / "game.keys"
    file = SaveFile(str(path))
    file.append(b"")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    file.close()
    assert not path.exists()


def test_an_empty_file_is_removed_only_by_the_program_that_made_it(path: Path) -> None:
    path.touch()
    SaveFile.open(str(path), LIMIT).close()
    assert path.exists()
    path.unlink()
    file = SaveFile.open_named(str(path), LIMIT)
    path.unlink()
    path.write_bytes(b"")  # another file
    file.close()
    assert path.exists()
    path.unlink()
    file = SaveFile.open_named(str(path), LIMIT)
    path.write_bytes(b"of another program")
    file.close()
    assert path.read_bytes() == b"of another program"
    path.unlink()
    file = SaveFile.open_named(str(path), LIMIT)
    path.unlink()
    file.close()
    file = SaveFile.open_named(str(path), LIMIT)
    file.append(b"a line\n")
    file.close()
    assert path.read_bytes() == b"a line\n"


# -- writing


def test_a_file_written_anew_keeps_its_mode_its_link_and_its_old_content(path: Path) -> None:
    path.write_bytes(b"damaged")
    path.chmod(0o640)
    draft_of_another_time = path.with_name(f"game.keys.{os.getpid()}.new")
    draft_of_another_time.write_bytes(b"of a killed program with the same number")
    link = path.with_name("link.keys")
    link.symlink_to(path)
    before = open_files(path)
    file = SaveFile.open(str(link), LIMIT)
    file.replace(b"whole\n", keep=True)
    assert path.read_bytes() == b"whole\n" and link.is_symlink()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    kept = path.with_name("game.keys.corrupt")
    assert kept.read_bytes() == b"damaged"
    file.replace(b"again\n")  # the suffix counts once
    file.append(b"more\n")
    assert open_files(path) == before + 1 and in_use(str(path))
    file.close()
    assert path.read_bytes() == b"again\nmore\n"
    assert names(path) == [path.name, kept.name, link.name]


# -- other programs


def by_removing(path: Path) -> None:
    path.unlink()


def by_removing_its_folder(path: Path) -> None:
    shutil.rmtree(path.parent)


def by_appending(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"of another program\n")


def by_writing_as_much(path: Path) -> None:
    path.write_bytes(b"ONE\n")
    os.utime(path, (1, 1))


def by_replacing(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))
    path.write_bytes(b"ONE\n")


@pytest.mark.parametrize(
    "change",
    [by_removing, by_removing_its_folder, by_appending, by_writing_as_much, by_replacing],
)
def test_a_file_that_another_program_changed_is_kept_and_written_anew(
    path: Path, change: Callable[[Path], None]
) -> None:
    before = open_files(path)
    file = SaveFile.open_named(str(path), LIMIT)
    file.append(b"one\n")
    change(path)
    theirs = path.read_bytes() if path.exists() else b""
    file.append(b"two\n")
    assert path.read_bytes() == b"one\ntwo\n"
    assert (file.trouble, file.faults) == ("", 1)
    kept = path.with_name("game.keys.corrupt")
    assert (kept.read_bytes() if kept.exists() else b"") == theirs
    file.append(b"three\n")
    assert (file.trouble, file.faults) == ("", 1)
    assert in_use(str(path)) and open_files(path) == before + 1
    change(path)  # since the last line
    file.close()
    assert path.read_bytes() == b"one\ntwo\nthree\n"


def test_what_is_no_regular_file_is_never_replaced(path: Path) -> None:
    device, other = path.with_name("device"), path.with_name("game-2.keys")
    os.mkfifo(device)
    file = SaveFile.open_named(str(path), LIMIT)
    file.append(b"one\n")
    path.unlink()
    path.symlink_to(device)
    file.append(b"two\n")
    assert (file.trouble, file.faults, file.path) == ("", 1, str(other))
    assert file.instead_of == str(path)
    file.replace(b"whole\n", keep=True)
    file.close()
    assert other.read_bytes() == b"whole\n" and device.is_fifo() and path.is_symlink()
    with pytest.raises(OSError, match="not a regular file"), draft(str(path), 0o600):
        pass  # of a settings file or a report, which became one while it was written
    kept = path.with_name("game.keys.too_new")
    kept.symlink_to(device)
    with pytest.raises(Trouble, match="cannot be removed: not a regular file"):
        remove(SaveFolder.from_path(str(kept)), str(kept))
    assert (
        too_new(SaveFolder.from_path(str(path)), str(path), NewerFormat(9, 2)).name
        == "save.cannot_play"
    )  # nor put aside
    assert names(path) == ["device", "game-2.keys", "game-2.keys.corrupt", path.name, kept.name]


def test_a_file_whose_time_alone_changed_is_as_it_was_left(path: Path) -> None:
    """Some file systems round it later."""
    file = SaveFile.open_named(str(path), LIMIT)
    file.append(b"one\n")
    os.utime(path, (1, 1))
    file.append(b"two\n")
    assert (file.trouble, file.faults, names(path)) == ("", 0, [path.name])
    file.close()
    assert path.read_bytes() == b"one\ntwo\n"


# -- durability


def test_a_file_is_made_durable_at_once_only_when_that_is_asked(
    path: Path, patience: Callable[[float], None], synced: list[int]
) -> None:
    patience(60)
    others = threading.enumerate()
    file = SaveFile.open_named(str(path), LIMIT)
    for line in (b"one\n", b"two\n"):
        file.append(line)
        time.sleep(0.005)
    (thread,) = set(threading.enumerate()) - set(others)
    assert thread.daemon  # a program that ends without closing is not held up
    assert synced == []
    file.sync_soon()
    until(lambda: len(synced) == 2)
    assert synced == [inode(path), inode(path.parent)]
    file.close()


def test_what_a_killed_program_wrote_is_made_durable_and_what_fails_is_tried_again(
    path: Path, synced: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[float, Callable[[], None]]] = []
    monkeypatch.setattr(SaveFile, "later", staticmethod(lambda *what: asked.append(what)))
    path.write_bytes(b"one\n")
    file = SaveFile.open(str(path), LIMIT)
    file.replace(b"one\n")
    ((seconds, call),) = asked
    asked.clear()
    assert seconds == save_file.PATIENCE < 1
    call()
    assert synced == [inode(path), inode(path.parent)]
    with failing("write", errno.ENOSPC):
        file.append(b"two\n")
        for _ in range(3):
            asked.pop()[1]()
            assert file.trouble and len(asked) == 1
    asked.pop()[1]()
    assert (file.trouble, asked, path.read_bytes()) == ("", [], b"one\ntwo\n")
    file.close()


def test_the_game_goes_on_while_a_slow_disk_syncs_and_a_closed_file_is_free(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, done, real = threading.Event(), threading.Event(), os.fsync
    in_time: list[bool] = []

    def slow(fd: int) -> None:
        begun.set()
        in_time.append(done.wait(LIFETIME))
        real(fd)

    file = SaveFile.open_named(str(path), LIMIT)
    file.append(b"one\n")
    monkeypatch.setattr(os, "fsync", slow)
    sync = threading.Thread(target=file.make_durable)
    sync.start()
    assert begun.wait(LIFETIME)
    file.append(b"two\n")
    assert path.read_bytes() == b"one\ntwo\n"
    threading.Timer(0.2, done.set).start()
    file.abandon()
    assert not in_use(str(path))
    sync.join()
    assert (file.trouble, file.faults, all(in_time)) == ("", 0, True)


# -- a whole file


def test_a_whole_file_is_written_under_a_free_name_only(
    path: Path, monkeypatch: pytest.MonkeyPatch, synced: list[int]
) -> None:
    before = open_files(path)
    monkeypatch.chdir(path.parent)
    write_new(path.name, b"whole\n")
    assert synced == [inode(path), inode(path.parent)]
    assert path.read_bytes() == b"whole\n" and stat.S_IMODE(path.stat().st_mode) == 0o600
    with pytest.raises(FileExistsError):
        write_new(str(path), b"other\n")
    other = path.with_name("other.keys")
    with failing("fsync", errno.EIO), pytest.raises(OSError, match="Input/output"):
        write_new(str(other), b"other\n")
    assert path.read_bytes() == b"whole\n" and names(path) == [path.name]
    assert open_files(path) == before
