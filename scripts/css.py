"""Formats style sheets: short rules share a line, long ones are filled up to 100 letters.

python -m scripts.css FILE…            writes them anew
python -m scripts.css --check FILE…    says which would change

Formatters of the field put each declaration on a line of its own, which makes page.css twice as
long as a person can overlook.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import wrap

WIDTH = 100
TOKEN = re.compile(r'/\*.*?\*/|"[^"]*"|\([^()]*\)|[{};]|[^{};"(/]+|.', re.DOTALL)

Rule = tuple[str, list["str | Rule"]]
"""A selector or at-rule, and what is in it: declarations, comments, rules."""


def parsed(tokens: Iterator[str]) -> list[str | Rule]:
    """Up to the brace that closes what was opened."""
    found: list[str | Rule] = []
    text = ""
    for token in tokens:
        if token.startswith("/*"):
            found.append(" ".join(token.split()))
        elif token == "{":
            found.append((" ".join(text.split()), parsed(tokens)))
            text = ""
        elif token in ("}", ";"):
            found += [" ".join(text.split()) + ";"] if text.strip() else []
            text = ""
            if token == "}":
                break
        else:
            text += token
    return found


def filled(parts: Sequence[str], indent: str, further: str = "") -> list[str]:
    """Lines of whole parts; one that is longer than a line has lines of its own, broken at spaces
    that are neither within quotation marks nor in the innermost brackets."""
    found: list[str] = []
    run: list[str] = []
    for part in parts:
        if len(indent + part) <= WIDTH:
            run.append(part.replace(" ", "\0"))
        else:
            whole = re.sub(r'"[^"]*"|\([^()]*\)', lambda inner: inner[0].replace(" ", "\0"), part)
            found += [*wrapped(run, indent, indent), *wrapped([whole], indent, indent + "  ")]
            run = []
    return [*found, *wrapped(run, indent, indent + further)]


def wrapped(words: Sequence[str], first: str, later: str) -> list[str]:
    lines = wrap(
        " ".join(words), WIDTH, initial_indent=first, subsequent_indent=later,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
    return [line.replace("\0", " ") for line in lines]


def lines(nodes: Sequence[str | Rule], indent: str = "") -> Iterator[str]:
    row = ""
    for node in nodes:
        short = ""
        if isinstance(node, tuple) and all(
            isinstance(one, str) and one[0] != "/" for one in node[1]
        ):
            short = " ".join((node[0], "{", *map(str, node[1]), "}"))
        if short and len(indent + f"{row} {short}".strip()) <= WIDTH:
            row = f"{row} {short}".strip()
            continue
        if row:
            yield indent + row
        row = short if len(indent + short) <= WIDTH else ""
        if isinstance(node, str):
            yield from [""] if node.startswith("/* --") else []
            yield from filled(node.split(), indent, "   ")
        elif not row:
            yield from long_rule(node, indent)
    if row:
        yield indent + row


def long_rule(rule: Rule, indent: str) -> Iterator[str]:
    head, inside = rule
    *before, last = filled(re.split("(?<=,) ", head), indent)
    yield from [*before, f"{last} {{"]
    within = indent + "  "
    told = [one for one in inside if isinstance(one, str) and one[0] != "/"]
    if len(told) < len(inside) and not told:
        yield from lines(inside, within)
        yield f"{indent}}}"
        return
    for note in inside:
        if note not in told:
            yield from filled(str(note).split(), within, "   ")
    *before, last = filled(told, within)
    closes = [f"{last} }}"] if len(last) + 2 <= WIDTH else [last, f"{indent}}}"]
    yield from [*before, *closes]


def formatted(style: str) -> str:
    return "\n".join(lines(parsed(iter(TOKEN.findall(style))))).lstrip("\n") + "\n"


def main(words: Sequence[str]) -> None:
    checks = words[0] == "--check"
    changed = []
    for name in words[checks:]:
        style = Path(name).read_text(encoding="utf-8")
        if (fresh := formatted(style)) != style:
            changed.append(name)
            if not checks:
                Path(name).write_text(fresh, encoding="utf-8")
    if checks and changed:
        sys.exit(f"Would be formatted: {', '.join(changed)} (make fix)")


if __name__ == "__main__":
    main(sys.argv[1:])
