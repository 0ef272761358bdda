"""The colours of groups and players: the same on panel, phones and board, and in the report."""

GROUPS = (
    "#8a4a2f", "#9fd3ea", "#d0449a", "#ea8d2e", "#d8342c", "#ecd53a", "#2f9a4c", "#2b4fa2",
    "#b0b0b0", "#d8d0b0",
)  # fmt: skip
"""The groups in the order of every edition: eight of streets, the stations, the utilities."""

PLAYERS = (
    "#c0322a", "#1f63b5", "#2e7d32", "#8a6a00", "#7d3fb0", "#00796b", "#a8500f", "#5a5a5a",
)  # fmt: skip
"""The players' colours on light, and below white characters."""

PLAYERS_ON_DARK = (
    "#ff6b5e", "#5aa9ff", "#6fd06f", "#ffd24d", "#d78bff", "#57d8d0", "#ff9f4d", "#c0c0c0",
)  # fmt: skip
"""The players' colours on dark, in the same hues."""


def print_on(colour: str) -> str:
    """Return black or white, whichever can be read on this colour."""
    red, green, blue = ((int(colour[at : at + 2], 16) / 255) ** 2.2 for at in (1, 3, 5))
    return "#000" if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 else "#fff"
