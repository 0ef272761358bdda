"""The keypads that a command line names."""

from collections.abc import Sequence
from contextlib import ExitStack

from banquier.trouble import Trouble
from hardware.keypads.keypad_link import KeypadLink
from hardware.keypads.pad import Pad
from hardware.keypads.port import PortTrouble, chosen_port


def keypad_links(named: Sequence[str], pad: Pad, stack: ExitStack) -> list[KeypadLink]:
    """Trouble says in a sentence why one of these ports cannot be opened."""
    try:
        return [stack.enter_context(KeypadLink(chosen_port(port), pad=pad)) for port in named]
    except PortTrouble as trouble:
        raise Trouble(str(trouble)) from None
