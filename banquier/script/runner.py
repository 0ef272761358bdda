"""Runs scripts, each on a unit of its own.

    outcomes = list(run(["rent.keys", "loans.keys"], make))      # each as soon as it is played
    worst(outcomes)                      # 0 all held, 1 one failed, 2 a script is wrong, 3 a crash

All scripts are read before the first is played. `make` makes the unit that a header asks for; the
stack closes what it opens. EditionError: the script asks for an edition that does not exist.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from time import perf_counter
from typing import Any

from banquier.editions.edition_file import EditionError
from banquier.script.errors import ScriptError
from banquier.script.failure import as_data, report
from banquier.script.header import Header
from banquier.script.language import parse_file
from banquier.script.player import Failure, Player, Script
from banquier.trouble import Trouble
from datasheet.ticks import CRYSTAL
from hardware.unit import Unit

HELD, FAILED, WRONG, BROKEN = range(4)
STATUS = ("held", "failed", "wrong", "broken")


Make = Callable[[Header, ExitStack], Unit]


class Outcome:
    ticks = presses = 0
    seconds = 0.0
    failure: Failure | None = None
    fault: Exception | None = None

    def __init__(self, file: str, sentence: str = "") -> None:
        self.file = file
        self.sentence = sentence
        """The mistake of the script, or the crash."""

    @property
    def status(self) -> int:
        if self.fault:
            return BROKEN
        return WRONG if self.sentence else FAILED if self.failure else HELD

    def line(self) -> str:
        """The result in one line."""
        return (
            f"{self.file}: {STATUS[self.status]} after {self.presses} presses "
            f"and {self.ticks / CRYSTAL:.1f} s ({self.seconds:.3f} s here)"
        )

    def complaint(self, command: str) -> str:
        """The error message; `command` reproduces a failure."""
        return "\n".join(report(self.failure, command)) if self.failure else self.sentence

    def data(self, command: str) -> dict[str, Any]:
        return {
            "file": self.file,
            "status": STATUS[self.status],
            "ticks": self.ticks,
            "presses": self.presses,
            "seconds": round(self.seconds, 6),
            "failure": as_data(self.failure, command) if self.failure else None,
            "error": self.sentence or None,
        }


def run(files: Sequence[str], make: Make) -> Iterator[Outcome]:
    read = [_read(file) for file in files]
    return (found if isinstance(found, Outcome) else play(found, make) for found in read)


def worst(outcomes: Sequence[Outcome]) -> int:
    return max((outcome.status for outcome in outcomes), default=HELD)


def _read(file: str) -> Script | Outcome:
    try:
        return parse_file(file)
    except ScriptError as error:
        return Outcome(file, str(error))


def play(script: Script, make: Make) -> Outcome:
    start, player, outcome = perf_counter(), None, Outcome(script.file)
    try:
        with ExitStack() as stack:
            try:
                unit = make(script.header, stack)
            except EditionError as error:
                raise ScriptError(str(error), script.header.given.get("edition")) from None
            player = Player(unit, script)
            outcome.failure = player.play()
    except BrokenPipeError:  # the reader of the output has closed it: no fault of the script
        raise
    except Trouble as error:
        outcome.sentence = str(error)
    except OSError as error:  # an output could not be written
        outcome.sentence = f"cannot write {error.filename or 'the output'}: {error.strerror}"
    except Exception as fault:
        outcome.sentence, outcome.fault = f"{type(fault).__name__}: {fault}", fault
    if player:
        outcome.ticks, outcome.presses = player.unit.tick, player.presses
    outcome.seconds = perf_counter() - start
    return outcome


def summary(outcomes: Sequence[Outcome]) -> str:
    counts = [sum(outcome.status == status for outcome in outcomes) for status in range(4)]
    parts = [f"{count} {name}" for count, name in zip(counts, STATUS, strict=True) if count]
    seconds = sum(outcome.ticks for outcome in outcomes) / CRYSTAL
    return f"{len(outcomes)} scripts, {seconds:.0f} s of play: {', '.join(parts)}"
