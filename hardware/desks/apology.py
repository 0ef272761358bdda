"""The one sentence for what should never happen; all of it for who asks."""

from __future__ import annotations

import os

HOUSE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def apology(fault: BaseException, doing: str) -> str:
    if os.environ.get("BANQUIER_DEBUG") == "1":
        import traceback

        return "".join(traceback.format_exception(fault))
    place = fault.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    where = ""
    if place is not None:
        file = os.path.relpath(place.tb_frame.f_code.co_filename, HOUSE)
        where = f" in {file}:{place.tb_lineno}"
    said = " ".join(str(fault).split())[:200]
    return (
        f"banquier: the program itself failed {doing}: please report "
        f'"{type(fault).__name__}: {said}"{where} (BANQUIER_DEBUG=1 shows more)'
    )
