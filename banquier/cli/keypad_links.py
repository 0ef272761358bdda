"""The keypads that a command line names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING

from banquier.trouble import Trouble
from hardware.keypads.keypad_link import KeypadLink
from hardware.keypads.pad import Pad
from hardware.keypads.port import PortTrouble, ports, split_speed

if TYPE_CHECKING:
    from serial.tools.list_ports_common import ListPortInfo

AUTO = "auto"


def keypad_links(named: Sequence[str], pad: Pad, stack: ExitStack) -> list[KeypadLink]:
    """Open the links to these ports. Raises Trouble with the reason if one fails."""
    try:
        return [stack.enter_context(KeypadLink(chosen_port(port), pad=pad)) for port in named]
    except PortTrouble as trouble:
        raise Trouble(str(trouble)) from None


def chosen_port(port: str, known: Callable[[], Sequence[ListPortInfo]] = ports) -> str:
    """Return the port that is named; for "" and "auto" the only USB port, at the named speed.
    Raises PortTrouble if there is not just one."""
    name, speed = split_speed(port)
    if name not in ("", AUTO):
        return port
    all_ports = known()
    found = [facts for facts in all_ports if facts.vid is not None]
    names = ", ".join(facts.device for facts in found or all_ports)
    if not found:
        advice = f" Otherwise name {names}." if names else ""
        raise PortTrouble(f"No USB port was found: is the keypad plugged in?{advice}")
    if len(found) > 1:
        raise PortTrouble(f"There are several ports, name one: {names}.")
    return f"{found[0].device}@{speed}" if speed else found[0].device
