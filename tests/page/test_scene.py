"""A throw is a scene: what is visible when, on a seat, on another phone and on the wall."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from firmware_sim.game import Phase
from hardware.unit import Unit
from hardware.unit_inputs import set_fact
from tests.page.conftest import Join
from tests.page.fast_table import FastTable, fast_table
from tests.page.sitting import Seat, sit
from tests.support.bot_game import arranged
from tests.support.units import at_the_table

WATCH = """() => { window.frames = []; window.tap = performance.now();
  const tapped = () => { tap = performance.now(); };
  addEventListener('pointerdown', tapped, { capture: true, once: true });
  const its = (one, text) => new RegExp(text).test(document.querySelector(one)?.textContent);
  const look = () => {
    const found = Object.entries({
      tumble: document.querySelector('.tumble'),
      dice: document.querySelector('.alone:not(.tumble)'),
      walk: document.querySelector('[data-token="1"]').getAnimations().length,
      question: its('#asked', 'Vaugirard'), words: its('#words', 'Vaugirard'),
      deed: document.querySelector('.title-deed'),
      button: document.querySelector('[data-action="buy"]'),
    }).filter(([, one]) => one).map(([name]) => name).join();
    if (found !== frames.at(-1)?.[1]) frames.push([performance.now() - tap, found]);
  };
  const each = () => { look(); requestAnimationFrame(each); };
  each();
  const all = { subtree: true, childList: true, attributes: true };
  new MutationObserver(look).observe(document.body, all);
}"""
"""What is drawn of a throw that leads to Rue de Vaugirard, since the tap; a busy browser shows only
some of it."""
END = "() => frames.at(-1)[1].includes('question')"
DICE = "() => frames.some(([, drawn]) => drawn.includes('dice'))"


MOVES: dict[str, Any] = {"reduced_motion": "no-preference"}


def about_to_throw() -> Unit:
    """J1 stands on DEPART and will throw 4 and 2."""
    unit = arranged(at_the_table(), turn=1)
    set_fact(unit, "next-dice", 4, 2)
    return unit


def phases(page: Page) -> list[str]:
    page.wait_for_function(END)
    return [seen for _, seen in page.evaluate("frames") if seen]


def watched(join: Join, table: FastTable, *seats: int) -> list[Page]:
    pages = sit(join, table, *seats, **MOVES)
    for page in pages:
        page.evaluate(WATCH)
    return pages


def test_dice_then_token_then_question_on_every_screen(join: Join) -> None:
    """The wall's words and glass wait too; who joins amid the scene sees its end."""
    with fast_table(about_to_throw()) as table:
        anne, bob = watched(join, table, 1, 2)
        wall = join(table.table.wall_link(), asked=True, **MOVES)
        wall.evaluate(WATCH)
        anne.tap('[data-action="throw"]')
        anne.wait_for_function(DICE)
        late = join(table.link, **MOVES)
        assert "Vaugirard" in late.inner_text("#words")
        end = "question,words,deed"
        for page, last in ((anne, f"{end},button"), (bob, end), (wall, end)):
            seen = phases(page)
            assert seen[:3] == ["tumble", "dice", "dice,walk"] and seen[-1] == last, page.url
            assert {*seen[3:-1]} <= {"dice"}, page.url  # for one frame at most
        times = {seen: at for at, seen in reversed(anne.evaluate("frames"))}
        assert times["dice,walk"] >= 400  # since the tap: a busy browser shows the dice late


def test_a_tap_ends_the_scene(join: Join) -> None:
    with fast_table(about_to_throw()) as table:
        anne, bob = watched(join, table, 1, 2)
        anne.tap('[data-action="throw"]')
        bob.wait_for_function(DICE)
        bob.tap("#strip")
        assert "Vaugirard" in bob.inner_text("#asked")
        assert (
            bob.evaluate("document.querySelector('[data-token=\"1\"]').getAnimations().length") == 0
        )
        assert "question" in phases(anne)[-1]


def test_no_scene_without_motion_by_keys_or_for_ears(join: Join) -> None:
    """Nor on a page that nobody sees."""
    for motion, prepare in (
        ("reduce", "0"),
        ("no-preference", "dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }))"),
        ("no-preference", "Object.defineProperty(document, 'hidden', { value: true })"),
    ):
        with fast_table(about_to_throw()) as table:
            (anne,) = sit(join, table, 1)
            anne.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
            anne.evaluate(prepare)
            anne.evaluate(WATCH)
            anne.locator('[data-action="throw"]').evaluate("button => button.click()")
            assert not {"tumble", "dice"} & set(phases(anne)), anne.evaluate("frames")


def test_what_is_refused_or_leads_nowhere_ends_the_scene(seat: Seat) -> None:
    """A throw of somebody else was quicker; a try in prison that fails leaves the token there.
    Dice that lie do not tumble: a double six looks as the dice in the air are drawn."""
    anne = seat.page
    anne.emulate_media(reduced_motion="no-preference")
    anne.evaluate(WATCH)
    prison: dict[str, Any] = {"square": [0, 10, 0, 0], "prison": {1: 1}, "phase": Phase.THROW}
    seat.shows(at_the_table(), dice=(4, 2), turn=1, **prison)
    anne.tap('[data-action="throw"]')
    anne.wait_for_function(DICE)
    anne.wait_for_selector("#asked >> text=J2")
    assert anne.locator(".thrown").count() == 0

    seat.shows(at_the_table(), dice=(6, 6), turn=1)
    anne.evaluate("frames = []")
    anne.tap('[data-action="throw"]')
    anne.wait_for_function("() => frames.some(([, drawn]) => drawn.includes('tumble'))")
    anne.wait_for_selector(".thrown:not(.alone)")
    assert anne.locator(".tumble").count() == 0
