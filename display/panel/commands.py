"""What the computer's other keys do, and the same as a list of commands to choose from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.theme import Theme

from display.panel.palette import PALETTES
from keypad.keys import KEYS, STROBES

BINDINGS: list[BindingType] = [
    Binding("f1", "help", "Aide"),
    Binding("f2", "pane('roll')", "Rouleau"),
    Binding("f3", "pane('board')", "Plateau"),
    Binding("f4", "pane('machine')", "Machine"),
    Binding("ctrl+t", "pane('travel')", "Temps"),
    Binding("up", "moment(-1)", "Moment d'avant"),
    Binding("down", "moment(1)", "Moment d'après"),
    Binding("end", "present", "Retour au présent"),
    Binding("ctrl+n", "go_on", "Rejouer de là"),
    Binding("f5", "pause", "Pause"),
    Binding("f6", "step", "Un pas"),
    Binding("f7", "step_by", "Longueur du pas"),
    Binding("f8", "picture", "Photo du verre"),
    Binding("f9", "next_theme", "Couleurs"),
    Binding("ctrl+g", "ghost", "Segments éteints"),
    Binding("ctrl+l", "language", "English, français"),
    Binding("ctrl+s", "mute", "Muet"),
    Binding("ctrl+f", "hold('F')", "Tenir F"),
    Binding("ctrl+o", "hold('ON')", "Tenir ON"),
    Binding("less_than_sign", "speed(-1)", "Plus lent"),
    Binding("greater_than_sign", "speed(1)", "Plus vite"),
    Binding("pageup", "scroll_pane(-1)", "Volet vers le haut"),
    Binding("pagedown", "scroll_pane(1)", "Volet vers le bas"),
    Binding("ctrl+z", "suspend_process", "Suspendre"),
    Binding("q", "leave", "Quitter"),
]
OWN = frozenset({"q", "less_than_sign", "greater_than_sign"})

LETTERED = (*(key.name for key in KEYS if key.strobe < STROBES // 2), "ON")
"""The keys above which the letter of the computer's keyboard stands."""

STEP_NAMES = ("slot", "scan", "frame", "operation")

_PALETTE_COMMANDS = (
    ("Aide", "les touches et le jeu (F1)", "help"),
    ("Rouleau", "ouvrir ou fermer (F2)", "pane('roll')"),
    ("Plateau", "ouvrir ou fermer (F3)", "pane('board')"),
    ("Machine", "ouvrir ou fermer (F4)", "pane('machine')"),
    ("Temps", "les opérations de la partie, et y revenir (ctrl+t)", "pane('travel')"),
    ("Retour au présent", "après un voyage dans le temps (Fin)", "present"),
    ("Rejouer de là", "une nouvelle partie gardée, l'ancienne intacte (ctrl+n)", "go_on"),
    ("Photo du verre", "en SVG et en PNG (F8)", "picture"),
    ("Muet", "couper ou rendre le son (ctrl+s)", "mute"),
    ("English", "français : la langue des phrases (ctrl+l)", "language"),
    ("Segments éteints", "de cinq façons, d'invisibles à nets (ctrl+g)", "ghost"),
    ("Tenir F", "ouvre le MENU de l'appareil (ctrl+f)", "hold('F')"),
    ("Tenir ON", "éteint l'appareil (ctrl+o)", "hold('ON')"),
    ("Pause", "arrêter ou laisser aller le temps (F5)", "pause"),
    ("Un pas", "le temps d'un pas (F6)", "step"),
    ("Longueur du pas", "créneau, balayage, trame, opération (F7)", "step_by"),
    ("Plus vite", "(>)", "speed(1)"),
    ("Plus lent", "(<)", "speed(-1)"),
    ("Quitter", "(q)", "leave"),
)


def palette(panel: App[Any]) -> Iterator[SystemCommand]:
    for title, words, action in _PALETTE_COMMANDS:

        async def run(action: str = action) -> None:
            await panel.run_action(action)

        yield SystemCommand(title, words, run)
    for name, colours in PALETTES.items():

        def change(name: str = name) -> None:
            panel.theme = name

        yield SystemCommand(f"Couleurs : {colours.title}", "(F9)", change)


def themes() -> Iterator[Theme]:
    """What Textual's own parts (the list of commands, messages) wear."""
    for name, colours in PALETTES.items():
        yield Theme(
            name=name,
            primary=colours.accent,
            accent=colours.accent,
            foreground=colours.pane_print,
            background=colours.pane,
            surface=colours.case,
            panel=colours.pane,
            dark=True,
        )
