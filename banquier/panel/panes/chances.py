"""The chances, which grow more precise while nobody presses, and the effect of a sale."""

from banquier.chances.live import Live
from banquier.chances.words import number, percent
from banquier.folding import fold
from banquier.panel.accounts import FAINT, PLAYERS, Line
from banquier.panel.panes.pane import Pane, Shown
from banquier.words import name_of, text
from firmware_sim.game import Variant

LEAST_BAR, MOST_BAR = 8, 30


class ChancesPane(Pane):
    def __init__(self) -> None:
        super().__init__()
        self.live: Live | None = None

    def on_unmount(self) -> None:
        if self.live is not None:
            self.live.close()

    def show(self, shown: Shown) -> None:
        if self.live is None:
            self.live = Live(lambda: self.show(shown))
        live, names = self.live, shown.unit.names.items()
        live.follow(shown.unit)
        if self.is_new(live.position, live.tally.games, shown.lang, *names):
            self.paint(self._lines(live, shown, self.room()[0]))

    def _lines(self, live: Live, shown: Shown, width: int) -> list[Line]:
        lang, names = shown.lang, shown.unit.names
        if live.position is None:
            return [[], [(f" {text(lang, 'chances.no_game')}", FAINT)]]
        games, changes = live.tally.games, live.changes()
        lines: list[Line] = [[(f" {text(lang, 'chances.now', games=games)}", FAINT)], []]
        bar = min(MOST_BAR, max(LEAST_BAR, width - 40))
        for row in sorted(live.tally.rows(), key=lambda row: (-row.chance, row.rank)):
            name = name_of(names, row.player)
            ink = f"bold {PLAYERS[row.player]}"
            if not live.position.game.is_in(row.player):
                lines.append([(f" {text(lang, 'chances.out', player=name)}", FAINT)])
                continue
            if not games:
                lines.append([(f" {name:12}", ink), (" …", FAINT)])
                continue
            margin = percent(lang, (row.high - row.low) / 2)
            line = [
                (f" {name:12}", ink),
                (f"{'█' * round(bar * row.chance):{bar}}", ink),
                (f" {percent(lang, row.chance):>5} %", ""),
                (f" ± {margin:4}", FAINT),
            ]
            if live.position.game.variant is Variant.TIMED:
                place = text(lang, "chances.place", rank=number(lang, row.rank))
                line.append((f" {place}", FAINT))
            if changes:
                change = changes[row.player - 1]
                line.append((f" {percent(lang, change.change, '+'):>5}", "bold"))
                line.append((f" ± {percent(lang, change.margin)}", FAINT))
            lines.append(line)
        notes = [text(lang, "chances.basis")]
        if changes:
            notes.insert(0, text(lang, "chances.waiting"))
        for note in notes:
            lines += [[], *([(f" {piece}", FAINT)] for piece in fold(note, width - 2, ""))]
        return lines
