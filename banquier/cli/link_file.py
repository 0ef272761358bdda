"""The save that a command is given: a name, a file, or a link, which is unpacked into a file."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile

from banquier.cli.progress import Progress
from banquier.cli.say import complain
from banquier.paths import folders
from banquier.saves.link import is_link, unpacked
from banquier.saves.messages import message
from banquier.saves.save_listing import ENDING, path_of
from firmware_sim.messages import VERSION


def file_of(word: str, *, keys: bool = False) -> str:
    """The path. ValueError; with `keys` also for a link of another firmware, which has none."""
    saves = folders()["saves"]
    if not is_link(word):
        return path_of(word, saves)
    with Progress("keys") as progress:
        opened = unpacked(word, saves, progress.tell)
    if opened.firmware:
        sentence = message("link_firmware", old=opened.firmware, new=VERSION)
        if keys:
            raise ValueError(sentence)
        complain(sentence)
    folder = tempfile.mkdtemp(prefix="banquier-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    path = os.path.join(folder, f"link{ENDING}")
    with open(path, "wb") as file:
        file.write(opened.save)
    os.utime(path, (0, 0))  # when it was played is not known
    return path
