"""A module as MicroPython reads it: the same program in fewer words of Python.

    translate(source, "firmware_sim/game.py")       its syntax tree; raises CannotTranslate

Annotations and what only they need are removed. Named tuples, enums and `match` are spelt out; what
the engine lacks is called from compat.py. A dictionary keeps its order, a sort its equals, `zip`
its strictness. Everything else that the engine does differently is refused, with file, line and
what to write instead.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from banquier.imports import is_for_types

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
ROOMS = frozenset(("banquier", "datasheet", "display", "firmware_sim", "hardware", "keypad"))
ENGINE = frozenset(
    ("array", "binascii", "deflate", "framebuf", "gc", "io", "js", "jsffi", "machine", "math",
     "micropython", "os", "rp2", "select", "struct", "sys", "time")
)  # fmt: skip
"""Modules of the engine that are used as they are."""
TYPES = frozenset(("typing", "collections.abc", "__future__", "types"))
BUILT_IN_TYPES = frozenset(("tuple", "list", "dict", "set", "frozenset", "type", "deque"))


def names_defined(part: ast.stmt) -> set[str]:
    """The names that a statement of a module defines."""
    if isinstance(part, ast.FunctionDef | ast.ClassDef):
        return {part.name}
    if isinstance(part, ast.ImportFrom):
        return {alias.asname or alias.name for alias in part.names}
    return {
        one.id
        for one in ast.walk(part)
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
    }


COMPAT = frozenset(
    name
    for part in ast.parse((HERE / "compat.py").read_text(encoding="utf-8")).body
    for name in names_defined(part)
)
"""The names that compat.py defines."""
METHODS = frozenset(
    ("as_integer_ratio", "bit_count", "bit_length", "capitalize", "casefold", "expandtabs",
     "format_map", "isalnum", "isalpha", "isascii", "isdecimal", "isidentifier", "isnumeric",
     "isprintable", "istitle", "ljust", "lower", "maketrans", "removeprefix", "removesuffix",
     "rjust", "sort", "swapcase", "title", "translate", "upper", "zfill")
)  # fmt: skip
"""Methods of built-in types that the engine lacks, or knows for ASCII only, or that sort without
keeping order."""
BUILT_INS = frozenset(
    ("aiter", "anext", "ascii", "breakpoint", "format", "callable", "FileNotFoundError",
     "FileExistsError", "PermissionError", "TimeoutError", "ConnectionError", "RecursionError",
     "UnicodeDecodeError", "UnicodeEncodeError", "Warning")
)  # fmt: skip
AS_ASKED = {"sorted": "sorted_as_they_stood", "zip": "zip_as_asked"}
"""Built-in functions whose `key` or `strict` the engine lacks."""
OF_A_CLASS = {"__annotations__": "annotations_of", "_field_defaults": "defaults_of",
              "_fields": "fields_of"}  # fmt: skip
SETS_OF_KEYS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
IN_ORDER = frozenset(("items", "keys", "values"))
BY_PLACE = frozenset(("maxsplit", "sep", "keepends", "errors"))
CHEAP_KEYS = frozenset(("bool", "int", "str"))
"""The types of parameters for which results are kept; the engine would hash a whole row at each
call."""
SPECIAL = frozenset(
    ("__format__", "__init_subclass__", "__class_getitem__", "__set_name__", "__post_init__")
)


class CannotTranslate(Exception):
    """The text is a sentence with file, line and what to write instead."""


class Enums(NamedTuple):
    """The enums of a program, whose members are plain numbers in the engine."""

    classes: frozenset[str]
    values: frozenset[str]
    """Names that are annotated as a member somewhere: `kind: Kind`."""

    @classmethod
    def from_source(cls, source: str) -> Enums:
        classes = frozenset(re.findall(r"^class (\w+)\(IntEnum\)", source, re.MULTILINE))
        values = re.findall(rf"\b(\w+): (?:{'|'.join(classes) or '-'})\b", source)
        return cls(classes, frozenset(values))


@cache
def product_enums() -> Enums:
    paths = (path for name in sorted(ROOMS) for path in sorted((ROOT / name).rglob("*.py")))
    return Enums.from_source("\n".join(path.read_text(encoding="utf-8") for path in paths))


@cache
def translate(source: str, path: str) -> ast.Module:
    try:
        tree = ast.parse(source)
    except SyntaxError as error:
        raise CannotTranslate(f"{path}:{error.lineno}: {error.msg}") from None
    WithoutTypes().visit(tree)
    product, own = product_enums(), Enums.from_source(source)
    enums = Enums(product.classes | own.classes, product.values | own.values)
    Translator(path, tree, enums).visit(tree)
    return ast.fix_missing_locations(tree)


def _name(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def _is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _tuple(parts: Iterable[ast.expr]) -> ast.Tuple:
    return ast.Tuple(list(parts), ast.Load())


def _names(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the names in `NamedTuple`, `functools.cache(…)` or `Generic[Row]`."""
    found = set()
    for node in nodes:
        while isinstance(node, ast.Call | ast.Subscript):
            node = node.func if isinstance(node, ast.Call) else node.value
        if isinstance(node, ast.Name | ast.Attribute):
            found.add(node.id if isinstance(node, ast.Name) else node.attr)
    return found


