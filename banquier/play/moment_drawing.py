"""Drawings of the moments of a game (SVG), one per kind of moment, and of the ways to play.

    PICTURES["hotel"]      a house and a hotel
    PICTURES["way_unit"]   the unit: its glass, its keys

A drawing has no style of its own: its page colours the classes `own` (the player's colour), `ink`,
`paper` and the colours of the groups.
"""

from __future__ import annotations

from banquier.markup import Inside, Markup, circle, path, rect, svg


def _drawing(*inside: Inside) -> Markup:
    return svg(class_="event", viewBox="0 0 120 120", aria_hidden="true")[inside]


def _ink(drawn: str, width: int = 7) -> Inside:
    return path(class_="line", d=drawn, stroke_width=width)


def _unit() -> Inside:
    """Draw the unit from above: the glass that says something, the keys of both blocks."""
    digits, functions = range(4), range(3)
    return [
        rect(class_="case", x=14, y=2, width=92, height=116, rx=10),
        rect(class_="display", x=22, y=10, width=76, height=34, rx=3),
        path(class_="segments", d="M30 18v8m0 3v8M36 17h10m-10 10h10m-10 10h10M66 17h10M66 37h10"
             "M78 18v8m0 3v8M82 17h8m-8 10h8m-8 10h8M92 18v8m0 3v8", stroke_width=3),
        [rect(class_="dark", x=23 + 20 * column, y=52 + 12 * row, width=15, height=8, rx=2)
         for row in functions for column in digits],
        [rect(class_="pale", x=23 + 20 * column, y=88 + 12 * row, width=15, height=8, rx=2)
         for row in range(2) for column in digits],
    ]  # fmt: skip


