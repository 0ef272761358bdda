"""The rules for names and sentences of the code and for the subjects of commits."""

import ast
import re
import subprocess
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.support.paths import ROOT

PACKAGES = ("banquier", "datasheet", "display", "firmware_sim", "hardware", "keypad")
OPENINGS = re.compile(
    r"(of|to|in|on|at|by|with|without|from|for|before|after|behind|between|beside|what|who|"
    r"whom|whose|which|where|when|how|why|whether|it|its|that|those|these|this|they|them|"
    r"their)\b",
    re.IGNORECASE,
)
"""Words with which a docstring begins in the middle of a sentence."""
PARTICIPLES = re.compile(
    "told|said|asked|shown|known|found|made|kept|held|given|begun|struck|drawn|written|"
    "taken|sold|heard|paid|left|stood|built|met|sent"
)
PREPOSITIONS = re.compile(
    "above|after|again|always|apart|at|away|back|before|behind|below|beneath|beside|beyond|by|"
    "here|now|of|off|on|otherwise|since|then|there|to|together|under|until|where|with|within|without"
)
"""Prepositions and adverbs."""
SINCE = "93a934cf"
"""From the commit after this one on, subjects are held to."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


@pytest.fixture(scope="module")
def trees() -> list[ast.Module]:
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    return [ast.parse(path.read_text(encoding="utf-8")) for path in paths]


def is_property(function: Function) -> bool:
    names = [ast.unparse(one) for one in function.decorator_list]
    return any("property" in name for name in names)


def faults(function: Function) -> Iterator[str]:
    text = ast.get_docstring(function) or ""
    if OPENINGS.match(text):
        yield "its docstring begins in the middle of a sentence"
    if any(re.fullmatch(r"[A-Z]\w+[a-z][.]", one) for one in re.split(r"(?<=\.)\s+", text)):
        yield "its docstring has a sentence of one word"
    bare = function.name.removeprefix("_")
    is_verb_or_noun = "_" in bare or bare in ("deed", "feed", "seed", "speed")
    is_regular = bare.endswith("ed") and not is_verb_or_noun
    if (PARTICIPLES.fullmatch(bare) or is_regular) and not is_property(function):
        yield "its name is a participle"
    if PREPOSITIONS.fullmatch(bare):
        yield "its name is a preposition"


def test_names_and_sentences_stand_alone(trees: list[ast.Module]) -> None:
    nodes = (node for tree in trees for node in ast.walk(tree) if isinstance(node, Function))
    assert [f"{node.name}: {fault}" for node in nodes for fault in faults(node)] == []


def test_no_two_public_classes_have_one_name(trees: list[ast.Module]) -> None:
    classes = (node for tree in trees for node in tree.body if isinstance(node, ast.ClassDef))
    counts = Counter(node.name for node in classes if not node.name.startswith("_"))
    assert [name for name, count in counts.items() if count > 1] == []


def test_subjects_of_commits_are_short_and_imperative() -> None:
    told = subprocess.run(
        ["git", "-c", "safe.directory=*", "log", "--format=%s", f"{SINCE}..HEAD"],
        cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    subjects = told.stdout.splitlines()  # none outside of a clone
    verbs = [re.sub(r"^[^:]{1,30}: ", "", one).split()[0].lower() for one in subjects]
    wrong = [
        one for one, verb in zip(subjects, verbs, strict=True)
        if len(one) > 60 or verb.endswith(("ing", "ed"))
    ]  # fmt: skip
    assert wrong == []
