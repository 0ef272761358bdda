"""A keypad at a port of the browser: a fake `navigator.serial`, fed by the simulated chip."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize

from hardware.keypads.port import SerialTransport, open_port
from keypad.keys import BY_NAME
from tests.keypads.conftest import make_rig, programs
from tests.keypads.rig import Rig, number_on
from tests.keypads.watched_game import play_by_hand
from tests.local_page.conftest import Visitor
from tests.local_page.opened_page import open_view, opened, until

__all__ = ["make_rig", "programs"]

DESKTOP: ViewportSize = {"width": 1280, "height": 800}
FAKE = """
const serial = new EventTarget();
class Port {
  readable = null; writable = null; sent = []; speeds = [];
  getInfo() { return { usbVendorId: 0x2341, usbProductId: 0x43 }; }
  async open({ baudRate }) {
    if (this.readable) throw new Error("open already");
    this.speeds.push(baudRate);
    this.readable = new ReadableStream({ start: (to) => { this.to = to; } });
    this.writable = new WritableStream({ write: (bytes) => { this.sent.push(...bytes); } });
  }
  async close() {
    if (this.readable?.locked || this.writable?.locked) throw new Error("locked");
    this.readable = this.writable = null;
  }
  feed(bytes) { if (this.readable?.locked) this.to.enqueue(new Uint8Array(bytes)); }
  taken() { return this.sent.splice(0); }
  unplug() {
    this.readable = this.writable = null;
    this.to.error(new DOMException("The device has been lost.", "NetworkError"));
  }
  plug() {
    const event = new Event("connect");
    Object.defineProperty(event, "target", { value: this });
    serial.dispatchEvent(event);
  }
}
window.port = new Port();
serial.requestPort = async () => window.port;
Object.defineProperty(navigator, "serial", { value: serial });
"""


@pytest.fixture
def board(make_rig: Callable[..., Rig]) -> Iterator[tuple[Rig, SerialTransport]]:
    rig = make_rig()
    rig.hold()
    port = open_port(rig.port)
    yield rig, port
    port.close()


@pytest.fixture
def context(visitor: Visitor) -> BrowserContext:
    context = visitor(viewport=DESKTOP, service_workers="block")
    context.add_init_script(FAKE)
    return context


class Bridge:
    """Bytes from the chip to the page and back."""

    def __init__(self, page: Page, rig: Rig, port: SerialTransport) -> None:
        self.page, self.rig, self.port = page, rig, port
        self.written = 0

    def run(self, *commands: str) -> None:
        self.rig.tell(*commands)
        before, self.written = self.written, self.rig.stats()["written"]
        data = b""
        while len(data) < self.written - before:
            data += self.port.read()
        sent = self.page.evaluate("bytes => { port.feed(bytes); return port.taken(); }", list(data))
        if sent:
            self.port.write(bytes(sent))

    def press(self, key: str) -> None:
        """Both edges at once: a page that is held up makes no long press of it."""
        self.run(f"d {at(key)}", "wait 60", f"u {at(key)}", "wait 60")

    def run_until(self, holds: Callable[[], bool]) -> None:
        def held() -> bool:
            self.run("wait 100")
            return holds()

        until(self.page, held)

    def state(self) -> str:
        return str(self.page.evaluate("banquier.state.keypad || ''"))

    def connected(self) -> bool:
        return "clavier à trames" in self.state()


def at(key: str) -> str:
    place = BY_NAME[key]
    return f"{place.line} {place.strobe} 8"


def printed(page: Page) -> list[str]:
    return [str(line) for line, *_ in page.evaluate("banquier.state.roll")]


def recorded(page: Page) -> list[tuple[str, bool]]:
    """The key edges of the page's own save, up to its last operation."""
    page.evaluate("banquier.line.call('tell_games')")
    playing = "banquier.state.games.find(game => game.playing)"
    until(page, lambda: page.evaluate(f"Boolean({playing})"))
    name = page.evaluate(f"{playing}.name")
    text = page.evaluate(
        """async name => new TextDecoder().decode(
          (await banquier.line.call('content', [name])).value)""",
        name,
    )
    found = re.findall(r"^@\d+ (down|up) (\S+)", text, re.MULTILINE)
    return [(key, way == "down") for way, key in found]


