"""The page at the table, in a real browser with fingers."""

from __future__ import annotations

import re
import signal
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from threading import Thread
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Locator, Page

from banquier.editions.edition_file import editions
from banquier.page import assets
from banquier.words import line
from banquier.words.catalogues import catalogue
from banquier.words.languages import LANGUAGES
from firmware_sim.question import Question
from hardware.unit import Unit
from tests.page.conftest import (
    Join,
    Served,
    glass,
    open_view,
    operations,
    words_say,
)
from tests.page.fast_table import FastTable, fast_table
from tests.page.sitting import SPEED
from tests.support.units import at_the_table
from tests.support.waiting import until_page

SIZES = [(390, 844), (844, 390), (360, 640), (320, 568), (768, 1024), (1280, 800)]

KEY_BOXES = """() => [...document.querySelectorAll('.key')].map(key => {
  const box = key.getBoundingClientRect();
  return [key.dataset.key, box.left, box.top, box.right, box.bottom];
})"""
LEGENDS = """() => [...document.querySelectorAll('.key')].flatMap(key => {
  const twin = getComputedStyle(key, '::after'), legend = key.querySelector('b');
  const fits = key.scrollWidth <= key.clientWidth + 1 && key.scrollHeight <= key.clientHeight + 1;
  return [fits ? 99 : 0, parseFloat(getComputedStyle(legend).fontSize),
    key.dataset.twin ? parseFloat(twin.fontSize) : 99];
})"""
ROW_A = """() => {
  const box = element => document.getElementById('e' + element).getBoundingClientRect();
  const cells = [...Array(12).keys()];  // from their segment a to d
  return Math.min(...cells.map(cell => box(15 * cell + 3).bottom - box(15 * cell).top));
}"""


UNKNOWN = r"""style => [...style.replace(/\/\*.*?\*\//gs, "")
  .matchAll(/([\w-]+)\s*:\s*([^;{}]+)[;}]/g)]
  .map(([, name, value]) => [name, value.replace("!important", "").trim()])
  .filter(([name, value]) => !name.startsWith("--") && !value.includes("var(")
    && !CSS.supports(name, value))"""


def tap(page: Page, *keys: str) -> None:
    for key in keys:
        page.tap(f'[data-key="{key}"]')


def same_glass(*pages: Page) -> None:
    until_page(pages[0], lambda: len({glass(page) for page in pages}) == 1)


TINTS: list[dict[str, Any]] = [{"color_scheme": "dark"}, {"forced_colors": "active"}]
COVERED = """() => [...document.querySelectorAll('.key, .tool')].filter(button => {
  const box = button.getBoundingClientRect();
  const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return !button.contains(there);
}).map(button => button.textContent)"""
WORDS_CUT = """texts => {
  const words = document.getElementById('words');
  const kept = words.textContent;
  const cut = texts.filter(text => {
    words.textContent = text;
    return words.scrollHeight > words.clientHeight + 1;
  });
  words.textContent = kept;
  return cut;
}"""
TABS = """() => [...document.querySelectorAll('#tabs button')].map(tab => {
  const box = tab.getBoundingClientRect();
  return [box.left, box.right, box.height];
}).filter(([, right]) => right > 0)"""
SHIFTS = """
  window.shifts = [];
  new PerformanceObserver(list => {
    for (const entry of list.getEntries())
      if (entry.value > 0.001) window.shifts.push(entry.value);
  }).observe({ type: 'layout-shift', buffered: true });
"""
"""A thousandth of the page is what a person may see; a part of a pixel is less."""
LAID_OUT = """() => new Promise(
  resolve => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))
)"""
"""Once what has changed is painted, and shifts are reported."""


def longest_lines() -> list[str]:
    """Return every question and the keys that answer, with the longest names of players."""
    names = dict.fromkeys(range(1, 9), "Maximilienne")
    lines = [
        line(Question(kind, 1, 2, 99_999_999), names).text(lang)
        for lang in LANGUAGES
        for kind in sorted(name[4:] for name in catalogue(lang) if name.startswith("ask."))
    ]
    return sorted(lines, key=len)[-12:]


