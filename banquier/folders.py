"""The folders of this system for saves, settings and pictures."""

from __future__ import annotations

import contextlib
import os
import stat


def folders() -> dict[str, str]:
    from platformdirs import PlatformDirs

    home = PlatformDirs("banquier90", appauthor=False)
    return {
        "saves": os.path.join(home.user_data_dir, "saves"),
        "configuration": home.user_config_dir,
        "logs": home.user_log_dir,
        "cache": home.user_cache_dir,
        "pictures": home.user_pictures_dir,
    }


def settings_file() -> str:
    return os.path.join(folders()["configuration"], "panel.toml")


def private(folder: str) -> None:
    """Make the folder, readable by its owner only."""
    with contextlib.suppress(OSError):
        os.chmod(folder, stat.S_IMODE(os.stat(folder).st_mode) & 0o700)
