"""The pane that tells who is winning, worked out in a process of its own."""

from banquier.panel.panes.chances import ChancesPane
from banquier.words import text
from hardware.unit import Unit
from tests.panel.steering import comes, shown, steered
from tests.support.units import tap_in_turn


async def test_chances_grow_surer_and_begin_anew_with_a_sale_and_after_an_operation(
    waiting: Unit,
) -> None:
    async with steered(waiting, (140, 40)) as (panel, pilot):
        await pilot.press("f10")
        await comes(pilot, lambda: "60 parties jouées" in shown(panel))
        screen = shown(panel)
        assert screen.count(" % ± ") == 4 and "Des robots jouent la suite" in screen
        assert set(text("fr", "chances.basis").split()) <= set(screen.split())
        pane = panel.pane
        assert isinstance(pane, ChancesPane) and pane.live is not None
        assert pane.live.changes() == []
        before = waiting.operations
        tap_in_turn(waiting, "VENTE", "OK", "2", "OK", "FIN", "FIN", *"140000", "OK", "OK")
        panel.timing.wake()
        assert pane.live.tally.games < 60
        await comes(pilot, lambda: "60 parties jouées" in shown(panel))
        assert "marché proposé" in " ".join(shown(panel).split())
        giver, taker, *_ = pane.live.changes()
        assert giver.change + giver.margin < 0 < taker.change - taker.margin
        assert waiting.operations == before
        tap_in_turn(waiting, "OK", "OK")
        assert waiting.operations > before
        panel.timing.wake()
        assert pane.live.tally.games < 60
        worker = pane.live.worker
        await pilot.press("f10")
        await pilot.pause()
        assert worker is not None and not worker.process.is_alive()  # it is ended with its pane
