"""The speed of the page, in a real Chromium driven by Playwright.

`site` is a built folder (`banquier page DIR`). The first glass is a ratio to the bare engine in the
same browser, because machines differ; each figure takes a browser of its own.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from statistics import quantiles
from typing import Any

from playwright.sync_api import Browser, Error, Page, sync_playwright

from firmware_sim.game import Phase
from tests.bench.figures import Figure
from tests.page.conftest import CHROMIUM, launched
from tests.page.fast_table import fast_table
from tests.support.bot_game import arranged, state
from tests.support.hosting import hosted
from tests.support.units import at_the_table

PATIENCE = 120_000
PHONES = 8
PHONE = {"width": 390, "height": 844}
TAPS = 20
SOON = 1_200
"""Milliseconds until an arranged table rests."""

BARE = """async (site) => {
  const page = await (await fetch(site)).text();
  const packed = new DOMParser().parseFromString(page, 'text/html').getElementById('engine');
  const bytes = Uint8Array.from(atob(packed.textContent), (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  const whole = new Uint8Array(await new Response(stream).arrayBuffer());
  const [[, script], [, wasm]] = JSON.parse(packed.dataset.files);
  const source = `${await new Blob([whole.slice(0, script)]).text()}
    onmessage = ({ data }) => loadMicroPython({ wasmBinary: data, url: 'micropython.wasm' })
      .then(() => postMessage(0));`;
  const begun = performance.now();
  const worker = new Worker(URL.createObjectURL(new Blob([source])));
  worker.postMessage(whole.slice(script, script + wasm));
  await new Promise((done) => { worker.onmessage = done; });
  return performance.now() - begun;
}"""

READY = "performance.getEntriesByName('unit ready')[0].startTime"

# A throw; then from a finger on the button that answers, as soon as it is there, until its effect.
TAP = """async ([thrown, answer]) => {
  const { state, line } = banquier;
  const button = (name) => document.querySelector(
    `#view [data-action="${name}"]:not([aria-disabled="true"])`);
  const until = (holds) => new Promise((done, failed) => {
    const ends = performance.now() + 6000;
    const look = () => holds() ? done() : performance.now() > ends
      ? failed(new Error(`${answer}: ${state.moment.kind}`)) : requestAnimationFrame(look);
    look();
  });
  if (thrown === 'DES') {
    for (const t of ['down', 'up']) line.send({ t, key: 'DES' });
  } else button(thrown).click();
  await until(() => button(answer));
  const seen = () => `${state.moment.kind} ${state.roll.length}`;
  const before = seen(), begun = performance.now();
  button(answer).click();
  await until(() => seen() !== before);
  return performance.now() - begun;
}"""

# Seat, whose turn, who owns every deed, what throws; the answer is the key.
ANSWERS = {
    "buy": (1, 1, 0, "throw"), "to_auction": (1, 1, 0, "throw"),
    "finish": (1, 1, 1, "throw"), "claim": (1, 2, 1, "DES"),
}  # fmt: skip


def figures(site: str) -> tuple[Figure, ...]:
    """ValueError says what is missing."""
    if not os.path.isfile(os.path.join(site, "sw.js")):
        raise ValueError(f"{site} holds no page: banquier page {site} writes one")
    if not CHROMIUM:
        raise ValueError("it needs a Chromium: install the package chromium")
    return (
        Figure("local page, first glass to bare engine", "x", 4, False, lambda: _load(site), 3),
        *(
            Figure(f"tap {answer}, {PHONES} phones, 95 %", "ms", 400, False,
                   partial(_slow_tap, answer), 1)
            for answer in ANSWERS
        ),
    )  # fmt: skip


@contextmanager
def _chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launched(playwright)
        yield browser
        browser.close()


def _open(browser: Browser, address: str, **options: Any) -> Page:
    page = browser.new_context(**{"service_workers": "block", **options}).new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    page.wait_for_selector(".e.on", state="attached")
    return page


def _load(site: str) -> float:
    with hosted(site) as address, _chromium() as browser:
        bare = _bare(browser, address)
        return float(_open(browser, address).evaluate(READY)) / bare


def _bare(browser: Browser, address: str) -> float:
    page = browser.new_context(service_workers="block").new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{address}sw.js")
    taken = float(page.evaluate(BARE, address))
    page.context.close()
    return taken


def _slow_tap(answer: str) -> float:
    """Return the milliseconds within which 95 % of twenty taps have their effect, each after a
    throw on a table arranged for it."""
    seat, turn, owner, thrown = ANSWERS[answer]
    unit = at_the_table(players=PHONES)
    deeds = dict.fromkeys(state(unit).edition.deeds, owner)

    def arrange() -> None:
        arranged(unit, owner=deeds, turn=turn, square=[10] * 9, phase=Phase.THROW, claims=(),
                 cash=[0] + [150_000] * PHONES, doubles=0)  # fmt: skip

    with fast_table(unit) as table, _chromium() as browser:
        pages = [_open(browser, table.link, viewport=PHONE) for _ in range(PHONES)]
        for number, page in enumerate(pages, start=seat):
            page.evaluate("seat => banquier.line.send({t: 'sit', seat})", number)
            page.wait_for_selector("#cash")  # who they are is asked first
        times: list[float] = []
        while len(times) < TAPS:
            table.call(arrange)
            pages[0].wait_for_timeout(SOON)
            with suppress(Error):  # a square without a deed
                times.append(float(pages[0].evaluate(TAP, [thrown, answer])))
        return quantiles(times, n=20)[-1]
