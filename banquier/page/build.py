"""The pocket page as a folder of files for any web host.

build("site", runtime)      what was written: name -> bytes
"""

from __future__ import annotations

import ast
import gzip
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Mapping
from functools import cache
from glob import glob
from tempfile import TemporaryFile

from banquier.imports import imported, walk
from banquier.page import assets
from banquier.page.runtime import PYODIDE, micropython_in
from banquier.saves.save_messages import writing
from banquier.trouble import Trouble

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

ROOMS = ("banquier", "datasheet", "display", "firmware_sim", "hardware", "keypad")
WORKER = "pocket_worker.js"
LIBRARY = "python_stdlib.zip"
LOCK = "pyodide-lock.json"
"""The list of Pyodide's packages, written empty: no page of ours loads one."""
OF_ENGINE = (
    *(f"_pyodide.{name}" for name in ("_core_docs", "_future_helper", "_importhook", "jsbind")),
    *(f"pyodide.{name}" for name in ("_package_loader", "_state", "code", "ffi", "webloop")),
    *(f"encodings.{name}" for name in ("ascii", "cp437", "latin_1", "utf_8", "utf_8_sig")),
    *("_pyodide.docstring", "_sitebuiltins", "importlib.metadata", "site", "zipimport"),
)
"""What Pyodide's JavaScript and Python itself import by names that no source has."""

ELSEWHERE = ("sw.js", "table_line.js", "onefile.js")
"""Files of the page that do not lie below `v/`: at its root, at a table, or in one file."""
MANIFEST = "banquier.webmanifest"
ONE_FILE = "banquier90.html"

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
    "frame-src 'self' blob:; base-uri 'none'; form-action 'none'"
)
IMPORT = (ast.Import, ast.ImportFrom)
DATE = (1990, 1, 1, 0, 0, 0)
"""Of every file in the archive, so that the same modules make the same archive."""


def try_folder(folder: str) -> None:
    """Trouble: the folder cannot be written, or holds something else."""
    mark = os.path.join(folder, "sw.js")
    with writing(folder):
        os.makedirs(folder, exist_ok=True)
        if os.listdir(folder) and not os.path.isfile(mark):
            raise Trouble(f"{folder} holds something else: name a new folder")
        TemporaryFile(dir=folder).close()


def build(folder: str, runtime: str) -> dict[str, bytes]:
    """Trouble: the folder cannot be written, or holds something else."""
    try_folder(folder)
    files = _files(runtime)
    with writing(folder):
        for name, content in files.items():
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
            with open(path, "wb") as out:
                out.write(content)
        _remove_others(os.path.join(folder, "v"), files)
    return files


def _remove_others(versions: str, files: Iterable[str]) -> None:
    """Earlier versions: a browser that runs one has kept its files."""
    now = {name.split("/")[1] for name in files if "/" in name}
    for name in set(os.listdir(versions)) - now:
        shutil.rmtree(os.path.join(versions, name))


def _files(runtime: str) -> dict[str, bytes]:
    """What lies below `v/` never changes: its address says its content."""
    engine = {name: _read(os.path.join(runtime, name)) for name in PYODIDE.files}
    engine[LIBRARY] = library(engine[LIBRARY])
    engine[LOCK] = json.dumps({**json.loads(engine[LOCK]), "packages": {}}).encode()
    own = {f"file/{name}": _content(name) for name in assets.names() if name not in ELSEWHERE}
    own["modules.zip"] = modules()
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    page = assets.index("pocket")
    page = page.replace('<meta charset="utf-8">', f'<meta charset="utf-8">\n{policy}', 1)
    engine_at = _address(*engine.values())
    at = _address(page.encode(), engine_at.encode(), *own.values())
    heavy = sum(map(len, [*engine.values(), own["modules.zip"]]))
    marks = f'data-runtime="{engine_at}" data-version="{at}" data-bytes="{heavy}"'
    page = page.replace('data-mode="pocket"', f'data-mode="pocket" {marks}', 1)
    page = page.replace('"file/', f'"{at}file/')
    files = {engine_at + name: content for name, content in engine.items()}
    files |= {at + name: content for name, content in own.items()}
    kept = [name for name in files if "screen-" not in name]  # pictures for who installs it
    script = _content("sw.js").decode().replace("FILES = []", f"FILES = {json.dumps(kept)}", 1)
    script = script.replace('VERSION = ""', f'VERSION = "{at}"', 1)
    return files | {"index.html": page.encode(), "sw.js": script.encode()}