def test_every_size_shows_the_whole_unit_with_keys_for_fingers(
    table: FastTable, join: Join
) -> None:
    """Also beside or behind a long view."""
    page = join(table.link, viewport={"width": 1280, "height": 800})
    page.set_viewport_size({"width": 640, "height": 400})  # a desk at twice its size
    page.wait_for_selector("#views", state="hidden")
    assert page.evaluate(COVERED) == []
    assert min(page.evaluate(LEGENDS)) >= 12
    lines = longest_lines()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("size => innerWidth === size", arg=width)
        for tint in TINTS:
            page.emulate_media(**tint)
            keys_are_whole(page, width, height)
            assert page.evaluate(ROW_A) >= 24, (width, height)
            assert min(page.evaluate(LEGENDS)) >= (11 if width == 320 else 12), (width, height)
            scrolls = "document.documentElement.scrollHeight > innerHeight"
            assert not page.evaluate(scrolls), (width, height)
            assert page.evaluate(WORDS_CUT, lines) == [], (width, height)
        if width < 1100:
            page.tap("#open-views")
        open_view(page, "help")
        page.wait_for_selector("text=CHANCE, CAISSE")
        for left, right, tall in page.evaluate(TABS):
            assert left >= 0 and right <= width and tall >= 44, (width, height)
        if width < 1100:
            page.tap("#views .close")
            page.wait_for_selector("#views", state="hidden")
        keys_are_whole(page, width, height)


def keys_are_whole(page: Page, width: int, height: int) -> None:
    boxes = page.evaluate(KEY_BOXES)
    assert len(boxes) == 33
    least = 40 if width == 320 else 44
    for key, *box in boxes:
        left, top, right, bottom = box
        assert left >= 0 and top >= -2 and right <= width and bottom <= height, (key, box)
        assert right - left >= least and bottom - top >= least, (key, box)


BELOW_THE_GLASS = """key => {
  const button = document.querySelector(`[data-key="${key}"]`);
  button.focus();
  const { left, top, right, bottom } = button.getBoundingClientRect();
  const glass = document.querySelector('.window').getBoundingClientRect();
  const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return [button.contains(seen), left, right, top, bottom, right - left, bottom - top,
    glass.top, glass.bottom];
}"""
WIDER = """() => ['html', '#views', '#view', '#strip'].filter(one => {
  const element = document.querySelector(one);
  return element.scrollWidth > element.clientWidth;
})"""


def test_enlarged_four_times_every_key_is_reached_and_the_glass_seen(
    table: FastTable, join: Join
) -> None:
    page = join(table.link)
    for height in (256, 200):  # of 1280 x 1024 and 1280 x 800
        page.set_viewport_size({"width": 320, "height": height})
        assert page.evaluate(WIDER) == []
        assert min(page.evaluate(LEGENDS)) >= 11
        for key, *_ in page.evaluate(KEY_BOXES):
            seen, left, right, top, bottom, wide, high, above, below = page.evaluate(
                BELOW_THE_GLASS, key
            )
            assert seen and left >= 0 and right <= 320 and top >= 0 and bottom <= height, key
            assert wide >= 40 and high >= 40 and above >= 0 and below < height / 2 + 60, key
        page.tap("#open-views")
        for tab in page.locator("[role=tab]").all():
            tab.click()
            assert page.evaluate(WIDER) == [], tab.inner_text()
        page.tap("#views .close")
        page.wait_for_selector("#views", state="hidden")


