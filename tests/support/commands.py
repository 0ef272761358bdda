"""The command in this process, and programs in processes of their own.

ran("run", "x.keys")                           status, output and errors of the command, here
banquier("run", "x.keys")                       the command, as a shell runs it
python("-c", code, "words", folder=folder)      any other program
in_shell('"$@" saves >/dev/full')                bash runs a line; `$@` is the command
interrupted("chances", save, after=b"games")   a command that gets Ctrl-C at its terminal
"""

import os
import signal
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from banquier.cli.main import main
from tests.support.paths import ROOT

BANQUIER = (sys.executable, "-m", "banquier")


class Ran(NamedTuple):
    status: int
    out: str
    err: str


def ran(*words: str | Path, said: str = "") -> Ran:
    with (
        patch("sys.stdin", StringIO(said)),
        redirect_stdout(StringIO()) as out,
        redirect_stderr(StringIO()) as err,
    ):
        status = main([*map(str, words)])
    return Ran(status, out.getvalue(), err.getvalue())


def python(
    *words: str | Path, folder: Path = ROOT, said: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words], cwd=folder, env={**os.environ, **environment}, input=said,
        capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip


def banquier(
    *words: str | Path, folder: Path = ROOT, said: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    return python("-m", "banquier", *words, folder=folder, said=said, **environment)


def in_shell(line: str, said: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", line, "bash", *BANQUIER], cwd=ROOT, input=said, capture_output=True,
        text=True, check=False,
    )  # fmt: skip


class Interrupted(NamedTuple):
    status: int
    out: str
    seen: str
    """At the terminal."""


def interrupted(
    *words: str | Path, after: bytes, by: signal.Signals = signal.SIGINT
) -> Interrupted:
    """Ctrl-C, or another signal, once this has been shown."""
    ours, theirs = os.openpty()
    command, seen = [*BANQUIER, *words], b""
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=theirs, text=True
    ) as process:
        os.close(theirs)
        while after not in seen:
            seen += os.read(ours, 1024)
        process.send_signal(by)
        out, _ = process.communicate()
    with suppress(OSError):  # EIO: the last of its processes has ended
        while more := os.read(ours, 1024):
            seen += more
    os.close(ours)
    return Interrupted(process.returncode, out, seen.decode())
