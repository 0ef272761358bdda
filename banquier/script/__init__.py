"""The `.keys` language: parser, player, failure reports, recordings as data.

language.py        text -> Script, without a unit
grammar.py         which words a step takes
steps.py           what each step does
player.py          Script + a unit -> a Failure or none
failure.py         a Failure -> a report
events.py          a save or a recording -> what was done to the unit
runner.py          scripts, each on a unit of its own
"""
