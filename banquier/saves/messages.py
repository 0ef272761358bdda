"""Every sentence about saves that a player can meet, by name.

    raise SaveError(message("in_use", path=path))

A message is its English text; `name` and `values` are there for a catalogue of another language.
A value may be a message itself.
"""

from __future__ import annotations

from banquier.script.steps import readable

ENGLISH = {
    # why a file is not to be had
    "in_use": "{path} is being played by another program",
    "not_a_file": "{path} is no file",
    "cannot_open": "{path} cannot be opened: {reason}",
    "cannot_read": "{path} cannot be read: {reason}",
    "cannot_write": "{path} cannot be written: {reason}",
    "cannot_remove": "{path} cannot be removed: {reason}",
    "no_folder": "{path} cannot be written: there is no such folder",
    "cannot_play": "{path} cannot be played: {reason}",
    "unusable": "{path} is not to be used: {reason}",
    "tells_no_game": "it tells no game",
    "no_game": "{path} has no game in it",
    "newer_format": "{path} is of format {version}, newer than the {known} known here",
    "put_aside": "{message}; it is kept as {kept}",
    # what a file is
    "too_long": "it is far too long to be a save",
    "recording": "it is a recording without the game; banquier replay plays it",
    "script": "it is a script; banquier run plays it",
    "no_save": "it is no save of this program",
    # what was damaged
    "operation": "operation {number}",
    "first_operation": "the first operation",
    "part_damaged": "a part of it was damaged; the game is whole as of {last}",
    "keys_damaged": "some of its keys were damaged; the game is whole as of {last}",
    "tail_damaged": "it was damaged after {last}",
    "breaks_off": "it breaks off before {last}",
    "keys_left_out": "some of its keys were left out",
    "mend_first": "{path}: {trouble}; banquier play mends it",
    # what happened when a save was opened
    "stays": "{path} stays as it is.",
    "mended": "{path}: {trouble}. The file as it was is kept as .corrupt.",
    "mended_later": "{path}: {trouble}. The file stays as it is until it can be mended: {reason}.",
    "other_firmware": "{path} was played with firmware {old}: the game goes on with {new} "
    "from its last record.",
    "sentence": "{message}.",
    # going back in a game
    "no_such_operation": "{path} does not hold that operation",
    "no_operation_yet": "nothing has been played yet",
    "recording_only": "{path} is a recording without the game",
    # a game that is not saved
    "unsaved": "this game could not be saved in {path}: {reason}",
    "save_where": "Save it as [{path}]: ",
    "saved_as": "this game is saved as {path}",
    "lost": "this game is lost",
    # the list of saves
    "removed": "{path} is removed",
    "no_saves": "no game is saved in {folder}",
    "no_game_begun": "no game was begun",
    "aside_corrupt": "put aside because it was damaged or changed",
    "aside_too_new": "put aside because it is newer than this program",
    "take_up": "{why}; banquier play --save {path} takes it up",
}


class Message(str):
    """A sentence that knows its name and what it speaks of."""

    name: str
    values: dict[str, object]


def message(name: str, **values: object) -> Message:
    """Values are shown as text; `path`, `kept` and `folder` are names of files."""
    for known in ("path", "kept", "folder"):
        if known in values:
            values[known] = readable(str(values[known]))
    made = Message(ENGLISH[name].format(**values))
    made.name, made.values = name, values
    return made
