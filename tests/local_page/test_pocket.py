"""The unit in the browser: an evening's opening, offline, killed, taken up, to a file and back.

`make test-page`."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser

from banquier.cli import main as banquier
from banquier.page.build import ONE_FILE, compressed
from banquier.saves.open_game import open_save
from banquier.saves.save_folder import SaveFolder
from tests.page.conftest import PHONE, open_view, operations
from tests.pocket.conftest import Host, Visited
from tests.pocket.pocket_page import (
    PATIENCE,
    come_back,
    offline_ready,
    opened,
    press,
    question,
    until,
)
from tests.support.games_played import evening, take_up

REPLAY = """
import re
from banquier.saves.save_format import read_header, scan
from banquier.script.header import unit_for
from hardware import unit_state

def digests(data):
    unit = unit_for(read_header(scan(data).header, "x.keys"))
    found, pressed = [], 0
    for tick, verb, word in re.findall(rb"^@(\\d+) (down|up|state|resume) (\\S+)", data, re.M):
        unit.run(int(tick))
        if verb == b"down":
            unit.press(word.decode())
            pressed += 1
        elif verb == b"up":
            unit.release(word.decode())
        else:
            found.append(unit_state.digest(unit))
    return pressed, found
"""


def test_an_evening_in_a_pocket(
    site: str, image: str, chromium: Browser, tmp_path: Path, home: Path
) -> None:
    context = chromium.new_context(**PHONE, accept_downloads=True)
    page = opened(context, site)
    while not operations(page):
        press(page, "OK")
    press(page, "DES")
    until(page, lambda: operations(page) == 2)
    rolled = page.evaluate("banquier.state.roll")
    offline_ready(page)

    page.close()  # killed in the middle of a game
    context.set_offline(True)
    page = opened(context, site)
    until(page, lambda: "en mémoire" in question(page))
    press(page, "OK")
    assert page.evaluate("banquier.state.roll") == rolled

    context.set_offline(False)
    come_back(context, site, image)
    context.set_offline(True)

    # A second tab says so, and takes the unit over.
    other = context.new_page()
    other.set_default_timeout(PATIENCE)
    other.goto(site)
    other.wait_for_selector("#take")
    assert not other.inner_text("#words") and other.is_hidden("#loading")  # nothing is being loaded
    other.click("#take")
    other.wait_for_selector(".e.on", state="attached")
    page.wait_for_selector("#trouble:not([hidden])")
    assert "autre onglet" in page.inner_text("#trouble")
    page.close()
    until(other, lambda: operations(other) == 2)

    # To a file, and on in a terminal.
    other.tap("#open-views")
    open_view(other, "games")
    with other.expect_download() as waiting:
        other.click("article >> text=Enregistrer")
    save = tmp_path / "pocket.keys"
    waiting.value.save_as(save)
    assert banquier.main(["replay", "--check", str(save)]) == 0
    memory = open_save(SaveFolder(str(tmp_path)), path=str(save))
    take_up(memory.unit)
    assert [[str(line), line.struck] for line in memory.unit.roll] == [row[:2] for row in rolled]
    memory.close()

    # From a file, and on in the browser.
    brought = tmp_path / "brought.keys"
    evening(brought, "edition euro", "players 3", operations=30)
    other.evaluate("dispatchEvent(new Event('resize'))")  # drawn anew, as where a keyboard goes
    other.set_input_files("input[type=file]", brought)
    until(other, lambda: operations(other) >= 30)
    assert other.evaluate("banquier.state.board.edition") == "EURO"
    names = other.evaluate("banquier.state.games.map(game => game.name)")
    assert "brought.keys" in names
    assert len(names) == 2

    # What is no game is told in a sentence, and the game goes on.
    (tmp_path / "junk.keys").write_text("junk")
    other.tap("#open-views")
    open_view(other, "games")
    other.set_input_files("input[type=file]", tmp_path / "junk.keys")
    other.wait_for_selector("#trouble:not([hidden])")
    assert other.inner_text("#trouble").endswith("ce n’est pas une partie gardée par ce programme")
    other.tap("#trouble")  # read; the games below can be pressed
    assert not other.is_visible("#trouble")
    assert not other.evaluate("document.getElementById('view').inert")
    assert operations(other) >= 30
    context.close()


MARK = "performance.getEntriesByName('memory image {}').length"


def test_a_page_that_comes_back_restores_a_memory_image(
    site: str, chromium: Browser, tmp_path: Path
) -> None:
    context = chromium.new_context(**PHONE)
    page = opened(context, site)
    until(page, lambda: page.evaluate(MARK.format("stored")))
    while not operations(page):
        press(page, "OK")
    page.tap("#open-views")
    page.reload()
    page.wait_for_selector(".e.on", state="attached")
    assert page.is_hidden("#views")  # the unit, not what lay before it
    assert page.evaluate(MARK.format("restored"))
    until(page, lambda: "en mémoire" in question(page))
    press(page, "OK")
    assert operations(page) == 1

    # The same keys are the same game in a restored Python: every digest of 1 500 presses.
    save = tmp_path / "long.keys"
    evening(save, "players 8", operations=1_500, seed=8)
    here: dict[str, Callable[[bytes], tuple[int, list[str]]]] = {}
    exec(REPLAY, here)
    pressed, digests = here["digests"](save.read_bytes())
    assert pressed >= 1_500
    there = page.evaluate(
        """async ([replay, text]) => {
          const { version, runtime } = document.documentElement.dataset;
          const { load, storedImage } = await import(`./${version}file/memory_image.js`);
          const image = await storedImage();
          const python = await load(new URL(runtime, location.href).href, { image });
          python.runPython(replay);
          python.globals.set('text', text);
          return python.runPython('digests(text.encode())').toJs();
        }""",
        [REPLAY, save.read_text()],
    )
    assert there == [pressed, digests]

    # A damaged image is not used, and nothing is said of it.
    page.evaluate(
        """async () => {
          const name = (await caches.keys()).find((name) => name.endsWith(' image'));
          const cache = await caches.open(name);
          const [request] = await cache.keys();
          const answer = await cache.match(request);
          const bytes = new Uint8Array(await answer.arrayBuffer());
          bytes[bytes.length >> 1] ^= 1;
          await cache.put(request, new Response(bytes, { headers: answer.headers }));
        }"""
    )
    page.reload()
    page.wait_for_selector(".e.on", state="attached")
    assert not page.evaluate(MARK.format("restored"))
    assert page.is_hidden("#trouble")
    context.close()


def test_bots_play_a_demonstration_until_a_person_takes_over(site: str, visited: Visited) -> None:
    context = visited(service_workers="block")
    page = opened(context, f"{site}?demo")
    until(page, lambda: operations(page) >= 4)
    page.tap("#open-views")
    page.tap("text=Prendre la place des robots")
    until(page, lambda: not page.evaluate("banquier.state.table.bots.length"))
    rolled = operations(page)
    page.wait_for_timeout(4_000)
    assert operations(page) <= rolled + 1


def test_a_long_game_is_weighed_and_told_with_what_is_imported(
    site: str, host: Host, visited: Visited, tmp_path: Path
) -> None:
    """Of Python's library and of our modules the page has only these."""
    folder = host.folder / "some" / "path"
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != ONE_FILE]
    assert compressed({str(path): path.read_bytes() for path in files}) <= 5_000_000
    brought = tmp_path / "whole.keys"
    evening(brought, "edition electronique", "players 3", operations=200)
    page = opened(visited(), site)
    page.tap("#open-views")
    open_view(page, "games")
    page.set_input_files("input[type=file]", brought)
    until(page, lambda: operations(page) > 150)
    page.wait_for_selector("#tab-more", state="hidden")  # what was brought is played
    page.tap("#open-views")
    page.tap("#tab-story")
    until(
        page,
        lambda: "<svg" in page.evaluate("document.querySelector('iframe.story')?.srcdoc ?? ''"),
    )
    open_view(page, "chances")
    page.wait_for_selector("meter.chance")


