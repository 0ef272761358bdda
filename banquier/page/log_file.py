"""The log of a table: each fault that a library reports is a line in a file, none on the screen.

log_to(folders()["logs"])      from now on, in table.log there
"""

from __future__ import annotations

import os
from io import TextIOWrapper
from logging import INFO, Formatter, LogRecord, getLogger
from logging.handlers import RotatingFileHandler

from banquier.folders import private
from banquier.say import readable

LOGGERS = ("aiohttp", "asyncio", "banquier.page")
LARGEST, LONGEST = 100_000, 400
"""The bytes of the file, of which the one before is kept; the characters of a line."""


def log_to(folder: str) -> None:
    """Log to table.log in that folder. Without a file that can be written the table plays on."""
    handler = _LogFile(
        os.path.join(folder, "table.log"),
        maxBytes=LARGEST, backupCount=1, encoding="utf-8", delay=True,
    )  # fmt: skip
    handler.setFormatter(_OneLine())
    for logger in map(getLogger, LOGGERS):
        for before in logger.handlers:
            before.close()
        logger.handlers, logger.propagate = [handler], False
    getLogger("banquier.page").setLevel(INFO)


class _LogFile(RotatingFileHandler):
    def _open(self) -> TextIOWrapper:
        folder = os.path.dirname(self.baseFilename)
        os.makedirs(folder, exist_ok=True)
        private(folder)
        return super()._open()

    def handleError(self, record: LogRecord) -> None:
        pass


class _OneLine(Formatter):
    def format(self, record: LogRecord) -> str:
        fault = record.exc_info[1] if record.exc_info else None
        text = f"{record.getMessage()}: {fault!r}" if fault else record.getMessage()
        return readable(f"{self.formatTime(record)} {' '.join(text.split())}"[:LONGEST])
