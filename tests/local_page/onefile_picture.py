"""The picture of `banquier90.html` on a phone, after a throw: `make onefile-picture`.

The dice are typed and the name of the square fits the glass, so it shows the same each time.
"""

import sys

from playwright.sync_api import sync_playwright

from tests.local_page.opened_page import game, opened, press, state
from tests.page.conftest import PHONE, launched
from tests.page.pictures import take
from tests.support.paths import ROOT

with sync_playwright() as playwright:
    context = launched(playwright).new_context(**PHONE)
    page = opened(context, (ROOT / sys.argv[1]).as_uri())
    while not game(page):
        if state(page, "moment.kind") == "auto_dice":
            press(page, "+")
        press(page, "OK")
    press(page, "1", "2", "OK")
    page.wait_for_timeout(4_000)  # the notices have ended
    take(page, ROOT / "docs" / "onefile.jpg", 85)