class InPieces(BaseHTTPRequestHandler):
    """The page's files, the page itself piece by piece as over a slow network."""

    def do_GET(self) -> None:
        name = self.path.rpartition("/")[2]
        found = assets.file(name) if name else (assets.index("table").encode(), "text/html")
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", found[1] if found else "text/plain")
        self.end_headers()
        for piece in pieces(found[0]) if found and not name else [found[0]] if found else []:
            self.wfile.write(piece)
            self.wfile.flush()
            time.sleep(0 if name else 0.02)

    def log_message(self, *_: object) -> None:
        pass


def pieces(page: bytes) -> list[bytes]:
    """The page, cut before what has a place in it."""
    return re.split(rb"(?=<(?:header|nav|div|svg|button|/b|p|aside|/main|/aside)\b)", page)


def test_nothing_jumps_while_the_page_arrives_in_pieces(chromium: Browser) -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), InPieces)
    Thread(target=server.serve_forever, daemon=True).start()
    context = chromium.new_context(locale="fr-FR")
    context.set_default_timeout(60_000)
    context.add_init_script(SHIFTS)
    pages = []
    for width, height in SIZES:
        page = context.new_page()
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"http://127.0.0.1:{server.server_address[1]}/", wait_until="commit")
        pages.append(page)
    shifts = {}
    for size, page in zip(SIZES, pages, strict=True):
        page.wait_for_function("() => document.querySelector('#open-seat')?.textContent")
        shifts[size] = page.evaluate("window.shifts")
    assert shifts == {size: [] for size in SIZES}
    context.close()
    server.shutdown()
    server.server_close()


AFTERGLOW = """() => {
  const glow = document.querySelector('.afterglow');
  return [glow.querySelectorAll('.on').length, Number(getComputedStyle(glow).opacity),
          glow.getAnimations().length];
}"""


def light_and_darken(page: Page) -> None:
    tap(page, "?", "1")
    words_say(page, "argent")
    tap(page, "C")
    words_say(page, "lance")


def test_nothing_jumps_while_keys_are_pressed_and_what_has_gone_out_fades(
    table: FastTable, join: Join
) -> None:
    page = join(table.link, reduced_motion="no-preference")
    page.evaluate(SHIFTS)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("size => innerWidth === size", arg=width)
        page.evaluate(LAID_OUT)
        page.evaluate("window.shifts = []")
        light_and_darken(page)
        page.evaluate(LAID_OUT)
        assert page.evaluate("window.shifts") == [], (width, height)

    page.evaluate("""() => {
      document.querySelector('.afterglow')
        .addEventListener('transitionend', () => { window.faded += 1; });
    }""")
    motions: tuple[Literal["no-preference", "reduce"], ...] = ("no-preference", "reduce")
    for motion in motions:
        page.emulate_media(reduced_motion=motion)
        page.wait_for_function(f"() => !({AFTERGLOW})()[2]")  # what went out before is dark
        page.evaluate("window.faded = 0")
        light_and_darken(page)
        page.wait_for_function(f"() => ({AFTERGLOW})().slice(1).every(one => one === 0)")
        assert page.evaluate(AFTERGLOW)[0] > 0
        assert (page.evaluate("window.faded") > 0) == (motion == "no-preference")
        lit = "document.querySelectorAll('.glass:not(.afterglow) .e.on').length"
        assert page.evaluate(lit) == page.evaluate(
            "banquier.state.glass.rows"
            ".map(row => [...BigInt('0x' + row).toString(2)].filter(bit => bit === '1').length)"
            ".reduce((sum, row) => sum + row)"
        )


