"""Fixtures of the application's tests."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """The path of a save, in a folder of its own."""
    return tmp_path / "game.keys"
