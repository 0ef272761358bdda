"""The sketch of the keypads' page on the simulated chip, as its owner would use it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from hardware.keypads.facts import State
from hardware.keypads.keypad_link import KeypadLink
from tests.keypads.building import compile_arduino
from tests.keypads.rig import Rig
from tests.support.paths import ROOT
from tests.support.waiting import until

MEANT = [*"123?456+789-C0", "OK", "F"]


def test_the_sketch_of_ten_lines_types_all_sixteen_keys(
    make_rig: Callable[..., Rig], programs: Path
) -> None:
    page = (ROOT / "docs" / "keypad.md").read_text(encoding="utf-8")
    code = page.partition("```cpp\n")[2].partition("```")[0]
    assert len(code.splitlines()) == 10
    rig = make_rig(compile_arduino(programs, code))
    rig.hold()  # a chip that never sleeps keeps a core busy: it runs during `wait` only
    heard: list[str] = []

    def listen(link: KeypadLink, keys: int) -> bool:
        heard.extend(event.key for event in link.take() if event.kind == "press")
        return len(heard) >= keys

    with KeypadLink(rig.port) as link:
        until(lambda: link.status().state is State.SILENT)
        for number in range(16):  # 90 ms down, 50 ms up, as in fast typing
            row, col = divmod(number, 4)
            rig.tell(f"d {row} {col + 4} 8", "wait 90", f"u {row} {col + 4} 8", "wait 50")
            until(lambda keys=number + 1: listen(link, keys))  # type: ignore[misc]
        link.wait(0.1)  # one more time would be heard too
        listen(link, 0)
        stats = rig.stats()
    assert heard == MEANT
    assert stats["contention"] == stats["high"] == stats["serial"] == 0
