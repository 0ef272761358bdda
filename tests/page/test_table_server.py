"""The door of the table: who may use it, and that nothing that is sent brings it down."""

import asyncio
import contextlib
import json
import os
import signal
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from logging import FileHandler, getLogger
from pathlib import Path
from time import monotonic

import aiohttp
import pytest
from aiohttp import WSCloseCode
from yarl import URL

from banquier.cli.commands.serve import announce
from banquier.folders import folders
from banquier.page.access import WRONG_CODES, Access, kept_secret
from banquier.page.connection import CONNECTIONS, FrameCount
from banquier.page.log_file import log_to
from banquier.page.page_messages import LARGEST, VERSION
from banquier.page.table_server import (
    MESSAGES_A_SECOND,
)
from banquier.play.processes import Worker
from banquier.report import Story, page
from banquier.saves.link import link_of, unpack
from banquier.saves.open_game import open_game
from banquier.saves.save_folder import SaveFolder
from hardware.unit import tap
from hardware.unit_inputs import name_players
from tests.page.conftest import Served
from tests.page.open_table import (
    SLOWNESS,
    at_a_table,
    closed,
    enter,
    line,
    origin,
    shake_hands,
)
from tests.support.commands import ran
from tests.support.waiting import comes


async def test_without_the_secret_only_the_entry_page_is_served() -> None:
    async with (
        at_a_table() as (table, known),
        aiohttp.ClientSession(base_url=f"http://127.0.0.1:{table.port}") as stranger,
    ):
        for path in (
            "/ws",
            "/file/main.js",
            "/story",
            "/link",
            "/file/../access.py",
            "/favicon.ico",
        ):
            assert (await stranger.get(path, headers=origin(table))).status == 403, path
        entry = await (await stranger.get("/")).text()
        assert "FACTS" not in entry
        assert 'class="key' not in entry
        page = await (await known.get("/")).text()
        assert 'class="key' in page
        assert table.access.secret not in page + entry
        for link in (*table.links(), table.wall_link()):
            address, _, secret = link.partition("#")
            assert secret in (table.access.secret, table.access.look_secret)
            assert secret not in address
        for path in ("/.git/config", "/file/.git", "/file/..%2F..%2F..%2F.git%2Fconfig"):
            assert (await known.get(URL(path, encoded=True))).status == 404, path
        assert (await known.get("/file/main.js")).status == 200
        assert (await known.get("/file/entry.html")).status == 404
        for cookie in ("x", "x.y", f"x.{table.access.secret}", "é.é"):
            jar = {"Cookie": f"banquier={cookie}"}
            assert (await stranger.get("/file/main.js", headers=jar)).status in (400, 403)


async def test_the_story_of_a_game_and_its_link_are_made_once_and_beside_the_keys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = open_game(players=2, games=SaveFolder(str(tmp_path)))
    name_players(opened.unit, {1: "Anne"})
    tap(opened.unit, "DES")
    address = "https://example.org/b/"
    asked, goes_on, real = list[object](), threading.Event(), Worker.ask

    def ask(worker: Worker, job: Callable[[], object]) -> object:
        asked.append(job)
        assert goes_on.wait(60)
        return real(worker, job)

    monkeypatch.setattr(Worker, "ask", ask)
    async with at_a_table(game=opened, local_page=address) as (table, browser):

        async def told(path: str) -> str:
            return await (await browser.get(path)).text()

        waiting = asyncio.gather(*(told("/story?fr") for _ in range(4)))
        await comes(lambda: bool(asked))
        socket = await line(table, browser)
        await socket.send_str('{"t":"down","key":"F"}')
        await comes(lambda: table.page.keys.held == {"F"})
        await socket.send_str('{"t":"up","key":"F"}')
        goes_on.set()
        stories, link = await waiting, await told("/link")
        assert len(asked) == 2
        (save,) = tmp_path.glob("*.keys")
        assert set(stories) == {page(Story.from_path(str(save)), "fr")} and "Anne" in stories[0]
        assert link == link_of(str(save), address) and link.startswith(f"{address}#g=")
        assert unpack(link, SaveFolder(str(tmp_path))).save.count(b" down DES\n") == 1
        name_players(opened.unit, {1: "Zoé"})
        assert "Zoé" in await told("/story?fr") and len(asked) == 3
        table.stories._worker.process.kill()  # type: ignore[union-attr]
        assert (await told("/story?en"), "Zoé" in await told("/story?en")) == ("", True)
    opened.close()


