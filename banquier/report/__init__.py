"""The story of a saved game, as a page to read and print, and as a table to count with.

story = Story.from_path("game.keys")    all operations, from the records alone
page(story, "fr")                       one self-contained HTML page
ledger_csv(story)                       every entry of the ledger

banquier.report.game_card draws the story as one picture to send; it needs numpy.
"""

from banquier.report.html import page
from banquier.report.ledger_csv import ledger_csv
from banquier.report.story import Story

__all__ = ["Story", "ledger_csv", "page"]
