"""The boxes over the panel: a question, pages to read, codes, names to write, the commands."""

from collections.abc import Iterable, Mapping, Sequence
from textwrap import fill
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.command import CommandList, CommandPalette
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Input, Label, OptionList, Static
from textual.widgets.option_list import Option

from banquier.panel.accounts import PLAYERS, curve
from banquier.panel.actions import ACTIONS, COMPUTER_KEYS, REPLAY, computer_key, label, shown_key
from banquier.panel.keymap import Keymap
from banquier.saves.open_game import OpenGame
from banquier.script.header_lines import LONGEST_NAME
from banquier.script.vocabulary import MOST_PLAYERS
from banquier.words import help_text, house_rules, key_words, name_of, phrase, text, with_currency
from firmware_sim.game import Game
from firmware_sim.rules import endings
from hardware.unit import Unit
from hardware.unit_inputs import name_players
from keypad.keys import KEYS, STROBES


class Box(ModalScreen[None]):
    """One widget below the glass, as large as what is in it, with keys in its lower border."""

    DEFAULT_CSS = """
    Box {
        align: center bottom;
        & > * {
            height: auto; max-width: 100%; max-height: 100%; margin-bottom: 1;
            background: $surface; color: $foreground; border: round $accent;
            border-subtitle-color: $foreground; border-subtitle-align: center;
        }
    }
    """
    covers = False
    """The glass, because it needs the height."""
    CHOICES: ClassVar[Sequence[tuple[str, str, str]]] = ()
    """Keys of the box, the action, and the text of what it does, if the border says that."""

    def __init__(self, lang: str, inside: Widget, title: str = "") -> None:
        super().__init__()
        self.inside = inside
        for keys, action, _ in self.CHOICES:
            # Before the part that has the focus.
            self._bindings.bind(keys, action, priority=True)
        inside.border_title = title
        inside.border_subtitle = "   ".join(
            f"[@click={action}][bold $accent]{computer_key(lang, keys.split(',')[0])}[/]"
            f" {text(lang, words)}[/]"
            for keys, action, words in self.CHOICES if words
        )  # fmt: skip

    def compose(self) -> ComposeResult:
        yield self.inside

    def on_mount(self) -> None:
        words = self.app.screen_stack[0].query_one("QuestionLine")
        # A pane that opens beside the unit takes columns from it.
        self.watch(words, "virtual_size", self.place, init=False)

    def on_resize(self) -> None:
        self.place()

    def place(self) -> None:
        line, columns = place_of(self)
        self.inside.styles.max_width = columns
        self.inside.styles.offset = (columns - self.app.size.width) // 2, 0
        self.inside.styles.max_height = self.app.size.height - (0 if self.covers else line) - 1


def place_of(box: Screen[Any]) -> tuple[int, int]:
    """Return the line where the words begin, unless the window is low, and the columns of the unit:
    a box stands in this place."""
    words = box.app.screen_stack[0].query_one("QuestionLine").region
    return min(words.y, max(0, box.app.size.height - LOW)), words.width


LOW = 10
"""Lines that a box has at least."""


class Leaving(Box):
    """One question before leaving: on some keyboards q lies where a is on others."""

    CSS = "Leaving Static { width: 40; padding: 1 3; text-align: center; }"
    CHOICES = (
        ("enter,o,y", "app.quit", "leave.yes"),
        ("escape,n,q,backspace", "screen.dismiss", "leave.no"),
    )

    def __init__(self, lang: str, saved: bool) -> None:
        said = [text(lang, name) for name in ("leave.question", *["leave.saved"] * saved)]
        super().__init__(lang, Static("\n".join(said)))