def _board() -> Inside:
    """Draw the board from above: squares with the colours of their groups, and two tokens."""
    edge = range(5)
    lines = [f"M{at} 5v20m0 70v20M5 {at}h20m70 0h20" for at in range(39, 94, 14)]
    pawn = "a5 5 0 1 1 .1 0zm-7 17q0-13 5-15h4q5 2 5 15z"
    pips = (45, 55), (53, 63), (49, 59), (67, 55), (77, 63), (67, 63), (77, 55)
    return [
        rect(class_="ink", x=2, y=2, width=116, height=116, rx=4),
        rect(class_="paper", x=5, y=5, width=110, height=110, rx=2),
        [_band(at // 3, 26 + 14 * at, 96, upright=False) for at in edge],
        [_band(at // 3 + 2, 26 + 14 * at, 19, upright=False) for at in edge],
        [_band(at // 3 + 4, 19, 26 + 14 * at, upright=True) for at in edge],
        [_band(at // 3 + 6, 96, 26 + 14 * at, upright=True) for at in edge],
        _ink("M25 5v110M95 5v110M5 25h110M5 95h110", 2),
        _ink("".join(lines), 1),
        [rect(class_="dot", x=x, y=50, width=18, height=18, rx=4) for x in (40, 63)],
        [circle(class_="ink", cx=x, cy=y, r=2) for x, y in pips],
        path(class_="own", d="M46 100" + pawn),
        path(class_="house", d="M60 100" + pawn),
    ]


def _band(group: int, x: int, y: int, *, upright: bool) -> Inside:
    """Draw the coloured edge of a square."""
    width, height = (5, 12) if upright else (12, 5)
    return rect(class_=f"group g{group}", x=x, y=y, width=width, height=height)


def _key(x: int, y: int) -> Inside:
    """Draw a key whose bow is at that place."""
    return [
        circle(class_="own", cx=x, cy=y, r=17),
        circle(class_="paper", cx=x, cy=y, r=7),
        path(class_="own", d=f"M{x + 12} {y - 4}h48v26h-9v-14h-9v14h-9v-18h-21z"),
    ]


def _coin(x: int, y: int) -> Inside:
    return [circle(class_="gold", cx=x, cy=y, r=17), circle(class_="rim", cx=x, cy=y, r=11)]


_BANK = path(
    class_="ink",
    d="M60 8l48 26v8H12v-8zM20 48h14v40H20zM53 48h14v40H53zM86 48h14v40H86zM10 94h100v14H10z",
)
_FLAG = [
    path(class_="ink", d="M24 8h8v104h-8z"),
    path(class_="paper", d="M32 14c24-12 40 14 66 2v44c-26 12-42-14-66-2z"),
    _ink("M32 14c24-12 40 14 66 2v44c-26 12-42-14-66-2z", 4),
]
_DOOR = [
    rect(class_="ink", x=28, y=8, width=64, height=104, rx=3),
    rect(class_="paper", x=36, y=16, width=48, height=96),
]
_PERSON = "a13 13 0 1 1 .1 0zm-20 56q0-34 14-38h12q14 4 14 38z"

PICTURES = {
    "rent": _drawing(_coin(38, 74), _coin(62, 50), _coin(86, 78), _ink("M18 108h84")),
    "group": _drawing(_key(34, 34), _key(44, 78)),
    "hotel": _drawing(
        path(class_="house", d="M6 66l22-20 22 20v46H6z"),
        path(class_="hotel", d="M46 40l34-28 34 28v72H46z"),
        path(
            class_="paper",
            d="M58 52h12v12H58zM90 52h12v12H90zM58 76h12v12H58zM90 76h12v12H90z"
            "M74 86h12v26H74zM22 88h12v24H22z",
        ),
    ),
    "auctioned": _drawing(
        path(class_="own", d="M52 14l36 36-22 22-36-36z"),
        _ink("M46 8l48 48M24 30l48 48"),
        path(class_="ink", d="M66 60l44 40-8 8-42-42z"),
        rect(class_="ink", x=10, y=98, width=52, height=12, rx=3),
    ),
    "trade": _drawing(
        path(class_="own", d="M10 34h62V16l38 30-38 30V58H10z"),
        path(class_="other", d="M110 74H60V60L28 86l32 26V98h50z"),
    ),
    "gift": _drawing(
        rect(class_="own", x=14, y=50, width=92, height=60, rx=4),
        rect(class_="own", x=8, y=34, width=104, height=20, rx=4),
        path(
            class_="gold",
            d="M53 34h14v76H53z"
            "M60 34c-40 0-40-28-22-26 12 2 18 14 22 26zm0 0c40 0 40-28 22-26-12 2-18 14-22 26z",
        ),
    ),
    "jailed": _drawing(
        path(class_="own", d="M60 52" + _PERSON),
        path(
            class_="ink",
            d="M8 8h104v10H8zM8 102h104v10H8zM16 8h8v104h-8zM42 8h8v104h-8z"
            "M70 8h8v104h-8zM96 8h8v104h-8z",
        ),
    ),
    "lost": _drawing(
        path(class_="ink", d="M24 6h72v12H24zM24 102h72v12H24z"),
        _ink("M32 18c0 26 24 30 24 42s-24 16-24 42M88 18c0 26-24 30-24 42s24 16 24 42", 5),
        path(class_="own", d="M36 100q4-22 24-26 20 4 24 26z"),
    ),
    "taken": _drawing(_BANK, _coin(92, 84), _ink("M92 60v-22m-10 10l10-10 10 10", 6)),
    "bankrupt": _drawing(
        path(class_="own", d="M40 34q-34 30-30 62 2 18 50 18t50-18q4-32-30-62z"),
        path(class_="ink", d="M36 10l12 8 12-10 12 10 12-8-8 22H44z"),
        _ink("M40 36h40"),
        _ink("M46 66l28 28M74 66L46 94"),
    ),
    "gave_up": _drawing(_FLAG),
    "gave_up_lead": _drawing(
        _FLAG, path(class_="gold", d="M46 46l-2-22 12 10 9-16 9 16 12-10-2 22z")
    ),
    "away": _drawing(
        _DOOR, circle(class_="ink", cx=76, cy=66, r=4), _ink("M104 66h12m-6-6l6 6-6 6", 4)
    ),
    "back": _drawing(_DOOR, path(class_="own", d="M60 66" + _PERSON)),
    "way_unit": _drawing(_unit()),
    "way_seat": _drawing(_board()),
}
"""The drawings by kinds of moments, as `banquier.words.moment` names them, and of both ways."""
