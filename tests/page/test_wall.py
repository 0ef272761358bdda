"""The picture on the wall: a browser that sees all and presses nothing."""

from __future__ import annotations

import json

import aiohttp
from playwright.sync_api import Browser

from banquier.page.page_messages import KINDS
from firmware_sim.game import Debt, Why
from hardware.unit_inputs import name_players
from tests.page.conftest import Join, end, free_port, glass, phone, serve
from tests.page.fast_table import fast_table
from tests.page.open_table import at_a_table, closed, enter, line, origin
from tests.page.sitting import MOMENTS_STAY
from tests.support.bot_game import arranged
from tests.support.positions import with_all_deeds
from tests.support.units import at_the_table
from tests.support.waiting import comes, until_page

SIZES = [(1920, 1080), (1280, 720)]
OUTSIDE = """() => {
  const root = document.documentElement;
  const names = '.window, .words, .money *, .board, .strip > *, .last';
  const parts = [...document.querySelectorAll(names)].filter(part => part.getClientRects().length);
  const out = parts.filter(part => {
    const { left, top, right, bottom } = part.getBoundingClientRect();
    return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
  }).map(part => part.className || part.tagName);
  if (root.scrollHeight > innerHeight || root.scrollWidth > innerWidth) out.push('scrolls');
  return out;
}"""
CUT = """() => [...document.querySelectorAll('#strip, #words, .money b')].filter(one =>
  one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth)
  .map(one => one.textContent)"""
HALF = """() => {
  const { bottom } = document.querySelector('.last').getBoundingClientRect();
  return [...document.querySelectorAll('.last p')]
    .filter(one => one.getBoundingClientRect().bottom > bottom).map(one => one.textContent);
}"""
EVERY_MESSAGE: list[dict[str, object]] = [
    {"t": "down", "key": "DES"},
    {"t": "up", "key": "DES"},
    {"t": "lift"},
    {"t": "sit", "seat": 1, "take": True},
    {"t": "name", "seat": 1, "name": "Eve"},
    {"t": "do", "action": "throw"},
    {"t": "pace", "pace": "quick"},
    {"t": "takeover"},
    {"t": "rule", "rule": "parking", "at": 1},
    {"t": "chances", "shown": True},
    {"t": "offers", "edition": 0},
    {"t": "newgame", "names": ["Anne", "Bob"]},
    {"t": "lang", "lang": "fr"},
]
COUNT_SENT = """window.sent = 0; const { send } = WebSocket.prototype;
WebSocket.prototype.send = function (text) { window.sent += 1; send.call(this, text); };"""
NUMBERS = "banquier.announcer.told.filter(one => one.kind === 'operation').map(one => one.number)"
DECIDED = """() => {
  const chart = '<svg id="worths" viewBox="0 0 640 400"><path d="M0 400L640 0"/></svg>';
  const moments = Array(8).fill('Tour 142 : Maximilienne doit 5.000 F, fait faillite.');
  banquier.state.end = { chart: { fr: chart, en: chart }, moments };
  dispatchEvent(new Event('resize'));
  return document.querySelector('.decided').getBoundingClientRect().bottom;
}"""
"""With a chart and eight moments: where the last of them ends."""


async def test_the_link_of_the_wall_only_looks() -> None:
    """Whatever it sends, no key goes down and no seat is taken; nor do its cookies open more."""
    assert {message["t"] for message in EVERY_MESSAGE} == set(KINDS)
    async with at_a_table() as (table, player):
        keys = table.page.keys
        jar = aiohttp.CookieJar(unsafe=True)
        address = f"http://127.0.0.1:{table.port}"
        async with aiohttp.ClientSession(base_url=address, cookie_jar=jar) as wall:
            assert 'class="key' not in await (await wall.get("/wall")).text()
            assert (await enter(table, wall, table.access.look_secret)).status == 200
            assert 'class="key' in await (await wall.get("/wall")).text()
            assert 'class="key' not in await (await wall.get("/")).text()
            assert (await wall.get("/file/main.js")).status == 200
            for path in ("/ws", "/story", "/link"):
                assert (await wall.get(path, headers=origin(table))).status == 403, path
            (cookie,) = wall.cookie_jar
            for name in ("banquier", "banquier-wall"):
                stolen = {**origin(table), "Cookie": f"{name}={cookie.value}"}
                async with aiohttp.ClientSession(base_url=address) as other:
                    assert (await other.get("/story", headers=stolen)).status == 403
            for message in EVERY_MESSAGE:
                socket = await wall.ws_connect("/ws?wall", headers=origin(table))
                assert "glass" in json.loads((await socket.receive()).data)
                await socket.send_json(message)
                assert await closed(socket) == aiohttp.WSCloseCode.POLICY_VIOLATION
                assert not keys.held and not keys.acting and not table.page.unit.names
                assert table.page.pace.name == "normal" and not table.page.seating.shows_chances
        assert not any(browser.seat for browser in table.page.seating.browsers.values())
        phone_line = await line(table, player)
        await phone_line.send_json({"t": "down", "key": "DES"})
        await comes(lambda: keys.held == {"DES"})
        await phone_line.close()


