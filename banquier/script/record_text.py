"""A record of a save as a line of text, and back."""

from __future__ import annotations

import json

from banquier.nesting import json_of
from firmware_sim.saved_state import Record, StateError


def format_record(record: Record) -> str:
    return json.dumps(record, separators=(",", ":"), ensure_ascii=False)


def parse_record(record: str | bytes) -> Record:
    """The record of a line. StateError if it is damaged."""
    try:
        found = json_of(record)
    except ValueError:
        raise StateError("a record that cannot be read") from None
    if not isinstance(found, dict):
        raise StateError("a record that tells nothing")
    return found
