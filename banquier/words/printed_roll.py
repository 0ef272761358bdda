"""The roll on paper, each line at once; `x` marks a struck line, `<` a game that goes on."""

from typing import TextIO

from banquier.say import print_line
from hardware.unit import Observer, Unit


class PrintedRoll(Observer):
    def __init__(self, paper: TextIO) -> None:
        self.paper = paper
        self._struck: list[bool] = []
        """One flag per printed line: it is struck."""
        self._done = (0, 0)

    def follow(self, unit: Unit) -> None:
        unit.observers.append(self)
        self.on_advance(unit)

    def go_on(self, unit: Unit) -> None:
        """Continue a game that is on the paper already, from an earlier operation."""
        self._struck = [line.struck for line in unit.roll]
        if unit.roll:
            print_line(f"   < {unit.roll[-1].text}", self.paper)
        self.follow(unit)

    def on_advance(self, unit: Unit) -> None:
        done = unit.operations, len(unit.roll)
        if done == self._done:
            return
        if len(unit.roll) < len(self._struck):  # a new game
            self._struck.clear()
        for struck, line in zip(self._struck, unit.roll, strict=False):
            if line.struck and not struck:
                print_line(f"   x {line.text}", self.paper)
        for line in unit.roll[len(self._struck) :]:
            print_line(line, self.paper)
        self._struck = [line.struck for line in unit.roll]
        self._done = done
