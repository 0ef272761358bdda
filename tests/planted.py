"""Plants one fault after the other and says whether the tests find it: planted.py OUT."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import tomllib
from pathlib import Path

LONGEST = 900


def main(out: Path, first: int = 0) -> None:
    faults = tomllib.loads(Path(__file__).with_suffix(".toml").read_text())["fault"]
    for number, fault in enumerate(faults):
        if number < first:
            continue
        file = Path(fault["file"])
        whole = file.read_text() if file.exists() else ""
        if whole.count(fault["old"]) != 1:
            found, said = "not planted", f"{whole.count(fault['old'])} times"
        else:
            begun = time.monotonic()
            file.write_text(whole.replace(fault["old"], fault["new"]))
            try:
                folders = [f"tests/{name}" for name in fault["tests"].split()]
                ran = subprocess.run(
                    [sys.executable, "-m", "pytest", "-xq", "--no-header", "--tb=no", *folders],
                    capture_output=True, text=True, timeout=LONGEST, start_new_session=True,
                    env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
                )  # fmt: skip
                lines = [
                    line for line in ran.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))
                ]
                found = "found" if ran.returncode == 1 else f"status {ran.returncode}"
                found = "missed" if ran.returncode == 0 else found
                said = (lines or [""])[0]
            except subprocess.TimeoutExpired:
                found, said = "found", "hangs"
            finally:
                file.write_text(whole)
            said += f" ({time.monotonic() - begun:.0f} s)"
        line = {
            "number": number,
            "file": fault["file"],
            "new": fault["new"],
            "found": found,
            "said": said,
        }
        with out.open("a") as log:
            log.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)
