"""The help page: a turn, the keys of unit and panel, cards, errors and rules."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from banquier.panel.actions import ACTIONS, COMPUTER_KEYS, REPLAY, computer_key, label
from banquier.panel.keymap import Keymap
from banquier.words import key_words, text
from keypad.keys import KEYS, STROBES


def unit_keys(keymap: Keymap, lang: str) -> str:
    lines = [f"[b]{text(lang, 'help.keys')}[/b]"]
    for key in KEYS:
        hosts = [
            host
            for host, name in keymap.map.items()
            if name == key.name and (len(host) == 1 or host in COMPUTER_KEYS)
        ]
        # An opening bracket would start a style.
        shown = " ".join(computer_key(lang, host) for host in hosts).replace("[", r"\[")
        reached = f"F {key.twin}" if key.twin and key.strobe < STROBES // 2 else ""
        words = key_words(lang, key.name)
        lines.append(f"  [b]{key.legend:<8}[/b]{words:<24}{reached:<10}{shown}".rstrip())
    return "\n".join(lines)


def panel_keys(lang: str, game: int) -> str:
    lines = [f"[b]{text(lang, 'help.panel')}[/b]"]
    for action in ACTIONS:
        if action.where & game:
            key, words = computer_key(lang, action.shown), text(lang, f"action.{action.name}.help")
            lines.append(f"  [b]{key:<8}[/b]{label(lang, action.name):<20}{words}")
    return "\n".join(lines)


class Help(ModalScreen[None]):
    CSS = """
    Help { align: center middle; }
    Help VerticalScroll {
        width: 84; max-width: 100%; height: 100%; max-height: 76;
        background: $background; color: $foreground; border: heavy $accent; padding: 0 1;
    }
    Help Static { margin-bottom: 1; }
    """
    BINDINGS = [("escape,f1,q,enter,space", "dismiss")]

    def __init__(self, keymap: Keymap, lang: str, game: int, reference: str) -> None:
        """`game`: PLAY or REPLAY. `reference`: cards, errors and rules, in that language."""
        super().__init__()
        self.keymap = keymap
        self.lang = lang
        self.game = game
        self.reference = reference

    def compose(self) -> ComposeResult:
        lang = self.lang
        page = VerticalScroll(
            *([Static(text(lang, "help.replay"))] if self.game == REPLAY else []),
            Static(text(lang, "help.turn")),
            Static(unit_keys(self.keymap, lang)),
            Static(panel_keys(lang, self.game)),
            Static(text(lang, "help.hands")),
            Static(self.reference, markup=False),
        )
        page.border_title = text(lang, "help.close", key=computer_key(lang, "escape"))
        yield page
