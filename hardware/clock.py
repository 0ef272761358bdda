"""The crystal and everything that divides it.

    32 768 Hz ──┬── /2    machine cycle
    a tick      ├── /128  slot    one common of the glass is driven
                ├── /256  scan    the eight strobes of the keypad, then the firmware
                └── /512  frame   the four commons once round

    scan n   256n                                   256n+96      256(n+1)
             │ S0  S1  S2  S3  S4  S5  S6  S7         │            │
             │ 12 ticks each, read 6 after the strobe │ firmware   │
    slot     │ 2n ───────────────────── 2n+1 ─────────────────────▶│

Time is a whole number of ticks since the unit first had power; there is no other clock. An
instant `t` stands for the moment before anything of tick `t` has happened: a unit run to `t` has
done all that belongs to ticks below `t`, and a finger that moves there is seen by every strobe
read at `t` or later.
"""

from __future__ import annotations

CRYSTAL = 32_768
CYCLE = 2
SLOT = 128
SCAN = 256
FRAME = 512
SECOND = CRYSTAL

STROBE = 12
"""Ticks from one strobe of a scan to the next."""
READ = 6
"""Ticks from a strobe to the reading of its inputs."""
FIRMWARE = 96
"""Ticks from the start of a scan to the firmware's turn, just behind the last strobe."""

NEVER = 1 << 62
"""A date that does not come."""


def firmware_tick(scan: int) -> int:
    """The tick at which the firmware runs in that scan."""
    return SCAN * scan + FIRMWARE


def next_firmware_scan(tick: int) -> int:
    """The first scan whose firmware has not yet run at that instant."""
    return (tick - FIRMWARE + SCAN - 1) // SCAN


def next_slot(tick: int) -> int:
    """The first slot that has not yet begun at that instant."""
    return (tick + SLOT - 1) // SLOT


class Calendar:
    """What is due when: each part keeps one date, the earliest of them comes next.

    A part that has nothing planned is down for `NEVER`. The calendar holds no work to do, only
    dates, so that whoever turns its pages may skip those that are blank and miss nothing.
    """

    def __init__(self) -> None:
        self._dates: dict[str, int] = {}

    def plan(self, part: str, date: int) -> None:
        """Put a part down for a date, in place of the one it had."""
        self._dates[part] = date

    def cancel(self, part: str) -> None:
        self._dates.pop(part, None)

    def date(self, part: str) -> int:
        return self._dates.get(part, NEVER)

    def next_event(self) -> int:
        return min(self._dates.values(), default=NEVER)

    def due(self, until: int) -> list[str]:
        """The parts whose date is before `until`, the earliest first, then by name."""
        found = [(date, part) for part, date in self._dates.items() if date < until]
        return [part for _, part in sorted(found)]

    def reset(self) -> None:
        self._dates.clear()

    def snapshot(self) -> tuple[tuple[str, int], ...]:
        return tuple(sorted((p, d) for p, d in self._dates.items() if d != NEVER))

    def restore(self, state: tuple[tuple[str, int], ...]) -> None:
        self._dates = dict(state)