def test_a_keypad_plays_a_whole_game_in_the_page(
    site: str, context: BrowserContext, board: tuple[Rig, SerialTransport]
) -> None:
    """Unplugged in the middle with a key down. The save holds the edges of the same game played
    by hand, none missing and none invented; the paper and the board's displays are the same."""
    made = play_by_hand()
    unit = made.unit
    page = opened(context, site)
    bridge = Bridge(page, *board)
    open_view(page, "settings")
    page.click("#keypad")
    bridge.run_until(bridge.connected)
    middle = len(made.presses) // 2
    for number, (key, lines) in enumerate(made.presses):
        bridge.run_until(lambda lines=lines: len(printed(page)) == lines)  # type: ignore[misc]
        if number >= middle and key.isdigit():
            middle = len(made.presses)
            unplug_and_plug_in(bridge, key)
        else:
            bridge.press(key)
    bridge.run_until(lambda: printed(page) == [str(line) for line in unit.roll])
    by_hand = [(key, down) for key, _ in made.presses for down in (True, False)]
    found = recorded(page)
    assert found == by_hand[: len(found)]
    assert len(by_hand) - len(found) <= 5  # after the last operation
    bridge.run_until(lambda: number_on(bridge.rig.glass()[1]) == unit.shown[1])

    open_view(page, "settings")
    page.click("#keypad")
    until(page, lambda: not bridge.state())
    assert page.inner_text("#keypad") == "Clavier…"
    until(page, lambda: bool(page.evaluate("port.readable === null")))


def unplug_and_plug_in(bridge: Bridge, key: str) -> None:
    page = bridge.page
    bridge.run(f"d {at(key)}", "wait 60")
    page.wait_for_selector(f'[data-key="{key}"].down')
    page.evaluate("port.unplug()")
    page.wait_for_selector("#trouble:not([hidden])")
    assert "débranché" in page.inner_text("#trouble")
    page.wait_for_selector(f'[data-key="{key}"]:not(.down)')
    bridge.run(f"u {at(key)}", "wait 60")
    page.evaluate("port.plug()")
    bridge.run_until(bridge.connected)
    assert page.is_hidden("#trouble")


def test_a_keypad_at_another_speed_is_heard_once_that_is_chosen(
    site: str, context: BrowserContext
) -> None:
    """The choice is kept: plugged in again the port is opened at that speed."""
    page = opened(context, site)
    open_view(page, "settings")
    page.click("#keypad")

    def fed(data: bytes) -> str:
        page.evaluate("bytes => port.feed(bytes)", list(data))
        return str(page.evaluate("banquier.state.keypad || ''"))

    until(page, lambda: "Choisissez sa vitesse" in fed(b"\xfe\x80\xe6\xf8"))
    page.select_option("#keypad-speed", "9600")
    until(page, lambda: page.evaluate("port.speeds") == [115_200, 9_600])
    page.wait_for_timeout(300)  # what comes with the opening was sent before
    fed(b"5\r\n6\r\n")
    until(page, lambda: "clavier simple à 9600 bauds" in fed(b""))
    page.evaluate("port.unplug()")
    page.wait_for_selector("#trouble:not([hidden])")
    page.evaluate("port.plug()")
    until(page, lambda: page.evaluate("port.speeds") == [115_200, 9_600, 9_600])


def test_where_there_is_no_web_serial_the_button_says_why(site: str, visitor: Visitor) -> None:
    context = visitor(viewport=DESKTOP, service_workers="block")
    context.add_init_script("Object.defineProperty(navigator, 'serial', { value: undefined })")
    page = opened(context, site)
    open_view(page, "settings")
    assert page.is_disabled("#keypad")
    assert "Chromium" in page.inner_text('[data-at="keypad"]')
