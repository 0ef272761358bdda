"""The last line: keys of the panel, which can be clicked. Textual's footer over our table."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Footer
from textual.widgets._footer import FooterKey

from banquier.panel.actions import ACTIONS, PLAY, computer_key, label


class KeyLine(Footer):
    DEFAULT_CSS = """
    KeyLine {
        background: $pane; padding-left: 1;
        FooterKey {
            margin-right: 2; background: $pane;
            .footer-key--key { color: $accent; background: $pane; }
            .footer-key--description { color: $pane-print; background: $pane; }
            &.-open {
                .footer-key--key { color: $down-print; background: $accent; }
                .footer-key--description {
                    color: $down-print; background: $accent; text-style: bold;
                }
            }
        }
        &.-tight FooterKey { margin-right: 1; }
    }
    """

    def __init__(self) -> None:
        super().__init__(show_command_palette=False)
        self.game = PLAY
        self.lang = "fr"
        self.pane = ""

    def compose(self) -> ComposeResult:
        for action in ACTIONS if self.is_mounted else ():  # after the first picture
            if action.footer & self.game:
                yield FooterKey(
                    action.key, computer_key(self.lang, action.shown),
                    label(self.lang, action.name), action.run,
                    classes="-if-room" * action.if_room,
                )  # fmt: skip

    def on_mount(self) -> None:
        self.call_after_refresh(self.set_language, self.lang, self.game)

    def bindings_changed(self, screen: Screen[object]) -> None:
        """The keys come from our table."""

    def set_language(self, lang: str, game: int) -> None:
        """In that language, of the game that is played or of a recorded one."""
        self.lang, self.game = lang, game
        if self.is_mounted:
            self.refresh(recompose=True)
            self.call_after_refresh(self.fit)

    def mark(self, pane: str) -> None:
        """Which pane is open."""
        self.pane = pane
        self.fit()

    def on_resize(self) -> None:
        self.fit()

    def fit(self) -> None:
        """What does not fit is left out, and what is left moves closer together."""
        width = self.app.size.width
        sizes = {
            key: len(key.key_display) + len(key.description) + 2 for key in self.query(FooterKey)
        }
        fitting = sizes
        if sum(sizes.values()) >= width:
            fitting = {key: size for key, size in sizes.items() if not key.has_class("-if-room")}
        self.set_class(sum(fitting.values()) + len(fitting) > width, "-tight")
        at = 0
        for key in sizes:
            at += fitting.get(key, 0)
            key.display = key in fitting and at <= width
            key.set_class(bool(self.pane) and key.action == f"pane('{self.pane}')", "-open")
