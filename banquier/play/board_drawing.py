"""The board as a drawing (SVG), for the page, the wall, the report and a replay.

    drawing([ground(edition), holdings(game), tokens(game)])
        ground: what an edition prints on its board, which never changes; or with figures for prices
        holdings: owners, buildings and mortgages
        tokens: where the players are
    dice(3, 4)           a drawing of its own

The drawing has no style and no script: `STYLE` colours its classes and hides names that are too
small to be read. Tokens stand on the foot of their square if names are hidden, else where they
cover no name, price or house; a browser walks a token by moving its `<g class="token">` from the
`data-stand` of one square to that of the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from banquier.markup import Inside, Markup, Tag, circle, g, path, rect, svg, text, title, tspan
from banquier.play.colours import GROUPS
from datasheet.glass import with_points
from firmware_sim.edition import SQUARES, Edition, Kind, Square
from firmware_sim.game import HOTEL, Game

SIDE, CORNER = 82, 131
"""The width of a square along the edge, and of a corner; all squares are as deep as a corner."""
WIDTH = 2 * CORNER + 9 * SIDE
STEPS = SQUARES // 4
BAND, FOOT, ROW = 22, 24, 27
"""The coloured edge of a deed; the line with its price and its owner; in deep squares the row of
tokens above it."""
SIZE = 17
"""The size of the characters of a name: 18 of 1080 lines on a board as high as the screen."""
SHARES = (1.0, 0.9, 0.8, 0.7, 0.6)
"""The shares to which a name may be condensed: the first in which it fits is used."""
LETTER, LINE = 0.6, 1.08
"""The width of a character in a wide font, and the height of a line, as shares of the size."""
SIGN, LARGE_SIGN = 32, 62
"""The height of a sign above a name: over a price and along the sides, and elsewhere."""
DARKEST = 0.55
"""The darkest tint on which figures can still be read."""
IN_BAND = 0.5
"""The scale of a sign in a band."""
RADIUS, CLOSE = 13, 18
"""Half the size of a token; the least distance of two tokens whose numbers can both be read."""
CHIP, PRICE = 22, 52
"""The widths of an owner's sign, on the right of the foot, and of a long price along the sides,
beside which a token stands."""
PAWN = "M-13 13q0-13 7-15a8 8 0 1 1 12 0q7 2 7 15z"


class Figure(NamedTuple):
    """A sum that a square shows in place of its price, with a tint for its size."""

    shown: str
    value: float
    share: float  # of the largest


Box = tuple[int, int, int, int]
"""The left, top, width and height."""
NO_FIGURES: Mapping[int, Figure] = {}

STATION = "M-18-12h16v-8h6v8h14v16h-36zM-14 10a5 5 0 1 0 .1 0zM8 10a5 5 0 1 0 .1 0z"
BULB = "M0-18a13 13 0 0 1 7 23v7h-14v-7a13 13 0 0 1 7-23z"
DROP = "M0-20q15 20 15 26a15 15 0 0 1-30 0q0-6 15-26z"
SIGNS = {
    Kind.DEPART: "M38-7h-44v-14l-30 24 30 24v-14h44z",
    Kind.CHANCE: "M-15-8q0-16 15-16t15 15q0 8-8 12-4 2-4 8h-8q0-11 8-14 4-2 4-6 0-6-7-6t-7 7z"
    "M-5 15h9v9h-9z",
    Kind.TAX: "M0-19l19 19-19 19-19-19z",
    Kind.CHEST: "M-22-6q0-14 22-14t22 14v24h-44zM-4-2h8v10h-8z",
    Kind.VISIT: "M-26-24h6v48h-6zM-11-24h6v48h-6zM5-24h6v48h-6zM20-24h6v48h-6z",
    Kind.PARK: "M-4 8h8v16h-8zM0-28l24 36h-48z",
    Kind.JAILER: "M-34-7h36v-14l30 24-30 24v-14h-36z",
}
"""The drawings of the signs, around the middle."""
FACES = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "acdfgi"}
"""The dots of a die, in a square of nine places."""

STYLE = """
.board { container-type: inline-size; display: block; }
.drawing { display: block; width: 100%; font-family: system-ui, sans-serif; }
.drawing text { fill: var(--ink); text-anchor: middle; }
.drawing .ground > * > :first-child { fill: var(--paper); stroke: var(--rule); }
.drawing .heat { fill: var(--heat); }
.drawing .band { stroke: var(--ink); stroke-width: .7; }
.drawing .letter { font-size: 13px; font-weight: bold; }
.drawing .sign { fill: var(--soft); fill-rule: evenodd; }
.drawing :is(.letter, .in-band) { fill: #111; stroke: #fff; stroke-width: 3; paint-order: stroke; }
.drawing .number { display: none; font-size: 44px; }
.drawing .price { font-size: 14px; fill: var(--soft); text-anchor: start; }
.drawing .title { font-size: 46px; font-weight: bold; letter-spacing: 4px; fill: var(--soft); }
.drawing .house { fill: #1f7a33; stroke: #fff; } .drawing .hotel { fill: #b3231a; stroke: #fff; }
.drawing .struck { fill: #222; stroke: #fff; stroke-dasharray: 6 4; }
.drawing .tint { fill: var(--c); opacity: .16; }
.drawing :is(.chip rect, .pawn path) { fill: var(--c); stroke: #fff; stroke-width: 2; }
.drawing :is(.chip, .pawn) text { fill: var(--on-c, #fff); font-weight: bold; font-size: 17px; }
.drawing .pawn text { font-size: 14px; }
.die rect { fill: #fffdf4; stroke: #555; stroke-width: 2; } .die circle { fill: #1d1d1b; }
@container (max-width: 560px) {
  .drawing .name, .drawing .price, .drawing .letter { display: none; }
  .drawing .number { display: block; }
  .drawing .chip { transform: scale(1.7); transform-box: fill-box; transform-origin: 100% 100%; }
  .drawing .chip text { font-size: 27px; translate: 0 3px; }
  .drawing .pawn text { font-size: 23px; translate: 0 2px; }
  .drawing .pawn { transform: none; scale: 2; transform-box: fill-box; transform-origin: 0 100%; }
}
@media (forced-colors: active) {
  .drawing :is(.letter, .tint, .struck, .chip, .pawn) { forced-color-adjust: none; }
}
"""
"""The style of the drawing. It uses `--ink`, `--soft`, `--paper`, `--rule`, `--heat` and a player's
`--c` of the page, and `--on-c`, which is white unless the page sets it."""


def drawing(inside: Inside, label: str) -> Markup:
    size = WIDTH + 2
    return svg(class_="drawing", viewBox=f"-1 -1 {size} {size}", role="img", aria_label=label)[
        inside
    ]


def ground(edition: Edition, figures: Mapping[int, Figure] = NO_FIGURES) -> Markup:
    return g(class_="ground")[
        [
            _square(square, edition, figures.get(square.number), "" if figures else square.number)
            for square in edition.squares
        ],
    ]


def holdings(game: Game) -> Markup:
    return g(class_="pieces")[
        [
            _holding(number, owner, game.houses[number], bool(game.mortgaged[number]))
            for number, owner in enumerate(game.owner) if owner > 0
        ]
    ]  # fmt: skip


def tokens(game: Game) -> Markup:
    return g(class_="tokens")[_tokens(game)]


def box(number: int) -> Box:
    """Return the place of a square; the board begins at the bottom right."""
    side, step = divmod(number, STEPS)
    far, size = WIDTH - CORNER, SIDE if step else CORNER
    back = far - step * SIDE if step else far
    on = CORNER + (step - 1) * SIDE if step else 0
    x, y = ((back, far), (0, back), (on, 0), (far, on))[side]
    return (x, y, size, CORNER) if side % 2 == 0 else (x, y, CORNER, size)


def parts(number: int) -> tuple[Box, Box]:
    """Divide a deed into its band, on the edge towards the middle of the board, and the rest."""
    x, y, wide, high = box(number)
    along, up = wide - BAND, high - BAND
    return (
        ((x, y, wide, BAND), (x, y + BAND, wide, up)),
        ((x + along, y, BAND, high), (x, y, along, high)),
        ((x, y + up, wide, BAND), (x, y, wide, up)),
        ((x, y, BAND, high), (x + BAND, y, along, high)),
    )[number // STEPS]


def free(square: Square) -> Box:
    """Return the part of a square for its name, its price and tokens."""
    return parts(square.number)[1] if square.group >= 0 else box(square.number)


def middle(square: Square) -> tuple[int, int]:
    x, y, wide, high = free(square)
    return x + wide // 2, y + high // 2


def stand(number: int) -> tuple[int, int]:
    """Return the place of the first token, on the left of its square's foot."""
    x, y, _, high = _foothold(number)
    return x + RADIUS + 2, y + high - RADIUS - 2


def _foothold(number: int) -> Box:
    """Return a square along the edge without its band."""
    return parts(number)[1] if number % STEPS else box(number)


def _spread(first: int, room: int, of: int, most: int = 2 * RADIUS) -> list[int]:
    """Place several tokens in a row, side by side; the more there are, the closer."""
    step = min(most, (room - 2 * RADIUS) // max(1, of - 1))
    return [first + place * step for place in range(of)]


def _clear(square: Square, of: int) -> tuple[list[int], int]:
    """Place tokens so that they cover neither name nor price: above the price in deep squares, at
    the sides before the owner's sign, or beside the sign above a name."""
    x, y, wide, high = _foothold(square.number)
    foot = y + high - RADIUS - 2
    if high > SIDE:
        foot -= (FOOT - 2) * bool(square.price or square.amount)
    elif square.group < 0:
        foot = y + RADIUS + 4
    else:
        row = _spread(x + wide - CHIP - 4 - RADIUS, wide - CHIP - 6, of, CLOSE)
        return [at - row[-1] + row[0] for at in row], foot + 2
    return _spread(x + RADIUS + 2, wide - 4, of), foot


def _square(
    square: Square, edition: Edition, figure: Figure | None, otherwise: str | int
) -> Markup:
    """Draw a square. `otherwise`: its text in a small drawing if it has no figure."""
    number, deed = square.number, square.group >= 0
    x, y, wide, high = box(number)
    left, top, _, deep = free(square)
    cx, cy = middle(square)
    amount = square.price or square.amount
    price = f"{with_points(amount)}\u00a0{edition.currency}" if amount else ""
    foot = figure.shown if figure else price
    beside = PRICE if deed and wide > high and len(foot) > len("4.000 F") else None
    large = _sign_above(square, bool(foot)) == LARGE_SIGN
    return g(class_="square", data_square=number, data_stand="{} {}".format(*stand(number)),
             data_value=figure and figure.value)[
        rect(x=x, y=y, width=wide, height=high),
        figure and rect(class_="heat", x=x, y=y, width=wide, height=high,
                        fill_opacity=f"{DARKEST * figure.share:.2f}"),
        title[", ".join(filter(None, (square.name, foot)))],
        _name(square, edition, bool(foot)),
        foot and [" ", text(class_="price", x=left + 5, y=top + deep - 8,
                            textLength=beside, lengthAdjust="spacingAndGlyphs")[foot]],
        [" ", _band(square), text(class_="number", x=cx, y=cy - 2)[
            figure.shown if figure else otherwise]]
        if deed
        else _sign(SIGNS[square.kind], cx, y + (36 if large else 20), 1 if large else 0.6),
    ]  # fmt: skip


def _band(square: Square) -> Iterator[Inside]:
    """Draw the band: its colour, and a letter or sign for readers who cannot see the colour."""
    left, top, wide, high = parts(square.number)[0]
    signs = {Kind.STATION: STATION, Kind.UTILITY: BULB if square.number < SQUARES // 2 else DROP}
    x, y = left + 11, top + 11
    yield rect(class_="band", x=left, y=top, width=wide, height=high,
               fill=GROUPS[square.group % len(GROUPS)])  # fmt: skip
    if square.kind in signs:
        yield _sign(signs[square.kind], x + 4 * (wide > high), y + 4 * (high > wide), IN_BAND)
    else:
        yield text(class_="letter", x=x, y=y + 5)[_letter(square)]


def _sign(drawn: str, x: int, y: int, scale: float) -> Inside:
    kind = "sign in-band" if scale == IN_BAND else "sign"
    return path(class_=kind, d=drawn, transform=f"translate({x} {y})scale({scale})")


def _name(square: Square, edition: Edition, footed: bool) -> Inside:
    x, y, wide, high = free(square)
    sign = _sign_above(square, footed)
    below = FOOT * footed + ROW * (high > SIDE)
    room = high - sign - (below or 4)
    name = square.name + _place(square, edition)
    lines = _lines((name, square.label.capitalize()), wide - 4, room - 2)
    line = SIZE * LINE
    top = y + sign + (0 if sign else (room - line * len(lines)) / 2) + SIZE
    cx = x + wide // 2
    return text(class_="name", x=cx, y=f"{top:.0f}", font_size=SIZE)[
        [
            [
                " " if at else None,
                tspan(
                    x=cx,
                    dy=f"{line:.1f}" if at else 0,
                    textLength=_condensed_width(said, wide - 4),
                    lengthAdjust="spacingAndGlyphs",
                )[said],
            ]
            for at, said in enumerate(lines)
        ]
    ]


def _sign_above(square: Square, footed: bool) -> int:
    """Return the height that the sign of a square needs."""
    if square.kind not in SIGNS:
        return 0
    return LARGE_SIGN if box(square.number)[3] > SIDE and not footed else SIGN


def _is_neutral(name: str) -> bool:
    """Return whether no edition printed this name, like TERRAIN 01."""
    word, _, number = name.rpartition(" ")
    return number.isdigit() and word != "" and not any(sign.isdigit() for sign in word)


def _place(square: Square, edition: Edition) -> str:
    """Name a square without a printed name by its group's letter and its number in the group."""
    if not _is_neutral(square.name) or square.kind is not Kind.STREET:
        return ""
    lots = edition.groups[square.group]
    return f" {_letter(square)} {lots.index(square.number) + 1}/{len(lots)}"


def _letter(square: Square) -> str:
    return chr(ord("A") + square.group)


def _lines(names: tuple[str, str], wide: int, high: float) -> list[str]:
    """Return the lines of the whole name if it fits, else of the glass's name, cut if need be."""
    most = max(1, int(high / LINE / SIZE))
    for name in names:
        for share in SHARES:
            letters = wide / (LETTER * SIZE * share)
            lines = _wrap(name, int(letters))
            if len(lines) <= most and max(map(_long, lines)) <= letters:
                return lines
    return [*lines[: most - 1], lines[most - 1][: int(letters) - 1] + "…"]


def _condensed_width(line: str, wide: int) -> int | None:
    """Return the width to which a line must be condensed; None if it fits."""
    return wide if _long(line) * LETTER * SIZE > wide else None


def _long(line: str) -> float:
    """Return the length of a line in characters of average width."""
    line = line.lower()
    wide, narrow = (sum(map(line.count, letters)) for letters in ("mw", "fijlrt '-"))
    return len(line) + wide / 2 - narrow * 0.4


def _wrap(name: str, letters: int) -> list[str]:
    """Wrap a name at spaces, and after the hyphen of a word that is too long."""
    lines = [""]
    for word in name.split():
        at = word.find("-") + 1 if len(word) > letters else 0
        for gap, part in ((" ", word[:at]), ("" if at else " ", word[at:])):
            if not lines[-1] or (part and len(lines[-1] + gap + part) > letters):
                lines.append(part)
            elif part:
                lines[-1] += gap + part
    return [line for line in lines if line]


@lru_cache(maxsize=1024)
def _holding(number: int, owner: int, houses: int, mortgaged: bool) -> Markup:
    x, y, wide, high = parts(number)[1]
    return g(class_=f"owned p{owner}", data_on=number)[
        rect(class_="tint", x=x, y=y, width=wide, height=high),
        _buildings(number, houses),
        mortgaged and _mortgage(number),
        g(class_="chip")[
            rect(x=x + wide - CHIP - 2, y=y + high - CHIP - 2, width=CHIP, height=CHIP, rx=4),
            text(x=x + wide - 13, y=y + high - 7)[owner],
        ],
    ]


def _buildings(number: int, houses: int) -> Inside:
    left, top, across, down = parts(number)[0]

    def building(kind: str, place: int, along: int) -> Tag:
        step = 24 + place * 14
        x, y, wide, high = left + step, top + 4, along, BAND - 8
        if down > across:
            x, y, wide, high = left + 4, top + step, BAND - 8, along
        return rect(class_=kind, x=x, y=y, width=wide, height=high, rx=2)

    if houses == HOTEL:
        return building("hotel", 0, 50)
    return [building("house", place, 12) for place in range(houses)]


def _mortgage(number: int) -> Tag:
    """Draw a mortgage: a dark band over the coloured one, beside its letter."""
    left, top, across, down = parts(number)[0]
    x, y, wide, high = left + BAND, top + 3, across - BAND - 4, BAND - 6
    if down > across:
        x, y, wide, high = left + 3, top + BAND, BAND - 6, down - BAND - 4
    return rect(class_="struck", x=x, y=y, width=wide, height=high, rx=3)


def heading(edition: Edition) -> Markup:
    """Draw the name of the edition in the middle of the board, over the dice."""
    return text(class_="title", x=WIDTH // 2, y=WIDTH // 2)[edition.label]


@lru_cache(maxsize=1024)
def dice(*faces: int) -> Markup:
    return svg(class_="dice", viewBox=f"0 0 {90 * max(1, len(faces))} 76", role="img",
               aria_label=" ".join(map(str, faces)))[
        [
            g(transform=f"translate({90 * nth} 2)")[
                g(class_="die")[
                    rect(x=9, width=72, height=72, rx=12),
                    [
                        circle(cx=25 + 20 * (at % 3), cy=16 + 20 * (at // 3), r=7)
                        for at, place in enumerate("abcdefghi")
                        if place in FACES.get(value, "")
                    ],
                ]
            ]
            for nth, value in enumerate(faces)
        ]
    ]  # fmt: skip


def _tokens(game: Game) -> Iterator[Markup]:
    for number in sorted({game.square[one] for one in game.seats()}):
        here = [one for one in game.seats() if game.square[one] == number]
        x, y = stand(number)
        foot = _spread(x, _foothold(number)[2] - CHIP - 8, len(here))
        clear, above = _clear(game.edition.squares[number], len(here))
        for player, at, to in zip(here, foot, clear, strict=True):
            yield _token(player, number, at, y, to - at, above - y)


@lru_cache(maxsize=1024)
def _token(player: int, number: int, x: int, y: int, right: int, down: int) -> Markup:
    return g(class_=f"token p{player}", data_token=player, data_on=number,
             transform=f"translate({x} {y})")[
        g(class_="pawn", transform=f"translate({right} {down})")[
            path(d=PAWN), text(y=11)[player]]
    ]  # fmt: skip
