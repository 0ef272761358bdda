"""The versions of the package and of each format that it writes."""

from __future__ import annotations

from banquier import __version__
from banquier.page.page_messages import VERSION as PAGE
from banquier.saves.link import VERSION as LINK
from banquier.script.header import FORMAT as SCRIPT
from firmware_sim.saved_state import FORMAT as SAVE
from firmware_sim.texts import VERSION as FIRMWARE
from hardware.keypads.facts import PROTOCOL as WIRE


def versions() -> str:
    parts = {
        "firmware": FIRMWARE, "script": SCRIPT, "save": SAVE, "link": LINK, "wire": WIRE,
        "page": PAGE,
    }  # fmt: skip
    told = ", ".join(f"{name} {version}" for name, version in parts.items())
    return f"Banquier 90 {__version__} ({told})"