def one_file(folder: str, runtime: str) -> str:
    """The unit as one HTML file, made by a program of its own: no room knows the translator.
    Trouble."""
    path = os.path.abspath(os.path.join(folder, ONE_FILE))
    engine = os.path.abspath(micropython_in(runtime))
    command = [sys.executable, "-m", "banquier.bodies.onefile", path, engine]
    made = subprocess.run(command, capture_output=True, cwd=ROOT)
    if made.returncode:
        raise Trouble(made.stderr.decode(errors="replace").strip())
    return path


def _content(name: str) -> bytes:
    found = assets.file(name)
    assert found is not None
    content = found[0]
    return content.replace(b'"../"', b'"../../../"') if name == MANIFEST else content


def _address(*contents: bytes) -> str:
    return f"v/{hashlib.sha256(b''.join(contents)).hexdigest()[:16]}/"


def modules() -> bytes:
    """The unit's Python as an archive: what the worker imports, and what lies beside it, read."""
    names = {_place(module) for module in walk(_entries(), _own_tree)}
    files = {name: _short(_read(os.path.join(ROOT, name))) for name in names}
    for folder in {os.path.dirname(name) for name in names}:
        for ending in ("*.toml", "*.po"):
            beside = glob(os.path.join(folder, ending), root_dir=ROOT)
            files |= {name: _read(os.path.join(ROOT, name)) for name in beside}
    return _archive(files)


def _entries() -> list[str]:
    return re.findall(r'pyimport\("([\w.]+)"', _content(WORKER).decode())


def _short(source: bytes) -> bytes:
    """A module without docstrings; its lines keep their numbers."""
    lines = source.decode().splitlines()
    for node in ast.walk(ast.parse(source)):
        text = node.value if isinstance(node, ast.Expr) else None
        if isinstance(text, ast.Constant) and isinstance(text.value, str):
            first, last = text.lineno - 1, text.end_lineno or text.lineno
            lines[first:last] = [" " * text.col_offset + '""', *[""] * (last - first - 1)]
    return "\n".join([*lines, ""]).encode()


def _place(module: str) -> str:
    """The file of a module of ours below ROOT."""
    path = os.path.join(*module.split("."))
    places = (f"{path}.py", os.path.join(path, "__init__.py"))
    of_ours = path.partition(os.sep)[0] in ROOMS
    return next((one for one in places if of_ours and os.path.isfile(os.path.join(ROOT, one))), "")


@cache
def _own_tree(module: str) -> ast.Module | None:
    """None: it cannot be loaded in a browser, as it imports a package at once."""
    if not (place := _place(module)):
        return None
    tree = ast.parse(_read(os.path.join(ROOT, place)))
    at_once = imported(ast.Module([one for one in tree.body if isinstance(one, IMPORT)], []))
    known = sys.stdlib_module_names | set(ROOMS)
    return tree if all(name.partition(".")[0] in known for name in at_once) else None


def library(archive: bytes) -> bytes:
    """Of Python's library, as Pyodide brings it, what is imported."""
    whole = zipfile.ZipFile(io.BytesIO(archive))
    there = set(whole.namelist())
    kept: dict[str, bytes] = {}

    def tree_of(module: str) -> ast.Module | None:
        if tree := _own_tree(module):
            return tree
        path = module.replace(".", "/")
        name = next((one for one in (f"{path}.py", f"{path}/__init__.py") if one in there), "")
        if not name:
            return None
        # Lines of comments go; what stands after them keeps its number.
        kept[name] = re.sub(rb"(?m)^[ \t]*#.*", b"", whole.read(name))
        package = module if name.endswith("/__init__.py") else module.rpartition(".")[0]
        return _imports(kept[name].decode(), package)

    walk([*_entries(), *OF_ENGINE], tree_of)
    return _archive(kept)


def _imports(source: str, package: str) -> ast.Module:
    """What a module of the library imports when it is loaded. Its source may be of a younger Python
    than this one: only these lines are read."""
    elsewhere = r"(?:async )?(?:def|class|if __name__|if sys\.platform|except)\b.*\n"
    outside = re.sub(rf"(?m)^{elsewhere}(?:(?:[ \t)].*)?\n)*", "", source)
    statement = r"from [\w.]+ import (?:\([^)]*\)|[\w, *]+)|import [\w., ]+"
    lines = re.findall(rf"(?m)^ {{,8}}({statement})", outside.replace("\\\n", ""))
    tree = ast.parse("\n".join(line.strip() for line in lines))
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.level:
            parents = package.split(".")
            start = parents[: len(parents) - node.level + 1]
            node.module, node.level = ".".join([*start, *filter(None, [node.module])]), 0
    return tree


def _archive(files: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name, DATE), content, zipfile.ZIP_DEFLATED, 9)
    return out.getvalue()


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def compressed(files: dict[str, bytes]) -> int:
    """Bytes over the wire, as a web host compresses them."""
    return sum(min(len(content), len(gzip.compress(content, 9))) for content in files.values())