def test_an_evening_begins_at_two_phones(join: Join) -> None:
    """The set-up by taps, a throw from a seat, names, a held key, and the same glass everywhere."""
    with fast_table(Unit(editions(), seed=1), SPEED) as table:
        anne, bob = join(table.link), join(table.link, locale="en-GB")
        while not operations(anne):  # one question of the set-up after the other
            asked = question(anne)
            tap(anne, "OK")
            until_page(anne, lambda asked=asked: question(anne) != asked)  # type: ignore[misc]
        same_glass(anne, bob)
        assert anne.evaluate("document.documentElement.lang") == "fr"
        assert bob.evaluate("document.documentElement.lang") == "en"
        words_say(bob, "throw the dice")
        words_say(anne, "lance")
        bob.tap("#open-views")
        open_view(bob, "settings")
        for lang, said in (("fr", "lance"), ("en", "throw the dice")):
            bob.select_option('[data-at="lang"] select', lang)
            words_say(bob, said)
            words_say(anne, "lance")
        bob.tap("#views .close")

        anne.tap("#open-seat")
        anne.tap(".choice >> nth=0")
        anne.wait_for_selector('[data-action="throw"]')
        anne.fill('input[name="name"]', "Anne")
        anne.press('input[name="name"]', "Enter")
        words_say(bob, "Anne, throw the dice")
        bob.tap("#open-seat")
        bob.tap(".choice >> nth=1")
        bob.tap('[data-action="functions"]')
        bob.wait_for_selector(".later li >> text=It is the turn of Anne", state="attached")
        rolled = operations(bob)
        anne.tap('[data-action="throw"]')
        until_page(bob, lambda: operations(bob) > rolled)
        same_glass(anne, bob)

        bob.reload()  # it finds its seat again
        bob.wait_for_selector(".e.on", state="attached")
        until_page(bob, lambda: bob.inner_text("#open-seat") == "J2")

        anne.tap("#views .close")
        f = anne.locator('[data-key="F"]')
        f.dispatch_event("pointerdown", {"pointerId": 5, "button": 0})
        bob.wait_for_selector('.key.down[data-key="F"]')
        until_page(anne, lambda: "le menu" in question(anne))
        anne.context.close()  # killed with a key down
        bob.wait_for_selector('.key.down[data-key="F"]', state="detached")


def question(page: Page) -> str:
    return str(page.evaluate("banquier.state.words"))


REDRAWN = """async () => {
  const { fill, make } = await import('/file/dom.js');
  const root = document.createElement('p'), kept = [];
  document.body.append(root);
  for (const part of [1, 2]) {
    fill(root, [make('b', { style: { width: `${part}px`, display: 'block' } }),
      make('progress', { max: 2, value: part }), make('meter', { max: 2, value: part })]);
    kept.push(root.firstChild);
  }
  const [bar, progress, meter] = root.children;
  return [kept[0] === kept[1], bar.offsetWidth, progress.value, meter.value];
}"""


def test_bars_are_redrawn_where_they_are_and_a_style_that_is_forbidden_is_a_fault(
    table: FastTable, join: Join
) -> None:
    page = join(table.link)
    assert page.evaluate(REDRAWN) == [True, 2, 2, 2]
    faults = page.faults  # type: ignore[attr-defined]
    assert faults == []
    page.evaluate("document.body.setAttribute('style', 'color: red')")
    until_page(page, lambda: bool(faults))
    assert "style" in faults[0] and "Content Security Policy" in faults.pop()


def test_a_browser_too_many_is_told_so_and_comes_in_when_another_goes(join: Join) -> None:
    with fast_table(at_the_table()) as table:
        table.table.most = 1
        first = join(table.link)
        other = first.context.new_page()
        other.goto(table.link)
        other.wait_for_selector("#trouble >> text=trop de navigateurs")
        first.close()
        other.wait_for_selector("#trouble", state="hidden")
        other.wait_for_selector(".e.on", state="attached")


LOCKS = """
  window.locks = [];
  const { wakeLock } = navigator, { request } = wakeLock;
  wakeLock.request = async (kind) => {
    const lock = await request.call(wakeLock, kind);
    window.locks.push(lock);
    return lock;
  };
"""
AWAKE = "locks.filter(lock => !lock.released).length"


MARKED = """() => [...document.querySelectorAll('.key')]
  .filter(key => getComputedStyle(key).outlineStyle === 'solid')
  .map(key => key.dataset.key).sort().join(' ')"""


