"""The `.keys` language: parser, player, failure reports and recordings.

language.py        text -> Script, without a unit
grammar.py         which words a step takes
steps.py           what each step does
player.py          Script + a unit -> a Failure or none
failure.py         a Failure -> a report
recording.py       a unit + a file -> a script with absolute times
runner.py          scripts, each on a unit of its own
"""
