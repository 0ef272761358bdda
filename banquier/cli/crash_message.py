"""The sentence for a fault of the program itself; the traceback with BANQUIER_DEBUG=1."""

from __future__ import annotations

import os
import traceback
from contextlib import suppress

from banquier.cli.command_language import language_of_player
from banquier.words import of_environment, text

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def crash_message(fault: BaseException, playing: str = "") -> str:
    """`playing`: the file that was played, if it was one."""

    if os.environ.get("BANQUIER_DEBUG") == "1":
        return "".join(traceback.format_exception(fault))
    lang = of_environment()
    with suppress(Exception):  # this may fail like the program
        lang = language_of_player()
    where = ""
    if frames := traceback.extract_tb(fault.__traceback__):
        place = f"{os.path.relpath(frames[-1].filename, ROOT)}:{frames[-1].lineno}"
        where = text(lang, "crash.where", place=place)
    said = " ".join(str(fault).split())[:200]
    return text(
        lang,
        "crash",
        fault=f"{type(fault).__name__}: {said}",
        playing=text(lang, "crash.playing", file=playing) if playing else "",
        where=where,
    )
