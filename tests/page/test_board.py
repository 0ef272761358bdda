"""The drawn board: tokens stand where the unit has them, and walk there."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from banquier.page.page_unit import PageUnit
from banquier.saves.open_game import OpenGame
from tests.page.conftest import Join
from tests.page.fast_table import fast_table
from tests.support.bot_game import arranged, state
from tests.support.units import at_the_table

TOKEN = re.compile(r"data-token='(\d)' data-on='(\d+)'")
OPERATIONS = 500
WATCH = """() => { window.walked = [];
  const middles = [...document.querySelectorAll('.drawing .square')].map(one =>
    one.dataset.middle.split(' ').map(Number));
  const look = () => {
    const token = document.querySelector('[data-token="1"]');
    const { e, f } = new DOMMatrix(getComputedStyle(token).transform);
    const near = middles.map(([x, y]) => Math.hypot(x - e, y - f));
    walked.push(near.indexOf(Math.min(...near)));
    requestAnimationFrame(look);
  };
  look();
}"""


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_tokens_stand_where_the_unit_has_them_over_a_game() -> None:
    """After each step of bots that play one game after another."""
    clock = Clock()
    unit = at_the_table()
    page = PageUnit(OpenGame(unit), clock)
    page.invite_bots({1: "greedy", 2: "greedy", 3: "careful"}, "quick", again=True)
    browser = page.join("wall", looks=True)
    shown: dict[int, int] = {}
    seen = 0
    while seen < OPERATIONS:
        clock.now += page.rest() + 0.01
        before = unit.operations
        page.catch_up()
        seen += max(0, unit.operations - before)
        told: dict[str, Any] = json.loads(page.news(browser) or "{}")
        if "tokens" in told:
            shown = {int(who): int(where) for who, where in TOKEN.findall(told["tokens"])}
        game = state(unit)
        assert shown == {seat: game.square[seat] for seat in game.seats()}


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_token_walks_square_by_square_unless_motion_is_unwanted(join: Join, motion: str) -> None:
    unit = arranged(at_the_table(), square=[0, 37, 0, 0])
    with fast_table(unit) as table:
        page = join(table.link, reduced_motion=motion)
        page.click("#open-views")
        page.click("#tab-board")
        page.wait_for_selector('.drawing [data-token="1"]')
        page.evaluate(WATCH)
        before = state(unit).square[1]
        page.evaluate("banquier.line.send({ t: 'down', key: 'DES' })")
        page.evaluate("banquier.line.send({ t: 'up', key: 'DES' })")
        page.wait_for_function(f"() => banquier.state.table.game.players[0].square !== {before}")
        page.wait_for_timeout(1_000)
        to = state(unit).square[1]
        walked = page.evaluate("walked")
        way = [one for at, one in enumerate(walked) if at == 0 or one != walked[at - 1]]
        if motion == "reduce":
            assert way == [before, to]
        else:
            assert way == [at % 40 for at in range(before, before + (to - before) % 40 + 1)]