STRANGE = "evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example", "[::1]:{}"
"""Names that were not printed."""
FOREIGN = "http://evil.example", "null", "https://127.0.0.1:{}", "http://127.0.0.1", "http://["


async def test_every_answer_forbids_what_the_page_does_not_need() -> None:
    """Another origin neither enters, with the secret too, nor presses keys."""
    async with at_a_table() as (table, browser):
        own, right = origin(table), json.dumps({"secret": table.access.secret})
        others = [{}, *({"Origin": other.format(table.port)} for other in FOREIGN)]
        secrets: tuple[object, ...] = (None, 5, [], {}, "é", "x" * 101)
        wrong = [json.dumps({"secret": secret}) for secret in secrets]
        for method, path, sent, content, status in (
            ("GET", "/", {}, "", 200),
            ("GET", "/file/main.js", {}, "", 200),
            ("GET", "/story?lang=en", {}, "", 200),
            ("GET", "/nothing", {}, "", 404),
            ("GET", "/file/nothing", {}, "", 404),
            ("PUT", "/", {}, "", 405),
            *(("GET", "/", {"Host": host.format(table.port)}, "", 403) for host in ("", *STRANGE)),
            ("GET", "/ws", own, "", 400),
            *(("GET", "/ws", other, "", 403) for other in others),
            *(("POST", "/enter", other, right, 403) for other in others),
            *(("POST", "/enter", own, said, 403) for said in (*wrong, "[]", "[" * 900)),
            ("POST", "/enter", own, "x" * 5_000, 413),
            ("GET", f"/{'x' * 5_000}", {}, "", 400),
        ):
            answer = await browser.request(method, path, headers=sent, data=content or None)
            assert answer.status == status, (path, sent, content)
            headers = answer.headers
            assert headers["X-Content-Type-Options"] == "nosniff"
            assert headers["Referrer-Policy"] == "no-referrer"
            assert headers["Cache-Control"] == "no-store"
            assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
            assert "default-src 'none'" in headers["Content-Security-Policy"]
            assert "frame-ancestors" in headers["Content-Security-Policy"]
            assert headers["Content-Type"]
        policy = (await browser.get("/")).headers["Content-Security-Policy"]
        assert "unsafe" not in policy
        browser.cookie_jar.clear()
        for path in ("/", "/story"):
            headers = (await browser.get(path)).headers
            assert headers["X-Content-Type-Options"] == "nosniff"
            assert "default-src 'none'" in headers["Content-Security-Policy"]
        answer = await enter(table, browser, table.access.secret)
        said = answer.headers["Set-Cookie"]
        assert "HttpOnly" in said
        assert "SameSite=Strict" in said


@pytest.fixture
def certificate(tmp_path: Path) -> tuple[str, str]:
    """A certificate for this machine, and its key."""
    paths = str(tmp_path / "table.pem"), str(tmp_path / "table.key")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
         "-nodes", "-days", "2", "-subj", "/CN=table.example",
         "-addext", "subjectAltName=DNS:table.example,IP:127.0.0.1",
         "-out", paths[0], "-keyout", paths[1]],
        check=True, capture_output=True,
    )  # fmt: skip
    return paths


async def test_with_a_certificate_the_line_is_encrypted(certificate: tuple[str, str]) -> None:
    async with at_a_table(certificate=certificate, host="Table.Example") as (table, browser):
        assert table.links()[0] == f"https://table.example:{table.port}/#{table.access.secret}"
        (cookie,) = browser.cookie_jar
        assert cookie.key == "__Host-banquier" and cookie["secure"]
        assert "glass" in await (await line(table, browser)).receive_str()
        plain = f"http://127.0.0.1:{table.port}"
        with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
            await browser.ws_connect("/ws", headers={"Origin": plain})
        async with aiohttp.ClientSession() as stranger:
            with pytest.raises(aiohttp.ClientError):
                await stranger.get(plain)


