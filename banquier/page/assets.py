"""The page's files: the same for the table and for the local page.

index("table")          the page, with the glass and the keys drawn from their own tables
file("page.css")        content and type of a file beside it; None if there is none
entry_page()            what a browser without the secret gets, and its content policy
"""

from __future__ import annotations

import json
from base64 import b64encode
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files

from banquier.page.help_texts import help_texts
from banquier.page.page_messages import VERSION
from banquier.play import board_drawing, colours
from banquier.words import key_words
from banquier.words.catalogues import catalogue
from banquier.words.languages import LANGUAGES
from display import svg
from display.elements import ELEMENTS
from firmware_sim.game import Why
from keypad.keys import BY_NAME, HOST, HOST_SIGNS, KEYS, TWINS

FOLDER = files("banquier.page").joinpath("static")

KINDS = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".jpg": "image/jpeg",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}

NUMERIC_KEYPAD = {
    "NumpadMultiply": "F",
    "NumpadDivide": "?",
    "NumpadDecimal": "C",
    "NumpadComma": "C",
}


def _colour_classes() -> str:
    """The colours of each player, and of each group with black or white for text on it."""
    rules = [f".p{at}{{--player:{colour}}}" for at, colour in enumerate(colours.PLAYERS, start=1)]
    for at, colour in enumerate(colours.GROUPS):
        rules.append(f".g{at}{{--group:{colour};--on-group:{colours.print_on(colour)}}}")
    return "\n".join(rules)


OF_PANEL = ("help", "roll", "board", "chances", "language")
"""Actions that the page names as the panel does."""

BEFORE = {"page.css": (board_drawing.STYLE + _colour_classes()).encode()}
"""The text before the content of a file: a page's own rules come after the board's."""


@cache
def names() -> list[str]:
    """The files beside the page."""
    return sorted(
        entry.name
        for entry in FOLDER.iterdir()
        if "." + entry.name.rpartition(".")[2] in KINDS and entry.is_file()
    )


def file(name: str) -> tuple[bytes, str] | None:
    if name not in names():
        return None
    content = BEFORE.get(name, b"") + FOLDER.joinpath(name).read_bytes()
    return content, KINDS["." + name.rpartition(".")[2]]


TABLE_LINKS = """\
<link rel="icon" href="file/icon.svg" type="image/svg+xml">
<link rel="manifest" href="file/banquier.webmanifest">
<link rel="apple-touch-icon" href="file/icon-192.png">
<link rel="stylesheet" href="file/page.css">
<script type="module" src="file/main.js"></script>"""


@cache
def index(mode: str, links: str = TABLE_LINKS, body: str = "", **facts: str) -> str:
    """Return the page. `mode` is table or local; `links` name its files or hold them, `body` ends
    it, and its scripts know `facts`."""
    page = FOLDER.joinpath("index.html").read_text(encoding="utf-8")
    known = {
        "version": VERSION,
        "mode": mode,
        "line": "./table_line.js",
        "elements": list(ELEMENTS.values()),
        "host": HOST,
        "numpad": NUMERIC_KEYPAD,
        "help": help_texts(),
        "languages": {code: [lang.name, lang.locale] for code, lang in LANGUAGES.items()},
        "texts": {lang: texts(lang) for lang in LANGUAGES},
        **facts,
    }
    for mark, text in (
        ("GLASS", svg.elements()),
        ("POWER", _button("ON")),
        ("FUNCTIONS", _block(range(4))),
        ("DIGITS", _block(range(4, 8))),
        ("NEEDS_BROWSER", _in_all("front.needs_browser")),
        ("NEEDS_SCRIPT", _in_all("front.needs_script")),
        ("FACTS", json.dumps(known, ensure_ascii=False).replace("<", "\\u003c")),
        ("MODE", mode),
        ("LINKS", links),
        ("BODY", body),
    ):
        page = page.replace(f"<!--{mark}-->", text)
    return page


def texts(lang: str) -> dict[str, str]:
    """The page's own words; what each key does as `key NAME`, what a payment was for as
    `paid NUMBER`."""
    own = _family("page.", lang)
    shared = {name: catalogue(lang)[f"action.{name}"] for name in OF_PANEL}
    paid = {
        f"paid {int(why)}": catalogue(lang)[f"report.why_paid.{why.name.lower()}"] for why in Why
    }
    keys = {f"key {key.name}": f"{key.legend}, {key_words(key.name).text(lang)}" for key in KEYS}
    return own | shared | keys | paid


def _family(prefix: str, lang: str) -> dict[str, str]:
    """The texts whose names begin so, by the rest of their names."""
    every = catalogue(lang).items()
    return {name.removeprefix(prefix): said for name, said in every if name.startswith(prefix)}


def _in_all(name: str) -> str:
    """A sentence in every language, for where no script can choose one."""
    spans = (f'<span lang="{lang}">{escape(catalogue(lang)[name])}</span>' for lang in LANGUAGES)
    return " ".join(spans)


def _block(strobes: range) -> str:
    placed = {(key.line, key.strobe): key for key in KEYS}
    return "".join(_button(placed[line, strobe].name) for line in range(4) for strobe in strobes)


def _button(name: str) -> str:
    key = BY_NAME[name]
    kind = "digit" if name.isdigit() else {"OK": "yes", "C": "no", "F": "shift"}.get(name, "")
    room = "function" if key.strobe < 4 else "power" if name == "ON" else f"base {kind}"
    legend = BY_NAME[TWINS[name]].legend if name in TWINS else ""
    aside = f' data-twin="{escape(legend)}"' if legend else ""
    # Tab goes through the page.
    typed = next(host for host in key.host if host != "tab")
    letter = HOST_SIGNS.get(typed, typed.upper())
    if letter != key.legend:
        aside += f' data-letter="{letter}"'
    return (
        f'<button type="button" class="key {room.strip()}" data-key="{escape(name)}" '
        f'data-label="key {escape(name)}"{aside}><b>{escape(key.legend)}</b></button>'
    )


def _digest(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()


@cache
def entry_page() -> tuple[str, str]:
    """All in one file, so that nothing else is served to a browser without the secret."""
    page = FOLDER.joinpath("entry.html").read_text(encoding="utf-8")
    texts = {lang: _family("entry.", lang) for lang in LANGUAGES}
    page = page.replace("<!--TEXTS-->", json.dumps(texts, ensure_ascii=False))
    style = page[page.index("<style>") + 7 : page.index("</style>")]
    script = page[page.index("<script>") + 8 : page.index("</script>")]
    policy = (
        f"default-src 'none'; style-src 'sha256-{_digest(style)}'; "
        f"script-src 'sha256-{_digest(script)}'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    return page, policy
