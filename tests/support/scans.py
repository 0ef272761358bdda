"""The firmware's side of the scanner."""

from datasheet.ticks import NEVER
from keypad.matrix import Matrix
from keypad.scanner import Scanner

Edge = tuple[int, int, bool]  # tick, code, down
Event = tuple[int, int, bool]  # an accepted key: scan, code, down


def taken(scanner: Scanner) -> tuple[int, bool] | None:
    """The oldest accepted event, as the firmware takes one in each scan."""
    return scanner.events.popleft() if scanner.events else None


def play(matrix: Matrix, scanner: Scanner, edges: list[Edge]) -> list[Event]:
    """Play edges in order of ticks, jump from scan to scan, take one event in each."""
    told: list[Event] = []
    scan = -1
    for tick, code, down in [*edges, (NEVER, 0, False)]:
        last = (tick - 96) // 256  # scans that are over before this edge
        while (due := scanner.next_scan(scan)) <= last and due != NEVER:
            scan = due
            scanner.scan(scan)
            if (event := taken(scanner)) is not None:
                told.append((scan, *event))
        if tick != NEVER:
            scan = max(scan, last)
            (matrix.close if down else matrix.open)(code, tick)
    return told
