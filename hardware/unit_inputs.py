"""Inputs of a unit beside its keys and cells; observers hear of them and saves keep them."""

from __future__ import annotations

from firmware_sim import debug_port
from firmware_sim.edition import Editions
from hardware.unit import Unit


def name_players(unit: Unit, names: dict[int, str]) -> None:
    unit.notify_observers("names", names)
    unit.names = dict(names)


def offer(unit: Unit, editions: Editions) -> None:
    """Set the editions on offer for games that begin from now on."""
    unit.notify_observers("rules", editions.rules)
    unit.session.editions = editions


def set_fact(unit: Unit, noun: str, *facts: int | str) -> None:
    """Set a fact by the debug port; possible only at LANCEZ."""
    unit.apply_between_scans(lambda: debug_port.change(unit.firmware, noun, *facts))
    unit.notify_observers("set", noun, facts)
    unit.notify_advanced()