def test_the_screen_may_sleep_and_keys_have_no_lit_edge_when_that_is_chosen(
    table: FastTable, join: Join
) -> None:
    page = join(table.link, permissions=["screen-wake-lock"])
    page.add_init_script(LOCKS)
    page.reload()
    page.wait_for_function(f"() => window.locks && {AWAKE} === 1")
    until_page(page, lambda: page.evaluate(MARKED) == "DES")  # the keys that answer now
    page.tap('[data-key="EMPR"]')
    until_page(page, lambda: page.evaluate(MARKED) == "+ - 1 2 3 C OK")
    page.tap('[data-key="C"]')
    page.tap("#open-views")
    open_view(page, "settings")
    page.uncheck('[data-at="marks"] input')
    assert page.evaluate(MARKED) == ""
    for tint in ("light", "dark", ""):
        page.select_option('[data-at="tint"] select', tint)
    page.wait_for_timeout(100)
    assert page.evaluate(AWAKE) == 1
    page.uncheck('[data-at="awake"] input')
    page.wait_for_function(f"() => {AWAKE} === 0")
    page.check('[data-at="awake"] input')
    page.wait_for_function(f"() => {AWAKE} === 1")


ON_WHITE_KEYS = """() => [...document.querySelectorAll('.digits .key')].map(key => {
  const own = key.querySelector('b').checkVisibility() ? key.textContent : '';
  return own + (getComputedStyle(key, '::after').display === 'none' ? '' : key.dataset.twin);
})"""
"""What can be read on each of them."""


def test_a_white_key_bears_one_legend_and_its_function_while_f_waits(join: Join) -> None:
    """The sentence of F says where its keys are on this screen; the left block rests."""
    with fast_table(at_the_table(), 0.1) as table:  # F waits for forty seconds
        page = join(table.link)
        assert page.evaluate(ON_WHITE_KEYS)[:4] == ["7", "8", "9", "?"]
        faint = "getComputedStyle(document.querySelector('.functions')).opacity < 1"
        assert not page.evaluate(faint)
        tap(page, "F")
        words_say(page, "sa fonction y est écrite")
        assert page.evaluate(ON_WHITE_KEYS)[:4] == ["DÉS", "ACHAT", "ENCH", "LOYER"]
        assert page.evaluate(faint)
        tap(page, "C")
        page.wait_for_selector(".shifted", state="detached")
        page.set_viewport_size({"width": 844, "height": 390})
        tap(page, "F")
        words_say(page, "à droite")


COLOURS = """() => [...document.querySelectorAll('*'), document.documentElement].flatMap(one =>
  ['', '::before', '::after'].map(part => {
    const style = getComputedStyle(one, part);
    return [one.className.baseVal ?? one.className, style.color, style.fill, style.textShadow,
      style.backgroundColor, style.backgroundImage, style.boxShadow, style.borderColor].join(' ');
  }))"""


def test_chosen_colours_are_the_same_whatever_the_system_has(table: FastTable, join: Join) -> None:
    page = join(table.link)
    page.tap("#open-views")
    page.wait_for_selector(".fresh, .resting", state="detached")
    for tint in ("light", "dark", "contrast"):
        page.evaluate("tint => { document.documentElement.dataset.tint = tint; }", tint)
        found = []
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.evaluate(LAID_OUT)
            found.append(page.evaluate(COLOURS))
        assert [pair for pair in zip(*found, strict=True) if pair[0] != pair[1]] == [], tint


LETTER = (
    """() => getComputedStyle(document.querySelector('.key[data-key="DES"]'), '::before').content"""
)


