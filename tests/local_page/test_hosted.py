"""The folder on a web host: offline, installable, two copies, a new version."""

import gzip
import json
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest
from playwright.sync_api import Page

from banquier.bodies.page_folder import build, compressed_size
from banquier.page import assets
from tests.local_page.conftest import ENGINE, Host, Visitor
from tests.local_page.opened_page import (
    begun,
    bring,
    game,
    open_view,
    opened,
    press,
    state,
    until,
)
from tests.support.games_played import evening

VERSION = "document.documentElement.dataset.version"
WAITING = "navigator.serviceWorker.ready.then(found => Boolean(found.waiting))"


def ready_offline(page: Page) -> None:
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")


def test_file_and_folder_are_small(file: str, host: Host) -> None:
    content = Path(unquote(urlparse(file).path)).read_bytes()
    assert len(content) <= 1_000_000 and len(gzip.compress(content)) <= 650_000
    folder = host.folder / "some" / "path"
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert sum(map(len, files.values())) <= 1_500_000 and compressed_size(files) <= 1_000_000


def test_after_the_first_visit_no_network_is_needed(site: str, visitor: Visitor) -> None:
    context = visitor()
    page = begun(opened(context, site))
    ready_offline(page)
    shown = game(page)
    page.close()
    context.set_offline(True)
    page = opened(context, site)
    assert game(page) == shown
    press(page, "DES")


def test_a_browser_may_install_it(site: str, visitor: Visitor) -> None:
    page = opened(visitor(), site)
    told = page.context.new_cdp_session(page).send("Page.getAppManifest")
    assert told["errors"] == [] and json.loads(told["data"])["start_url"] == "./"
    for icon in json.loads(told["data"])["icons"]:
        assert page.request.get(site + icon["src"]).ok


def test_two_copies_below_one_host_keep_to_themselves(
    site: str, host: Host, visitor: Visitor
) -> None:
    context = visitor()
    one = begun(opened(context, site))
    other = opened(context, f"{host.address}another/")
    assert state(other, "moment.kind") == "edition"
    begun(other)
    for page in (one, other):
        ready_offline(page)
    until(other, lambda: other.evaluate("caches.keys().then(names => names.length)") == 2)
    press(one, "DES")  # its unit was not taken
    assert one.is_hidden("#trouble")


def test_a_new_version_replaces_the_old_one_keeps_the_game_and_says_so_once(
    host: Host, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, address = host.folder / "replaced", f"{host.address}replaced/"
    build(str(folder), ENGINE)
    context = visitor()
    page = begun(opened(context, address))
    ready_offline(page)
    first, shown = page.evaluate(VERSION), game(page)
    page.close()

    content = assets.file

    def file(name: str) -> tuple[bytes, str] | None:
        found = content(name)
        return (found[0] + b"\n/* new */", found[1]) if found and name == "page.css" else found

    monkeypatch.setattr(assets, "file", file)
    build(str(folder), ENGINE)
    page = opened(context, address)
    assert page.evaluate(VERSION) == first
    until(page, lambda: bool(page.evaluate(WAITING)))
    assert page.is_hidden("#trouble")
    page.close()

    page = opened(context, address)
    assert page.evaluate(VERSION) != first
    page.wait_for_selector("#trouble >> text=nouvelle version")
    page.click("#dismiss")
    assert game(page) == shown
    page.close()
    page = opened(context, address)
    assert page.is_hidden("#trouble")


def test_bots_play_a_demonstration_until_a_person_takes_over(site: str, visitor: Visitor) -> None:
    page = opened(visitor(service_workers="block"), f"{site}?demo")
    until(page, lambda: state(page, "roll.length") >= 4)
    page.click("#open-views")
    page.click("text=Prendre la place des robots")
    until(page, lambda: not state(page, "table.bots.length"))
    rolled = state(page, "roll.length")
    page.wait_for_timeout(4_000)
    assert state(page, "roll.length") <= rolled + 1


def test_story_and_chances_of_a_long_game_leave_the_keys_free(
    file: str, visitor: Visitor, tmp_path: Path
) -> None:
    evening(tmp_path / "whole.keys", "edition electronique", "players 3", operations=200)
    page = opened(visitor(), file)
    bring(page, tmp_path / "whole.keys")
    until(page, lambda: bool(game(page)))
    page.click("#open-views")
    page.click("#tab-story")
    page.wait_for_function("() => document.querySelector('iframe.story')?.srcdoc?.includes('<svg')")
    open_view(page, "chances")
    page.wait_for_selector("meter.chance")
    page.click("#close")
    begin = page.evaluate("performance.now()")
    press(page, "CARTE")
    assert page.evaluate("performance.now()") - begin < 1_500


def test_a_call_that_fails_is_told_and_the_unit_plays_on(file: str, visitor: Visitor) -> None:
    context = visitor()
    page = opened(context, file)
    why = "banquier.line.call('no_such_call').catch(fault => fault.message)"
    assert "no_such_call" in page.evaluate(why)
    begun(page)
    assert page.is_hidden("#trouble")


def test_a_frame_that_may_keep_nothing_says_so_and_plays(
    host: Host, site: str, visitor: Visitor
) -> None:
    allowed = 'sandbox="allow-scripts" allow="screen-wake-lock *; serial *"'
    size = 'width="390" height="800"'
    (host.folder / "frame.html").write_text(f'<iframe src="{site}" {allowed} {size}></iframe>')
    page = visitor().new_page()
    page.goto(f"{host.address}frame.html")
    frame = page.frame_locator("iframe")
    frame.locator('[data-way="seat"]').tap()
    frame.locator('[data-action="start"]').tap()
    frame.locator(".replies > .large").wait_for()
    assert "ne peut pas être enregistrée" in frame.locator("#trouble").inner_text()