class WithoutTypes(ast.NodeTransformer):
    """Removes annotations, type aliases, protocols and docstrings."""

    def visit_Expr(self, node: ast.Expr) -> Any:
        return None if isinstance(node.value, ast.Constant) else self.generic_visit(node)

    def visit_If(self, node: ast.If) -> Any:
        is_program = isinstance(node.test, ast.Compare) and "__name__" in _names([node.test.left])
        return None if is_program or is_for_types(node) else self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        args = node.args
        node.returns = None
        given = [*args.posonlyargs, *args.args, *args.kwonlyargs]
        given += [arg for arg in (args.vararg, args.kwarg) if arg]
        if not _names([arg.annotation for arg in given if arg.annotation]) <= CHEAP_KEYS:
            node.decorator_list = [
                one for one in node.decorator_list if "lru_cache" not in _names([one])
            ]
        for arg in given:
            arg.annotation = None
        args.posonlyargs, args.args = [], [*args.posonlyargs, *args.args]
        self.generic_visit(node)
        node.body = node.body or [ast.Pass()]
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> Any:
        bases = _names(node.bases)
        if "Protocol" in bases:
            return None
        if "NamedTuple" in bases:  # its annotations are its fields
            for one in node.body:
                if isinstance(one, ast.AnnAssign):
                    one.annotation = _metadata(one.annotation)
                else:
                    self.visit(one)
            return node
        self.generic_visit(node)
        node.body = node.body or [ast.Pass()]
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if node.value is None:
            return None
        return self.generic_visit(ast.copy_location(ast.Assign([node.target], node.value), node))

    def visit_Assign(self, node: ast.Assign) -> Any:
        return None if _is_type(node) else self.generic_visit(node)


def _metadata(annotation: ast.expr) -> ast.expr:
    """Return `kind` of `Annotated[type, kind]`, and None for another annotation."""
    if _names([annotation]) == {"Annotated"} and isinstance(annotation, ast.Subscript):
        assert isinstance(annotation.slice, ast.Tuple)
        return annotation.slice.elts[1]
    return ast.Constant(None)


def _is_type(node: ast.Assign) -> bool:
    """Return whether this is a type, like `Roll = tuple[str, int]`, by its name."""
    (target, *_), value = node.targets, node.value
    name = target.id if isinstance(target, ast.Name) else ""
    is_camel = name[:1].isupper() and not name.isupper()
    made = _names([value]) & {"TypeVar", "ParamSpec"}
    return bool(made) or (is_camel and isinstance(value, ast.Subscript | ast.BinOp))


