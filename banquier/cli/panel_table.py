"""The table of phones that the panel opens for the game it plays."""

import os
from collections.abc import Callable, Mapping
from time import monotonic

import segno

from banquier.page.access import Access, kept_secret
from banquier.page.page_unit import PageUnit
from banquier.page.table_server import Table, lan_address
from banquier.panel.phones import NoNetwork, OpenTable, PhoneTable, TableHost, TableState
from banquier.play.open_game import GameHistory
from banquier.play.strokes import Pace
from banquier.report import Story
from banquier.report import page as report
from banquier.saves.link import link_of

SECRET_FILE = "table-link"
USUAL_PORT = 8090


def secret_file(places: Mapping[str, str]) -> str:
    """Where the link's secret is kept, so that phones find a table again that was closed."""
    return os.path.join(os.path.dirname(places["saves"]), SECRET_FILE)


def story_of(game: Callable[[], GameHistory | None]) -> Callable[[str], str]:
    """The report of the game that is played, in a language; "" while there is none."""

    def story(lang: str) -> str:
        history = game()
        try:
            return report(Story.of(history.save.path), lang) if history else ""
        except ValueError:
            return ""  # there is no game in it yet

    return story


def link_of_game(game: Callable[[], GameHistory | None], page: str = "") -> Callable[[], str]:
    """What shares the game that is played; "" while there is none."""

    def link() -> str:
        history = game()
        try:
            return link_of(history.save.path, page) if history else ""
        except ValueError:
            return ""

    return link


def qr_rows(link: str) -> list[str]:
    """The link as rows of half blocks, dark on light, with the light border it needs."""
    rows = [list(row) for row in segno.make(link, error="l").matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    signs = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
    return [
        "".join(signs[bool(a), bool(b)] for a, b in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]


def table_opener(
    game: Callable[[], GameHistory | None],
    bots: Mapping[int, str],
    places: Mapping[str, str],
    pace: Pace | None = None,
) -> OpenTable:
    port = 0

    async def open_table(host: TableHost, lan: bool) -> PhoneTable:
        nonlocal port
        if lan and not lan_address():
            raise NoNetwork
        page = PageUnit(
            host.unit, monotonic,
            keys=host.keys, catch_up=host.catch_up, changed=host.changed,
        )  # fmt: skip
        page.bots = tuple(bots)
        page.pace = pace or page.pace
        access = Access(kept_secret(secret_file(places)))
        for wanted in (port or USUAL_PORT, 0):
            table = Table(
                page, access, port=wanted, lan=lan, story=story_of(game), link=link_of_game(game)
            )
            try:
                await table.start()
                break
            except OSError as error:
                trouble = error.strerror
        else:
            raise ValueError(trouble)
        port = table.port

        def state() -> TableState:
            link, phones = table.links()[0], [b for b in page.browsers.values() if not b.looks]
            code = "" if access.locked else f"{access.code[:3]} {access.code[3:]}"
            return TableState(
                link, table.wall_link(), link.partition("/#")[0], code, lan, len(phones),
                table.most, frozenset(one.seat for one in phones if one.seat), qr, wall_qr,
            )  # fmt: skip

        qr, wall_qr = qr_rows(table.links()[0]), qr_rows(table.wall_link())
        return PhoneTable(state, table.heard, table.stop)

    return open_table