class Ending(Box):
    """The end of a game: the ranking, what each was worth in the end and lap by lap, what next."""

    CSS = """
    Ending Horizontal { width: 76; height: auto; padding: 0 1; }
    Ending Static { width: auto; }
    Ending .laps { margin-left: 3; }
    """
    CHOICES = (
        ("enter,n", "screen.next('again')", "ending.again"),
        ("h", "screen.next('story')", "ending.story"),
        ("q", "screen.next('leave')", "ending.leave"),
        ("escape", "screen.dismiss", "ending.keys"),
    )

    def __init__(self, lang: str, game: Game, names: Mapping[int, str]) -> None:
        rows = []
        for rank, seat in endings.places(game):
            worth = with_currency(endings.worth(game, seat), game.edition.currency)
            player = f"{name_of(names, seat):12}", f"bold {PLAYERS[seat]}"
            rows.append(Content.assemble(f"{rank} ", player, f"{worth:>14}"))
        self.laps = Static(classes="laps")
        ranking = Static(Content("\n").join(rows))
        super().__init__(lang, Horizontal(ranking, self.laps), text(lang, "ending.title"))

    def show_laps(self, worths: Sequence[Sequence[int]]) -> None:
        """Draw the worth of everybody, lap by lap."""
        lines = curve(worths, CURVE_WIDTH, len(worths[0]))
        self.laps.update(Content("\n").join(Content.assemble(*line) for line in lines))

    async def action_next(self, action: str) -> None:
        self.dismiss()
        await self.app.run_action(action)


CURVE_WIDTH = 40


# -- the table of phones


class QrCodes(Box):
    """The link of the table as a large QR code; the key again shows that of a television: of two
    codes side by side a phone reads either."""

    CSS = """
    QrCodes Static { width: auto; border: none; background: #ffffff; color: #000000; }
    """
    covers = True
    CHOICES = ("escape,enter,space,q", "screen.dismiss", ""), ("ctrl+k", "screen.other", "")

    def __init__(self, lang: str, qr: Sequence[str], wall_qr: Sequence[str]) -> None:
        self.lang, self.codes = lang, [("phones.qr_phones", qr), ("phones.wall", wall_qr)]
        self.code = Static(markup=False)
        super().__init__(lang, self.code)
        self.action_other()

    def action_other(self) -> None:
        """Show the next code, in turn."""
        (title, qr), other = self.codes
        self.codes = [other, (title, qr)]
        closes = text(self.lang, "phones.qr_title", key=computer_key(self.lang, "escape"),
                      other=shown_key(self.lang, "phones_code"))  # fmt: skip
        lines = text(self.lang, title), *qr, closes
        self.code.update("\n".join(line.center(len(qr[0])) for line in lines))

    def on_click(self) -> None:
        self.action_other()


# -- pages to read


class Page(Box):
    """Text to scroll."""

    DEFAULT_CSS = """
    Page VerticalScroll {
        width: 84; background: $background; padding: 0 1;
    }
    Page Static { margin-bottom: 1; }
    """
    CHOICES = (("escape,f1,q,enter,space", "screen.dismiss", ""),)

    def __init__(self, lang: str, title: str, parts: Iterable[Static]) -> None:
        """`title`: the name of its text."""
        said = text(lang, title, key=computer_key(lang, "escape"))
        super().__init__(lang, VerticalScroll(*parts), said)


def help_page(lang: str, keymap: Keymap, game: int, edition: str) -> Page:
    """A turn, keys, cards, errors, rules. `game`: PLAY or REPLAY."""
    replay = [text(lang, "help.replay")] if game == REPLAY else []
    parts = [*replay, text(lang, "help.turn"), unit_keys(keymap, lang), panel_keys(lang, game)]
    marked = map(Static, [*parts, text(lang, "help.hands")])
    return Page(lang, "help.close", [*marked, Static(help_text(lang, edition), markup=False)])


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


# -- what is written


