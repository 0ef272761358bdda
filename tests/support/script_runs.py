"""Scripts played on the whole machine in this process.

complaint(path)                  the failure as `banquier run` prints it, or nothing
scripts(folder)                  those of a folder, by name
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from banquier.script import failure, runner
from banquier.script.header import Header
from banquier.script.language import parse_file
from banquier.script.runner import Maker, ScriptTarget
from banquier.script.steps import ScriptError
from firmware_sim.edition.edition_file import built_in, label_of
from hardware.unit import Unit
from tests.support.paths import ROOT


def scripts(folder: str) -> list[Path]:
    return sorted((ROOT / "tests").glob(f"{folder}/*.keys"))


def complaint(
    path: Path, unit: type[Unit] = Unit, watch: Callable[[Unit], None] | None = None
) -> str:
    """Play a script on a unit that `watch` gets first."""

    def make(header: Header, stack: ExitStack) -> ScriptTarget:
        names = tuple(dict.fromkeys([*built_in(), *filter(None, [header.edition])]))
        labels = tuple(label_of(name) for name in names)
        made = unit(seed=header.seed, bounce=header.bounce, editions=names)
        if watch:
            watch(made)
        return ScriptTarget(made, labels, label_of(header.edition or names[0]))

    name = str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)
    try:
        script = parse_file(str(path), built_in())
    except ScriptError as error:
        return str(error)
    outcome = runner.play(script, Maker(make, built_in()))
    if outcome.failure is not None:
        return "\n".join(failure.report(outcome.failure, f"banquier run {name}"))
    return outcome.sentence
