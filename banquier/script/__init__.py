"""Scripted fingers: the `.keys` language, its player, failure reports and recordings.

    language.py    text -> Script            (pure: no unit, nothing played)
    player.py      Script + a unit -> what happened
    failure.py     what happened -> a report a person can act on
    recording.py   a unit + a file -> the same script with absolute times

Nothing here builds a unit or knows its chips: a player is handed one and sees only the
small face of `face.py`.
"""
