"""Each call of the save writer to its disk fails once, and from then on: the player is told or the
file is complete.
"""

import errno
import os
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import pytest

from banquier.play.rng import rng
from banquier.saves.open_game import open_save
from banquier.saves.save_file import SaveFile
from banquier.saves.save_folder import SaveFolder
from banquier.saves.save_format import LONGEST_READ, MOST_LINES, mark_line, parse_save, scan
from banquier.trouble import Trouble
from tests.support.disk import CALLS, MEMORY, Disk, Fault
from tests.support.games_played import play, sit_down

LIMIT = 1 << 28
OPERATIONS = 3


def recorded(operations: int) -> list[bytes]:
    """The bytes appended by each operation of a game."""
    pieces: list[bytes] = []
    real = SaveFile.append

    def append(file: SaveFile, data: bytes) -> None:
        pieces.append(data)
        real(file, data)

    with tempfile.TemporaryDirectory() as folder, patch.object(SaveFile, "append", append):
        save = open_save(SaveFolder(folder), seed=4)
        sit_down(save.unit, "players 3")
        play(save.unit, operations)
        save.close()
    return pieces


Begun = tuple[SaveFile, list[bytes]]


def begun(files: type[SaveFile], path: Path, pieces: list[bytes]) -> Begun:
    """A new game."""
    file = files(str(path))
    file.append(b"")
    return file, pieces


def mended(files: type[SaveFile], path: Path, pieces: list[bytes]) -> Begun:
    """A torn save that is put aside and written anew."""
    half = len(pieces) // 2
    path.write_bytes(b"".join(pieces[:half]) + b"@99 state torn")
    file = files.open(str(path), LIMIT)
    file.replace(b"".join(pieces[:half]), keep=True)
    return file, pieces[half:]


def cut(files: type[SaveFile], path: Path, pieces: list[bytes]) -> Begun:
    """A save with keys behind its last record, which are cut off."""
    half = len(pieces) // 2
    path.write_bytes(b"".join(pieces[:half]) + b"@99 down OK\n")
    file = files.open(str(path), LIMIT)
    file.replace(b"".join(pieces[:half]))
    return file, pieces[half:]


def meddled(files: type[SaveFile], path: Path, pieces: list[bytes]) -> Begun:
    """A save that another program writes over while it is played."""
    file = files.open_named(str(path), LIMIT)
    for piece in pieces[:3]:
        file.append(piece)
    path.write_bytes(b"another text\n")
    return file, pieces[3:]


Scene = Callable[[type[SaveFile], Path, list[bytes]], Begun]
SCENES: dict[str, Scene] = {"begun": begun, "mended": mended, "cut": cut, "meddled": meddled}


class Run(NamedTuple):
    counts: Counter[str]
    complaints: list[str]


def run(scene: Scene, pieces: list[bytes], *faults: Fault) -> Run:
    """Whatever is reported written is in the file, and durable lines do not depend on a sync or
    rename that failed; when the disk works again, the file becomes complete."""
    disk = Disk(rng(1), *faults)
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder, disk.under_saves():
        return _run(scene, pieces, disk, Path(folder))


