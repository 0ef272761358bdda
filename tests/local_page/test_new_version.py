"""A folder whose files are replaced, and a browser that has kept the old ones."""

import pytest
from playwright.sync_api import Browser

from banquier.page import assets
from banquier.page.build import build
from tests.page.conftest import PHONE, operations
from tests.pocket.conftest import RUNTIME, Host
from tests.pocket.pocket_page import come_back, offline_ready, opened, press, question, until

VERSION = "document.documentElement.dataset.version"
WAITING = "navigator.serviceWorker.ready.then(found => Boolean(found.waiting))"


def test_a_new_version_replaces_the_old_one_keeps_the_game_and_says_so_once(
    host: Host, image: str, chromium: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, address = host.folder / "replaced", f"{host.address}replaced/"
    build(str(folder), str(RUNTIME))
    context = chromium.new_context(**PHONE)
    come_back(context, address, image)
    page = opened(context, address)
    offline_ready(page)
    first = page.evaluate(VERSION)
    while not operations(page):
        press(page, "OK")
    rolled = page.evaluate("banquier.state.roll")
    page.close()

    old = assets.file

    def file(name: str) -> tuple[bytes, str] | None:
        found = old(name)
        return (found[0] + b"\n/* new */", found[1]) if found and name == "page.css" else found

    monkeypatch.setattr(assets, "file", file)
    build(str(folder), str(RUNTIME))
    page = opened(context, address)
    assert page.evaluate(VERSION) == first
    until(page, lambda: bool(page.evaluate(WAITING)))
    assert page.is_hidden("#trouble")
    page.close()

    page = opened(context, address)
    assert page.evaluate(VERSION) != first
    page.wait_for_selector("#trouble:not([hidden])")
    assert "nouvelle version" in page.inner_text("#trouble")
    until(page, lambda: "en mémoire" in question(page))
    page.click("#dismiss")
    press(page, "OK")
    assert page.evaluate("banquier.state.roll") == rolled
    page.close()
    page = opened(context, address)
    until(page, lambda: "en mémoire" in question(page))
    assert page.is_hidden("#trouble")
    context.close()
