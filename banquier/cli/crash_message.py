"""The sentence for a fault of the program itself; the traceback with BANQUIER_DEBUG=1."""

from __future__ import annotations

import os

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def crash_message(fault: BaseException, doing: str) -> str:
    import traceback

    if os.environ.get("BANQUIER_DEBUG") == "1":
        return "".join(traceback.format_exception(fault))
    where = ""
    if frames := traceback.extract_tb(fault.__traceback__):
        where = f" in {os.path.relpath(frames[-1].filename, ROOT)}:{frames[-1].lineno}"
    said = " ".join(str(fault).split())[:200]
    return (
        f"banquier: the program itself failed {doing}: please report "
        f'"{type(fault).__name__}: {said}"{where} (BANQUIER_DEBUG=1 shows more)'
    )
