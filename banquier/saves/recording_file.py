"""The recording in a file: of a save, or of a script, which is recorded while it is played once.

recording, trouble = recording_of("game.keys")     Trouble
"""

from __future__ import annotations

from banquier.jobs import finish
from banquier.saves.games import SaveInMemory
from banquier.saves.recorded_game import recording_in
from banquier.saves.recorder import record
from banquier.saves.save_format import LONGEST_READ, is_too_long, scan
from banquier.saves.save_messages import message
from banquier.script.events import Recording, parse_recording
from banquier.script.header import unit_for
from banquier.script.language import parse_file
from banquier.script.player import Player, Script
from banquier.trouble import Trouble
from banquier.words import Said


def recording_of(path: str) -> tuple[Recording, Said | str]:
    """Return the recording of a save, as far as it is intact, with a message about damage; or play
    a script once and return its recording. Raises Trouble if that fails."""
    try:
        with open(path, "rb") as file:
            data = file.read(LONGEST_READ)
    except (OSError, ValueError):
        data = b"-"
    if not data or is_too_long(data):
        why = message("too_long" if data else "no_game_begun")
        raise Trouble(message("unusable", path=path, reason=why))
    found = scan(data)
    if found.marks:
        return finish(recording_in(found, path))
    return _of_script(parse_file(path)), ""  # the player reports errors of scripts


def _of_script(script: Script) -> Recording:
    """A recording of 1.2 has no records: it is played once to have them."""
    if script.recording and any(event.record for event in script.recording.events):
        return script.recording
    unit = unit_for(script.header)
    file = record(unit, script.header, SaveInMemory(script.file)).file
    Player(unit, script).play()
    text = file.content.decode()
    played = script.recording or parse_recording(text, script.file)
    events = played.events if played else []
    return Recording(script.file, script.header, events, text)