async def test_the_code_opens_too_and_wrong_ones_are_slowed_and_locked() -> None:
    async with at_a_table() as (table, browser):
        code = table.access.code
        assert (await enter(table, browser, f"{code[:3]} {code[3:]}")).status == 200
        waits = []
        wrong = "000000" if code != "000000" else "000001"
        await enter(table, browser, wrong)
        assert (await enter(table, browser, code)).status == 200  # and the wrong one is forgiven
        for _ in range(WRONG_CODES):
            begun = monotonic()
            answer = await enter(table, browser, wrong)
            assert (await answer.json())["why"] == "wrong"
            waits.append(monotonic() - begun)
        assert all(wait >= SLOWNESS * 2**nth for nth, wait in enumerate(waits, 1))
        answer = await enter(table, browser, code)
        assert answer.status == 403
        assert (await answer.json())["why"] == "locked"
        assert (await enter(table, browser, table.access.secret)).status == 200


async def test_strangers_make_room_for_who_comes() -> None:
    """Kept alive by a request each, from one address and from many."""
    third = CONNECTIONS // 3
    async with at_a_table() as (table, player):
        socket = await line(table, player)
        sizes, opened = [], []
        for address in (*["127.0.0.1"] * 40, *(f"127.0.0.{n % 9 + 2}" for n in range(90))):
            connection = await asyncio.open_connection(
                "127.0.0.1", table.port, local_addr=(address, 0)
            )
            connection[1].write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % table.port)
            assert b" 200 " in await connection[0].readline()
            opened.append(connection)
            sizes.append(len(table.door.inside))
        assert (max(sizes[:40]), sizes[-1]) == (third, CONNECTIONS)
        async with aiohttp.ClientSession(f"http://127.0.0.1:{table.port}") as newcomer:
            answer = await newcomer.get("/")
            assert answer.status == 200
        assert (await player.get("/file/main.js")).status == 200 and not socket.closed
        for _, writer in opened:
            writer.close()


FLOOD = """
import asyncio, sys
head = "POST /enter HTTP/1.1", "Host: {0}", "Origin: http://{0}", "Content-Length: 40", "", ""
head = "\\r\\n".join(head)
async def flood(host, port, address):
    while True:
        try:
            reader, writer = await asyncio.open_connection(host, port, local_addr=(address, 0))
            writer.write(head.format(f"{host}:{port}").encode())
            await reader.read()
            writer.close()
        except OSError:
            await asyncio.sleep(0)
async def main(host, port):
    await asyncio.gather(*(flood(host, port, f"127.0.0.{n % 8 + 2}") for n in range(256)))
asyncio.run(main(*sys.argv[1:]))
"""
"""Eight addresses, each with 32 requests that are begun, not finished, and begun again."""


async def test_a_flood_from_eight_addresses_locks_nobody_out() -> None:
    async with at_a_table() as (table, _):
        flood = subprocess.Popen([sys.executable, "-c", FLOOD, "127.0.0.1", str(table.port)])
        try:
            await comes(lambda: len(table.door.inside) == CONNECTIONS)
            for n in range(8):
                connector = aiohttp.TCPConnector(local_addr=(f"127.0.1.{n + 1}", 0))
                jar = aiohttp.CookieJar(unsafe=True)
                async with aiohttp.ClientSession(
                    f"http://127.0.0.1:{table.port}", connector=connector, cookie_jar=jar
                ) as newcomer:
                    assert (await newcomer.get("/")).status == 200
                    assert (await enter(table, newcomer, table.access.secret)).status == 200
                    assert "glass" in await (await line(table, newcomer)).receive_str()
        finally:
            flood.kill()
            flood.wait()


