"""A full table: eight phones in a real browser, bots playing. Slow: `make test-page`."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from tests.page.conftest import end, free_port, glass, operations, phone, serve
from tests.support.waiting import until_page

OPERATIONS = 8


def test_all_glasses_agree_after_every_operation(home: Path, chromium: Browser) -> None:
    table = serve(free_port(), "--players", "8", "--bots", "1,2,3,4,5,6,7,8")
    try:
        phones = [phone(chromium, table.link) for _ in range(8)]
        for seat, page in enumerate(phones, start=1):
            page.evaluate("seat => banquier.line.send({t: 'sit', seat})", seat)
        begun = operations(phones[0])
        for done in range(begun + 1, begun + 1 + OPERATIONS):
            until_page(phones[0], lambda done=done: operations(phones[0]) >= done)  # type: ignore[misc]
            until_page(phones[0], lambda: len({glass(page) for page in phones}) == 1)
            until_page(
                phones[0],
                lambda: (
                    len({str(page.evaluate("banquier.state.table.game")) for page in phones}) == 1
                ),
            )
        rolls = [page.evaluate("JSON.stringify(banquier.state.roll)") for page in phones]
        assert min(map(len, rolls)) > 0
        assert all(page.faults == [] for page in phones)  # type: ignore[attr-defined]
        for page in phones:
            page.context.close()
    finally:
        end(table)
