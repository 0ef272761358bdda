"""The pane that tells who is winning, worked out in a process of its own."""

import asyncio

from banquier.chances.live import Live
from banquier.panel.panes.chances import ChancesPane
from banquier.words import text
from hardware.unit import Unit
from tests.panel.steering import comes, shown, steered
from tests.support.units import tap_in_turn


async def test_chances_grow_surer_and_begin_anew_after_an_operation(waiting: Unit) -> None:
    async with steered(waiting, (140, 40)) as (panel, pilot):
        await pilot.press("f10")
        await comes(pilot, lambda: "60 parties jouées" in shown(panel))
        screen = shown(panel)
        assert screen.count(" % ± ") == 4 and "Des robots jouent la suite" in screen
        assert set(text("fr", "chances.basis").split()) <= set(screen.split())
        before = waiting.operations
        tap_in_turn(waiting, "DES")
        assert waiting.operations > before
        panel.timing.wake()
        pane = panel.pane
        assert isinstance(pane, ChancesPane) and pane.live is not None
        assert pane.live.tally.games < 60
        worker = pane.live.worker
        await pilot.press("f10")
        await pilot.pause()
        assert worker is not None and not worker.process.is_alive()  # it is ended with its pane


async def test_a_sale_that_waits_is_judged(waiting: Unit) -> None:
    known = asyncio.Event()
    live = Live(known.set)
    live.follow(waiting)
    await known.wait()
    assert live.changes() == []
    tap_in_turn(waiting, "VENTE", "OK", "2", "OK", "FIN", "FIN", *"140000", "OK", "OK")
    assert waiting.question.kind == "accord"
    live.follow(waiting)
    while live.tally.games < 60:
        known.clear()
        await known.wait()
    giver, taker, *_ = live.changes()
    assert giver.change + giver.margin < 0 < taker.change - taker.margin
    live.close()
