"""The save of a command: by its name, as a file, as a link, or the one that was played last."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from argparse import ArgumentParser

from banquier.cli.command_language import language_of_player
from banquier.cli.game_options import set_completer
from banquier.cli.progress import Progress
from banquier.folders import folders
from banquier.saves.games import ENDING
from banquier.saves.link import is_link, unpack
from banquier.saves.save_folder import SaveFolder
from banquier.saves.save_listing import list_saves, path_of, summary
from banquier.saves.save_messages import message
from banquier.say import print_error
from banquier.script.vocabulary import nearest_of
from banquier.trouble import Trouble
from firmware_sim.texts import VERSION


def add_save(options: ArgumentParser) -> None:
    about = "its name, a file, or a link; if left out the last one"
    save = options.add_argument("save", nargs="?", default="", metavar="SAVE", help=about)
    set_completer(save, lambda: [one.name for one in list_saves(SaveFolder(folders()["saves"]))])


def file_of(word: str, *, keys: bool = False) -> str:
    """Return the path. Raises Trouble if there is no such save, or no keys despite `keys`."""
    saves = folders()["saves"]
    if not word:
        for path in SaveFolder(saves).paths():
            print_error(summary(path).line(language_of_player()))
            return path
        raise Trouble(f"no game is saved in {saves}")
    if not is_link(word):
        return existing(word, saves)
    with Progress("keys") as progress:
        opened = unpack(word, SaveFolder(saves), progress.update)
    if opened.firmware:
        sentence = message("link_firmware", old=opened.firmware, new=VERSION)
        if keys:
            raise Trouble(sentence)
        print_error(sentence)
    folder = tempfile.mkdtemp(prefix="banquier-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    path = os.path.join(folder, f"link{ENDING}")
    with open(path, "wb") as file:
        file.write(opened.save)
    os.utime(path, (0, 0))  # a link has no time of play
    return path


def existing(word: str, folder: str) -> str:
    """The path of an existing save. Raises Trouble with the nearest names if it is missing."""
    path = path_of(word, folder)
    if os.path.lexists(path) or "\0" in path:
        return path
    saves = {save.name: save for save in list_saves(SaveFolder(folder))}
    near = nearest_of(os.path.basename(word).removesuffix(ENDING), saves)
    told = ", ".join(f"{name} ({saves[name].about})" for name in near)
    raise Trouble(f"{word} cannot be read: no such file" + (f"; nearest: {told}" if told else ""))
