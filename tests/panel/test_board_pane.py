"""A real keypad's line as the machine pane shows it."""

from __future__ import annotations

from textual.pilot import Pilot

from display.panel.app import Panel
from display.panel.panes.machine import Machine
from hardware.link.link import Link
from hardware.unit import Unit
from tests.panel.test_panel import steered


def test_the_machine_tells_the_state_and_the_counters_of_the_line() -> None:
    with Link("loop://") as link:

        async def act(pilot: Pilot[int]) -> None:
            await pilot.press("f4")
            await pilot.pause()
            panel = pilot.app
            assert isinstance(panel, Panel)
            lines = [text for text, _ in panel.query_one(Machine)._lines]
            assert "CLAVIER SUR LE FIL" in lines
            state = lines[lines.index("CLAVIER SUR LE FIL") + 1]
            assert state.startswith(("interroge le clavier loop://", "clavier simple loop://"))
            assert any(line.startswith("touches 0, trames") for line in lines)

        steered(Unit(seed=1), act, size=(120, 40), board=link)
