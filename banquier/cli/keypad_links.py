"""The keypads that a command line names."""

from collections.abc import Sequence

from banquier.trouble import Trouble
from hardware.keypads.keypad_link import KeypadLink
from hardware.keypads.pad import Pad
from hardware.keypads.port import PortTrouble, chosen_port


def keypad_links(named: Sequence[str], pad: Pad) -> list[KeypadLink]:
    """Trouble says in a sentence why one of these ports cannot be opened."""
    links: list[KeypadLink] = []
    try:
        for port in named:
            link = KeypadLink(chosen_port(port), pad=pad)
            link.open()
            links.append(link)
    except PortTrouble as trouble:
        for link in links:
            link.close()
        raise Trouble(str(trouble)) from None
    return links
