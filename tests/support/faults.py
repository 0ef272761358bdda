"""The writer of saves on a disk that fails: every system call of it, one at a time and from one on.

    python -m tests.support.faults --operations 150      the long form; figures as JSON

A game is recorded once. Its lines are then written repeatedly while a preloaded library makes
system calls fail. Checked after each operation: what is called written is in the file, and what is
called durable does not depend on a failed sync or rename. When the disk works again, the file
must become complete.
"""

from __future__ import annotations

import argparse
import ctypes
import errno
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import NamedTuple
from unittest.mock import patch

from banquier.saves.game_save import GameSave
from banquier.saves.save_file import SaveFile, SaveFileError
from banquier.saves.save_format import scan
from tests.support.games_played import play, sit_down
from tests.support.paths import ROOT

OPEN, WRITE, FSYNC, RENAME, LINK, TRUNCATE, CLOSE, UNLINK = KINDS = tuple(range(8))
NAMES = ("open", "write", "fsync", "rename", "link", "truncate", "close", "unlink")
LIMIT = 1 << 28


class Fault(NamedTuple):
    kind: int
    nth: int
    from_on: bool
    error: int

    def __str__(self) -> str:
        on = " and all after it" if self.from_on else ""
        return f"{NAMES[self.kind]} {self.nth}{on}: {errno.errorcode[self.error]}"


class _Logged(ctypes.Structure):
    _fields_ = [(name, ctypes.c_long) for name in ("kind", "error", "inode", "on_purpose")]


# -- the library


def compiled(folder: Path) -> Path:
    library = folder / "faults.so"
    source = ROOT / "tests" / "support" / "faults.c"
    subprocess.run(
        ["gcc", "-shared", "-fPIC", "-O1", "-o", str(library), str(source), "-ldl"], check=True
    )
    return library


