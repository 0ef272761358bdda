"""What is told of a game as it goes on, for ears and for lines: one source for plain mode and page.

    told = announcer_of(unit)      hears of every operation and refusal by itself
    told.follow()                  the question that waits, if it is new
    told.log[-1].said.text("en")   "Anne, buy Rue Lecourbe for 6.000 F? ACHAT buys, …"
    told.again(), told.possible()  what was last told; what can be done now

An operation is told with its payments, both names and the new balances, and with what else it
changed; a question with what the glass shows of it (digits typed, the deed looked at). While a bot
is asked only what concerns a person is told. A refusal says why and what works; the question that
comes back is not told again. What is told knows no language until it is shown.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from banquier import words
from banquier.editions.rule_fields import RULES, SUMS, of_the_house
from banquier.words import (
    LEGENDS,
    Said,
    Several,
    answers,
    asked,
    bargain_sides,
    in_currency,
    player,
    with_currency,
)
from banquier.words.moment import SHOWN, card, moments
from datasheet.glass import with_points
from firmware_sim.edition import Edition
from firmware_sim.firmware import WARNINGS
from firmware_sim.game import POT, Act, Error, Phase, Why
from firmware_sim.menu_settings import NO_YES, SETTINGS
from firmware_sim.question import BIDS, DICE_TYPED, Question
from firmware_sim.session import MINUTE, RollLine
from hardware.unit import Observer, Unit

if TYPE_CHECKING:
    from firmware_sim.game import Game
    from firmware_sim.saved_state import Record

KEPT = 200
"""Announcements that can be read back."""

TYPED = frozenset(
    ("players", "minutes", "first", "card_number", "by_hand_amount", "by_hand_square",
     "by_hand_squares", "by_hand_houses", "by_hand_hotels", "anywhere", "opening", "bid_amount",
     "loan_amount", "pay_amount", "trade_money", "bus", "menu_time", "menu_passport",
     *(f"menu_{name}" for name, setting in SETTINGS.items() if setting.values != NO_YES))
)  # fmt: skip
"""Questions of which row B shows a number that their words do not have."""
CHOSEN = frozenset(("edition", "variant", "speed_die", "auto_dice", "auto_cards", "by_hand"))
"""Questions of which row A shows what is chosen."""
DEEDS = frozenset(
    ("build", "build_hotel", "demolish", "mortgage", "lift", "where", "good", "trade_good",
     "walk_deed", "look_deed", "offer", "lift_received", "interest")
)  # fmt: skip
"""Questions of which the icons show the buildings and the mortgage of a deed."""
FIRST = frozenset(("throw", "throw_keyed", "prison_throw", "prison_throw_keyed"))
"""A turn begins: row B shows the cash."""
BY_DETAIL = (TYPED | CHOSEN | DICE_TYPED) - {"trade_money"}
"""Questions of which, once asked, only what is typed or chosen is told."""
AUCTION = BIDS | {"opening"}
"""Asked of everybody."""
LEADING = AUCTION | {"accord", "winner", "winners", "off"}
"""Questions without functions that are no part of a longer action."""
PAYMENTS_TELL = frozenset(("pay", "receive"))
"""Operations of which the payment says all."""


def is_for_bot(question: Question, bots: Collection[int]) -> bool:
    """A bot is asked, and nobody else; the end of a game stays everybody's."""
    asked = question.player in bots and question.kind not in AUCTION
    return asked and "CORR" not in question.keys


class Announcement(NamedTuple):
    number: int
    kind: str
    """operation, refusal, question or notice (that no key caused)"""
    said: Said
    cue: str = ""
    """jail or sale"""
    gained: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    """Players who have more, and less, than before."""


