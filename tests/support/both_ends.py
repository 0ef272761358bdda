"""Distributes tests that wait and tests that compute to different processes: a plugin of pytest.

    python -m pytest -p tests.support.both_ends -n auto --no-loadscope-reorder

Tests of some folders mostly wait: for a terminal, a browser, a board. They come first, those that
compute last. Half of the processes take from the front, the others from the back: single tests of
terminals and boards, whole files where tests share what they have begun or computed.
"""

from __future__ import annotations

import os
from collections import Counter
from typing import Any

import pytest
from xdist.scheduler import LoadFileScheduling

WAITING = ("panel", "page", "board")
SINGLE = ("tests/panel/", "tests/board/")


class BothEnds(LoadFileScheduling):  # type: ignore[misc]  # xdist tells no types
    def _assign_work_unit(self, node: Any) -> None:
        if self.nodes.index(node) % 2:
            last = next(reversed(self.workqueue))
            self.workqueue.move_to_end(last, last=False)
        super()._assign_work_unit(node)

    def _split_scope(self, nodeid: str) -> str:
        return nodeid if nodeid.startswith(SINGLE) else str(super()._split_scope(nodeid))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where few tests are in a file they are long: these begin first, so that none comes last."""
    tests = Counter(item.path for item in items)
    waiting = {path for path in tests if path.parent.name in WAITING}
    last = len(items)
    items.sort(key=lambda item: tests[item.path] if item.path in waiting else last)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> BothEnds:
    return BothEnds(config, log)


@pytest.hookimpl(tryfirst=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: those that wait leave time over."""
    return 1 + (os.cpu_count() or 1)
