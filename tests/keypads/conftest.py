"""Fixtures of the board's tests: programs built once, one rig per test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.keypads.building import HERE, build, shared_folder
from tests.keypads.rig import Rig
from tests.keypads.wires import Terminal


@pytest.fixture(scope="session")
def programs() -> Path:
    """The rig and both firmwares."""
    build(shared_folder(), "rig", sources=HERE)
    return build(shared_folder(), "all")


@pytest.fixture(scope="session")
def host_programs() -> Path:
    """The portable core, compiled for this computer under AddressSanitizer."""
    return build(shared_folder(), "host", sources=HERE)


@pytest.fixture
def make_rig(programs: Path) -> Iterator[Callable[..., Rig]]:
    """`make_rig()` or `make_rig("banquier-4x4")`: a board of one's own."""
    with ExitStack() as rigs:

        def make(firmware: str | Path = "banquier-4x8") -> Rig:
            return rigs.enter_context(Rig(programs / "rig", programs / f"{firmware}.hex"))

        yield make


@pytest.fixture
def rig(make_rig: Callable[..., Rig]) -> Rig:
    return make_rig()


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    made = Terminal()
    yield made
    made.unplug()