async def test_a_browser_that_loads_is_not_cut_for_connections_that_wait() -> None:
    """Five browsers on one computer: each keeps six connections for a while."""
    async with at_a_table() as (table, player):
        (cookie,) = player.cookie_jar
        host = f"HEAD / HTTP/1.1\r\nHost: 127.0.0.1:{table.port}\r\n"
        asks = f"{host}Cookie: {cookie.key}={cookie.value}\r\n\r\n".encode()
        waiting: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
        loading = waiting[:]
        for opened, many in ((waiting, CONNECTIONS // 3 - 3), (loading, 6)):
            for _ in range(many):
                opened.append(await asyncio.open_connection("127.0.0.1", table.port))
            for reader, writer in opened:
                writer.write(asks)
                assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
        for _, writer in (*waiting, *loading):
            writer.close()


@pytest.mark.parametrize(
    ("sent", "times"),
    [
        ("junk", 1),
        ('{"t":"down","key":"nothing"}', 1),
        ("[" * 1_000, 1),
        (b"\x00\xff", 1),
        ('{"t":"lift"}', 2 * MESSAGES_A_SECOND),
    ],
)
async def test_what_is_no_message_or_too_much_closes_the_line(
    sent: str | bytes, times: int
) -> None:
    async with at_a_table() as (table, browser):
        socket = await line(table, browser)
        for _ in range(times):
            await (socket.send_bytes(sent) if isinstance(sent, bytes) else socket.send_str(sent))
        assert await closed(socket) == WSCloseCode.POLICY_VIOLATION
        assert (await browser.get("/")).status == 200
        assert not table.page.seating.browsers


PING, PONG, FRAGMENT = b"\x89\x80", b"\x8a\x80", b"\x01\x80"
MASK = b"\0\0\0\0"


@pytest.mark.parametrize(
    ("head", "size"),
    [(PING, 0), (PONG, 0), (FRAGMENT, 0), (b"\x89\xfd", 125), (b"\x01\xfe\x00\x80", 128)],
)
async def test_fragments_and_control_frames_count_as_messages(head: bytes, size: int) -> None:
    following = b"\0" + head[1:] if head[:1] == FRAGMENT[:1] else head
    frames = [one + MASK + b"\0" * size for one in [head, *[following] * MESSAGES_A_SECOND]]
    assert FrameCount().count(b"".join(frames)) == len(frames)
    cut = FrameCount()
    assert sum(cut.count(bytes([byte])) for frame in frames for byte in frame) == len(frames)
    async with at_a_table() as (table, browser):
        reader, writer = await shake_hands(table, browser)
        writer.write(b"".join(frames))
        await reader.readuntil(b"\x88\x0a\x03\xf0too fast")
        await comes(lambda: not table.page.seating.browsers)
        writer.close()


async def test_a_message_in_few_fragments_or_of_the_largest_size_is_heard_and_no_larger() -> None:
    async with at_a_table() as (table, browser):
        _, writer = await shake_hands(table, browser)
        for head, part in ((0x01, b'{"t":"do'), (0x89, b""), (0x80, b'wn","key":"F"}')):
            writer.write(bytes([head, 0x80 | len(part)]) + MASK + part)
        await comes(lambda: table.page.keys.held == {"F"})
        writer.close()
        await comes(lambda: not table.page.keys.held)
        socket = await line(table, browser)
        text = '{"t":"down","key":"F"'
        await socket.send_str(text + " " * (LARGEST - len(text) - 1) + "}")
        await comes(lambda: table.page.keys.held == {"F"})
        await socket.send_str(text + " " * (LARGEST - len(text)) + "}")
        assert await closed(socket) == WSCloseCode.MESSAGE_TOO_BIG


@pytest.mark.parametrize("encrypted", [False, True])
async def test_connections_that_say_nothing_or_half_a_request_are_closed(
    encrypted: bool, certificate: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The limit also holds before a handshake."""
    async with at_a_table(certificate=certificate if encrypted else None) as (table, browser):
        with monkeypatch.context() as patch:
            patch.setattr("banquier.page.connection.GREETING", 2.0)
            opened = []
            for said in [b"", b"" if encrypted else b"GET / HTTP/1.1\r\nHost: 127"] * 75:
                opened.append(await asyncio.open_connection("127.0.0.1", table.port))
                opened[-1][1].write(said)
                assert len(table.door.inside) <= CONNECTIONS // 3
            for reader, writer in opened:
                with contextlib.suppress(ConnectionError):
                    assert await reader.read() == b""
                writer.close()
        assert (await browser.get("/")).status == 200


async def test_a_phone_that_answers_no_heartbeat_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("banquier.page.table_server.HEARTBEAT", 0.4)
    async with at_a_table() as (table, browser):
        silent = await browser.ws_connect("/ws", headers=origin(table), autoping=False)
        alive = await line(table, browser)
        await silent.send_str('{"t":"down","key":"F"}')
        while len(table.lines) == 2:
            await alive.receive()
        assert not table.page.keys.held
        assert not alive.closed


async def test_a_phone_that_stops_reading_is_let_go_and_the_others_play_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("banquier.page.table_server.READING", 0.5)
    monkeypatch.setattr("banquier.page.table_server.HEARTBEAT", 60)
    async with at_a_table() as (table, browser):
        deaf = await line(table, browser)
        transport = deaf._response.connection.transport  # type: ignore[union-attr]
        assert transport is not None
        transport.pause_reading()
        (first,) = table.lines
        while first in table.lines:
            table.page.news.show("filler", os.urandom(300_000).hex())
            for other in table.lines.values():
                other.news.set()
            await asyncio.sleep(0.01)
        alive = await line(table, browser)
        assert (await alive.receive_json())["v"] == VERSION


def test_the_secret_is_its_owners_alone_and_the_same_next_time(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "table-link"
    secret = kept_secret(str(path))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert kept_secret(str(path)) == secret
    cookie = Access(secret).cookie("a")
    assert Access(kept_secret(str(path))).player_of(cookie) == "a"
    assert not Access("another").player_of(cookie)
    path.chmod(0o644)  # others could have read it
    assert kept_secret(str(path)) != secret
    link = tmp_path / "link"
    link.symlink_to(path)
    other = kept_secret(str(link))
    assert other != kept_secret(str(path))


def test_what_the_library_finds_is_a_line_in_the_log_and_nothing_on_the_terminal(
    served: Served,
) -> None:
    """Ctrl-C ends it at once and quietly, where aiohttp would wait for 60 seconds."""
    log = Path(folders()["logs"]) / "table.log"
    assert not log.exists()
    with socket.create_connection(("127.0.0.1", served.port)) as broken:
        broken.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\x1b[31mred\r\n\r\n")
        assert b" 400 " in broken.recv(1_000)
    served.process.send_signal(signal.SIGINT)
    told = served.process.communicate(timeout=30)[0]
    assert "Error" not in told and "Traceback" not in told and not served.process.returncode
    (line,) = log.read_text().splitlines()
    assert "Error handling request" in line and "red" in line and "Traceback" not in line
    assert line.isprintable()
    assert stat.S_IMODE(log.parent.stat().st_mode) & 0o077 == 0


def test_the_log_of_the_table_before_is_closed(tmp_path: Path) -> None:
    log_to(str(tmp_path))
    logger = getLogger("banquier.page")
    logger.info("a line")
    (before,) = logger.handlers
    assert isinstance(before, FileHandler) and before.stream
    log_to(str(tmp_path))
    assert before.stream is None


def test_a_port_in_use_is_one_short_sentence(home: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        status, _, err = ran("serve", "--port", str(port), "--players", "2")
    assert status == 2
    assert err == f"banquier serve: port {port} is in use; --port N takes another\n"


@pytest.mark.parametrize(("lang", "told"), [("fr", "pas chiffrée"), ("en", "not encrypted")])
async def test_the_terminal_is_told_how_to_join_and_that_a_network_sees_all(
    capsys: pytest.CaptureFixture[str], lang: str, told: str
) -> None:
    """For phones it is last, and whole at 80 x 24."""
    async with at_a_table(lan=True) as (table, _):
        announce(table, lang)
        links, code = table.links(), table.access.code
    lines = capsys.readouterr().out.splitlines()
    assert any(told in line for line in lines)
    assert lines[-2] == links[0] and f"{code[:3]} {code[3:]}" in lines[-1]
    begun = next(at for at, line in enumerate(lines) if line.startswith("█"))
    assert len(lines) - begun < 24 and max(map(len, lines[begun:])) <= 80
    assert sum("/wall#" in line for line in lines[:begun]) == 1


async def test_a_browser_that_goes_while_it_is_answered_is_no_fault(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with at_a_table() as (table, browser):
        _, writer = await shake_hands(table, browser)
        await comes(lambda: bool(table.page.seating.browsers))
        writer.write((PING + MASK) * (MESSAGES_A_SECOND - 10))
        writer.transport.abort()
        await comes(lambda: not table.page.seating.browsers)
    assert not caplog.records
