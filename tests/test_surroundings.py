"""Nothing of the user who runs the tests reaches a test."""

import os
import subprocess
import sys
import time
from pathlib import Path

from tests.support.paths import ROOT

HOSTILE = {
    "HOME": "/nowhere",
    "XDG_DATA_HOME": "/nowhere/data",
    "LC_ALL": "fr_FR.UTF-8",
    "LANGUAGE": "de",
    "TZ": "Pacific/Auckland",
    "TERM": "dumb",
    "COLUMNS": "20",
    "NO_COLOR": "1",
    "BROWSER": "false",
    "MAKEFLAGS": "-n",
    "BANQUIER_DEBUG": "1",
}


def test_a_test_sees_no_language_folder_or_width_of_the_user() -> None:
    assert time.tzname == ("UTC", "UTC")
    umask = os.umask(0)
    os.umask(umask)
    assert umask == 0o022
    assert os.environ["LANG"] == "C.UTF-8"
    assert os.access(Path.home(), os.W_OK)
    seen = {name for name, value in HOSTILE.items() if os.environ.get(name) == value}
    assert not seen


def test_the_surroundings_of_an_odd_user_do_not_matter() -> None:
    """The test above, started by such a user."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", __file__, "-k", "sees_no"],
        cwd=ROOT, env={**os.environ, **HOSTILE}, umask=0o077, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
