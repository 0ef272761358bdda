"""The drawn board: tokens stand where the unit has them, and walk there."""

from __future__ import annotations

import json
import re
from functools import partial
from typing import Any

from playwright.sync_api import Browser, Page

from banquier.page import seating
from banquier.page.page_unit import PageUnit
from banquier.play.board_drawing import STYLE, WIDTH, drawing, ground, tokens
from banquier.saves.open_game import OpenGame
from firmware_sim.game import Phase
from hardware.unit_inputs import set_fact
from tests.page.conftest import Join
from tests.page.fast_table import FastTable, fast_table
from tests.support.bot_game import arranged, state
from tests.support.clock import Clock
from tests.support.units import at_the_table

TOKEN = re.compile(r"data-on='(\d+)' data-token='(\d)'")
OPERATIONS = 200
WATCH = """() => { window.walked = [];
  const stands = [...document.querySelectorAll('.drawing .square')].map(one =>
    one.dataset.stand.split(' ').map(Number));
  const nearest = (transform) => {
    const { e, f } = new DOMMatrix(transform);
    const near = stands.map(([x, y]) => Math.hypot(x - e, y - f));
    return near.indexOf(Math.min(...near));
  };
  let last = null;
  const look = () => {
    const token = document.querySelector('[data-token="1"]');
    const [walk] = token.getAnimations();
    if (walk && walk !== last)
      walked.push(...walk.effect.getKeyframes().map(one => nearest(one.transform)));
    else if (!walk) walked.push(nearest(getComputedStyle(token).transform));
    last = walk;
    requestAnimationFrame(look);
  };
  look();
}"""


WATCH_PAYMENTS = """() => { window.seen = [];
  const nearest = (transform) => {
    const to = (other) => { const a = new DOMMatrix(transform), b = new DOMMatrix(
      getComputedStyle(other).transform); return Math.hypot(a.e - b.e, a.f - b.f); };
    return [...document.querySelectorAll('[data-token]')]
      .sort((one, other) => to(one) - to(other))[0].dataset.token;
  };
  new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach(
    async (note) => {
      if (!note.matches('.payment')) return;
      await new Promise(requestAnimationFrame);
      const [first, last] = note.getAnimations()[0].effect.getKeyframes();
      seen.push([note.textContent, nearest(first.transform), nearest(last.transform)]);
    }))).observe(document.querySelector('.drawing'), { childList: true });
}"""


COVERED = """() => [...document.querySelectorAll('.token')].flatMap(token => {
  const pawn = token.querySelector('path').getBoundingClientRect();
  const square = document.querySelector(`[data-square="${token.dataset.on}"]`);
  const { e: x, f: y } = square.getScreenCTM();
  return [...square.querySelectorAll('.name, .price')].filter(text =>
    [...text.textContent].some((_, at) => {
      const { left, top, right, bottom } = pawn, one = text.getExtentOfChar(at);
      return one.x + x < right - 2 && one.x + one.width + x > left + 2
        && one.y + y < bottom && text.getStartPositionOfChar(at).y + y > top + 2;
    })).map(text => token.dataset.on + ' ' + text.textContent);
})"""


def test_a_token_covers_neither_name_nor_price(chromium: Browser) -> None:
    game = state(at_the_table(players=4))
    page = chromium.new_page(viewport={"width": WIDTH + 2, "height": WIDTH + 2})
    for first in range(10):
        game.square[1:] = range(first, 40, 10)
        board = drawing([ground(game.edition), tokens(game)], "")
        page.set_content(f"<style>{STYLE} body {{ margin: 0 }}</style><div class=board>{board}")
        assert page.locator(".token").count() == 4
        assert page.evaluate(COVERED) == []
    page.close()


def test_tokens_stand_where_the_unit_has_them_over_a_game() -> None:
    """The bots play one game after another; each step is checked."""
    clock = Clock()
    unit = at_the_table()
    page = PageUnit(OpenGame(unit), clock)
    page.invite_bots({1: "greedy", 2: "greedy", 3: "careful"}, "quick", again=True)
    browser = page.join(seating.Browser("wall", looks=True))
    shown: dict[int, int] = {}
    seen = 0
    while seen < OPERATIONS:
        clock.now += page.rest() + 0.01
        before = unit.operations
        page.catch_up()
        seen += max(0, unit.operations - before)
        told: dict[str, Any] = json.loads(page.news.message(browser) or "{}")
        if "tokens" in told:
            shown = {int(who): int(where) for where, who in TOKEN.findall(told["tokens"])}
        game = state(unit)
        assert shown == {seat: game.square[seat] for seat in game.seats()}


def board(join: Join, table: FastTable) -> Page:
    page = join(table.link)
    page.click("#open-seat")  # an onlooker's too
    page.wait_for_selector('.drawing [data-token="1"]')
    return page


def press(page: Page, *keys: str) -> None:
    for key in keys:
        for way in ("down", "up"):
            page.evaluate("told => banquier.line.send(told)", {"t": way, "key": key})


def test_a_token_walks_square_by_square_unless_motion_is_unwanted(join: Join) -> None:
    unit = at_the_table()
    with fast_table(unit) as table:
        page = board(join, table)
        page.evaluate(WATCH)
        for motion, before, doubles in (
            ("no-preference", 37, 0),
            ("reduce", 37, 0),
            ("no-preference", 3, 2),  # straight into prison
        ):
            page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
            facts = {"square": {1: before}, "prison": {1: 0}, "doubles": doubles, "turn": 1}
            table.call(partial(arranged, unit, phase=Phase.THROW, claims=(), debts=(), **facts))
            set_fact(unit, "next-dice", 4, 4)
            page.wait_for_function("on => walked.at(-1) === on", arg=before)
            page.evaluate("walked = walked.slice(-1)")
            press(page, "DES")
            page.wait_for_function(f"() => banquier.state.table.game.square[1] !== {before}")
            to = state(unit).square[1]
            page.wait_for_function("to => walked.at(-1) === to", arg=to)
            walked = page.evaluate("walked")
            way = [one for at, one in enumerate(walked) if at == 0 or one != walked[at - 1]]
            if motion == "reduce" or doubles:
                assert way == [before, to]
            else:
                assert way == [at % 40 for at in range(before, before + (to - before) % 40 + 1)]


def test_money_goes_from_who_pays_to_who_receives(join: Join) -> None:
    with fast_table(arranged(at_the_table(), square=[0, 12, 30, 0])) as table:
        page = board(join, table)
        page.evaluate(WATCH_PAYMENTS)
        for motion, paid in (("no-preference", 1), ("reduce", 2)):
            page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
            press(page, "PAYER", "OK", "2", "OK", "7", "0", "0", "OK")
            page.wait_for_function(
                "paid => banquier.state.roll.filter(line => line[2].length).length === paid",
                arg=paid,
            )
            if paid == 1:
                page.wait_for_function("() => seen.length")
            page.wait_for_selector(".drawing .payment", state="detached")
            assert page.evaluate("seen") == [["700\u00a0F", "1", "2"]]
