"""The story of a saved game: as a page to read and print, and as a table to count with.

story = Story.of("game.keys")           what happened, from the records alone
page(story, "fr")                       one self-contained HTML page
card(story, "fr")                       one picture to send, PNG
ledger_csv(story)                       every entry of the ledger
"""

from banquier.report.card import card
from banquier.report.html import page
from banquier.report.ledger_csv import ledger_csv
from banquier.report.story import Story

__all__ = ["Story", "card", "ledger_csv", "page"]
