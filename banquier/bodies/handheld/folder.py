"""`make handheld`: the folder to copy onto a Pico.

python -m banquier.bodies.handheld.folder FOLDER [EDITION.toml]

manifest.py in it is for those who build MicroPython themselves.
"""

from __future__ import annotations

import sys
from pathlib import Path

from banquier.bodies.modules import Modules
from banquier.bodies.translator import CannotTranslate
from banquier.trouble import Trouble
from display.patterns import patterns

ROOM = "banquier.bodies.handheld"
BEGIN = "begin"
"""The module that imports all others. The engine itself would run a frozen module named `boot`."""
MAIN = f"""import {BEGIN}
from {ROOM}.handheld import Handheld

Handheld(
    cells=2,  # of 1.5 V, in a row
    turn=0x70,  # of the picture: 0xB0, 0x60 and 0xA0 are the other ways
    inverted=True,  # colours, as most of these screens want it
    speed=40_000_000,  # of the wires to the screen, in Hz
).play()
"""
MANIFEST = 'include("$(PORT_DIR)/boards/manifest.py")\nfreeze(".")\n'
"""The manifest for a user's own engine, which then has everything in its firmware."""


def write(folder: Path, own: str = "") -> None:
    made = {f"{ROOM}.patterns": f"ELEMENTS = {tuple(patterns())!r}\n"}
    modules = Modules([f"{ROOM}.handheld"], own, made=made)
    modules.sources[BEGIN] = modules.sources.pop("boot")
    modules.write(folder)
    (folder / "main.py").write_text(MAIN, "utf-8")
    (folder / "manifest.py").write_text(MANIFEST, "utf-8")


if __name__ == "__main__":
    try:
        write(Path(sys.argv[1]), *sys.argv[2:])
    except (CannotTranslate, Trouble) as error:
        sys.exit(str(error))
