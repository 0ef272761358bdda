"""Nobody but a printer decides by what is printed: rows, icons, roll lines, words of the glass.

Who decides asks the facts: the question that waits, the ledger, the operation. This test walks the
syntax trees of the product and finds the decisions (comparisons, conditions, conversions to
numbers, searches in a text) in which a shown text, an icon or a word of the glass stands.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from datasheet.glass import ICONS
from keypad.keys import NAMES
from tests.support.paths import ROOT

ROOMS = ("banquier", "datasheet", "display", "firmware_sim", "hardware", "keypad")
PRINTERS = (
    "banquier/script/steps.py",  # to compare the glass and the roll is what `expect` is for
    "banquier/panel/panes/roll.py",  # sets the balances of a line in columns
    # These say which icons are lit.
    "banquier/plain/plain_mode.py",
    "banquier/cli/commands/replay.py",
    "banquier/script/failure.py",
)
SHOWN = {"said", "screen", "glass", "reader", "line", "lines", "roll", "step", "ended"}
PARTS = {"text", "value", "icons", "pages", "whole", "words", "word"}
SEARCHES = {
    "startswith", "endswith", "split", "rsplit", "partition", "rpartition", "removeprefix",
    "removesuffix", "replace", "find", "index", "count", "match", "fullmatch", "search", "findall",
    "get", "isdigit",
}  # fmt: skip


def product() -> list[Path]:
    return [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def words_of_the_glass() -> set[str]:
    """The capitals that dialogues and messages print, but for the names of keys and icons."""
    files = [*(ROOT / "firmware_sim/dialogue").glob("*.py"), ROOT / "firmware_sim/texts.py"]
    found: set[str] = set()
    for path in files:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                text = node.value.strip()
                if len(text) > 2 and text == text.upper() and any(map(str.isalpha, text)):
                    found.add(text)
    return found - {*NAMES, *ICONS}


def is_shown(node: ast.AST) -> bool:
    """`unit.said.text`, `hand.text`, `roll[-1].text`, `screen.icons` …"""
    if not isinstance(node, ast.Attribute) or node.attr not in PARTS:
        return False
    base = node.value
    while isinstance(base, ast.Subscript | ast.Call):
        base = base.value if isinstance(base, ast.Subscript) else base.func
    last = base.attr if isinstance(base, ast.Attribute) else getattr(base, "id", "")
    return last in SHOWN


def deciding(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the values by which a node decides."""
    if isinstance(node, ast.Compare):
        yield node
    elif isinstance(node, ast.If | ast.While | ast.IfExp | ast.Assert):
        yield node.test
    elif isinstance(node, ast.comprehension):
        yield from node.ifs
    elif isinstance(node, ast.Match):
        yield node
    elif isinstance(node, ast.Call):
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        if name == "int" or (name in SEARCHES and isinstance(node.func, ast.Attribute)):
            yield node


def compared(node: ast.AST) -> Iterator[str]:
    """Texts that something is compared with or searched for."""
    operands: list[ast.expr] = []
    if isinstance(node, ast.Compare):
        operands = [node.left, *node.comparators]
    elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") in SEARCHES:
        operands = node.args[:1]
    for operand in operands:
        for one in getattr(operand, "elts", [operand]):
            if isinstance(one, ast.Constant) and isinstance(one.value, str):
                yield one.value.strip()


def decisions_by_print(path: Path, words: set[str]) -> Iterator[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    for node in ast.walk(ast.parse("\n".join(lines))):
        parts = [part for test in deciding(node) for part in ast.walk(test)]
        if any(map(is_shown, parts)) or words & {text for part in parts for text in compared(part)}:
            line: int = getattr(parts[0], "lineno", 1)
            yield f"{named(path)}:{line}: {lines[line - 1].strip()}"


def test_nobody_decides_by_what_is_printed() -> None:
    words = words_of_the_glass()
    found = {
        place
        for path in product()
        if not named(path).startswith(PRINTERS)
        for place in decisions_by_print(path, words)
    }
    assert not found, "\n".join(sorted(found))
