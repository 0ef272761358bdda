"""The keypad boards that a command line names."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from hardware.keypads.keypad_link import KeypadLink
from hardware.keypads.pad import Pad
from hardware.keypads.port import PortTrouble, chosen_port
from hardware.keypads.speed_memory import FILE, SpeedMemory


def keypad_links(named: Sequence[str], pad: Pad, places: Mapping[str, str]) -> list[KeypadLink]:
    """ValueError says in a sentence why one of these ports cannot be opened."""
    speeds = SpeedMemory(Path(places["cache"]) / FILE)
    links: list[KeypadLink] = []
    try:
        for port in named:
            link = KeypadLink(chosen_port(port), pad=pad, speeds=speeds)
            link.open()
            links.append(link)
    except PortTrouble as trouble:
        for link in links:
            link.close()
        raise ValueError(str(trouble)) from None
    return links
