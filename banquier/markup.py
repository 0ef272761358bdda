"""Markup as Python expressions. Plain text is escaped, so a name can never be a tag.

    g(id="who", class_="card")["Tom & Co", text[3], None]
    <g id='who' class='card'>Tom &amp; Co<text>3</text></g>

An attribute that is None or False is left out; True has no value. `_` in its name is `-`, and a
last one is for Python's keywords. The content is text, numbers, markup, or lists of these; None,
False and the empty text are left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Union


class Markup:
    """Text that is markup already. Only this file makes markup from other values."""

    __slots__ = ("_markup",)

    def __init__(self, markup: str = "") -> None:
        self._markup = markup

    def __str__(self) -> str:
        return self._markup

    def text(self, lang: str) -> str:
        """Return the markup, which is the same in every language, like a sentence in one."""
        return self._markup


Inside = Union[str, int, float, None, "Tag", Markup, Iterable["Inside"]]


class Tag:
    __slots__ = ("_attributes", "_name")

    def __init__(self, name: str, attributes: str = "") -> None:
        self._name = name
        self._attributes = attributes

    def __call__(self, **attributes: object) -> Tag:
        told = [_attribute(name, value) for name, value in sorted(attributes.items())]
        return Tag(self._name, "".join(told))

    def __getitem__(self, inside: Inside) -> Markup:
        return Markup(f"<{self._name}{self._attributes}>{markup(inside)}</{self._name}>")


def _attribute(name: str, value: object) -> str:
    if value is None or value is False:
        return ""
    name = name.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f" {name}='{escape(str(value))}'"


def markup(inside: Inside) -> Markup:
    if isinstance(inside, Markup):
        return inside
    if isinstance(inside, str):
        return Markup(escape(inside))
    if inside is None or inside is False:
        return Markup()
    if isinstance(inside, Tag):
        return inside[""]
    if isinstance(inside, (int, float)):
        return Markup(str(inside))
    return Markup("".join([str(markup(one)) for one in inside]))


circle, div, g, line, path, rect = map(Tag, ("circle", "div", "g", "line", "path", "rect"))
polyline, svg, text, title, tspan = map(Tag, ("polyline", "svg", "text", "title", "tspan"))
a, h2, h3, li, p, section, strong = map(Tag, ("a", "h2", "h3", "li", "p", "section", "strong"))
details, summary, table, tbody = map(Tag, ("details", "summary", "table", "tbody"))
td, th, thead, tr = map(Tag, ("td", "th", "thead", "tr"))
