"""Measures which lines and branches the tests run: a plugin of pytest, loaded by `make test`.

    python -m pytest -p tests.support.measure …
    python scripts/covered.py                      the figures

A probe is taken out of the code once it has been reached, so that measured tests are hardly slower.
Programs that a test starts are not measured: what they prove, a test in this process has run.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType

from slipcover import FileMatcher, Slipcover
from slipcover.importer import SlipcoverLoader

ROOMS = ("banquier", "display", "firmware_sim", "hardware", "keypad")
APART = (
    "banquier/panel/*",  # its tests read the painted screen
    "banquier/page/*", "banquier/checks/*_benchmark.py", "hardware/board/pico/*",
    "banquier/script/pytest_plugin.py",  # tested in a project of its own
)  # fmt: skip
NOT_COUNTED = (
    "if TYPE_CHECKING:",
    "@overload",
    "assert_never",
    "except ImportError:",  # what another system lacks cannot be missed on this one
)
FOLDER = Path(".measured")

_rooms, _apart = list(ROOMS), list(APART)
_measured = FileMatcher(_rooms, _apart)
# Taking probes out searches every module for its functions, 0.05 s each time: it is done after 400
# needless hits instead of 50.
_found = Slipcover(
    branch=True, d_miss_threshold=400, source=_rooms, omit=_apart, exclude_also=list(NOT_COUNTED)
)


class _Finder(MetaPathFinder):
    """Puts probes into the modules of our rooms; pytest's own finder would take some of them."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(name, path, target)
        if spec is None or not _measured.matches(spec.origin):
            return None
        spec.loader = SlipcoverLoader(_found, spec.loader, spec.origin)
        return spec


def pytest_configure() -> None:
    """Before tests import what they test."""
    loaded = [name for name in sys.modules if name.partition(".")[0] in ROOMS]
    assert not loaded, f"imported too early to be measured: {loaded}"
    sys.meta_path.insert(0, _Finder())


def pytest_sessionfinish() -> None:
    FOLDER.mkdir(exist_ok=True)
    FOLDER.joinpath(f"{os.getpid()}.json").write_text(json.dumps(_found.get_coverage()), "utf-8")