def _run(scene: Scene, pieces: list[bytes], disk: Disk, folder: Path) -> Run:
    untimed = staticmethod(lambda seconds, call: None)
    files: type[SaveFile] = type("Files", (SaveFile,), {"later": untimed})
    complaints: list[str] = []
    faults = disk.faults
    try:
        file, rest = scene(files, folder / "game.keys", pieces)
    except (Trouble, OSError):  # told before anything was played
        return Run(disk.counts, [])

    def check_durable(when: str) -> None:
        if not file.trouble and file.content and (why := disk.why_not_durable(file.path)):
            complaints.append(f"{when}: said to be durable, but {why}")

    confirmed = b""
    for at, piece in enumerate([b"", *rest]):
        if piece:
            file.append(piece)
        there = _content(file.path)
        drafts = any(name.endswith(".new") for name in os.listdir(folder))
        if drafts and not any(fault.call == "unlink" for fault in faults):
            complaints.append(f"operation {at}: a draft stays")
        is_whole = not there or there.endswith((b"\n", b"torn"))
        if not is_whole and not any(fault.call == "ftruncate" for fault in faults):
            complaints.append(f"operation {at}: half a line stays")
        if not file.trouble and piece:
            confirmed = bytes(file.content)
            if there != confirmed:
                complaints.append(f"operation {at}: not in the file, and not reported")
        elif not there.startswith(confirmed):
            complaints.append(f"operation {at}: what was in the file is gone")
        if at % 4 == 3:
            file.make_durable()
            check_durable(f"operation {at}")
    whole = bytes(file.content)
    if any(fault.from_on for fault in faults):
        often = disk.faults[-1].nth % 2
        disk.faults = ()
        if often:  # otherwise only just before the end
            file.make_durable()
    file.close()
    counts = disk.counts.copy()
    if file.trouble and (not disk.faults or len(faults) == 1):
        complaints.append("the disk works again, and the file is not whole")
    check_durable("closed")
    if not file.trouble and (_content(file.path) != whole or not scan(whole).sound):
        complaints.append("closed: not in the file, and not reported")
    if any(str(folder) in os.readlink(f"/proc/self/fd/{fd}") for fd in _open_files()):
        complaints.append("a file stays open")
    aside = [_content(str(kept)) for kept in folder.glob("*.corrupt*")]
    if scene in (mended, meddled):
        if not any(data.endswith((b"torn", b"text\n")) for data in [*aside, _content(file.path)]):
            complaints.append("what was put aside is gone")
    elif aside:
        complaints.append("put aside without a change")
    return Run(counts, complaints + disk.too_early)


def _open_files() -> list[str]:
    return [fd for fd in os.listdir("/proc/self/fd") if os.path.islink(f"/proc/self/fd/{fd}")]


def _content(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except FileNotFoundError:
        return b""


def plans(counts: Counter[str], errors: tuple[int, ...]) -> Iterator[Fault]:
    for call in CALLS:
        for nth in range(1, counts[call] + 1):
            for error in errors:
                yield Fault(call, nth, False, error)
                yield Fault(call, nth, True, error)


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_every_call_of_the_writer_may_fail_one_at_a_time_and_from_one_on(scene: Scene) -> None:
    pieces = recorded(OPERATIONS)
    whole = run(scene, pieces)
    assert whole.complaints == []
    sync = Fault("fsync", 1, False, errno.EIO)
    stuck = Fault("ftruncate", 1, True, errno.EIO)
    links = Fault("link", 1, True, errno.EPERM)
    made = [
        *((fault,) for fault in plans(whole.counts, (errno.EIO, errno.ENOSPC))),
        # After a failed sync all is written anew, and that may fail too.
        *((sync, fault) for fault in plans(run(scene, pieces, sync).counts, (errno.EIO,))),
        # A full disk keeps half a write and cannot truncate.
        *((stuck, Fault("write", nth, False, errno.ENOSPC))
          for nth in range(1, whole.counts["write"] + 1)),
        # A disk without links takes a copy, or has no room for it.
        *((links, fault) for fault in plans(run(scene, pieces, links).counts, (errno.ENOSPC,))),
    ]  # fmt: skip
    runs = {faults: run(scene, pieces, *faults).complaints for faults in made}
    assert {faults: told for faults, told in runs.items() if told} == {}
    assert {"open", "write", "fsync", "close"} <= {faults[-1].call for faults in made}
    assert len(made) > 100


def test_a_file_is_a_save_up_to_the_longest_that_is_read_and_not_beyond() -> None:
    with pytest.raises(Trouble, match="it is not a save"):
        parse_save(bytes(LONGEST_READ))
    with pytest.raises(Trouble, match="far too long"):
        parse_save(bytes(LONGEST_READ + 1))
    begun = b"banquier 1\n"
    assert parse_save(begun + b"\n" * (MOST_LINES - 1)).marks == []
    with pytest.raises(Trouble, match="far too long"):
        parse_save(begun + b"\n" * MOST_LINES)
    assert LONGEST_READ == 64 << 20  # what a machine with 1 GB can hold several times


def test_numbers_of_operations_never_go_back(tmp_path: Path) -> None:
    """Every checksum is right, and yet a line of an earlier operation stands behind."""
    data = keys = b"banquier 1\n"
    for number in (1, 2, 3, 2):
        data += mark_line(keys, number * 100, "state", number, "0" * 16, b'{"format":2}')
        keys = b""
    found = scan(data)
    assert [mark.number for mark in found.marks] == [1, 2, 3]
    assert not found.sound
