"""The cells: two of 1.5 V, and what the unit does as they run down.

    mV  3 000 ─── fresh
        2 500 ─── below: the battery icon
        2 300 ─── after a brown-out the unit may start again from here
        2 200 ─── below: brown-out, the unit stops, memory stays

After the cells were taken out, 2 200 mV is enough to start again. (guess: the 100 mV between
stopping and starting; without them weak cells, which recover as soon as the load is gone, would
start and stop the unit again and again.)

`Supply` only knows volts and says `running`; what a stop and a start do to the other chips is
wired in the unit.

    supply = Supply(3000)
    supply.set_cells(2100)      # running goes out
    supply.set_cells(2900)      # still stopped: ON, or new cells, must start it
    supply.start()              # True: it runs
"""

from __future__ import annotations

LOW = 2_500
BROWN_OUT = 2_200
RECOVERED = 2_300


class Supply:
    def __init__(self, cells: int = 3_000) -> None:
        """New cells, just put in."""
        self.cells = cells
        self.connected = True
        self.running = False
        self._sagging = False

    @property
    def millivolts(self) -> int:
        """The voltage at the chips."""
        return self.cells if self.connected else 0

    @property
    def low(self) -> bool:
        return self.millivolts < LOW

    @property
    def ready(self) -> bool:
        """True if there is enough voltage for a start."""
        return self.millivolts >= (RECOVERED if self._sagging else BROWN_OUT)

    def start(self) -> bool:
        """Try to run; True if the unit runs now and did not before."""
        if self.running or not self.ready:
            return False
        self.running = True
        self._sagging = False
        return True

    def set_cells(self, millivolts: int) -> None:
        self.cells = millivolts
        if self.running and self.millivolts < BROWN_OUT:
            self.running = False
            self._sagging = True

    def cut(self) -> None:
        """Take the cells out."""
        self.connected = False
        self.running = False
        self._sagging = False

    def connect(self) -> None:
        """Put the cells in."""
        self.connected = True

    def state(self) -> tuple[int, int, int, int]:
        return self.cells, int(self.connected), int(self.running), int(self._sagging)