class Library:
    def __init__(self) -> None:
        self._lib = ctypes.CDLL(os.environ["LD_PRELOAD"])

    def begin(self, folder: str, faults: tuple[Fault, ...]) -> None:
        self._lib.faults_begin(os.fsencode(folder))
        for fault in faults:
            self._lib.faults_arm(fault.kind, fault.nth, int(fault.from_on), fault.error)

    def end(self) -> None:
        self._lib.faults_end()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Calls of the test itself are neither counted nor made to fail."""
        self._lib.faults_pause(1)
        yield
        self._lib.faults_pause(0)

    def counts(self) -> list[int]:
        return [self._lib.faults_count(kind) for kind in KINDS]

    def log(self) -> list[tuple[int, int, int]]:
        first = ctypes.POINTER(_Logged)()
        length = self._lib.faults_log(ctypes.byref(first))
        return [(first[at].kind, first[at].error, first[at].inode) for at in range(length)]


class Durable:
    """The file after a power cut, from the log of the calls."""

    def __init__(self, log: list[tuple[int, int, int]], folder: str) -> None:
        root = os.stat(folder).st_ino
        self.dirty: set[int] = set()
        self.lost: set[int] = set()
        self.unnamed: set[int] = set()
        self.complaints: list[str] = []
        for kind, error, inode in log:
            if kind == OPEN and inode and not error:  # created
                self.unnamed.add(inode)
            elif kind in (WRITE, TRUNCATE):
                self.dirty.add(inode)
            elif kind == FSYNC and error:
                self.lost.add(inode)
                self.dirty.add(inode)
            elif kind == FSYNC and inode == root:
                self.unnamed.clear()
            elif kind == FSYNC:
                self.dirty.discard(inode)
            elif kind == RENAME and not error:
                if inode in self.dirty or inode in self.lost:
                    self.complaints.append("a file took its place before it was durable")
                self.unnamed.add(inode)

    def why_not(self, path: str) -> str:
        inode = os.stat(path).st_ino
        if inode in self.lost:
            return "its sync had failed"
        if inode in self.dirty:
            return "it was not synced"
        return "its folder was not synced" if inode in self.unnamed else ""


# -- a recorded game


class SaveFileWithoutThread(SaveFile):
    """Without its thread: the run makes it durable at every turn instead of after a second."""

    def _wake_sync_thread(self) -> None:
        pass


def recorded(operations: int) -> list[bytes]:
    """The bytes appended by each operation of a game."""
    pieces: list[bytes] = []
    real = SaveFile.append

    def append(file: SaveFile, data: bytes) -> None:
        pieces.append(data)
        real(file, data)

    with tempfile.TemporaryDirectory() as folder, patch.object(SaveFile, "append", append):
        save = GameSave(folder=folder, seed=4)
        sit_down(save.unit, "players 3")
        play(save.unit, operations)
        save.close()
    return pieces


Begun = tuple[SaveFile, list[bytes]]


def begun(library: Library, path: str, pieces: list[bytes]) -> Begun:
    """A new game."""
    try:
        return SaveFileWithoutThread.reserve(path), pieces
    except OSError as error:
        file = SaveFileWithoutThread(path, lambda: path + "-2")
        file.trouble = str(error)
        return file, pieces


def mended(library: Library, path: str, pieces: list[bytes]) -> Begun:
    """A torn save that is put aside and written anew."""
    half = len(pieces) // 2
    with library.paused():
        Path(path).write_bytes(b"".join(pieces[:half]) + b"@99 state torn")
    file = SaveFileWithoutThread.open(path, LIMIT)
    file.begin(b"".join(pieces[:half]), "corrupt")
    return file, pieces[half:]


def cut(library: Library, path: str, pieces: list[bytes]) -> Begun:
    """A save with keys behind its last record, which are cut off."""
    half = len(pieces) // 2
    with library.paused():
        Path(path).write_bytes(b"".join(pieces[:half]) + b"@99 down OK\n")
    file = SaveFileWithoutThread.open(path, LIMIT)
    file.begin(b"".join(pieces[:half]))
    return file, pieces[half:]


def meddled(library: Library, path: str, pieces: list[bytes]) -> Begun:
    """A save that another program writes over while it is played."""
    file = SaveFileWithoutThread.reserve(path)
    for piece in pieces[:3]:
        file.append(piece)
    with library.paused():
        Path(path).write_bytes(b"another text\n")
    return file, pieces[3:]


Scene = Callable[[Library, str, list[bytes]], Begun]
SCENES: dict[str, Scene] = {"begun": begun, "mended": mended, "cut": cut, "meddled": meddled}


class Run(NamedTuple):
    counts: list[int]
    complaints: list[str]
    told: bool


def run(library: Library, scene: str, pieces: list[bytes], faults: tuple[Fault, ...]) -> Run:
    folder = tempfile.mkdtemp(dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
    path = os.path.join(folder, "game.keys")
    complaints: list[str] = []
    told = False
    library.begin(folder, faults)
    try:
        try:
            file, rest = SCENES[scene](library, path, pieces)
        except (SaveFileError, OSError):  # told before anything was played
            return Run(library.counts(), [], True)
        confirmed = b""
        for at, piece in enumerate([b"", *rest]):
            if piece:
                file.append(piece)
            told = told or bool(file.trouble)
            there = _content(library, file.path)
            if not file.trouble and piece:
                confirmed = bytes(file.content)
                if there != confirmed:
                    complaints.append(f"operation {at}: not in the file, and not reported")
            elif not there.startswith(confirmed):
                complaints.append(f"operation {at}: what was in the file is gone")
            if at % 4 == 3:
                file.make_durable()
                told = told or bool(file.trouble)
                complaints += _durable(library, folder, file, f"operation {at}")
        whole = bytes(file.content)
        counts = library.counts()
        if works_again := any(fault.from_on for fault in faults):
            library.end()
            if faults[-1].nth % 2:  # otherwise only just before the end
                file.make_durable()
        file.close()
        if works_again and file.trouble:
            complaints.append("the disk works again, and the file is not whole")
        told = told or bool(file.trouble)
        if not file.trouble:
            complaints += _durable(library, folder, file, "closed")
            if _content(library, file.path) != whole or not scan(whole).sound:
                complaints.append("closed: not in the file, and not reported")
        if scene in ("mended", "meddled"):
            aside = [_content(library, str(at)) for at in Path(folder).glob("*.corrupt*")]
            known = [*aside, _content(library, file.path)]
            if not any(data.endswith((b"torn", b"text\n")) for data in known):
                complaints.append("what was put aside is gone")
        elif list(Path(folder).glob("*.corrupt*")):
            complaints.append("put aside without a change")
        return Run(counts, complaints, told)
    finally:
        library.begin("", ())
        shutil.rmtree(folder)


def _content(library: Library, path: str) -> bytes:
    with library.paused():
        try:
            return Path(path).read_bytes()
        except FileNotFoundError:
            return b""


def _durable(library: Library, folder: str, file: SaveFile, when: str) -> list[str]:
    known = Durable(library.log(), folder)
    complaints = [f"{when}: {complaint}" for complaint in known.complaints]
    if not file.trouble and file.content and (why := known.why_not(file.path)):
        complaints.append(f"{when}: said to be durable, but {why}")
    return complaints


def plans(counts: list[int], errors: tuple[int, ...]) -> Iterator[tuple[Fault, ...]]:
    for kind in KINDS:
        for nth in range(1, counts[kind] + 1):
            for error in errors:
                for from_on in (False, True):
                    yield (Fault(kind, nth, from_on, error),)


def half_lines(counts: list[int]) -> Iterator[tuple[Fault, ...]]:
    """A full disk keeps half a write and cannot truncate."""
    for nth in range(1, counts[WRITE] + 1):
        yield Fault(TRUNCATE, 1, True, errno.EIO), Fault(WRITE, nth, False, errno.ENOSPC)


def measure(operations: int, errors: tuple[int, ...]) -> dict[str, object]:
    """All faults of all scenes; and after a failed sync, each call of the writing anew."""
    library, pieces, began = Library(), recorded(operations), perf_counter()
    figures: Counter[str] = Counter()
    failures: list[str] = []
    for scene in SCENES:
        first = run(library, scene, pieces, ())
        assert not first.complaints, (scene, first.complaints)
        sync = Fault(FSYNC, 1, False, errno.EIO)
        again = run(library, scene, pieces, (sync,)).counts
        for faults in [
            *plans(first.counts, errors),
            *((sync, *plan) for plan in plans(again, errors[:1]) if plan[0] != sync),
            *half_lines(first.counts),
        ]:
            done = run(library, scene, pieces, faults)
            figures["faults"] += 1
            figures[NAMES[faults[-1].kind]] += 1
            figures["told"] += done.told
            for complaint in done.complaints:
                failures.append(f"{scene}, {', '.join(map(str, faults))}: {complaint}")
    return {
        "operations": len(pieces), **figures, "seconds": round(perf_counter() - began, 1),
        "failures": len(failures), "examples": failures[:20],
    }  # fmt: skip


def measured(operations: int, errors: str = "EIO,ENOSPC") -> dict[str, object]:
    """`measure` in a program of its own, with the library preloaded."""
    with tempfile.TemporaryDirectory() as folder:
        library = compiled(Path(folder))
        done = subprocess.run(
            [sys.executable, "-m", "tests.support.faults", "--operations", str(operations),
             "--errors", errors],
            cwd=ROOT, env={**os.environ, "LD_PRELOAD": str(library)}, capture_output=True,
            text=True, check=False,
        )  # fmt: skip
        assert done.stdout, done.stderr
        found: dict[str, object] = json.loads(done.stdout)
        return found


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--operations", type=int, default=150)
    options.add_argument("--errors", default="EIO,ENOSPC,EDQUOT,EROFS")
    chosen = options.parse_args()
    if "faults.so" not in os.environ.get("LD_PRELOAD", ""):
        found = measured(chosen.operations, chosen.errors)
    else:
        errors = tuple(getattr(errno, name) for name in chosen.errors.split(","))
        found = measure(chosen.operations, errors)
    print(json.dumps(found))
    return 1 if found["failures"] else 0


if __name__ == "__main__":
    sys.exit(main())
