"""A whole game of bots, pressed through keypad and glass and checked after every key.

    soaked = SoakedGame(drawn(seed=1, number=40))
    soaked.play()            Failed: one sentence
    soaked.file.content      its recording, which ends at the fault

The number of a game draws its edition, players, bots and batteries, so it is the same game again.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from banquier.editions.edition_file import BUILT_IN, load
from banquier.editions.rule_fields import HOUSE, values
from banquier.play.bots.bots import Bots
from banquier.play.key_queue import Stroke
from banquier.play.move_keys import menu
from banquier.play.rng import Rng, rng
from banquier.saves.games import SaveInMemory
from banquier.saves.recorder import record
from banquier.script.header import unit_for
from banquier.script.header_lines import rules_written
from banquier.script.language import parse
from banquier.script.player import Player, Script
from datasheet.ticks import CRYSTAL, NEVER
from hardware.unit import Unit, tap
from keypad.keys import NAMES, TWINS
from tests.support.bot_game import press_strokes
from tests.support.watched_game import Failed, Watch

PROFILES = ("careful", "greedy", "trader")
PRISONS = ("short", "long", "own")
MINUTES = (10, 20, 40, 90)  # the first two end before most games do
MOST_TURNS = 5_000
EARLY, TURNS = 10, (20, 40, 80)
"""One game in ten is ended by the MENU after so many turns of each player."""
CELLS = 8  # one game in this many has a battery change
SAGGING, DEAD, FRESH = 2_400, 2_100, 3_000  # millivolts
SLIPS = 40  # strokes of the bots to one slip of the hand
FUNCTIONS = tuple(TWINS.values())
SHIFTED = {function: base for base, function in TWINS.items()}
"""The base key that, after F, is this function."""
ANSWERS = (*"0123456789+-", "OK", "OK", "OK", "FIN")
WRONG = tuple(name for name in NAMES if name not in ("ON", "F"))
"""Not what switches off, and with `?` leads to the MENU and another game."""

T = TypeVar("T")


class GameKind(NamedTuple):
    number: int
    edition: str
    players: int
    prison: str
    """What bots do there: out at once, by a double, or as it suits."""
    game: str
    minutes: int
    speed_die: str
    dice: str
    cards: str
    seed: int
    bots_seed: int
    most_turns: int
    slips: bool
    """A hand presses wrong keys now and then."""
    cells: int
    """Operations after which the battery is empty; 0: never."""
    rules: dict[str, object]
    """Of the house."""

    @property
    def profiles(self) -> dict[int, str]:
        """Return the bots' profiles, which rotate over the players from game to game."""
        seats = range(1, self.players + 1)
        return {seat: PROFILES[(seat + self.number) % len(PROFILES)] for seat in seats}

    @property
    def script(self) -> Script:
        """The set-up."""
        edition = f'"{self.edition}"' if self.edition.endswith(".toml") else self.edition
        lines = [
            "banquier 1",
            f"edition {edition}{rules_written(self.rules)}",
            f"players {self.players}",
            f"game {self.game}",
            *([f"minutes {self.minutes}"] if self.game == "timed" else []),
            f"speed-die {self.speed_die}",
            f"dice {self.dice}",
            f"cards {self.cards}",
            f"seed {self.seed}",
            "start",
        ]
        return parse("\n".join(lines) + "\n")


def drawn(seed: int, number: int) -> GameKind:
    """The editions in turn, everything else by chance."""
    chance = rng(rng(seed * 1_000_003 + number)(1 << 31))  # neighbours begin alike
    name = BUILT_IN[number % len(BUILT_IN)]
    edition = load(name)
    games = {"normal": True, "short": edition.short, "timed": edition.timed}
    players = edition.least_players + chance(edition.most_players - edition.least_players + 1)
    change = chance(CELLS) == 1
    early = chance(EARLY) == 0
    return GameKind(
        number=number,
        edition=name,
        players=players,
        prison=_pick(chance, PRISONS),
        game=_pick(chance, [game for game, terms in games.items() if terms]),
        minutes=_pick(chance, MINUTES),
        speed_die=_pick(chance, ("no", "yes")) if edition.speed_die else "no",
        dice=_pick(chance, ("auto", "keyed")),
        cards=_pick(chance, ("auto", "keyed")),
        seed=chance(1 << 16),
        bots_seed=chance(1 << 31),
        most_turns=_pick(chance, TURNS) * players if early else MOST_TURNS,
        slips=chance(2) == 0,
        cells=1 + chance(300) if change else 0,
        rules=_house_rules(chance, edition.salary) if chance(2) else {},
    )


