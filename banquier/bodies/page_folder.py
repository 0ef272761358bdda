"""The local page as a folder of files for any web host.

build("site", engine)      what was written: name -> bytes
"""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
from tempfile import TemporaryFile

from banquier.bodies.onefile import local_page
from banquier.page import assets
from banquier.saves.save_messages import writing
from banquier.trouble import Trouble

MARK = "sw.js"
"""The file by which a folder of an earlier version is known."""
MANIFEST = "banquier.webmanifest"
BESIDE = (MANIFEST, "icon-192.png", "icon-512.png", "icon.svg")
PICTURES = ("screen-narrow.jpg", "screen-wide.jpg")
"""Shown by a browser that offers to install the page; no visitor needs them."""


def check_folder(folder: str) -> None:
    """Raises Trouble if the folder cannot be written, or holds something else."""
    with writing(folder):
        os.makedirs(folder, exist_ok=True)
        if os.listdir(folder) and not os.path.isfile(os.path.join(folder, MARK)):
            raise Trouble(f"{folder} holds something else: name a new folder")
        TemporaryFile(dir=folder).close()


def build(folder: str, engine: str) -> dict[str, bytes]:
    """Write the page's files and return them. Raises Trouble as `check_folder` does."""
    check_folder(folder)
    files = page_files(engine)
    with writing(folder):
        for name, content in files.items():
            with open(os.path.join(folder, name), "wb") as out:
                out.write(content)
        # Until version 1.5 the page lay in many files below these names.
        shutil.rmtree(os.path.join(folder, "v"), ignore_errors=True)
        if os.path.exists(old := os.path.join(folder, "banquier90.html")):
            os.unlink(old)
    return files


def page_files(engine: str) -> dict[str, bytes]:
    page = local_page(engine, hosted=True)
    version = hashlib.sha256(page.encode()).hexdigest()[:16]
    page = page.replace('data-mode="local"', f'data-mode="local" data-version="{version}"', 1)
    script = _content(MARK).decode().replace('VERSION = ""', f'VERSION = "{version}"', 1)
    beside = {name: _content(name) for name in (*BESIDE, *PICTURES)}
    beside[MANIFEST] = beside[MANIFEST].replace(b'"../"', b'"./"')
    return {"index.html": page.encode(), MARK: script.encode(), **beside}


def _content(name: str) -> bytes:
    content = assets.file(name)
    assert content is not None, name
    return content[0]


def compressed_size(files: dict[str, bytes]) -> int:
    """Return the bytes over the wire, as a web host compresses them."""
    return sum(min(len(content), len(gzip.compress(content, 9))) for content in files.values())
