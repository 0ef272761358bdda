"""Check the tables of a TOML file and make an Edition, or list all faults.

A `Reading` notes each fault as a sentence with its place and goes on with a default
value, so that all faults are reported at once. It makes an Edition only if there are
none.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from banquier.editions.edition_fields import Fields, TomlTable, nearest, quote_words, seen
from banquier.editions.rule_fields import NEEDED, RULES, SUMS, YES_OR_NO, RuleField, with_rules
from firmware_sim.edition import (
    CARDS,
    MONEY_CARDS,
    MOST_MONEY,
    SQUARE_CARDS,
    SQUARES,
    WORD_CARDS,
    Card,
    Edition,
    Kind,
    Loans,
    Passport,
    ShortGame,
    SpeedDie,
    Square,
    TimedGame,
)

SHOWN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,'-/&()+?")
LONGEST_LABEL = 48
LONGEST_NAME = 24
IN_A_NAME = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .-")
MOST_CARDS = 16

VARIANTS: dict[str, Any] = {
    "loans": Loans, "short": ShortGame, "timed": TimedGame, "speed_die": SpeedDie,
    "passport": Passport,
}  # fmt: skip
"""The tables that an edition may have."""
MONEY = {"ceiling": 1, "step": 1, "bonus": 0, "reward": 0}
"""The sums of these tables with their minimum; the other fields are numbers within limits."""
NUMBERS = {
    "percent": (0, 100), "taken_at": (1, 99), "deal": (0, SQUARES), "houses_for_hotel": (1, 4),
    "ends_at_bankruptcy": (0, 7), "minutes": (1, 999),
}  # fmt: skip
TABLES = ("rules", *VARIANTS, "squares", "chance", "chest")
TOP = (
    "name", "like", "currency", "coin", "players", "opening_cash", "salary", "fine", "houses",
    "hotels", "groups", *TABLES,
)  # fmt: skip

KINDS = {Kind(kind).name.lower(): kind for kind in Kind}
FIELDS = dict.fromkeys(Kind, ("label",)) | {
    Kind.STREET: ("label", "group", "price", "mortgage", "house", "hotel", "rents"),
    Kind.STATION: ("label", "price", "mortgage", "rents"),
    Kind.UTILITY: ("label", "price", "mortgage", "rents"),
    Kind.TAX: ("label", "amount"),
}
RENTS = {
    Kind.STREET: (6, "bare, 1 to 4 houses, hotel"),
    Kind.STATION: (4, "with one station held, two, three, four"),
    Kind.UTILITY: (2, "what the dice are multiplied by, with one held and with two"),
}


class Reading(Fields):
    """A reader of one edition: board, decks, rules."""

    def squares(self, table: TomlTable, groups: tuple[str, ...]) -> tuple[Square, ...]:
        for key in table:
            if not (key.isascii() and key.isdigit() and str(int(key[:4])) == key and len(key) < 3):
                self.note(f"squares.{seen(key)[1:-1]}", "squares are numbered 0 to 39.")
            elif int(key) >= SQUARES:
                self.note(f"squares.{key}", f"the board has {SQUARES} squares, 0 to 39.")
        missing = [number for number in range(SQUARES) if str(number) not in table]
        if missing:
            which = ", ".join(map(str, missing[:8])) + (", …" if len(missing) > 8 else "")
            self.note("squares", f"a board has {SQUARES} squares; missing: {which}.")
        streets = {name: index for index, name in enumerate(groups)}
        board = []
        for number in range(SQUARES):
            key = str(number)
            if key in table:
                entry = self.value(table, "squares.", key, dict, '{ kind = "name", … }')
                square = self.square(number, entry, streets) if entry is not None else None
                if square is not None:
                    board.append(square)
        return tuple(board)

    def square(self, number: int, entry: TomlTable, streets: dict[str, int]) -> Square | None:
        place = f"squares.{number}."
        words = [word for word in entry if word in KINDS]
        if len(words) != 1:
            self.note(place[:-1], f"the square {_not_one_kind(words, entry)}")
            return None
        word = words[0]
        kind = KINDS[word]
        if len(entry) > 1:
            self.reject_unknown(entry, place, (word, *FIELDS[kind]))
        name = self.value(entry, place, word, str, "a name in quotes") or "?"
        own = self.value(entry, place, "label", str, "a text") if "label" in entry else None
        where = place + (word if own is None else "label")
        label = self.label(name if own is None else own, where, SHOWN, LONGEST_LABEL)
        square = Square(number, kind, name, label)
        if kind in RENTS:
            square = self.property(square, entry, place, len(streets))
        if kind is Kind.STREET:
            square = self.street(square, entry, place, streets)
        elif kind is Kind.TAX:
            square = square._replace(amount=self.money(entry, place, "amount"))
        return square

    def property(self, square: Square, entry: TomlTable, place: str, streets: int) -> Square:
        """Add the fields of a deed to a square; stations and utilities are the last two groups."""
        price = self.money(entry, place, "price", 1)
        if "mortgage" in entry:
            mortgage = self.money(entry, place, "mortgage", 0, max(price, 0))
        else:
            mortgage = -(-price // (2 * self.coin)) * self.coin
        # Bare rent doubles in a whole group; three dice give 18 at most.
        most = MOST_MONEY // (18 if square.kind is Kind.UTILITY else 2)
        rents = self.numbers(entry, place, "rents", *RENTS[square.kind], most)
        group = streets + (square.kind is Kind.UTILITY)
        return square._replace(price=price, mortgage=mortgage, rents=rents, group=group)

    def street(
        self, square: Square, entry: TomlTable, place: str, streets: dict[str, int]
    ) -> Square:
        house = self.money(entry, place, "house", 1)
        hotel = self.money(entry, place, "hotel", 1) if "hotel" in entry else house
        named = self.value(entry, place, "group", str, "the name of a group")
        if named is not None and named not in streets:
            end = nearest(named, streets) or f"; known: {quote_words(streets)}."
            self.note(place + "group", f"unknown group {seen(named)}{end}")
        return square._replace(house=house, hotel=hotel, group=streets.get(named or "", -1))

    def whole_board(self, board: tuple[Square, ...]) -> None:
        """Make the checks that need all squares."""
        where: dict[Kind, list[int]] = {kind: [] for kind in Kind}
        deeds: dict[str, int] = {}
        for square in board:
            where[square.kind].append(square.number)
            if square.kind in RENTS:
                if square.label in deeds:
                    this, that = square.number, deeds[square.label]
                    self.note(f"squares.{this}", f"has the name of square {that}.")
                deeds[square.label] = square.number
        if where[Kind.DEPART] != [0]:
            self.note("squares", 'square 0, and no other, must be { depart = "…" }.')
        if len(where[Kind.VISIT]) != 1:
            self.note("squares", f"one visit square (the prison), not {len(where[Kind.VISIT])}.")
        for kind, most, name in ((Kind.STATION, 4, "stations"), (Kind.UTILITY, 2, "utilities")):
            if not 1 <= len(where[kind]) <= most:
                self.note("squares", f"a board has 1 to {most} {name}, not {len(where[kind])}.")

    def close_groups(self, board: tuple[Square, ...], names: tuple[str, ...]) -> None:
        for index, name in enumerate(names):
            lots = [square for square in board if square.group == index]
            if not 2 <= len(lots) <= 4:
                self.note("groups", f'"{name}" must have 2 to 4 streets, not {len(lots)}.')
            own = any(lot.hotel != lot.house for lot in lots)  # otherwise noted with the houses
            for price in ("house", "hotel") if own else ("house",):
                if len({getattr(lot, price) for lot in lots}) > 1:
                    at = ", ".join(f"{getattr(lot, price)} on {lot.number}" for lot in lots)
                    self.note("groups", f'"{name}" has unequal {price} prices: {at}.')

    def deck(self, edition: TomlTable, name: str) -> tuple[Card, ...]:
        table = self.table(edition, name)
        if table is None:
            return ()
        numbers = [key for key in table if key.isascii() and key.isdigit() and len(key) < 4]
        for key in table:
            if key not in numbers:
                self.note(f"{name}.{seen(key)[1:-1]}", "cards are numbered 1, 2, 3 and so on.")
        if len(numbers) > MOST_CARDS:
            self.note(name, f"at most {MOST_CARDS} cards, not {len(numbers)}.")
        if sorted(numbers, key=int) != [str(n + 1) for n in range(len(numbers))]:
            self.note(name, "cards must be numbered 1, 2, 3 and so on, without a gap.")
        cards = [self.card(int(key), table[key], f"{name}.{key}") for key in numbers]
        return tuple(sorted((card for card in cards if card), key=lambda card: card.number))

    def card(self, number: int, entry: object, place: str) -> Card | None:
        if isinstance(entry, str) and entry in WORD_CARDS:
            return Card(number, entry)
        if isinstance(entry, str):
            end = nearest(entry, WORD_CARDS) or f"; known: {quote_words(CARDS)}."
            self.note(place, f"unknown card {seen(entry)}{end}")
            return None
        if not isinstance(entry, dict) or len(entry) != 1:
            self.note(place, 'a card is { pay = 100 } or the like, or "prison" or "free".')
            return None
        (effect,) = entry
        place += "."
        if effect in MONEY_CARDS:
            return Card(number, effect, amount=self.money(entry, place, effect))
        if effect in SQUARE_CARDS:
            at = self.number(entry, place, effect, 0, SQUARES - 1)
            return Card(number, effect, square=at)
        if effect == "back":
            back = self.number(entry, place, effect, 1, SQUARES - 1)
            return Card(number, effect, squares=back)
        if effect == "repairs":
            house, hotel = self.numbers(entry, place, effect, 2, "for a house, for a hotel")
            return Card(number, effect, house=house, hotel=hotel)
        if effect in WORD_CARDS:
            self.note(place[:-1], f'is written "{effect}", without braces.')
        else:
            self.reject_unknown(entry, place, CARDS)
        return None

    def rules(self, table: TomlTable) -> dict[str, Any]:
        """Return the rules as arguments of Edition."""
        self.reject_unknown(table, "rules.", RULES)
        found = {name: self.rule(table, name, field) for name, field in RULES.items()}
        if found["swap_fallback"] and "swap" not in found["hotel_sales"]:
            self.note("rules.swap_fallback", 'has no meaning unless hotel_sales has "swap".')
        return found

    def rule(self, table: TomlTable, name: str, field: RuleField) -> Any:
        values = field.values
        if name not in table and field.default is not NEEDED:
            return field.default
        if values is YES_OR_NO:
            return self.value(table, "rules.", name, bool, "true or false") or False
        if field.many:
            return self.ways(table, name, tuple(map(str, values)))
        if values is SUMS:
            return self.money(table, "rules.", name, values[0], values[-1])
        numbers = [value for value in values if isinstance(value, int)]
        if numbers:
            return self.number(table, "rules.", name, numbers[0], numbers[-1])
        return self.word(table, "rules.", name, tuple(map(str, values)))

    def ways(self, table: TomlTable, name: str, words: tuple[str, ...]) -> tuple[str, ...]:
        place = f"rules.{name}"
        ways = self.value(table, "rules.", name, list, f"a list of {quote_words(words)}")
        if ways is None:
            return ()
        for way in ways:
            if way not in words:
                end = nearest(way, words) if isinstance(way, str) else ""
                end = end or f"; known: {quote_words(words)}."
                self.note(place, f"unknown word {seen(way)}{end}")
                return ()
        if not ways or len(set(ways)) != len(ways):
            self.note(place, "one way at least to sell a hotel, none of them twice.")
        return tuple(ways)

    def variants(self, table: TomlTable, players: int, deeds: int) -> dict[str, Any]:
        """Read the optional tables, each of which adds a feature."""
        found: dict[str, Any] = {}
        for name, kind in VARIANTS.items():
            part = self.table(table, name) if name in table else None
            if part is None:
                continue
            place, fields = f"{name}.", kind._fields
            self.reject_unknown(part, place, fields)
            if not part:
                self.note(name, f"is empty: {', '.join(fields)} belong here.")
                continue
            part = {"step": self.coin, **part}
            value = {
                field: self.money(part, place, field, MONEY[field])
                if field in MONEY
                else self.number(part, place, field, *NUMBERS[field])
                for field in fields
            }
            found[name] = kind(**value)
            if "step" in value and value["ceiling"] % value["step"]:
                multiple = f"{value['ceiling']} is not a multiple of the step, {value['step']}."
                self.note("loans.ceiling", multiple)
            if (deal := value.get("deal", 0)) * players > deeds:
                self.note(place + "deal", f"{players} players at {deal} each: only {deeds} deeds.")
        return found

    def edition(self, table: TomlTable, taken: Iterable[str]) -> Edition | None:
        """Return the edition, or None if there are `problems`."""
        self.reject_unknown(table, "", TOP)
        printed = self.value(table, "", "name", str, "a name in quotes")
        label = self.label(printed, "name", IN_A_NAME, LONGEST_NAME) if printed is not None else ""
        name = label.lower().replace(" ", "-")
        if name in taken:
            self.note("name", f"there is an edition {label} already: take another name.")
        currency = self.word(table, "", "currency", ("F", "€"))
        self.coin = self.number(table, "", "coin", 1, 1_000_000)
        least, most = self.players(table)
        bank: dict[str, Any] = {
            **{field: self.money(table, "", field) for field in ("opening_cash", "salary", "fine")},
            **{kind: self.number(table, "", kind, 0, 999) for kind in ("houses", "hotels")},
        }
        names = self.group_names(table)
        squares = self.table(table, "squares")
        board = () if squares is None else self.squares(squares, names)
        chance = self.deck(table, "chance")
        chest = self.deck(table, "chest")
        policies = self.table(table, "rules")
        rules = {} if policies is None else self.rules(policies)
        deeds = sum(square.kind in RENTS for square in board)
        variants = self.variants(table, most, deeds)
        if len(board) == SQUARES:
            self.whole_board(board)
            self.close_groups(board, names)
            self.playable_decks(board, chance, chest)
        if self.uneven:
            more = f" and {len(self.uneven) - 3} others" if len(self.uneven) > 3 else ""
            which = ", ".join(self.uneven[:3]) + more
            self.note("coin", f"{self.coin} is the smallest amount there is, but see {which}.")
        if self.problems:
            return None
        edition = Edition(
            name=name, label=label, currency=currency, coin=self.coin,
            least_players=least, most_players=most, **bank,
            group_names=(*names, "stations", "utilities"), **_of_the_board(board, len(names) + 2),
            decks=(chance, chest),
            cards=tuple({card.number: card for card in deck} for deck in (chance, chest)),
            **rules, **variants,
        )  # fmt: skip
        return with_rules(edition, {})

    def players(self, table: TomlTable) -> tuple[int, int]:
        limits = self.value(table, "", "players", list, "[least, most]")
        if limits is None:
            return 2, 2
        if len(limits) != 2 or any(type(limit) is not int for limit in limits):
            self.note("players", "[least, most] is needed: two whole numbers.")
            return 2, 2
        least, most = limits
        if not 2 <= least <= most <= 8:
            self.note("players", f"from 2 to 8 players, least first, not {least} to {most}.")
            return 2, 2
        return least, most

    def group_names(self, table: TomlTable) -> tuple[str, ...]:
        names = self.value(table, "", "groups", list, "a list of the streets' groups")
        if names is None:
            return ()
        good = [name for name in names if isinstance(name, str)]
        if len(good) != len(names) or len(set(good)) != len(good) or not good:
            self.note("groups", "names in quotes are needed, at least one and none of them twice.")
        return tuple(dict.fromkeys(good))

    def playable_decks(
        self, board: tuple[Square, ...], chance: tuple[Card, ...], chest: tuple[Card, ...]
    ) -> None:
        kinds = {square.kind for square in board}
        for kind, deck in ((Kind.CHANCE, chance), (Kind.CHEST, chest)):
            if kind in kinds and not deck:
                self.note(
                    Kind(kind).name.lower(), "the board has such squares, so a card is needed."
                )
        if any(card.effect == "pay_or_chance" for card in chance):
            self.note("chance", "a Chance card cannot offer to draw a Chance card instead.")
        if any(card.effect == "pay_or_chance" for card in chest) and not chance:
            self.note("chest", "a card offers to draw a Chance card and there is none.")


def _not_one_kind(words: list[str], entry: TomlTable) -> str:
    """Return what is wrong with a square of several kinds or of none."""
    if words:
        return f"says twice what it is: {' and '.join(words)}."
    end = f"; one field must be one of {', '.join(KINDS)}."
    for word in entry:
        end = nearest(word, KINDS) or end
    return f"is of no kind{end}"


def _of_the_board(board: tuple[Square, ...], groups: int) -> dict[str, Any]:
    """Return the board, and the fields of Edition that follow from it."""
    lots = tuple(
        tuple(square.number for square in board if square.group == index) for index in range(groups)
    )
    return {
        "squares": board,
        "groups": lots,
        "deeds": tuple(square.number for square in board if square.group >= 0),
        "group_of": tuple(square.group for square in board),
        "lots_with": tuple(lots[square.group] if square.group >= 0 else () for square in board),
        "streets": lots[:-2],
        "prices": tuple(square.price for square in board),
        "kinds": tuple(square.kind for square in board),
        "prison": next(square.number for square in board if square.kind is Kind.VISIT),
    }
