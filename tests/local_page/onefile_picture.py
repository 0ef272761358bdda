"""The picture of `banquier90.html` on a phone, after a throw: `make onefile-picture`."""

import sys

from playwright.sync_api import sync_playwright

from tests.local_page.opened_page import begun, opened, press
from tests.page.conftest import PHONE, launched
from tests.support.paths import ROOT

SEED = "crypto.getRandomValues = (numbers) => numbers.fill(7);"

with sync_playwright() as playwright:
    context = launched(playwright).new_context(**PHONE)
    context.add_init_script(SEED)
    page = opened(context, (ROOT / sys.argv[1]).as_uri())
    begun(page)
    press(page, "DES")
    page.wait_for_timeout(4_000)  # the notices have ended
    page.screenshot(path=ROOT / "docs" / "onefile.jpg", type="jpeg", quality=85)
