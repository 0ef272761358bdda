"""Write the files of a release into a folder: `make release`.

    python scripts/release.py dist --engine FOLDER

The files are wheel and sdist, the unit as one HTML file, the page for any web host, the keypad
boards' files, an SBOM, the notes of this version and SHA256SUMS. Only committed files are built.
Everything is made twice, in folders with different names, time zones and languages; a file that
differs is named, and nothing is kept.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import uuid
import zipfile
from argparse import ArgumentParser
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from banquier import __version__  # noqa: E402
from banquier.bodies.engine import MICROPYTHON  # noqa: E402

NAME = f"banquier90-{__version__}"
DATE = (1990, 1, 1, 0, 0, 0)
"""The date of every file in an archive, which must not depend on the time of the build."""
SURROUNDINGS = (
    ("first", {"TZ": "UTC", "LANG": "C", "LC_ALL": "C"}),
    ("the other l'été", {"TZ": "Pacific/Auckland", "LANG": "fr_FR.UTF-8", "LC_ALL": "fr_FR.UTF-8"}),
)
HEX = ("banquier-4x8.hex", "banquier-4x4.hex")


def main() -> int:
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--engine", type=Path, required=True, help="where MicroPython lies")
    parser.add_argument("--once", action="store_true", help="make the files, compare nothing")
    chosen = parser.parse_args()
    try:
        if chosen.once:
            make_files(chosen.folder, chosen.engine)
        else:
            release(chosen.folder, chosen.engine.resolve())
    except subprocess.CalledProcessError as error:
        sys.exit(error.stderr.decode(errors="replace") or f"release: {error.cmd[0]} failed")
    except (OSError, ValueError) as error:
        sys.exit(f"release: {error}")
    return 0


def release(folder: Path, engine: Path) -> None:
    """Write the files of two builds, if they are the same."""
    with TemporaryDirectory(prefix="banquier-release-") as scratch:
        made = [
            build_elsewhere(Path(scratch) / name, engine, words) for name, words in SURROUNDINGS
        ]
        one, other = (contents(place) for place in made)
        differing = sorted(name for name in one | other if one.get(name) != other.get(name))
        if differing:
            raise ValueError(f"made twice, these files differ: {', '.join(differing)}")
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.iterdir():
            shutil.rmtree(old) if old.is_dir() else old.unlink()
        for name, content in one.items():
            (folder / name).write_bytes(content)
    for name, content in one.items():
        print(f"{len(content):>9}  {folder / name}")


def build_elsewhere(place: Path, engine: Path, surroundings: dict[str, str]) -> Path:
    """Build the committed files in a folder of their own."""
    check_out(ROOT, place)
    out = place.with_name(f"{place.name} files")
    run(
        sys.executable, "scripts/release.py", "--once", str(out), "--engine", str(engine),
        cwd=place, **surroundings,
    )  # fmt: skip
    return out


def check_out(clone: Path, place: Path) -> None:
    """Write the committed files only: others in the clone, like saves, are private."""
    committed = run("git", "archive", "--format=zip", "HEAD", cwd=clone).stdout
    zipfile.ZipFile(BytesIO(committed)).extractall(place)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def make_files(out: Path, engine: Path) -> None:
    out.mkdir(parents=True)
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-t", "sdist", "-d", str(out))
    with TemporaryDirectory() as scratch:
        site = Path(scratch) / "site"
        run(sys.executable, "-m", "banquier", "page", str(site), "--engine", str(engine))
        pack(out / f"{NAME}-page.zip", site)
        file = out / "banquier90.html"
        run(sys.executable, "-m", "banquier.bodies.onefile", str(file), str(engine))
        handheld = Path(scratch) / "handheld"
        run(sys.executable, "-m", "banquier.bodies.handheld.folder", str(handheld))
        pack(out / f"{NAME}-handheld.zip", handheld)
        boards = Path(scratch) / "boards"
        run("make", "-s", "-C", "hardware/board", f"BUILD={boards}", "all", "arduino")
        pack(out / f"{NAME}-arduino.zip", boards, boards / "banquier")
        for name in HEX:
            shutil.copyfile(boards / name, out / name)
    (out / f"{NAME}-sbom.cdx.json").write_text(json.dumps(sbom(), indent=1) + "\n", "utf-8")
    (out / f"{NAME}-notes.md").write_text(notes(), "utf-8")
    sums = (f"{sha256(content)}  {name}\n" for name, content in contents(out).items())
    (out / "SHA256SUMS").write_text("".join(sums), "ascii")


def pack(archive: Path, root: Path, folder: Path | None = None) -> None:
    """Pack the files below `folder`, named from `root`, without dates and modes of this machine."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path in sorted((folder or root).rglob("*")):
            if path.is_file():
                entry = zipfile.ZipInfo(path.relative_to(root).as_posix(), DATE)
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = 0o644 << 16
                packed.writestr(entry, path.read_bytes())


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def notes() -> str:
    """Return the part of CHANGELOG.md for this version."""
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    found = re.search(rf"^## {re.escape(__version__)}\b.*?(?=^## |\Z)", text, re.M | re.S)
    if not found:
        raise ValueError(f"CHANGELOG.md says nothing of {__version__}")
    return found[0].rstrip() + "\n"


def sbom() -> dict[str, Any]:
    """Return the packages in requirements.txt and the local page's engine, in CycloneDX."""
    components = [component(*locked) for locked in locked_packages()]
    engine = MICROPYTHON
    components.append(
        component(engine.name, engine.version, [engine.sha512], kind="npm", alg="SHA-512")
    )
    identity = json.dumps(components, sort_keys=True) + __version__
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, identity)}",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": "banquier90",
                "name": "banquier90",
                "version": __version__,
                "licenses": [{"license": {"id": "MIT"}}],
            }
        },
        "components": components,
        "dependencies": [
            {"ref": "banquier90", "dependsOn": [part["bom-ref"] for part in components]}
        ],
    }


def component(
    name: str, version: str, hashes: list[str], *, kind: str = "pypi", alg: str = "SHA-256"
) -> dict[str, Any]:
    reference = f"pkg:{kind}/{name.replace('@', '%40')}@{version}"
    return {
        "type": "library",
        "bom-ref": reference,
        "name": name,
        "version": version,
        "purl": reference,
        "hashes": [{"alg": alg, "content": digest} for digest in hashes],
    }


def locked_packages() -> list[tuple[str, str, list[str]]]:
    """Return each locked package's name, version and the hashes of its files."""
    text = (ROOT / "requirements.txt").read_text("utf-8").replace("\\\n", " ")
    found = []
    for line in filter(None, text.splitlines()):
        name, version = line.split()[0].split("==")
        found.append((name, version, re.findall(r"--hash=sha256:(\w+)", line)))
    return found


def run(*command: str, cwd: Path = ROOT, **surroundings: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        command, cwd=cwd, env=os.environ | surroundings, check=True, capture_output=True
    )


if __name__ == "__main__":
    sys.exit(main())