def test_the_wall_shows_every_operation_of_eight_players_without_scrolling(
    chromium: Browser, home: str
) -> None:
    bots = ["--bots", "1,2,3,4,5,6,7,8", "--pace", "quick"]
    names = ["--names", ",".join(f"Maximilien{n}X" for n in range(1, 9))]
    table = serve(free_port(), "--players", "8", *bots, *names, "--lang", "en")
    assert table.process.stdout is not None
    told = [table.process.stdout.readline() for _ in range(2)]
    link = told[-1].split()[-1]
    assert "/wall#" in link, told
    other = phone(chromium, table.link)
    context = chromium.new_context(locale="fr-FR")
    wall = context.new_page()
    wall.add_init_script(COUNT_SENT)
    wall.goto(link)
    wall.wait_for_selector(".money")
    first = int(wall.evaluate(f"Math.max(...{NUMBERS})"))
    wall.mouse.click(300, 200)
    for key in ("o", "Enter", "Escape", "a"):
        wall.keyboard.press(key)

    def known(page: object) -> list[int]:
        return [n for n in page.evaluate(NUMBERS) if n > first]  # type: ignore[attr-defined]

    for operations in (2, 4, 6):
        until_page(wall, lambda most=operations: len(known(wall)) > most)  # type: ignore[misc]
    for width, height in SIZES:
        wall.set_viewport_size({"width": width, "height": height})
        assert wall.locator(".money").count() == 8
        assert wall.evaluate(OUTSIDE) == []
        assert not wall.locator(".key:visible, button:not(.moment):visible").count()
    seen = known(wall)
    until_page(wall, lambda: seen[-1] in known(other))
    assert seen == [n for n in known(other) if n <= seen[-1]]
    assert wall.evaluate("banquier.state.own.seat") == 0 and glass(wall)
    assert wall.evaluate("sent") == 0
    assert wall.is_hidden("#trouble")
    context.close()
    end(table)


def test_a_code_to_join_stands_on_the_wall_while_seats_are_free(join: Join) -> None:
    """Only there: its link is a player's."""
    with fast_table(at_the_table(), lan=True) as table:
        wall = join(table.table.wall_link(), asked=True, viewport={"width": 1920, "height": 1080})
        wall.wait_for_selector(".join svg")
        assert wall.evaluate(OUTSIDE) == []
        for seat in (1, 2, 3):
            assert wall.locator(".join").count() == 1
            player = join(table.link, asked=True)
            player.tap(f'.choice[data-seat="{seat}"]')
            player.wait_for_selector("#cash")
            assert player.evaluate("banquier.state.join") is None
        wall.wait_for_selector(".join", state="detached")


def test_long_names_are_whole_on_the_wall(join: Join) -> None:
    unit = at_the_table("euro")
    name_players(unit, {1: "Maximilienne", 2: "W" * 12})
    arranged(unit, turn=1, square=[0, 10, 0, 0], dice=(6, 4))
    with fast_table(unit) as table:
        wall = join(table.table.wall_link(), asked=True)
        for width, height in SIZES:
            wall.set_viewport_size({"width": width, "height": height})
            assert "Prison" in wall.inner_text("#turn")
            assert wall.evaluate(CUT) == []


def test_a_long_line_of_what_was_told_last_ends_with_a_whole_one(join: Join) -> None:
    with fast_table(with_all_deeds(debts=(Debt(1, 2, 9_000_000, Why.RENT),))) as table:
        wall = join(table.table.wall_link(), asked=True, viewport={"width": 1920, "height": 1080})
        player = join(table.link, asked=True)
        player.tap('.choice[data-seat="1"]')
        player.wait_for_selector("#cash")
        wall.evaluate(MOMENTS_STAY)
        player.evaluate(
            "banquier.line.send({ t: 'do', action: 'ruin', seen: banquier.state.moment.id })"
        )
        rest = wall.locator(".moment small").first
        assert rest.evaluate("rest => parseFloat(getComputedStyle(rest).fontSize)") >= 18
        wall.wait_for_selector(".last p >> text=/faillite/")
        assert wall.evaluate(HALF) == []


def test_the_end_of_eight_players_is_whole_on_the_wall(join: Join) -> None:
    """What decided it too: nobody scrolls a television."""
    game = arranged(
        at_the_table(players=8), winner=1, turn=1, bankrupt_order=tuple(range(8, 1, -1))
    )
    with fast_table(game) as table:
        wall = join(table.table.wall_link(), asked=True)
        for width, height in SIZES:
            wall.set_viewport_size({"width": width, "height": height})
            assert wall.evaluate(DECIDED) <= height
