"""The firmware's side of the scanner."""

from __future__ import annotations

from keypad.scanner import Scanner


def taken(scanner: Scanner) -> tuple[int, bool] | None:
    """The oldest accepted event, as the firmware takes one in each scan."""
    return scanner.events.popleft() if scanner.events else None
