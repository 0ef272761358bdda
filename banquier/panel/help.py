"""Pages over the panel: the help (a turn, keys, cards, errors, rules) and the latest messages."""

from __future__ import annotations

from collections.abc import Iterable

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from banquier.panel.actions import ACTIONS, COMPUTER_KEYS, REPLAY, computer_key, label
from banquier.panel.boxes import Box
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
        words = key_words(key.name).text(lang)
        lines.append(f"  [b]{key.legend:<8}[/b]{words:<24}{reached:<10}{shown}".rstrip())
    return "\n".join(lines)


def panel_keys(lang: str, game: int) -> str:
    lines = [f"[b]{text(lang, 'help.panel')}[/b]"]
    for action in ACTIONS:
        if action.key and action.where & game:
            key, words = computer_key(lang, action.shown), text(lang, f"action.{action.name}.help")
            lines.append(f"  [b]{key:<8}[/b]{label(lang, action.name):<20}{words}")
    return "\n".join(lines)


class Page(Box[None]):
    """Text to scroll, over all of the window."""

    DEFAULT_CSS = """
    Page VerticalScroll {
        width: 84; height: 100%; max-height: 76; background: $background; padding: 0 1;
    }
    Page Static { margin-bottom: 1; }
    """
    BINDINGS = [("escape,f1,q,enter,space", "dismiss")]

    def __init__(self, lang: str, title: str, *parts: Static) -> None:
        """`title`: the name of its text."""
        super().__init__(lang)
        self.title = text(lang, title, key=computer_key(lang, "escape"))
        self.parts = parts

    def compose(self) -> ComposeResult:
        page = VerticalScroll(*self.parts)
        page.border_title = self.title
        yield page


class Help(Page):
    def __init__(self, keymap: Keymap, lang: str, game: int, reference: str) -> None:
        """`game`: PLAY or REPLAY. `reference`: cards, errors and rules, in that language."""
        super().__init__(
            lang,
            "help.close",
            *([Static(text(lang, "help.replay"))] if game == REPLAY else []),
            Static(text(lang, "help.turn")),
            Static(unit_keys(keymap, lang)),
            Static(panel_keys(lang, game)),
            Static(text(lang, "help.hands")),
            Static(reference, markup=False),
        )


class Messages(Page):
    """The latest messages, whole, the last one first."""

    def __init__(self, lang: str, said: Iterable[str]) -> None:
        parts = (Static(one, markup=False) for one in reversed([*said]))
        super().__init__(lang, "messages.close", *parts)
