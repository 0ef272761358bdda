"""The imports of a program, found by walking the syntax trees, never by a list.

walk(["hardware.unit"], tree_of)     {module: its tree}, each after the modules that it imports
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator

TreeOf = Callable[[str], ast.Module | None]
"""Returns the syntax tree of a module; None if there is none or it need not be followed."""


def walk(modules: Iterable[str], tree_of: TreeOf) -> dict[str, ast.Module]:
    found: dict[str, ast.Module] = {}
    seen: set[str] = set()

    def visit(module: str) -> None:
        if module in seen:
            return
        seen.add(module)
        package = module.rpartition(".")[0]
        if package:
            visit(package)
        tree = tree_of(module)
        if tree is None:
            return
        for name in find_imports(tree):
            visit(name)
        found[module] = tree

    for module in modules:
        visit(module)
    return found


def find_imports(tree: ast.Module) -> Iterator[str]:
    """Yield all possible modules: `from a import b` names `a` and `a.b`. No name is relative."""
    for node in ast.walk(_running(tree)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _running(tree: ast.Module) -> ast.Module:
    """Remove the imports that are for type checkers only."""
    return ast.Module([one for one in tree.body if not is_for_types(one)], [])


def is_for_types(node: ast.AST) -> bool:
    test = node.test if isinstance(node, ast.If) else None
    return isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"
