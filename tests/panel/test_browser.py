"""The panel in a browser: who may open it, who may not, and a turn played there."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from banquier.page.terminal_server import is_ours, may_drive
from display.panel.layout import arrange
from tests.support.paths import ROOT

CHROMIUM = shutil.which("chromium")
QUIET = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip


class Served(NamedTuple):
    port: int
    roll: Path
    process: subprocess.Popen[str]


@pytest.fixture
def served(home: Path, tmp_path: Path) -> Iterator[Served]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    roll = tmp_path / "roll.txt"
    command = [sys.executable, "-m", "banquier", "serve", "--port", str(port), "--sessions", "1"]
    process = subprocess.Popen(
        [*command, "--", "--players", "3", "--roll", str(roll)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    assert f"http://127.0.0.1:{port}" in process.stdout.readline()
    yield Served(port, roll, process)
    process.send_signal(signal.SIGTERM)
    rest = process.communicate(timeout=30)[0]
    assert "Traceback" not in rest, rest


@pytest.mark.parametrize("hangs_up", [False, True], ids=["the page is closed", "still open"])
@pytest.mark.parametrize("after", [0.0, 0.2, 0.6])
def test_it_ends_at_once_and_quietly_whatever_its_visitors_do(
    served: Served, hangs_up: bool, after: float
) -> None:
    here = f"127.0.0.1:{served.port}"
    line = HTTPConnection("127.0.0.1", served.port, timeout=10)
    assert ask_for_a_line(line, Host=here, Origin=f"http://{here}") == 101
    if hangs_up:
        line.close()
    time.sleep(after)  # its panel starts meanwhile, or plays
    served.process.send_signal(signal.SIGTERM)
    assert served.process.wait(15) == 0  # it does not wait for the page to go
    line.close()


def patiently(agrees: Callable[[], Any], seconds: float = 20) -> Any:
    end = time.monotonic() + seconds
    while not (found := agrees()):
        assert time.monotonic() < end, "it does not come about"
        time.sleep(0.05)
    return found


def upgrade(served: Served, **headers: str) -> int:
    """The status with which a websocket is answered that comes with these headers."""
    line = HTTPConnection("127.0.0.1", served.port, timeout=10)
    status = ask_for_a_line(line, **headers)
    line.close()
    return status


def ask_for_a_line(line: HTTPConnection, **headers: str) -> int:
    usual = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    }
    line.putrequest("GET", "/ws?width=80&height=24", skip_host=True)
    for name, value in {**usual, **headers}.items():
        line.putheader(name, value)
    line.endheaders()
    return line.getresponse().status


def test_nobody_but_a_page_from_here_may_drive_the_panel(served: Served) -> None:
    here = f"127.0.0.1:{served.port}"
    assert upgrade(served, Host=here, Origin="http://evil.example") == 403
    assert upgrade(served, Host=here, Origin=f"http://evil.example:{served.port}") == 403
    assert upgrade(served, Host=here, Origin="http://127.0.0.1:1") == 403
    assert upgrade(served, Host=here, Origin="null") == 403
    assert upgrade(served, Host=here) == 403
    assert upgrade(served, Host="evil.example", Origin="http://evil.example") == 403
    assert upgrade(served, Host=here, Origin=f"http://{here}") == 101


def test_only_the_loopback_address_is_listened_to(served: Served) -> None:
    listening: dict[int, set[str]] = {}
    for file in ("/proc/net/tcp", "/proc/net/tcp6"):
        for line in Path(file).read_text(encoding="ascii").splitlines()[1:]:
            address, port = line.split()[1].split(":")
            listening.setdefault(int(port, 16), set()).add(address)
    assert listening[served.port] == {"0100007F"}


def test_pages_come_with_their_policy_and_folders_are_not_listed(served: Served) -> None:
    line = HTTPConnection("127.0.0.1", served.port, timeout=10)
    line.request("GET", "/")
    page = line.getresponse()
    text = page.read().decode()
    assert page.status == 200
    assert "default-src 'none'" in (page.getheader("Content-Security-Policy") or "")
    assert "//" not in text.replace("<!--", "")
    for path, status in (("/static/", 403), ("/web/", 403), ("/download/x", 404), ("/x", 404)):
        line.request("GET", path)
        answer = line.getresponse()
        answer.read()
        assert answer.status == status, path
    line.request("GET", "/", headers={"Host": "evil.example"})
    assert line.getresponse().status == 403
    line.close()


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1", "[::1]:9", "LOCALHOST:1"])
def test_names_of_this_machine(host: str) -> None:
    assert is_ours(host)


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "[", "10.0.0.1"])
def test_names_that_only_point_here(host: str) -> None:
    assert not is_ours(host)
    assert not may_drive(host, f"http://{host}")


def test_a_tunnel_to_another_port_is_still_this_machine() -> None:
    assert may_drive("localhost:9999", "http://localhost:9999")
    assert not may_drive("localhost:9999", "http://localhost:8000")
    assert not may_drive("localhost:9999", "file://")


# -- in a real browser

needs_browser = pytest.mark.skipif(
    CHROMIUM is None and not os.environ.get("CI"), reason="no chromium here"
)


@pytest.fixture
def page(served: Served) -> Iterator[Any]:
    if not os.environ.get("CI"):
        pytest.importorskip("playwright")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        tab: Any = browser.new_page(viewport={"width": 900, "height": 600})
        asked: list[str] = []
        troubles: list[str] = []
        tab.on("request", lambda request: asked.append(request.url))
        tab.on("websocket", lambda line: asked.append(line.url))
        tab.on("pageerror", lambda error: troubles.append(str(error)))
        tab.on("requestfailed", lambda request: troubles.append(request.url))
        tab.asked, tab.troubles = asked, troubles
        tab.goto(f"http://127.0.0.1:{served.port}/")
        tab.wait_for_selector("body.-first-byte")
        patiently(lambda: tab.evaluate("document.activeElement.className").count("textarea"))
        yield tab
        assert not troubles
        browser.close()


@needs_browser
def test_a_turn_is_played_by_keyboard_and_by_mouse_and_nothing_leaves_the_machine(
    served: Served, page: Any, tmp_path: Path
) -> None:
    patiently(lambda: served.roll.exists() and "COMMENCE" in served.roll.read_text("utf-8"))
    page.wait_for_timeout(800)
    page.keyboard.press("d")
    patiently(lambda: "J1 DES" in served.roll.read_text("utf-8"))
    page.wait_for_timeout(2600)  # DES 4 3 is told
    before = page.screenshot()
    for key in ("CORR", "OK"):  # ANNULE ?
        page.mouse.move(*key_on_page(page, key))
        page.mouse.down()
        page.wait_for_timeout(150)
        assert page.screenshot() != before  # it looks pressed
        page.mouse.up()
        page.wait_for_timeout(400)
    patiently(lambda: "x J1 DES" in served.roll.read_text("utf-8"))
    page.keyboard.press("F2")
    page.wait_for_timeout(400)
    Path(os.environ.get("BANQUIER_SHOTS", str(tmp_path)), "browser.png").write_bytes(
        page.screenshot()
    )
    ours = (f"http://127.0.0.1:{served.port}/", f"ws://127.0.0.1:{served.port}/", "data:")
    assert page.asked and all(url.startswith(ours) for url in page.asked)


def key_on_page(tab: Any, name: str) -> tuple[float, float]:
    """The middle of a key, in pixels: the page has the panel's own layout."""
    from textual.geometry import Size

    from display.panel.widgets.key_block import KeyBlock

    box = tab.locator(".xterm-screen").bounding_box()
    socket_url = next(url for url in tab.asked if "/ws?" in url)
    sizes = dict(part.split("=") for part in socket_url.partition("?")[2].split("&"))
    columns, rows = int(sizes["width"]), int(sizes["height"])
    plan = arrange(columns, rows, False)
    block = KeyBlock({})
    block.fit(Size(plan.width, plan.keys))
    cap = block.caps[name]
    wide, high = box["width"] / columns, box["height"] / rows
    return (
        box["x"] + (cap.x + cap.width / 2) * wide,
        box["y"] + (plan.glass + cap.y + cap.height / 2) * high,
    )


@needs_browser
def test_no_more_sessions_are_opened_than_allowed(served: Served, page: Any) -> None:
    here = f"127.0.0.1:{served.port}"
    assert upgrade(served, Host=here, Origin=f"http://{here}") == 503
    page.goto("about:blank")
    patiently(lambda: upgrade(served, Host=here, Origin=f"http://{here}") == 101)