class PlayerNames(Box):
    """A line per player."""

    CSS = """
    PlayerNames VerticalScroll { width: 52; height: auto; padding: 0 2; }
    PlayerNames Horizontal { height: 1; }
    PlayerNames Label { width: 3; }
    PlayerNames Input { border: none; height: 1; padding: 0 1; }
    """
    CHOICES = (
        ("enter", "screen.accept", "house.keep"),
        ("escape", "screen.dismiss", "house.leave"),
        ("tab", "app.focus_next", "names.next"),
    )

    def __init__(self, lang: str, unit: Unit) -> None:
        self.unit = unit
        players = unit.game.players if unit.game else MOST_PLAYERS
        self.lines = {
            seat: Input(
                unit.names.get(seat, ""),
                placeholder=text(lang, "names.player", number=seat),
                max_length=LONGEST_NAME,
                restrict='[^"]*',
                compact=True,
            )
            for seat in range(1, players + 1)
        }
        rows = [
            Horizontal(Label(Content.styled(f"J{seat}", f"bold {PLAYERS[seat]}")), line)
            for seat, line in self.lines.items()
        ]
        super().__init__(lang, VerticalScroll(*rows, can_focus=False), text(lang, "names.title"))

    def action_accept(self) -> None:
        named = {seat: line.value.strip() for seat, line in self.lines.items()}
        name_players(
            self.unit, {seat: name for seat, name in named.items() if name and name.isprintable()}
        )
        self.dismiss()


class HouseRules(Box):
    """A line per rule: what it is, and what the laboratory found it does; a choice turns it."""

    CSS = "HouseRules OptionList, HouseRules OptionList:focus { width: 78; border: round $accent; }"
    CHOICES = (
        ("space,right,plus", "screen.turn(1)", "house.turn"),
        ("left,minus", "screen.turn(-1)", ""),
        ("enter,ctrl+d", "screen.accept", "house.keep"),
        ("escape", "screen.dismiss", "house.leave"),
    )

    def __init__(self, lang: str, game: OpenGame) -> None:
        self.lang, self.game = lang, game
        self.chosen = dict(game.rules or game.last_rules)
        self.list = OptionList(*map(self.row, self.switches()), markup=False)
        super().__init__(lang, self.list, text(lang, "house.title"))

    def switches(self) -> list[house_rules.Switch]:
        return house_rules.switches(self.game.unit, self.chosen)

    def row(self, switch: house_rules.Switch) -> str:
        said = f"{'■' if switch.on else '□'} {phrase(switch.said, self.lang)}"
        effect = [phrase(switch.effect, self.lang)] if switch.effect else []
        return "\n".join(fill(part, 72, initial_indent="  " * nth, subsequent_indent="  ")
                         for nth, part in enumerate((said, *effect)))  # fmt: skip

    def action_turn(self, way: int) -> None:
        at = self.list.highlighted or 0
        switch = self.switches()[at]
        nth = switch.values.index(switch.value) + way if switch.on or way < 0 else switch.usual
        self.chosen[switch.name] = switch.values[nth % len(switch.values)]
        self.list.replace_option_prompt_at_index(at, self.row(self.switches()[at]))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.action_turn(1)

    def action_accept(self) -> None:
        self.dismiss()
        self.game.choose_rules(self.chosen)


class Commands(CommandPalette):
    """The list of commands (ctrl+p): Textual's, in the player's language, below the glass."""

    def __init__(self, lang: str) -> None:
        super().__init__(placeholder=text(lang, "palette.search"), id="--command-palette")
        self.none = text(lang, "palette.none")

    def on_resize(self) -> None:
        self.query_one("#--container").styles.margin = place_of(self)[0], 0, 0, 0

    def _start_no_matches_countdown(self, search_value: str) -> None:
        """Do as Textual does, which says it in English."""
        self._stop_no_matches_countdown()

        def show_none() -> None:
            if search_value:
                commands: Any = self.query_one(CommandList)
                commands.add_option(Option(self.none, disabled=True, id=self._NO_MATCHES))
                self._list_visible = True

        self._no_matches_timer = self.set_timer(self._NO_MATCHES_COUNTDOWN, show_none)
