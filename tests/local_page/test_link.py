"""A link opened in the pocket: replayed, gone to any moment, played on; or why it is none."""

from pathlib import Path

from playwright.sync_api import Page

from banquier.saves.link import link_of
from banquier.saves.saved_game import SavedGame
from tests.page.conftest import open_view, operations
from tests.pocket.conftest import Visited
from tests.pocket.pocket_page import (
    BOLD,
    evening,
    opened,
    press,
    question,
    replayed,
    until,
)  # fmt: skip
from tests.support.games_played import of_firmware
from tests.support.links import nested


def place(page: Page) -> int:
    return int(page.evaluate("banquier.state.replay.at"))


def go_to(page: Page, number: int) -> None:
    page.evaluate("""(number) => {
      const bar = document.getElementById('operation');
      bar.value = number;
      bar.dispatchEvent(new Event('input'));
    }""", number)  # fmt: skip
    until(page, lambda: place(page) == number)


def test_a_link_replays_its_game_and_is_played_on(
    site: str, visited: Visited, tmp_path: Path
) -> None:
    link = evening(tmp_path / "game.keys")
    timeline = SavedGame.of(str(tmp_path / "game.keys"))
    context = visited()
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = opened(context, site)  # a game of one's own
    while not operations(page):
        press(page, "OK")
    page.evaluate("banquier.line.call('tell_games')")
    until(page, lambda: page.evaluate("banquier.state.games.length") > 0)
    own = page.evaluate("banquier.state.games.map(game => game.name)")
    page.close()

    page = context.new_page()
    replayed(page, f"{site}{link}&at=40")
    assert place(page) == 40
    assert page.inner_text("#checked").startswith("Vérifié\u00a0: chaque jet a été recalculé")
    asked = question(page)
    page.keyboard.press("7")
    page.evaluate("banquier.line.send({ t: 'down', key: 'OK' })")
    page.evaluate("banquier.line.send({ t: 'name', seat: 1, name: 'Bob' })")
    keypad = "banquier.line.call('open_keypad', 9600).catch(fault => fault.message)"
    assert "open_keypad" in page.evaluate(keypad)
    page.tap("#open-views")
    open_view(page, "settings")
    assert page.locator("#view label").count() and not page.locator("#keypad").count()
    page.tap("#close")
    go_to(page, 150)
    assert operations(page) == 150
    go_to(page, 40)
    assert question(page) == asked and page.evaluate("banquier.state.table.names[1]") == "Anne"
    for number in (44, 45, 46, 90):  # words of moments, a name among them: text, never markup
        go_to(page, number)
    assert page.locator("#replay b").count() == 1
    page.tap("#open-views")
    assert BOLD in page.inner_text("#view")
    page.tap("#close")
    page.select_option("#speed", "64")
    page.tap("#play")
    until(page, lambda: place(page) > 92)
    go_to(page, 130)  # the bar that is dragged pauses it
    until(page, lambda: not page.evaluate("banquier.state.replay.playing"))
    at = place(page)

    # Shared again: the same game, from this moment.
    page.tap("#open-views")
    page.click("role=tab >> text=Récit")
    page.evaluate("navigator.share = undefined")
    page.tap("#share")
    until(page, lambda: page.inner_text("#shared") == "Le lien est copié.")
    shared = page.evaluate("navigator.clipboard.readText()")
    assert shared.startswith(f"{site}#g=") and shared.endswith(f"&at={at}")
    page.tap("#close")

    # Played on, beside the own game, at the very question that stood.
    stood = question(page)
    page.tap("#play-on")
    page.wait_for_selector("#replay", state="detached")
    name = f"link-from-{at}.keys"
    page.wait_for_selector(".e.on", state="attached")
    until(page, lambda: name in page.evaluate("banquier.state.games.map(game => game.name)"))
    assert own[0] in page.evaluate("banquier.state.games.map(game => game.name)")
    assert page.url == site
    until(page, lambda: question(page) == stood)
    rolled = page.evaluate("banquier.state.roll.map(line => line[0])")
    assert [line.split(None, 1)[1] for line in rolled] == [p.text for p in timeline.points[:at]]


def test_links_that_cannot_be_replayed_say_so(site: str, visited: Visited, tmp_path: Path) -> None:
    save = tmp_path / "game.keys"
    evening(save)
    of_firmware("1.1", save)
    old = link_of(str(save))
    page = visited().new_page()
    replayed(page, site + old)
    assert "ce lien est du micrologiciel 1.1, ici c’est le 1.2" in page.inner_text("#checked")
    assert (
        operations(page) == len(SavedGame.of(str(save)).points)
        and page.locator("#play[disabled]").count() == 1
    )
    page.evaluate("(hash) => { location.hash = hash }", old[:-7])  # another link in the same tab
    page.wait_for_selector("#checked[role=alert]")
    assert page.inner_text("#checked").startswith("ce lien n’est pas entier")
    page.goto("about:blank")
    page.goto(site + nested(old, 500_000))
    page.wait_for_selector("#checked[role=alert]")
    assert page.inner_text("#checked").startswith("ce lien n’est pas entier")
    page.tap("#my-games")
    page.wait_for_selector(".e.on", state="attached")
    assert page.url == site and page.locator("#replay").count() == 0