def test_a_call_that_fails_is_told_and_the_unit_plays_on(site: str, visited: Visited) -> None:
    context = visited(service_workers="block")
    page = opened(context, site)
    page.evaluate("banquier.line.send({ t: 'junk' })")
    page.wait_for_selector("#trouble >> text=no such kind of message")
    why = "banquier.line.call('no_such_call').catch(fault => fault.message)"
    assert "no_such_call" in page.evaluate(why)
    page.click("#dismiss")
    press(page, "OK")
    assert page.is_hidden("#trouble")


def test_two_copies_below_one_host_keep_to_themselves(
    site: str, host: Host, image: str, visited: Visited
) -> None:
    context = visited()
    copy = f"{host.address}another/"
    come_back(context, copy, image)
    one = opened(context, site)
    while not operations(one):
        press(one, "OK")
    offline_ready(one)
    other = opened(context, copy)
    assert "en mémoire" not in question(other)
    while not operations(other):
        press(other, "OK")
    offline_ready(other)
    until(
        other,
        lambda: (
            other.evaluate(
                "caches.keys().then(names => names.filter(name => !name.endsWith(' image')).length)"
            )
            == 2
        ),
    )
    press(one, "DES")  # its unit was not taken
    assert one.is_hidden("#trouble")
    context.set_offline(True)
    one.reload()
    one.wait_for_selector(".e.on", state="attached")
    until(one, lambda: "en mémoire" in question(one))


def test_a_game_of_a_newer_version_is_refused_with_a_sentence(
    site: str, visited: Visited, tmp_path: Path, home: Path
) -> None:
    save = tmp_path / "newer.keys"
    save.write_bytes(b"banquier 9\n@1 state 1 0123456789abcdef 0123456701234567 {}\n")
    context = visited(service_workers="block")
    page = opened(context, site)
    page.tap("#open-views")
    open_view(page, "games")
    page.set_input_files("input[type=file]", save)
    page.wait_for_selector("#trouble:not([hidden])")
    assert "plus récent" in page.inner_text("#trouble")


def test_a_file_opened_as_such_says_what_it_needs(host: Host, chromium: Browser) -> None:
    page = chromium.new_context(locale="en-GB").new_page()
    page.goto(f"file://{host.folder}/another/index.html")
    page.wait_for_selector("text=This page needs a web server")
    page.context.close()
