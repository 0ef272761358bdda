"""The state of a unit: its record for a save, how a save is taken up, and its digest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from firmware_sim import saved_state
from firmware_sim.saved_state import Record
from firmware_sim.session import Operation
from hardware.dice import PERIOD
from hardware.unit import Unit

LATEST = 10**15 - 1
"""The last tick that a line of a save can hold, in a thousand years."""


def record(unit: Unit, printed: int) -> Record:
    """The state for a save; `printed`: how many roll lines are new since the record before."""
    told = saved_state.record_of(unit.session, printed)
    if asked := unit.firmware.conversation.resume_input:
        told["asked"] = asked
    if unit.session.stage == "cold":  # the next key answers REPRISE ?
        told["cold"] = True
    if rules := unit.session.editions.rules:
        told["rules"] = {**rules}
    if names := unit.names:
        told["names"] = [names.get(seat, "") for seat in range(1, max(names) + 1)]
    return {**told, "operation": unit.operations, "crystal": list(unit.dice.state())}


def resume(
    unit: Unit, records: Sequence[Record], asks: bool = True,
    roll: saved_state.Roll | None = None, history: Iterable[Operation] | None = None,
) -> None:  # fmt: skip
    """Resume the game of these records by a cold start, through REPRISE ? if `asks`. Raises
    StateError, and changes nothing, if they are invalid. `roll`, `history`: as in `state_of`.

    All chips get a state that follows from the records alone: a unit that has played and a new one
    are the same from there on. Only the crystal keeps its count, so that ticks increase through a
    whole save.
    """
    session = unit.session
    own = next((name for name in session.editions.names if name.endswith(".toml")), "")
    load = saved_state.with_own_edition(session.editions.load, own)
    state = saved_state.state_of(records, load, session.bounds, roll, history)
    state = saved_state.check(state, session.editions)
    operations, dice = _parse_counters(records[-1], unit.tick)
    unit.replace_chips()
    unit.dice.restore(dice)
    vars(session).update(state._asdict())
    session.operations = operations
    unit.connect_power()
    if state.game is None or not asks:  # erased during play: no cold start
        session.stage = "game" if state.game else "set-up"
        unit.apply_between_scans(unit.firmware.restart)
    for observer in unit.observers:
        observer.on_resume(unit, records)


@saved_state.reading
def tick_of(record: Record) -> int:
    """Return the tick of the crystal in a record. Raises StateError if no save can have it."""
    return saved_state.integer(record["crystal"][0], 0, LATEST)


@saved_state.reading
def _parse_counters(record: Record, latest: int) -> tuple[int, tuple[int, int]]:
    """The operations; the ticks of the crystal, and the word of the dice then."""
    tick, word = record["crystal"]
    dice = saved_state.integer(tick, 0, latest), saved_state.integer(word, 0, PERIOD)
    return saved_state.integer(record["operation"], 0, 10**12), dice


def digest(unit: Unit) -> str:
    """Sixteen hex digits that two units share if, and only if, they are in the same state."""
    from hashlib import blake2b  # three megabytes, for those who compare units

    facts = repr((_chips(unit), unit.firmware.facts()))
    return blake2b(facts.encode(), digest_size=8).hexdigest()


def _chips(unit: Unit) -> tuple[object, ...]:
    """The state of all chips but the firmware, at this tick."""
    tick = unit.tick
    unit.lcd.advance(tick)
    unit.dice.advance(tick)
    return (
        tick,
        unit.matrix.state(),
        unit.scanner.state(),
        unit.dice.state(),
        unit.beeper.state(tick),
        unit.supply.state(),
        unit.lcd.state(),
    )