class Translator(ast.NodeTransformer):
    def __init__(self, path: str, tree: ast.Module, enums: Enums) -> None:
        self.path = path
        self.enums = enums
        names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
        self.used = {node.id for node in names if isinstance(node.ctx, ast.Load)}
        self.own = {node.id for node in names if not isinstance(node.ctx, ast.Load)}
        self.own |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
        self.own |= {
            node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)
        }
        self.needs: dict[str, str] = {}  # by their names here, what compat.py calls them
        self.lacking: set[str] = set()  # modules: their functions are in compat.py

    def _refuse(self, node: ast.AST, what: str, instead: str) -> CannotTranslate:
        line = getattr(node, "lineno", 1)
        return CannotTranslate(
            f"{self.path}:{line}: MicroPython has no {what}; write {instead}, or add it to "
            f"{HERE.name}/compat.py"
        )

    def _from_compat(self, name: str, *facts: ast.expr) -> ast.Call:
        return ast.Call(self._compat_name(name), [*facts], [])

    def _compat_name(self, name: str) -> ast.Name:
        """Return a name for compat.py that no variable of the source can hide."""
        self.needs[f"mp_{name}"] = name
        return _name(f"mp_{name}")

    def _require_compat(self, node: ast.AST, name: str, instead: str) -> ast.Name:
        """Return a name of compat.py, or refuse the source if it does not exist."""
        if name not in COMPAT:
            raise self._refuse(node, name, instead)
        return self._compat_name(name)

    # -- modules

    def visit_Module(self, node: ast.Module) -> Any:
        self.generic_visit(node)
        if self.needs:
            names = [
                ast.alias(name, None if name == here else here)
                for here, name in sorted(self.needs.items())
            ]
            node.body.insert(0, ast.ImportFrom("compat", names, 0))
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> Any:
        module = node.module or ""
        if node.level:
            raise self._refuse(node, "relative import here", "the whole name of the module")
        node.names = [one for one in node.names if (one.asname or one.name) in self.used]
        if module in TYPES or not node.names:
            return None
        if module.partition(".")[0] in ROOMS | {"tests"}:
            return node
        is_engine = module.partition(".")[0] in ENGINE
        of_engine = [one for one in node.names if is_engine and one.name not in COMPAT]
        for one in node.names:
            if one in of_engine or one.name in ("NamedTuple", "IntEnum"):
                continue
            if one.name not in COMPAT:
                raise self._refuse(node, one.name, f"without {module}.{one.name}")
            self.needs[one.name] = one.name
            if one.asname:
                raise self._refuse(node, f"other name for {one.name}", "its own name")
        node.names = of_engine
        return node if of_engine else None

    def visit_Import(self, node: ast.Import) -> Any:
        node.names = [
            one for one in node.names if (one.asname or one.name.partition(".")[0]) in self.used
        ]
        lacking = {one.name for one in node.names} - ENGINE
        self.lacking |= {name for name in lacking if name.partition(".")[0] not in ROOMS}
        node.names = [one for one in node.names if one.name not in self.lacking]
        return node if node.names else None

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id in BUILT_INS and node.id not in self.own:
            return self._require_compat(node, node.id, "what all engines have, as OSError")
        return node

    # -- functions and classes

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        if node.name in SPECIAL:
            raise self._refuse(node, node.name, "a function that is called by its name")
        if node.args.kwarg and self._walks(node, node.args.kwarg.arg):
            raise self._refuse(node, "order of keyword arguments", "sorted(…) or a dictionary")
        return self.generic_visit(node)

    def _walks(self, node: ast.FunctionDef, name: str) -> bool:
        """Return whether the function depends on the order of this dictionary."""
        walked: list[ast.expr] = []
        for one in ast.walk(node):
            if isinstance(one, ast.Call) and _names([one]) != {"sorted"}:
                walked += one.args
            elif isinstance(one, ast.For):
                walked.append(one.iter)
            elif isinstance(one, ast.ListComp | ast.GeneratorExp):
                walked += [part.iter for part in one.generators]
        views = [one.func.value for one in walked
                 if isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute)
                 and one.func.attr in IN_ORDER]  # fmt: skip
        return any(_is_name(one, name) for one in (*walked, *views))

    def _refuse_async(self, node: ast.AST) -> ast.AST:
        raise self._refuse(node, "asyncio here", "a plain function")

    visit_AsyncFunctionDef = visit_Await = visit_AsyncFor = visit_AsyncWith = _refuse_async

    def visit_ClassDef(self, node: ast.ClassDef) -> Any:
        bases = _names(node.bases)
        if node.keywords or node.decorator_list:
            raise self._refuse(node, "decorated class or metaclass", "a plain class")
        if "NamedTuple" in bases:
            return self._record(node)
        if "IntEnum" in bases:
            return self._enumeration(node)
        if wrong := bases & {"Enum", "StrEnum", "IntFlag", "int", "str", "dict", "list", "tuple"}:
            raise self._refuse(node, f"class of its own below {min(wrong)}", "one that has it")
        node.bases = [one for one in node.bases if "Generic" not in _names([one])]
        self.generic_visit(node)
        return node

    def _record(self, node: ast.ClassDef) -> list[ast.stmt]:
        """`Loan = record("Loan", ("amount", "passages"), ())`; methods stand in a class below."""
        fields = [one for one in node.body if isinstance(one, ast.AnnAssign)]
        names = _tuple(ast.Constant(one.target.id) for one in fields)  # type: ignore[union-attr]
        defaults = _tuple(self.visit(one.value) for one in fields if one.value)
        metadata = [self.visit(one.annotation) for one in fields]
        kinds = (
            [_tuple(metadata)] if any(not isinstance(one, ast.Constant) for one in metadata) else []
        )
        methods = [self.visit(one) for one in node.body if isinstance(one, ast.FunctionDef)]
        name = ast.Constant(node.name)
        target: list[ast.expr] = [ast.Name(node.name, ast.Store())]
        if not methods:
            row = self._from_compat("record", name, names, defaults, *kinds)
            return [ast.copy_location(ast.Assign(target, row), node)]
        base = self._from_compat("namedtuple", name, names)
        known = self._from_compat("make_row_class", _name(node.name), names, defaults)
        node.bases, node.body = [base], methods
        return [node, ast.copy_location(ast.Assign(target, known), node)]

    def _enumeration(self, node: ast.ClassDef) -> ast.stmt:
        rows = []
        for one in node.body:
            if not isinstance(one, ast.Assign) or not isinstance(one.targets[0], ast.Name):
                raise self._refuse(one, "enum with methods", "a function beside it")
            rows.append(_tuple((ast.Constant(one.targets[0].id), one.value)))
        made = self._from_compat("Enumeration", _tuple(rows))
        return ast.copy_location(ast.Assign([ast.Name(node.name, ast.Store())], made), node)

    # -- displays

    def _join_displays(self, node: ast.Tuple | ast.List | ast.Set) -> Any:
        """`[*a, b]` is `row_joined(a, (b,))`: a call takes at most 255 arguments."""
        self.generic_visit(node)
        is_target = isinstance(getattr(node, "ctx", None), ast.Store | ast.Del)
        if is_target or not any(isinstance(part, ast.Starred) for part in node.elts):
            return node
        parts = [one.value if isinstance(one, ast.Starred) else _tuple([one]) for one in node.elts]
        row = self._from_compat("row_joined", *parts)
        kind = type(node).__name__.lower()
        return row if kind == "list" else ast.Call(_name(kind), [row], [])

    visit_Tuple = visit_List = visit_Set = _join_displays

    def visit_Dict(self, node: ast.Dict) -> Any:
        """`{**a, 1: b}` is `dict_of(((dict_of, a), (1, b)))`."""
        self.generic_visit(node)
        rows = zip(node.keys, node.values, strict=True)
        pairs = (_tuple((key or self._compat_name("dict_of"), value)) for key, value in rows)
        return self._from_compat("dict_of", _tuple(pairs))

    def visit_DictComp(self, node: ast.DictComp) -> Any:
        self.generic_visit(node)
        pairs = ast.GeneratorExp(_tuple((node.key, node.value)), node.generators)
        return self._from_compat("dict_of", pairs)

    def visit_FormattedValue(self, node: ast.FormattedValue) -> Any:
        if node.conversion == ord("a"):
            raise self._refuse(node, "!a in a text", "ascii()")
        words = [one.value for one in ast.walk(node.value) if isinstance(one, ast.Constant)]
        if any(brace in word for word in words if isinstance(word, str) for brace in "{}"):
            raise self._refuse(node, "brace within a field", "a name for that text")
        if isinstance(node.format_spec, ast.JoinedStr) and len(node.format_spec.values) > 1:
            raise self._refuse(node, "field within a format", "a fixed width")
        return self.generic_visit(node)

    # -- calls

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        function = node.func
        if isinstance(function, ast.Attribute):
            return self._method(node, function)
        return self._function(node, function) if isinstance(function, ast.Name) else node

    def _method(self, node: ast.Call, function: ast.Attribute) -> ast.AST:
        name, of = function.attr, function.value
        if name == "update" and isinstance(of, ast.Attribute) and of.attr == "__dict__":
            return self._from_compat("set_fields", of.value, *node.args)
        elif name == "fromkeys" and _is_name(of, "dict"):
            return self._from_compat("dict_from_keys", *node.args)
        elif name in ("_replace", "_asdict") or name in METHODS:
            plain = self._require_compat(node, name.strip("_"), "it without that method")
            facts = node.args if _is_name(of, "str") else [of, *node.args]
            return ast.Call(plain, facts, node.keywords)
        elif wrong := BY_PLACE & {keyword.arg for keyword in node.keywords}:
            raise self._refuse(node, f"{min(wrong)}= of a method", "it by its place")
        return node

    def _function(self, node: ast.Call, function: ast.Name) -> ast.AST:
        name = function.id
        if name in self.own:
            return node
        if name in AS_ASKED and node.keywords:
            node.func = self._require_compat(node, AS_ASKED[name], "")
        elif name == "dict":
            if node.keywords:
                raise self._refuse(node, "dict(name=…) in order", "{...}")
            known = (_tuple((self._compat_name("dict_of"), one)) for one in node.args)
            return self._from_compat("dict_of", _tuple(known))
        elif name == "repr":
            return self._from_compat("repr_as_written", *node.args)
        elif name == "vars":
            return ast.Attribute(node.args[0], "__dict__", ast.Load())
        elif name == "isinstance":
            classes = self._classes(node.args[1])
            node.args[1] = _tuple(classes) if len(classes) > 1 else classes[0]
        elif name == "iter" and len(node.args) > 1:
            raise self._refuse(node, "iter(function, end)", "a loop")
        return node

    def _classes(self, node: ast.expr) -> list[ast.expr]:
        """Return the classes of `isinstance`: in this engine bool is not an int, and a row with
        defaults is made by a function."""
        match node:
            case ast.BinOp():
                return [*self._classes(node.left), *self._classes(node.right)]
            case ast.Tuple():
                return [one for part in node.elts for one in self._classes(part)]
            case ast.Name(id="int"):
                return [node, _name("bool")]
            case ast.Name() if node.id in self.enums.classes:
                raise self._refuse(node, "isinstance of an enum", "a test of another class")
            case ast.Name() if node.id[0].isupper():
                return [self._from_compat("class_of", node)]
        return [node]

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        self.generic_visit(node)
        of = node.value
        is_lacking = isinstance(of, ast.Name) and (
            of.id in self.lacking or (of.id in ENGINE - self.own and node.attr in COMPAT)
        )
        if isinstance(of, ast.Name) and is_lacking:
            return self._require_compat(node, node.attr, f"it without {of.id}")
        if node.attr == "__new__" and isinstance(of, ast.Name) and of.id == "tuple":
            return self._require_compat(node, "new_row", "")
        if node.attr in OF_A_CLASS:
            return self._from_compat(OF_A_CLASS[node.attr], of)
        if node.attr == "__getitem__":
            return self._from_compat("item_of", of)
        if node.attr == "name" and _names([of]) <= self.enums.values | self.enums.classes:
            if not (isinstance(of, ast.Call) and isinstance(of.func, ast.Name)):
                raise self._refuse(node, "name of a plain number", "the enum's: Kind(kind).name")
            return ast.Call(ast.Attribute(of.func, "name_of", ast.Load()), of.args, [])
        return node

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        if isinstance(node.slice, ast.Slice) and node.slice.step:
            raise self._refuse(node, "slice with a step", "reversed(…) or a range")
        self.generic_visit(node)
        is_type = isinstance(node.value, ast.Name) and node.value.id in BUILT_IN_TYPES
        return node.value if is_type else node  # list[int]()

    def visit_Compare(self, node: ast.Compare) -> Any:
        sides = [one for one in (node.left, *node.comparators) if isinstance(one, ast.Call)]
        if "keys" in _names(sides) and any(isinstance(one, SETS_OF_KEYS) for one in node.ops):
            raise self._refuse(node, "set of keys", "set(…)")
        return self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        if "keys" in _names(one for one in (node.left, node.right) if isinstance(one, ast.Call)):
            raise self._refuse(node, "set of keys", "set(…)")
        return self.generic_visit(node)

    # -- match

    def visit_Match(self, node: ast.Match) -> Any:
        self.generic_visit(node)
        subject, before = node.subject, list[ast.stmt]()
        if not isinstance(subject, ast.Name):
            before = [
                ast.copy_location(ast.Assign([ast.Name("matched", ast.Store())], subject), node)
            ]
            subject = _name("matched")
        branches: list[ast.stmt] = []
        for case in reversed(node.cases):
            test, body = self._test(subject, case.pattern), case.body
            for name, value in self._captures(subject, case.pattern):
                body.insert(0, ast.Assign([ast.Name(name, ast.Store())], value))
            tests = [one for one in (test, case.guard) if one]
            if len(tests) == 2:
                tests = [ast.BoolOp(ast.And(), tests)]
            branches = [ast.If(tests[0], body, branches)] if tests else body
        return [*before, *branches]

    def _captures(self, subject: ast.expr, pattern: ast.pattern) -> Iterator[tuple[str, ast.expr]]:
        if isinstance(pattern, ast.MatchAs) and pattern.name:
            yield pattern.name, subject
        elif isinstance(pattern, ast.MatchClass):
            for at, part in enumerate(pattern.patterns):
                value = ast.Subscript(subject, ast.Constant(at), ast.Load())
                yield from self._captures(value, part)

    def _test(self, subject: ast.expr, pattern: ast.pattern) -> ast.expr | None:
        if isinstance(pattern, ast.MatchValue):
            return ast.Compare(subject, [ast.Eq()], [pattern.value])
        if isinstance(pattern, ast.MatchSingleton):
            return ast.Compare(subject, [ast.Is()], [ast.Constant(pattern.value)])
        if isinstance(pattern, ast.MatchOr):
            tests = [self._test(subject, one) for one in pattern.patterns]
            return ast.BoolOp(ast.Or(), [one for one in tests if one])
        if isinstance(pattern, ast.MatchAs) and pattern.pattern is None:
            return None
        if isinstance(pattern, ast.MatchClass) and not any(
            (*pattern.kwd_attrs, *(self._test(subject, one) for one in pattern.patterns))
        ):
            cls = self._from_compat("class_of", pattern.cls)
            return ast.Call(_name("isinstance"), [subject, cls], [])
        raise self._refuse(pattern, "pattern of this kind", "values, or names")
