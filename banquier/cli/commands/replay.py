"""`banquier replay`: a recording or a save played again.

On a terminal it is shown on the panel, elsewhere line by line; `--check` compares every digest.
"""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable

from banquier.cli.close_game import close_game
from banquier.cli.command_language import add_lang, language_of_player
from banquier.cli.commands import play
from banquier.cli.named_save import add_save, file_of
from banquier.editions.edition_file import EditionError
from banquier.folders import folders
from banquier.saves.link import is_link
from banquier.saves.recorded_game import RecordedGame
from banquier.saves.recording_file import recording_of
from banquier.saves.save_folder import SaveFolder
from banquier.say import print_error, print_line, readable
from banquier.script.errors import ScriptError
from banquier.script.failure import milliseconds
from banquier.script.playback import Playback, parse_until
from banquier.script.vocabulary import quote
from banquier.trouble import Trouble
from banquier.words import phrase
from datasheet.glass import ICONS, Shown
from datasheet.ticks import CRYSTAL


def add_options(options: ArgumentParser) -> None:
    add_save(options)
    speed = "so many times real time; 0 or max: as fast as it goes"
    options.add_argument("--speed", default="1", metavar="N", help=speed)
    until = "stop after operation N, at tick @N, or at a time such as 90s"
    options.add_argument("--until", metavar="N", help=until)
    check = "compare every digest, show nothing"
    options.add_argument("--check", action="store_true", help=check)
    options.add_argument("--stepped", action="store_true", help="every slot, no skipping")
    add_lang(options, "of the panel")


def run(chosen: Namespace) -> int:
    """Return the exit status. Raises Trouble, or ScriptError if it is not a recording."""
    stop = parse_until(chosen.until) if chosen.until else None
    speed = speed_of(chosen.speed)
    path = file_of(chosen.save, keys=True)
    recording, trouble = recording_of(path)
    games = SaveFolder(folders()["saves"]) if is_link(chosen.save) else SaveFolder.from_path(path)
    try:
        game = RecordedGame(recording, games, stop=stop, stepped=chosen.stepped)
    except EditionError as error:  # a missing edition is a fault of the file
        raise Trouble(f"{path}: {error}") from None
    if not chosen.check and sys.stdout.isatty():
        lang = language_of_player(chosen.lang)
        told = [f"{readable(path)}: {phrase(trouble, lang)}."] if trouble else []
        try:
            status = play.watch(game, speed, lang, told)
        finally:
            unsaved = close_game(game.played_on, lang) if game.played_on else 0
        if status is not None:
            return status or unsaved
    if trouble:
        print_error(f"{readable(path)}: {trouble}")
    played = game.cursor
    if not chosen.check:
        tell_lines(played, speed, print_line)
    failed = played.play()
    if played.trouble:
        raise ScriptError(played.trouble)
    if not chosen.check:
        return 0
    if failed:
        print_error(f"{failed.place}: recorded {failed.wanted}, replayed {failed.found}")
        return 1
    name = "the link" if is_link(chosen.save) else path
    print_line(f"{name}: all {played.digests} digests agree")
    return 0


def speed_of(word: str) -> float:
    """`1`, `2.5`: so many times real time; `0` or `max` is unlimited."""
    if word == "max":
        return 0
    digits = word.replace(".", "", 1)
    if not (digits.isascii() and digits.isdecimal()) or len(word) > 9:
        raise ScriptError(f"{quote(word)} is not a speed: a number, or 0 or max for no limit")
    return float(word)


def tell_lines(playback: Playback, speed: float, show: Callable[[str], None]) -> None:
    """A line for each new text of the glass, without blinking."""
    unit, last, began = playback.unit, "", time.monotonic()

    def wait(tick: int) -> None:
        late = began + tick / CRYSTAL / speed - time.monotonic() if speed else 0
        if late > 0:
            time.sleep(late)

    def watch(tick: int, shown: Shown) -> None:
        nonlocal last
        wait(tick)
        said = unit.said
        lit = " ".join(name for name in ICONS if name in said.icons)
        words = f'"{shown[0]}" "{said.value}" {lit}'.rstrip()
        if words != last:
            last = words
            show(f"{milliseconds(tick):>13} ms  {words}")

    unit.on_display.append(watch)
    playback.play()
    wait(unit.tick)
