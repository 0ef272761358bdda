"""A link opened in the local page: its end at once, then replayed and played on."""

from pathlib import Path

from playwright.sync_api import Page

from banquier.saves.link import link_of
from banquier.saves.saved_game import SavedGame
from tests.local_page.conftest import Visitor
from tests.local_page.opened_page import (
    BOLD,
    begun,
    evening,
    names,
    open_view,
    opened,
    state,
    until,
    words,
)
from tests.support.games_played import of_firmware
from tests.support.links import nested


def go_to(page: Page, number: int) -> None:
    page.evaluate("""(number) => {
      const bar = document.getElementById('operation');
      bar.value = number;
      bar.dispatchEvent(new Event('input'));
    }""", number)  # fmt: skip
    until(page, lambda: state(page, "replay.at") == number)


def replayed(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_selector("#checked:text('Vérifié')")


def test_a_link_replays_its_game_and_is_played_on(
    address: str, visitor: Visitor, tmp_path: Path
) -> None:
    link = evening(tmp_path / "game.keys")
    timeline = SavedGame.from_path(str(tmp_path / "game.keys"))
    context = visitor(permissions=["clipboard-read", "clipboard-write"])
    page = begun(opened(context, address))
    page.close()

    page = context.new_page()
    page.goto(f"{address}{link}&at=40")
    page.wait_for_selector("#operation")
    assert state(page, "replay.last") > 40  # its end is there before the way to it
    assert state(page, "table.names[1]") == "Anne"
    assert page.is_disabled("#operation") and "se déroule pas" not in page.inner_text("#checked")
    page.wait_for_selector("#checked:text('Vérifié')")
    until(page, lambda: state(page, "replay.at") == 40)
    keys, bar = (page.locator(one).bounding_box() for one in ('[data-key="OK"]', "#replay"))
    assert keys and bar and keys["y"] + keys["height"] <= bar["y"]
    asked = words(page)
    page.keyboard.press("7")
    page.evaluate("banquier.line.send({ t: 'down', key: 'OK' })")
    page.evaluate("banquier.line.send({ t: 'name', seat: 1, name: 'Bob' })")
    open_view(page, "settings")
    assert page.locator("#view label").count() and not page.locator("#keypad").count()
    page.click("#close")
    go_to(page, 150)
    go_to(page, 40)
    assert words(page) == asked and state(page, "table.names[1]") == "Anne"
    for number in (44, 45, 46, 90):  # words of moments, a name among them: text, never markup
        go_to(page, number)
    assert page.locator("#replay b").count() == 1
    page.click("#open-views")
    assert BOLD in page.inner_text("#view")
    page.click("#close")
    page.select_option("#speed", "64")
    page.click("#play")
    until(page, lambda: state(page, "replay.at") > 92)
    go_to(page, 130)  # the bar that is dragged pauses it
    until(page, lambda: not state(page, "replay.playing"))
    at = state(page, "replay.at")

    # Shared again: the same game, from this moment.
    page.click("#open-views")
    page.click("#tab-story")
    page.evaluate("navigator.share = undefined")
    page.click("#share")
    page.wait_for_selector("#shared:text('Copié'), #shared:text('copié')")
    shared = page.evaluate("navigator.clipboard.readText()")
    whole = shared if address[:4] == "file" else shared.removeprefix(address)
    assert whole.startswith("#g=") and whole.endswith(f"&at={at}")
    page.click("#close")

    # Played on, beside the own game, at the very question that stood.
    stood = words(page)
    page.click("#play-on")
    page.wait_for_selector("#trouble >> text=L’appareil se prépare")
    until(page, lambda: page.url == address and len(names(page)) == 2)
    until(page, lambda: words(page) == stood)
    rolled = state(page, "roll.map(line => line[0])")
    assert [line.split(None, 1)[1] for line in rolled] == [p.text for p in timeline.points[:at]]


def test_a_link_is_typed_into_the_page(file: str, visitor: Visitor, tmp_path: Path) -> None:
    link = evening(tmp_path / "game.keys")
    page = opened(visitor(), file)
    open_view(page, "games")
    page.fill("[name=link]", "https://example.org/b/")
    page.click("[name=ok]")
    page.wait_for_selector("#trouble >> text=Ce n’est pas un lien de partie")
    page.click("#dismiss")
    page.fill("[name=link]", f"https://example.org/b/{link}")
    page.click("[name=ok]")
    page.wait_for_selector("#checked:text('Vérifié')")


def test_links_that_cannot_be_replayed_say_so(site: str, visitor: Visitor, tmp_path: Path) -> None:
    save = tmp_path / "game.keys"
    evening(save)
    of_firmware("1.1", save)
    old = link_of(str(save))
    page = visitor().new_page()
    page.goto(site + old)
    page.wait_for_selector("#checked:text('ce lien est du micrologiciel 1.1, ici c')")
    assert state(page, "roll.length") == len(SavedGame.from_path(str(save)).points)
    assert page.locator("#play[disabled]").count() == 1
    page.evaluate("(hash) => { location.hash = hash }", old[:-7])  # another link in the same tab
    page.wait_for_selector("#checked:text('ce lien n')")
    page.goto("about:blank")
    page.goto(site + nested(old, 500_000))
    page.wait_for_selector("#checked:text('ce lien n')")
    page.click("#my-games")
    page.wait_for_selector("#begin")
    assert page.url == site and page.locator("#replay").count() == 0
