"""The page of the pocket, and a link to replay in it."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page

from banquier.saves.link import link_of
from tests.page.conftest import forbidden
from tests.support import games_played
from tests.support.waiting import until_page

PATIENCE = 120_000
"""Milliseconds."""
FORBIDDEN: list[str] = []
"""What the content policy blocked since the test began."""
BOLD = "<b>Zoé</b>"


PLACE = """
  const index = await (await fetch("./")).text();
  const { version, runtime } =
    new DOMParser().parseFromString(index, "text/html").documentElement.dataset;
  const file = (name) => new URL(`${version}file/${name}`, location.href).href;
  const { storeImage, storedImage } = await import(file("memory_image.js"));
"""
MAKE_IMAGE = (
    "async () => {"
    + PLACE
    + """
  const worker = new Worker(file("pocket_worker.js"), { type: "module" });
  const { port1: answer, port2: there } = new MessageChannel();
  const made = new Promise((done) => { answer.onmessage = done; });
  worker.postMessage({ name: "makeImage", args: [new URL(runtime, location.href).href] }, [there]);
  const { data: { error } } = await made;
  if (error) throw new Error(error);
  worker.terminate();
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([await storedImage()]));
  link.download = "image";
  link.click();
}"""
)
KEEP_IMAGE = (
    "async (image) => {"
    + PLACE
    + """
  await storeImage(new Uint8Array(await (await fetch(image)).arrayBuffer()));
}"""
)


def make_image(browser: Browser, address: str, path: Path) -> None:
    """The memory image of the page at this address, as its worker makes it, into a file."""
    page = browser.new_page()
    page.goto(f"{address}sw.js")  # a text, with the rights of the page
    with page.expect_download(timeout=PATIENCE) as made:
        page.evaluate(MAKE_IMAGE)
    made.value.save_as(path)
    page.close()


def come_back(context: BrowserContext, address: str, image: str) -> None:
    """Gives a browser what a visit leaves there: the image that the next one restores."""
    page = context.new_page()
    page.goto(f"{address}sw.js")
    page.evaluate(KEEP_IMAGE, image)
    page.close()


def opened(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.on("console", lambda told: FORBIDDEN.extend(forbidden(told.text)))
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    page.wait_for_selector(".e.on", state="attached")
    return page


def question(page: Page) -> str:
    return str(page.evaluate("banquier.state.words"))


def until(page: Page, holds: Callable[[], bool]) -> None:
    until_page(page, holds, PATIENCE / 1_000)


def press(page: Page, key: str) -> None:
    """A tap, and the answer to it."""
    before = page.evaluate("[banquier.state.words, banquier.state.roll.length]")
    page.tap(f'[data-key="{key}"]')
    until(
        page, lambda: page.evaluate("[banquier.state.words, banquier.state.roll.length]") != before
    )


def offline_ready(page: Page) -> None:
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")


def evening(path: Path) -> str:
    """A save of three players, one of whom is called like markup; its link."""
    header, names = ("edition deska", "players 3"), {1: "Anne", 2: BOLD}
    games_played.evening(path, *header, operations=150, seed=4, pace=700, chance=5, names=names)
    return link_of(str(path))


def replayed(page: Page, address: str) -> None:
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    page.wait_for_selector("#checked")