def _house_rules(chance: Rng, salary: int) -> dict[str, object]:
    """Each at one of its values, mostly off."""
    chosen = {name: _pick(chance, values(name, salary)) for name in HOUSE}
    return {name: value for name, value in chosen.items() if chance(3) == 0}


def _pick(chance: Rng, among: Sequence[T]) -> T:
    return among[chance(len(among))]


def set_up(unit: Unit, kind: GameKind) -> None:
    failure = Player(unit, kind.script).play()
    if failure is not None:
        raise Failed(f"the set-up led to {failure.found}")


class SoakedGame:
    def __init__(self, kind: GameKind, path: str = "") -> None:
        """`path`: of the recording, which names an edition's file from there."""
        self.kind = kind
        self.unit = unit = unit_for(kind.script.header)
        self.file = SaveInMemory(path)
        record(unit, kind.script.header, self.file)
        self.chance = rng(kind.bots_seed)
        set_up(unit, kind)
        self.watch = Watch(unit)

    def play(self) -> None:
        """Play a game to its end. Raises Failed, or the exception of a crash."""
        if self.kind.cells and self._until(self.kind.cells):
            self._change_cells()
        if self._until(NEVER):
            for _ in self._pressed(menu(self._bots().reader, "menu_end")):
                pass
            if not self.watch.game.winner:
                raise Failed("the MENU did not end the game")

    @property
    def good(self) -> int:
        """Operations after which everything held."""
        return self.watch.operations

    @property
    def is_late(self) -> bool:
        return self.watch.game.turn_number > self.kind.most_turns

    def _bots(self) -> Bots:
        kind = self.kind
        bots = Bots(self.unit, kind.profiles, seed=kind.bots_seed)
        for seat, profile in bots.profiles.items():
            bots.profiles[seat] = profile._replace(prison=kind.prison)
        return bots

    def _until(self, operations: int) -> bool:
        """Let bots play until this point; false if the game ended."""
        strokes = self._bots().strokes()
        strokes = self._otherwise(strokes)
        for _ in self._pressed(self._slipping(strokes) if self.kind.slips else strokes):
            if self.is_late or self.watch.session.operations >= operations:
                return True
        return False

    def _otherwise(self, strokes: Iterator[Stroke]) -> Iterator[Stroke]:
        """Use other keys of the same meaning now and then: F and the base key of a function, ENCH
        in place of FIN."""
        for stroke in strokes:
            if stroke.key and stroke.key in SHIFTED and self.chance(8) == 0:
                yield Stroke("F")
                stroke = stroke._replace(key=SHIFTED[stroke.key])
            elif stroke.key == "FIN" and self.unit.question.kind == "offer" and self.chance(2):
                stroke = stroke._replace(key="ENCH")
            yield stroke

    def _by_hand(self) -> Iterator[str]:
        """The effect of a card, then what is asked about it."""
        yield from ("0", "OK", str(self.chance(9) + 1), "OK")
        while (kind := self.unit.question.kind).startswith("by_hand_"):
            yield from (*str(self.chance(40 if kind == "by_hand_square" else 100) + 1), "OK")

    def _slipping(self, strokes: Iterator[Stroke]) -> Iterator[Stroke]:
        """Press wrong keys now and then, wherever the bots are."""
        for stroke in strokes:
            if stroke.key and self.chance(SLIPS) == 0:
                yield from map(Stroke, self._slip())
            elif self.unit.question.kind == "card_number" and self.chance(6) == 0:
                yield from map(Stroke, self._by_hand())
            yield stroke

    def _slip(self) -> list[str]:
        """One wrong key; or a function with what is typed at random, and back out of it."""
        if self.chance(2):
            return [_pick(self.chance, WRONG)]
        typed = [_pick(self.chance, ANSWERS) for _ in range(self.chance(6))]
        return [_pick(self.chance, FUNCTIONS), *typed, "C", "C", "C"]

    def _pressed(self, strokes: Iterable[Stroke]) -> Iterator[None]:
        for key in press_strokes(self.unit, strokes):
            if not self.unit.game:
                return  # a slip answered C at REPRISE ? and OK at EFFACER ?: it is over
            if key:
                self.watch.changed(key)
                yield

    def _change_cells(self) -> None:
        """The battery runs down, the unit stops, the cells are replaced and it is switched on."""
        for millivolts in (SAGGING, DEAD, FRESH):
            self.unit.set_battery(millivolts)
            self.unit.run(self.unit.tick + CRYSTAL)
        tap(self.unit, "ON")
