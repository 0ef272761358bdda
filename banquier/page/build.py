"""The pocket page as a folder of files for any web host.

build("site", runtime)      what was written: name -> bytes
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterable
from glob import glob
from itertools import chain
from tempfile import TemporaryFile

from banquier.page import front
from banquier.page.runtime import PYODIDE, micropython_in
from banquier.saves.save_messages import writing
from banquier.trouble import Trouble

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

ROOMS = ("banquier", "datasheet", "display", "firmware_sim", "hardware", "keypad")
FRONT_ENDS = tuple(
    os.path.join(*place.split("/"))
    for place in (
        "banquier/__main__.py", "banquier/cli", "banquier/panel", "banquier/plain",
        "banquier/study", "hardware/board", "hardware/micropython",
    )
)  # fmt: skip
"""Of a terminal, a server or a device: of no use in a browser, like what needs a package."""

ELSEWHERE = ("sw.js", "table_line.js", "onefile.js")
"""Files of the page that do not lie below `v/`: at its root, at a table, or in one file."""
MANIFEST = "banquier.webmanifest"
ONE_FILE = "banquier90.html"

ENDINGS = (".py", ".toml", ".po")
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
    "frame-src 'self' blob:; base-uri 'none'; form-action 'none'"
)
DATE = (1990, 1, 1, 0, 0, 0)
"""Of every file in the archive, so that the same modules make the same archive."""


def try_folder(folder: str) -> None:
    """Trouble: the folder cannot be written, or holds something else."""
    mark = os.path.join(folder, "sw.js")
    with writing(folder):
        os.makedirs(folder, exist_ok=True)
        if os.listdir(folder) and not os.path.isfile(mark):
            raise Trouble(f"{folder} holds something else: name a new folder")
        TemporaryFile(dir=folder).close()


def build(folder: str, runtime: str) -> dict[str, bytes]:
    """Trouble: the folder cannot be written, or holds something else."""
    try_folder(folder)
    files = _files(runtime)
    with writing(folder):
        for name, content in files.items():
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
            with open(path, "wb") as out:
                out.write(content)
        _remove_others(os.path.join(folder, "v"), files)
    return files


def _remove_others(versions: str, files: Iterable[str]) -> None:
    """Earlier versions: a browser that runs one has kept its files."""
    now = {name.split("/")[1] for name in files if "/" in name}
    for name in set(os.listdir(versions)) - now:
        shutil.rmtree(os.path.join(versions, name))


def _files(runtime: str) -> dict[str, bytes]:
    """What lies below `v/` never changes: its address says its content."""
    engine = {name: _read(os.path.join(runtime, name)) for name in PYODIDE.files}
    own = {f"file/{name}": _content(name) for name in front.names() if name not in ELSEWHERE}
    own["modules.zip"] = modules()
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    page = front.index("pocket")
    page = page.replace('<meta charset="utf-8">', f'<meta charset="utf-8">\n{policy}', 1)
    engine_at = _address(*engine.values())
    at = _address(page.encode(), engine_at.encode(), *own.values())
    heavy = sum(map(len, [*engine.values(), own["modules.zip"]]))
    marks = f'data-runtime="{engine_at}" data-version="{at}" data-bytes="{heavy}"'
    page = page.replace('data-mode="pocket"', f'data-mode="pocket" {marks}', 1)
    page = page.replace('"file/', f'"{at}file/')
    files = {engine_at + name: content for name, content in engine.items()}
    files |= {at + name: content for name, content in own.items()}
    kept = [name for name in files if "screen-" not in name]  # pictures for who installs it
    script = _content("sw.js").decode().replace("FILES = []", f"FILES = {json.dumps(kept)}", 1)
    script = script.replace('VERSION = ""', f'VERSION = "{at}"', 1)
    return files | {"index.html": page.encode(), "sw.js": script.encode()}


def one_file(folder: str, runtime: str) -> str:
    """The unit as one HTML file, made by a program of its own: no room knows the translator.
    Trouble."""
    path = os.path.abspath(os.path.join(folder, ONE_FILE))
    engine = os.path.abspath(micropython_in(runtime))
    command = [sys.executable, "-m", "hardware.micropython.onefile", path, engine]
    made = subprocess.run(command, capture_output=True, cwd=ROOT)
    if made.returncode:
        raise Trouble(made.stderr.decode(errors="replace").strip())
    return path


def _content(name: str) -> bytes:
    found = front.file(name)
    assert found is not None
    content = found[0]
    return content.replace(b'"../"', b'"../../../"') if name == MANIFEST else content


def _address(*contents: bytes) -> str:
    return f"v/{hashlib.sha256(b''.join(contents)).hexdigest()[:16]}/"


def modules() -> bytes:
    """The unit's Python as an archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in sorted(_module_files()):
            content = _read(os.path.join(ROOT, name))
            archive.writestr(zipfile.ZipInfo(name, DATE), content, zipfile.ZIP_DEFLATED, 9)
    return out.getvalue()


def _module_files() -> list[str]:
    rooms = (os.path.join(room, "**") for room in ROOMS)
    every = chain.from_iterable(glob(room, root_dir=ROOT, recursive=True) for room in rooms)
    return [
        name
        for name in every
        if name.endswith(ENDINGS) and not name.startswith(FRONT_ENDS) and not _needs_package(name)
    ]


def _needs_package(name: str) -> bool:
    """It imports more than Python and our own rooms when it is loaded."""
    source = _read(os.path.join(ROOT, name))
    imported = re.findall(rb"^(?:from (?=\S+ import )|import )(\w+)", source, re.MULTILINE)
    return not {word.decode() for word in imported} <= sys.stdlib_module_names | set(ROOMS)


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def compressed(files: dict[str, bytes]) -> int:
    """Bytes over the wire, as a web host compresses them."""
    return sum(min(len(content), len(gzip.compress(content, 9))) for content in files.values())