def notices(unit: Unit) -> dict[str, Said]:
    """Those that no key causes, by their reasons, as long as these last."""
    session, found = unit.session, dict[str, Said]()
    if session.game and session.is_timed() and not session.game.winner:
        left = session.minutes_left()
        if passed := sum(left <= warning // MINUTE for warning in WARNINGS):
            said = Said("notice.minute" if left == 1 else "notice.minutes", value=left)
            found[f"warning {passed}"] = said
    if session.game and session.game.last_turn:
        found["time over"] = Said("notice.time_over")
    if unit.firmware.awake and unit.firmware.low_battery:
        found["battery"] = Said("notice.battery")
    return found


def announcer_of(unit: Unit) -> Announcer:
    """The one of this unit, which goes on as long as the unit does."""
    for observer in unit.observers:
        if isinstance(observer, Announcer):
            return observer
    unit.observers.append(found := Announcer(unit))
    return found


class Announcer(Observer):
    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.log: deque[Announcement] = deque(maxlen=KEPT)
        self.count = 0
        self.resumed(unit, ())
        self._refusals = unit.firmware.refusals
        self._notices.pop("battery", None)
        self._asked: Question | None = None
        self._before: Question | None = None
        self._waits: Said | None = None
        self._unsaved = False
        self.moments: tuple[int, list[dict[str, Any]]] = (0, [])
        """The last operation that had moments: its number among the announcements, and their
        cards."""

    # -- what is new

    def resumed(self, unit: Unit, records: Sequence[Record]) -> None:
        """Of the game that was taken up nothing was told."""
        self._operations, self._known = unit.operations, unit.game and unit.game.copy()
        self._notices = notices(unit)

    def passed(self, unit: Unit) -> None:
        """Operations and refusals since the last call."""
        new = min(unit.operations - self._operations, len(unit.roll))
        if new > 0:
            self._tell_operations(unit.roll[-new:])
        self._operations = unit.operations
        if unit.firmware.refusals != self._refusals and unit.question.error:
            self._tell("refusal", words.line(unit.question, unit.names))
        self._refusals = unit.firmware.refusals
        before = self._unsaved
        self._unsaved = any(one.error == Error.MEMORY for one in unit.session.notices)
        if self._unsaved and not before:
            self._tell("refusal", Said(f"why.{Error.MEMORY}"))
        known, self._notices = self._notices, notices(unit)
        for reason, said in self._notices.items():
            if reason not in known:
                self._tell("notice", said)

    def follow(self, bots: Collection[int] = (), *, by_hand: bool = True) -> None:
        """The question, once all notices have ended, where these bots play. Of keys that are not
        pressed `by_hand` only the questions to which they lead are told."""
        unit = self.unit
        self.passed(unit)
        question = unit.question
        if unit.notices_end > unit.tick or question.error:
            return
        if not by_hand and not question.functions and question.kind not in LEADING:
            return
        typing = question.kind in TYPED and self._before and self._before.kind == question.kind
        if typing and not by_hand:  # the amount is told once it is accepted
            return
        if question == self._asked:
            return
        self._asked = question
        said = question_words(question, unit.names, bots, self._before)
        waits = question.player in bots and said == self._waits
        self._waits = said
        if said and not waits:  # a bot that goes on waiting
            self._before = question
            self._tell("question", said)

    def show(self, kind: str, seat: int, said: Said) -> None:
        """Show a moment of a player that no operation made."""
        self.moments = self.count + 1, [{"kind": kind, "player": seat, "said": said}]
        self._tell("notice", said)

    def _tell(self, kind: str, said: Said, **facts: Any) -> None:
        self.count += 1
        self.log.append(Announcement(self.count, kind, said, **facts))

    def _tell_operations(self, lines: Sequence[RollLine]) -> None:
        unit = self.unit
        game = unit.game
        if game is None:
            return
        before, self._known = self._known, game.copy()
        if lines[-1].act and lines[-1].act.kind == "begin":
            before = None  # that was another game
        for line in lines:
            last = line is lines[-1]
            parts = operation(line, game, unit.names)
            if last and line.act is not None:
                parts += changes(line, line.act, game, unit.names, before)
                shown = [one for one in moments(line, before or game, game) if one.kind in SHOWN]
                cards = [card(one, game.edition, unit.names) for one in shown]
                if cards or line.act.kind == "undo":
                    self.moments = self.count + 1, cards
            if parts:
                accounts = range(1, game.players + 1)
                change = {one: game.cash[one] - (before.cash[one] if before else 0)
                          for one in accounts}  # fmt: skip
                jailed = last and before and any(
                    game.prison[one] and not before.prison[one] for one in accounts)  # fmt: skip
                self._tell(
                    "operation", Several(*parts),
                    cue="jail" if jailed else "sale" if line.act and line.act.kind in SALES else "",
                    gained=tuple(one for one in accounts if last and change[one] > 0),
                    lost=tuple(one for one in accounts if last and change[one] < 0),
                )  # fmt: skip
        self._asked = self._before = None  # the same words ask something new

    # -- asked for

    def again(self) -> list[Announcement]:
        """What was last told: the question, what happened since the one before, notices."""
        found: list[Announcement] = []
        for one in reversed(self.log):
            if one.kind not in HAPPENED and any(later.kind != "notice" for later in found):
                break
            found.insert(0, one)
        return found

    def possible(self) -> Said:
        return possible(self.unit.question, self.unit.names)


def possible(question: Question, names: Mapping[int, str]) -> Said:
    """What can be done now."""
    return Several(asked(question, names), keys_now(question, names))


HAPPENED = frozenset(("operation", "notice"))
SALES = frozenset(("buy", "auctioned", "trade"))
WALKS = frozenset(("throw", "carry_out", "bus", "anywhere", "keep_dice", "visa"))
"""Operations whose sentence names the square where the token has come to stand."""


# -- operations


def house_rules_of(edition: Edition) -> list[Said]:
    """A sentence for each that is on."""
    on = of_the_house(edition).items()
    return [house_rule(name, value, edition.currency) for name, value in on]


def house_rule(name: str, value: Any, currency: str, family: str = "house") -> Said:
    """Without a currency a sum is bare: no edition is chosen yet."""
    if currency and RULES[name].values is SUMS:
        value = with_currency(value, currency)
    return Said(f"{family}.{name}", value=value)


def operation(
    line: RollLine, game: Game, names: Mapping[int, str], told: str = ""
) -> list[Said]:  # fmt: skip
    """What was done, each payment, each debt it made. `told`: the text that says what was done, of
    an operation that is not the last."""
    act = line.act
    if act is None:
        return []
    squares = [square.name for square in game.edition.squares]
    who = act.player or game.turn
    place = act.square if act.square >= 0 else line.square
    given, got = bargain_sides(act.bargain, game.edition)
    last, told = not told, told or f"act.{act.kind}"
    if last and act.kind == "finish" and game.turn == who:  # a double, or Mister Monopoly
        told = "act.throws_again" if game.phase is Phase.THROW else "act.goes_on"
    parts: list[Said] = []
    if act.kind not in PAYMENTS_TELL:
        parts.append(
            Said(
                told,
                player=player(names, who), other=player(names, act.other),
                label=squares[place] if place < len(squares) else Said("page.prison_card"),
                numbers=act.numbers, given=given, got=got,
            )
        )  # fmt: skip
    if act.kind == "begin" and (rules := house_rules_of(game.edition)):
        parts += [Said("house.on"), *rules]
    if line.thrown:
        threw = (
            Said("told.threw", player=player(names, one), value=pips) for one, pips in line.thrown
        )
        parts.append(Said("told.sentence", said=tuple(threw)))

    def sum_of(name: str, payer: int, payee: int, amount: int, why: Why, square: int) -> Said:
        reason = Said(f"report.why_paid.{Why(why).name.lower()}")
        if square >= 0 and square != place:
            reason = Said("told.why_at", why=reason, label=squares[square])
        payer_, payee_ = player(names, payer), player(names, payee)
        value = with_currency(amount, game.edition.currency)
        return Said(name, player=payer_, other=payee_, value=value, why=reason)

    paid = () if act.bargain else [entry for entry in line.entries if entry.amount]
    parts += [sum_of("told.pays", *entry) for entry in paid]
    return parts + [sum_of("told.owes", *debt[:4], debt.square) for debt in line.owed]


def changes(
    line: RollLine, act: Act, game: Game, names: Mapping[int, str], before: Game | None
) -> Iterator[Said]:
    """What else an operation changed, and the new balances."""
    if before:  # else the game begins
        told = act.square if act.square >= 0 else line.square if act.kind in WALKS else -1
        yield from _tokens(act, game, before, names, told)
        yield from _deeds(act, game, before, names)
    accounts = [*range(1, game.players + 1), *([POT] if game.has_pot else [])]
    changed = [one for one in accounts if before is None or before.cash[one] != game.cash[one]]
    if changed:
        has = tuple(_has(names, one, game.cash[one], game.edition) for one in changed)
        yield Said("told.sentence", said=has)


def _tokens(
    act: Act, game: Game, before: Game, names: Mapping[int, str], told: int
) -> Iterator[Said]:
    """`told`: the square that the operation's own sentence names."""
    for seat in range(1, game.players + 1):
        who, stands = player(names, seat), game.square[seat]
        of_who_moved = seat == (act.player or game.turn) and stands == told
        if before.square[seat] != stands and not of_who_moved and not game.prison[seat]:
            yield Said("told.stands", player=who, label=game.edition.squares[stands].name)
        was, tries = before.prison[seat], game.prison[seat]
        if tries and not was:
            yield Said("told.jailed", player=who)
        elif tries > was:
            yield Said("told.stays", player=who)
        elif was and not tries and act.kind not in ("fine", "leave_by_card", "ruin"):
            yield Said("told.free", player=who)


def _deeds(act: Act, game: Game, before: Game, names: Mapping[int, str]) -> Iterator[Said]:
    """And what is built on them, and the prison cards."""
    squares = [square.name for square in game.edition.squares]
    if act.kind not in SALES:
        for seat in range(game.players + 1):
            lots = tuple(squares[lot] for lot, owner in enumerate(game.owner)
                         if owner == seat != before.owner[lot])  # fmt: skip
            if lots:
                yield Said("told.owns", player=player(names, seat), label=lots)
    for lot, name in enumerate(squares):
        houses = game.houses[lot]
        if houses != before.houses[lot]:
            yield Said("told.built", label=name, built=Said(f"built.{houses}"))
        if game.mortgaged[lot] != before.mortgaged[lot] and act.kind not in ("mortgage", "lift"):
            yield Said("told.mortgaged" if game.mortgaged[lot] else "told.lifted", label=name)
    for pile, holder in enumerate(game.free_cards):
        if holder != before.free_cards[pile] and act.kind not in ("leave_by_card", "trade"):
            card = Said("page.prison_card")
            yield Said("told.owns", player=player(names, max(holder, 0)), label=card)


def _has(names: Mapping[int, str], account: int, cash: int, edition: Edition) -> Said:
    value = with_currency(cash, edition.currency)
    return Said("told.has", player=player(names, account), value=value)


def pot(game: Game) -> Said | None:
    """What waits on free parking, beside the players' money (HOUSE-1)."""
    if not game.has_pot:
        return None
    return Said("told.pot", value=with_currency(game.cash[POT], game.edition.currency))


def last_move(unit: Unit) -> Said:
    """The last operation and its payments. Nothing before the first one, and after it was taken
    up from a save."""
    game = unit.game
    return Several(*(operation(unit.roll[-1], game, unit.names) if game and unit.roll else ()))


# -- questions


def question_words(
    question: Question,
    names: Mapping[int, str],
    bots: Collection[int] = (),
    before: Question | None = None,
) -> Said:
    """`before`: the question told last; of the same one only what is new is told."""
    kind, terms = question.kind, question.bargain
    prepared = terms.first if terms and kind != "accord" else 0  # by whom, also what others give
    if prepared in bots:
        return Several()
    bot_asked = not prepared and question.player in bots and kind not in (*AUCTION, "shift")
    if bot_asked and "CORR" not in question.keys:
        if kind.startswith("card_") and kind != "card_number":
            return asked(question, names)  # what the card says
        concerned = kind == "rent" and question.other not in bots
        if not concerned:
            no_more = question.functions and before is not None and before.player not in bots
            waits = waiting_for(question, names, bots)
            return Several(waits or (asked(question, names) if no_more else ""))
    shown = detail(question, names)
    if kind in TYPED and question.amount is None and (before is None or before.kind != kind):
        shown = None  # nothing was erased
    same = before is not None and before.kind == kind and kind not in FIRST
    if same and shown and kind in BY_DETAIL:
        return Several(shown)
    return Several(asked(question, names) if same else words.line(question, names), shown or "")


def detail(question: Question, names: Mapping[int, str]) -> Said | None:
    """What the glass shows of a question and its words do not have."""
    kind, amount = question.kind, question.amount
    value = Said("page.nothing") if amount is None else with_points(amount)
    found: list[Said | str] = []
    if kind.startswith("who_"):
        found = [player(names, question.player)]
    elif kind.startswith("whom_"):
        found = [player(names, question.other)]
    elif kind in TYPED:
        found = [value, question.place if kind == "anywhere" else ""]
    elif kind in CHOSEN:
        found = [question.label]
    elif kind == "menu_version":
        found = [question.choice]
    elif kind == "look_bank":
        found = [Said("told.left", label=question.label, value=value)]
    elif kind in DICE_TYPED:
        found = [*question.typed]
    elif kind in FIRST and question.edition:
        found = [_has(names, question.player, amount or 0, question.edition)]
    elif kind == "accord":
        found = [Said("told.with", other=player(names, question.other))]
    elif kind in DEEDS:
        found = [
            Said(f"built.{question.houses}") if question.houses else "",
            Said("page.mortgaged") if question.mortgaged else "",
            Said("told.marked") if kind == "good" and amount else "",
        ]
    parts = Several(*found, between=", ")
    return Said("told.sentence", said=parts) if parts else None


def line_for(question: Question, names: Mapping[int, str], bots: Collection[int]) -> Said:
    """The line beside the glass, where these bots play."""
    return Several(*rows_for(question, names, bots))


def rows_for(
    question: Question, names: Mapping[int, str], bots: Collection[int], brief: int = 0
) -> tuple[Said, Said]:
    """The two halves of the line, where these bots play."""
    waits = waiting_for(question, names, bots)
    if question.error or not waits:
        return words.rows(question, names, brief)
    return (asked(question, names), waits) if question.kind in BIDS else (waits, Several())


def fitted_rows(
    question: Question, lang: str, names: Mapping[int, str], bots: Collection[int], width: int
) -> tuple[str, str]:
    """The two halves as rows. Beyond `width` the square's name is shortened, then players are
    called by their numbers."""
    first, second = "", ""
    for fewer, brief in ((names, 0), (names, 1), ({}, 1), ({}, 2)):
        asks, works = rows_for(question, fewer, bots, brief)
        if not first or len(first) > width > 0:
            first = asks.text(lang)
            first = _shortened(question, first, width) if brief else first
        if not second or len(second) > width > 0:
            second = works.text(lang).rstrip(".").replace(", ", BETWEEN).replace(". ", BETWEEN)
    return first, second


BETWEEN = " · "
"""Between two keys and what they do."""


def _shortened(question: Question, said: str, width: int) -> str:
    """With a shorter name of the square."""
    place = question.place
    kept = max(len(place) - (len(said) - width), LEAST_PLACE)
    if question.edition and place and kept < len(place):
        squares = tuple([square.name for square in question.edition.squares])
        return said.replace(place, told_apart(squares, kept)[place])
    return said


@lru_cache(maxsize=256)
def told_apart(names: tuple[str, ...], room: int) -> dict[str, str]:
    """Each name in so many letters, never two alike: whole, its first words as initials, its last
    word, or its beginning and its end. The shortest name chooses first."""
    found: dict[str, str] = {}
    for name in sorted(set(names), key=len):
        words = name.split()
        *_, last = "".join(char if char.isalnum() else " " for char in name).split()
        ways = [
            "".join(f"{word[0]}." for word in words[:at]) + " ".join(words[at:])
            for at in range(len(words))
        ]
        fitting = [way for way in ways if len(way) <= room]
        fitting += [way[:room] for way in (last, ways[-1]) if len(last) > 2]
        fitting += [name[: room - end] + name[-end:] for end in range(2, room)]
        found[name] = next((way for way in fitting if way not in found.values()), name[:room])
    return found


LEAST_PLACE = 10
"""Letters of a square's name that always stay."""


def waiting_for(question: Question, names: Mapping[int, str], bots: Collection[int]) -> Said | None:
    """Bots leave people time: to claim the rent that a throw closes, and to bid."""
    if question.kind in BIDS:
        people = {int(key) for key in question.keys if key.isdigit()} - {*bots, question.player}
        return Said("waits.bid") if bots and people else None
    claims = [claim for claim in question.claims if claim.owner not in bots]
    if question.player not in bots or not claims or "throw" not in question.kind:
        return None
    return Said(
        "waits",
        player=player(names, question.player),
        owner=player(names, claims[0].owner),
        value=in_currency(question, claims[0].amount),
    )


def keys_now(question: Question, names: Mapping[int, str]) -> Said:
    """Each key that means something now, and what it does."""
    keys: list[str] = []
    if question.functions:
        keys = [key for key in FUNCTIONS if key not in question.keys and _is_open(question, key)]
        if question.claims and "LOYER" not in question.keys:
            keys.append("LOYER")
    more = (Said("told.key", key=LEGENDS[key], does=Said(f"keys.{key}")) for key in (*keys, "?"))
    return Said("told.sentence", said=Several(*answers(question, names), *more, between=", "))


def _is_open(question: Question, function: str) -> bool:
    """In an auction not all functions are."""
    auction = question.auction
    if auction is None or function not in ("BATIR", "CORR"):
        return True
    return auction.names_corr if function == "CORR" else not auction.building


FUNCTIONS = ("BATIR", "DEMOL", "HYPO", "EMPR", "VENTE", "PAYER", "RECU", "FAILL", "CORR")