def test_the_computers_keyboard_is_the_units(table: FastTable, join: Join) -> None:
    page = join(table.link, viewport={"width": 1280, "height": 800}, has_touch=False)
    assert page.evaluate(LETTER) == '"D"'
    page.keyboard.press("p")
    page.keyboard.press("Enter")
    page.keyboard.press("NumpadDecimal")
    for key in ("Escape", "Escape", "Escape"):
        page.keyboard.press(key)
    words_say(page, "lance")
    page.keyboard.down("f")
    page.wait_for_selector('.key.down[data-key="F"]')
    until_page(page, lambda: "le menu" in question(page))  # held
    page.keyboard.up("f")
    page.keyboard.press("Escape")
    words_say(page, "lance")
    assert "clavier" not in page.inner_text("#turn")  # who plays alone knows who pressed
    open_view(page, "settings")
    page.uncheck('[data-at="letters"] input')
    assert page.evaluate(LETTER) == "none"


@pytest.mark.parametrize("secret", ["", "#wrong"])
def test_a_stranger_gets_a_question_for_the_code(
    table: FastTable, chromium: Browser, secret: str
) -> None:
    page = chromium.new_page(locale="fr-FR", viewport={"width": 320, "height": 568})
    page.goto(table.link.partition("#")[0] + secret)
    assert page.inner_text("#asks") == "Le code affiché à la table\u00a0:"
    if secret:
        page.wait_for_selector("#why >> text=incorrect")
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    assert page.query_selector(".key") is None
    page.context.close()


def test_the_pace_of_the_bots_is_one_for_all_and_kept_for_the_next_start(
    join: Join,
) -> None:
    def pace(page: Page) -> Locator:
        page.tap("#open-views")
        open_view(page, "settings")
        return page.locator("select[name=pace]")

    with fast_table(at_the_table()) as table:
        table.call(lambda: table.page.invite_bots({2: "careful", 3: "careful"}))
        pages = [join(table.link, locale=lang) for lang in ("en-GB", "fr-FR")]
        first, other = map(pace, pages)
        assert first.locator("option").all_inner_texts() == ["slow", "normal", "quick"]
        assert other.locator("option").all_inner_texts() == ["lente", "normale", "rapide"]
        assert first.input_value() == "normal"
        first.select_option("slow")
        until_page(pages[1], lambda: other.input_value() == "slow")
        assert first.input_value() == "slow"
        for page in pages:
            page.close()
        table.page.pace.name = "normal"  # as at the next start, where nobody else is at the table
        page = pages[0].context.new_page()
        page.goto(table.link)
        again = pace(page)
        until_page(page, lambda: again.input_value() == "slow")


def test_a_table_that_hangs_is_noticed_and_goes_on_to_its_end(served: Served, join: Join) -> None:
    """Also by a phone that is idle. The end has the report's drawing of what everybody was worth:
    names of players who were worth the same stand apart."""
    anne, idle = join(served.link), join(served.link)
    for page in (anne, idle):
        page.clock.install()  # that we need not wait as long
        page.reload()
        page.wait_for_selector(".e.on", state="attached")
    served.process.send_signal(signal.SIGSTOP)
    anne.tap('[data-key="C"]')
    for page, patience in ((anne, 4_000), (idle, 8_000)):
        page.clock.fast_forward(patience)
        page.wait_for_selector("#trouble >> text=répond pas")
    served.process.send_signal(signal.SIGCONT)
    for page in (anne, idle):
        page.wait_for_selector("#trouble", state="hidden")
    tap(anne, "FAILL", "1", *["OK"] * 3, "FAILL", "2", *["OK"] * 3)
    idle.tap("#open-seat")
    names = idle.locator("#outcome svg .who")
    names.nth(2).wait_for()
    tops = sorted(box["y"] for one in names.all() if (box := one.bounding_box()))
    assert min(b - a for a, b in pairwise(tops)) > 10


def test_the_browser_knows_every_declaration_of_the_style(chromium: Browser) -> None:
    style = assets.file("page.css")
    page = chromium.new_page()
    assert style and page.evaluate(UNKNOWN, style[0].decode()) == [
        ["-webkit-touch-callout", "none"]
    ]
    page.close()
