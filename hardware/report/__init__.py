"""The story of a saved game: as a page to read and print, and as a table to count with.

story = Story.of("game.keys")           what happened, from the records alone
page(story)                             one self-contained HTML page
ledger_csv(story)                       every entry of the ledger
"""

from hardware.report.page import page
from hardware.report.story import Story
from hardware.report.table import ledger_csv

__all__ = ["Story", "ledger_csv", "page"]
