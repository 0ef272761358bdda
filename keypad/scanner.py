"""The keyboard scanner: strobes, debounce, rollover and lockout.

    tick 256n   +6   +18  +30  +42  +54  +66  +78  +90  +96
           S0  |K|
           S1       |K|                                        inputs are read 6 ticks after
           S2            |K|                                   the strobe, which is 12 ticks
           ...                                                 after the one before
           S7                                     |K|
           ON                                     |K|          read with the last strobe
                                                       firmware takes one event at most

Each strobe reads the contacts as they are at its own tick, so an edge that falls inside a
scan is seen by the later strobes and not by the earlier ones.

*Debounce*: three equal scans to press, three to release, each key by itself. The counters of
all 33 keys live in two integers, one bit a key.

*Rollover*: while an accepted key is held no other is accepted. One still down when the first
is released counts then; one tapped wholly inside the hold is lost. Of two in one scan the
lower code comes first, and the other waits like any second key.

*Lockout*: three debounced keys, or two strobes that read two inputs in common (the sign of a
ghost), and nothing new is accepted until a whole scan reads nothing and no key is debounced
down. The release of the key that was accepted before is still told.

ON stands outside rollover and lockout; in one scan it comes after the others.

guess: contacts that chatter in step with the strobes, closed at one and open at the other
three scans running, would deceive this part as they would any matrix without diodes.

    scanner = Scanner(matrix)
    scan = scanner.run(scan, last)       to the first scan that leaves an event
    scanner.events.popleft()             (code, down), the oldest
"""

from collections import deque

from datasheet.ticks import NEVER
from keypad.keys import LINES, ON_CODE, STROBES
from keypad.matrix import ON, STROBED, Matrix

SCAN = 256  # ticks from one scan to the next
STROBE = 12  # ticks between two strobes
SETTLE = 6  # ticks between a strobe and the reading of its inputs
LAST_READING = (STROBES - 1) * STROBE + SETTLE

_NO_KEY = -1

# With a tick added and divided by SCAN: the scan in which the last strobe sees an edge of that
# tick, and by a contact that closes alone the one in which its own strobe does.
_SEEN_BY_LAST = SCAN - 1 - LAST_READING
_SEEN_BY = {
    1 << code: SCAN - 1 - SETTLE - STROBE * min(code // LINES, STROBES - 1)
    for code in range(ON_CODE + 1)
}

# _READ[k]: the inputs already read when strobe k rises.
_READ = tuple((1 << k * LINES) - 1 for k in range(STROBES))

# The lowest input of each strobe, and pairs of inputs that lie 1, 2 and 3 apart in it.
_FIRSTS = sum(1 << s * LINES for s in range(STROBES))
_PAIRS = ((1, _FIRSTS * 0b0111), (2, _FIRSTS * 0b0011), (3, _FIRSTS * 0b0001))

ScannerState = tuple[int, int, int, int, int, tuple[tuple[int, bool], ...]]


def rectangle(read: int) -> bool:
    """True if two strobes read two inputs in common: four corners, one of them maybe a ghost."""
    for apart in range(1, STROBES):
        common = read & read >> apart * LINES
        if common & (common - 1):
            for gap, lowest in _PAIRS:
                if common & common >> gap & lowest:
                    return True
    return False


class Scanner:
    """Accepted keys come out of `events`, one press and one release each."""

    __slots__ = ("_held", "_locked", "_once", "_twice", "down", "events", "matrix")

    def __init__(self, matrix: Matrix) -> None:
        """Power-on: no key is down. A key that is held counts as a new press three scans later."""
        self.matrix = matrix
        self.events: deque[tuple[int, bool]] = deque()
        self.down = 0  # the debounced keys
        self._once = 0  # the contacts that differed from it in the last scan
        self._twice = 0  # the contacts that differed in the last two scans
        self._held = _NO_KEY  # the accepted key that has not been released yet
        self._locked = False

    def run(self, first: int, last: int) -> int:
        """Scan from `first` to the first scan that leaves an event, or to `last`: returns which.

        Scans that can change nothing are left out. Of a key that moves alone and does not bounce
        the third scan that sees it decides, and the two before are left out.
        """
        matrix, events, scan = self.matrix, self.events, first
        ticks = matrix.ticks
        while scan <= last:
            if self._once or self._twice or events or matrix.at_rest != self.down:
                self.scan(scan)
            elif not ticks:
                return last
            else:
                decides = NEVER
                if len(ticks) == 1 and not self._locked:
                    sees = (ticks[0] + _SEEN_BY.get(matrix.base | matrix.masks[0], NEVER)) // SCAN
                    decides = (sees if sees > scan else scan) + 2
                if decides <= last:
                    scan = decides
                    self._change(matrix.settle())
                else:
                    sees = (ticks[0] + _SEEN_BY_LAST) // SCAN
                    if sees > scan:
                        scan = sees
                    if scan <= last:
                        self.scan(scan)
            if events:
                return scan
            scan += 1
        return last

    def scan(self, n: int) -> None:
        """Read the eight strobes and ON of scan `n`."""
        matrix = self.matrix
        ticks = matrix.ticks
        if ticks and ticks[0] <= n * SCAN + LAST_READING:
            read = self._read_moving(n * SCAN)
        else:
            read = matrix.at_rest
        down = self.down
        differs = read ^ down
        once, twice = self._once, self._twice
        if not differs:
            self._once = self._twice = 0
            if self._locked and not read & STROBED:
                self._locked = False
            return
        self._once = differs & ~(once | twice)
        self._twice = differs & once
        if read.bit_count() >= 4 and not self._locked and rectangle(read & STROBED):
            self._locked = True
        changed = differs & twice
        if changed:
            self._change(changed)
        if self._locked and not (read | self.down) & STROBED:
            self._locked = False

    def _read_moving(self, start: int) -> int:
        """A scan during which contacts move, or before which they moved: strobe by strobe."""
        matrix = self.matrix
        last = start + LAST_READING
        read = matrix.at_rest
        for tick, mask in zip(matrix.ticks, matrix.masks, strict=True):
            if tick > last:
                break
            first = (tick - start - SETTLE + STROBE - 1) // STROBE  # strobe to see this edge
            if first <= 0:
                read = matrix.inputs(mask)
            else:
                before = _READ[first]
                read = read & before | matrix.inputs(mask) & ~before
        matrix.forget(last)
        return read

    def _change(self, changed: int) -> None:
        """Keys on which three equal scans agree: accepted, left waiting, or locked out."""
        self.down ^= changed
        keys = self.down & STROBED
        held = self._held
        if held >= 0 and not keys >> held & 1:
            self.events.append((held, False))
            self._held = held = _NO_KEY
        if keys & (keys - 1) and keys.bit_count() >= 3:
            self._locked = True
        if keys and held < 0 and not self._locked:
            self._held = held = (keys & -keys).bit_length() - 1
            self.events.append((held, True))
        if changed & ON:
            self.events.append((ON_CODE, self.down & ON != 0))

    def next_scan(self, after: int) -> int:
        """The first scan beyond `after` that can change anything here, or hand over an event.

        It holds for the edges known now: a later press or release may bring it forward.
        """
        matrix = self.matrix
        if self._once or self._twice or self.events or matrix.at_rest != self.down:
            return after + 1
        if not matrix.ticks:
            return NEVER
        return max((matrix.ticks[0] + _SEEN_BY_LAST) // SCAN, after + 1)

    def state(self) -> ScannerState:
        return (
            self.down,
            self._once,
            self._twice,
            self._held,
            int(self._locked),
            tuple(self.events),
        )
