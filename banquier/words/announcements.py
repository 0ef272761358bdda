"""What is told of a game as it goes on, for ears and for lines: one source for plain mode and page.

    told = announcer_of(unit)      hears of every operation and refusal by itself
    told.follow()                  the question that waits, if it is new
    told.log[-1].text["en"]        "Anne, buy Rue Lecourbe for 6000? ACHAT buys, …"
    told.again(), told.possible()  what was last told; what can be done now

An operation is told with its payments, both names and the new balances, and with what else it
changed; a question with what the glass shows of it (digits typed, the deed looked at). While a bot
is asked only what concerns a person is told. A refusal says why and what works; the question that
comes back is not told again. Sums have no points: English voices read 150.000 as 150.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from banquier.words import (
    LEGENDS,
    asked,
    bargain_sides,
    catalogue,
    key_words,
    listed,
    player,
    text,
)  # fmt: skip
from banquier.words import line as question_line
from banquier.words.languages import LANGUAGES
from firmware_sim.firmware import WARNINGS
from firmware_sim.game import Error, Phase
from firmware_sim.glass import with_points
from firmware_sim.question import DICE_TYPED, Question
from firmware_sim.session import MINUTE, RollLine
from firmware_sim.settings import SETTINGS
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
     *(f"menu_{name}" for name, setting in SETTINGS.items() if setting.values > 2))
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
BIDS = frozenset(("first_bid", "bid"))
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
    text: Mapping[str, str]
    """By language."""
    cue: str = ""
    """jail or sale"""
    gained: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    """Players who have more, and less, than before."""


class Supervised(NamedTuple):
    """Of what the unit tells notices that no key caused."""

    minutes: float
    """Left of a timed game."""
    time_over: bool
    battery_low: bool


def supervised(unit: Unit) -> Supervised:
    session = unit.firmware.session
    game = session.game
    timed = game and session.is_timed() and not game.winner
    return Supervised(
        session.minutes_left() if timed else inf,
        bool(game and game.last_turn),
        unit.awake and unit.firmware.low_battery,
    )


def notices(before: Supervised, now: Supervised) -> Iterator[str]:
    """The names of their texts."""
    if any(now.minutes <= warning // MINUTE < before.minutes for warning in WARNINGS):
        yield "notice.minute" if now.minutes == 1 else "notice.minutes"
    if now.time_over and not before.time_over:
        yield "notice.time_over"
    if now.battery_low and not before.battery_low:
        yield "notice.battery"


def announcer_of(unit: Unit) -> Announcer:
    """The one of this unit, which goes on as long as the unit does."""
    for observer in unit.observers:
        if isinstance(observer, Announcer):
            return observer
    unit.observers.append(found := Announcer(unit))
    return found


class Announcer(Observer):
    def __init__(
        self, unit: Unit, langs: Sequence[str] = tuple(LANGUAGES), bots: Collection[int] = ()
    ) -> None:
        self.unit = unit
        self.langs = langs
        self.bots = bots
        self.log: deque[Announcement] = deque(maxlen=KEPT)
        self.count = 0
        self._operations = unit.operations
        self._refusals = unit.refusals
        self._known = unit.game and unit.game.copy()
        self._supervised = supervised(unit)._replace(battery_low=False)
        self._asked: Question | None = None
        self._before: Question | None = None
        self._waits = ""
        self._unsaved = False

    # -- what is new

    def resumed(self, unit: Unit, records: Sequence[Record]) -> None:
        """Of the game that was taken up nothing was told."""
        self._operations, self._known = unit.operations, unit.game and unit.game.copy()
        self._supervised = supervised(unit)

    def passed(self, unit: Unit) -> None:
        """Operations and refusals since the last call."""
        new = min(unit.operations - self._operations, len(unit.roll))
        if new > 0:
            self._tell_operations(unit.roll[-new:])
        self._operations = unit.operations
        if unit.refusals != self._refusals and unit.question.error:
            self._tell("refusal", lambda lang: question_line(unit.question, lang, unit.names))
        self._refusals = unit.refusals
        before = self._unsaved
        self._unsaved = any(one.error == Error.MEMORY for one in unit.firmware.session.notices)
        if self._unsaved and not before:
            self._tell("refusal", lambda lang: text(lang, f"why.{Error.MEMORY}"))
        last, self._supervised = self._supervised, supervised(unit)
        for name in notices(last, self._supervised):
            self._tell("notice", partial(text, name=name, value=self._supervised.minutes))

    def follow(self, *, by_hand: bool = True) -> None:
        """The question, once all notices have ended. Of keys that are not pressed `by_hand` only
        the questions to which they lead are told."""
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
        self._asked, before = question, self._before

        def told(lang: str) -> str:
            return question_words(question, lang, unit.names, self.bots, before)

        said = told(self.langs[0])
        waits = question.player in self.bots and said == self._waits
        self._waits = said
        if said and not waits:  # a bot that goes on waiting
            self._before = question
            self._tell("question", told)

    def _tell(self, kind: str, told: Callable[[str], str], **facts: Any) -> None:
        self.count += 1
        said = {lang: spoken(told(lang)) for lang in self.langs}
        self.log.append(Announcement(self.count, kind, said, **facts))

    def _tell_operations(self, lines: Sequence[RollLine]) -> None:
        unit = self.unit
        game = unit.game
        if game is None:
            return
        before, self._known = self._known, game.copy()
        for line in lines:
            last = line is lines[-1]

            def told(lang: str, line: RollLine = line, last: bool = last) -> str:
                parts = operation(line, game, lang, unit.names)
                if last:
                    parts += changes(line, game, lang, unit.names, before)
                return " ".join(parts)

            if line.act is not None and told(self.langs[0]):
                accounts = range(1, game.players + 1)
                change = {one: game.cash[one] - (before.cash[one] if before else 0)
                          for one in accounts}  # fmt: skip
                jailed = last and before and any(
                    game.prison[one] and not before.prison[one] for one in accounts)  # fmt: skip
                self._tell(
                    "operation", told,
                    cue="jail" if jailed else "sale" if line.act.kind in SALES else "",
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

    def possible(self) -> dict[str, str]:
        """What can be done now."""
        question, names = self.unit.question, self.unit.names
        return {
            lang: spoken(f"{asked(question, lang, names)} {keys_now(question, lang)}")
            for lang in self.langs
        }


HAPPENED = frozenset(("operation", "notice"))
SALES = frozenset(("buy", "auctioned", "trade"))


def spoken(said: str) -> str:
    return re.sub(r"(?<=\d)\.(?=\d{3})", "", said)


# -- operations


def operation(line: RollLine, game: Game, lang: str, names: Mapping[int, str]) -> list[str]:
    """What was done, each payment, each debt it made."""
    act = line.act
    if act is None:
        return []
    squares = [square.name for square in game.edition.squares]
    mover = act.player or game.turn
    place = act.square if act.square >= 0 else line.square
    given, got = bargain_sides(act.bargain, game.edition, lang) if act.bargain else ("", "")
    told = f"move.{act.kind}"
    if act.kind == "finish" and game.turn == mover:  # a double, or Mister Monopoly
        told = "move.throws_again" if game.phase is Phase.THROW else "move.goes_on"
    parts = []
    if act.kind not in PAYMENTS_TELL:
        parts.append(
            text(
                lang,
                told,
                player=player(lang, names, mover),
                other=player(lang, names, act.other),
                label=squares[place] if place < len(squares) else text(lang, "page.prison_card"),
                numbers=listed(lang, [str(number) for number in act.numbers]),
                given=given,
                got=got,
            )
        )
    if line.thrown:
        threw = [text(lang, "told.threw", player=player(lang, names, seat), value=total)
                 for seat, total in line.thrown]  # fmt: skip
        parts.append(f"{listed(lang, threw)}.")

    def sum_of(name: str, payer: int, payee: int, amount: int, why: str, square: int) -> str:
        reason = text(lang, f"report.why_paid.{why}")
        if square >= 0 and square != place:
            reason += f", {squares[square]}"
        return text(
            lang, name, player=player(lang, names, payer), other=player(lang, names, payee),
            value=with_points(amount), why=reason,
        )  # fmt: skip

    for e in line.entries:
        if e.amount and not act.bargain:
            parts.append(sum_of("told.pays", e.payer, e.payee, e.amount, e.why.name.lower(),
                                e.square))  # fmt: skip
    for d in line.owed:
        parts.append(sum_of("told.owes", d.debtor, d.creditor, d.amount, d.why.name.lower(),
                            d.square))  # fmt: skip
    return [capital(part) for part in parts]


def capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def changes(
    line: RollLine, game: Game, lang: str, names: Mapping[int, str], before: Game | None
) -> list[str]:  # fmt: skip
    """What else an operation changed, and the new balances."""
    return [capital(one) for one in _changes(line, game, lang, names, before)]


def _changes(
    line: RollLine, game: Game, lang: str, names: Mapping[int, str], before: Game | None
) -> Iterator[str]:  # fmt: skip
    act = line.act
    assert act is not None
    squares = [square.name for square in game.edition.squares]
    place = act.square if act.square >= 0 else line.square
    if "{label}" not in catalogue(lang)[f"move.{act.kind}"]:
        place = -1  # the move's sentence names no square
    seats = range(1, game.players + 1)
    changed = [seat for seat in seats if before is None or before.cash[seat] != game.cash[seat]]
    before = before or game  # the game begins
    for seat in seats:
        who = player(lang, names, seat)
        told_square = place if seat == (act.player or game.turn) else -1
        if before.square[seat] != game.square[seat] != told_square and not game.prison[seat]:
            yield text(lang, "told.stands", player=who, label=squares[game.square[seat]])
        was, tries = before.prison[seat], game.prison[seat]
        if tries and not was:
            yield text(lang, "told.jailed", player=who)
        elif tries > was:
            yield text(lang, "told.stays", player=who)
        elif was and not tries and act.kind not in ("fine", "leave_by_card", "ruin"):
            yield text(lang, "told.free", player=who)
    if act.kind not in SALES:
        for seat in range(game.players + 1):
            lots = [squares[lot] for lot, owner in enumerate(game.owner)
                    if owner == seat != before.owner[lot]]  # fmt: skip
            if lots:
                who = player(lang, names, seat)
                yield text(lang, "told.owns", player=who, label=listed(lang, lots))
    for lot, name in enumerate(squares):
        houses = game.houses[lot]
        if houses != before.houses[lot]:
            yield f"{name}: {text(lang, f'built.{houses}')}."
        if game.mortgaged[lot] != before.mortgaged[lot] and act.kind not in ("mortgage", "lift"):
            yield text(lang, "told.mortgaged" if game.mortgaged[lot] else "told.lifted", label=name)
    for pile, holder in enumerate(game.free_cards):
        if holder != before.free_cards[pile] and act.kind not in ("leave_by_card", "trade"):
            who, card = player(lang, names, max(holder, 0)), text(lang, "page.prison_card")
            yield text(lang, "told.owns", player=who, label=card)
    if changed:
        yield f"{listed(lang, [_has(lang, names, seat, game.cash[seat]) for seat in changed])}."


def _has(lang: str, names: Mapping[int, str], seat: int, cash: int) -> str:
    return text(lang, "told.has", player=player(lang, names, seat), value=with_points(cash))


def last_move(unit: Unit, lang: str) -> str:
    """The last operation and its payments. Nothing before the first one, and after it was taken
    up from a save."""
    game = unit.game
    if game is None or not unit.roll:
        return ""
    return " ".join(operation(unit.roll[-1], game, lang, unit.names))


# -- questions


def question_words(
    question: Question,
    lang: str,
    names: Mapping[int, str],
    bots: Collection[int] = (),
    before: Question | None = None,
) -> str:
    """`before`: the question told last; of the same one only what is new is told."""
    kind, terms = question.kind, question.bargain
    prepared = terms.first if terms and kind != "accord" else 0  # by whom, also what others give
    if prepared in bots:
        return ""
    bot_asked = not prepared and question.player in bots and kind not in (*AUCTION, "shift")
    if bot_asked and "CORR" not in question.keys:
        if kind.startswith("card_") and kind != "card_number":
            return asked(question, lang, names)  # what the card says
        concerned = kind == "rent" and question.other not in bots
        if not concerned:
            no_more = question.functions and before is not None and before.player not in bots
            waits = waiting_for(question, lang, names, bots)
            return waits or (asked(question, lang, names) if no_more else "")
    shown = detail(question, lang, names)
    if kind in TYPED and question.amount is None and (before is None or before.kind != kind):
        shown = ""  # nothing was erased
    same = before is not None and before.kind == kind and kind not in FIRST
    if same and shown and kind in BY_DETAIL:
        return shown
    whole = asked(question, lang, names) if same else question_line(question, lang, names)
    return " ".join(filter(None, (whole, shown)))


def detail(question: Question, lang: str, names: Mapping[int, str]) -> str:
    """What the glass shows of a question and its words do not have."""
    kind, amount = question.kind, question.amount
    value = text(lang, "page.nothing") if amount is None else with_points(amount)
    found = ""
    if kind.startswith("who_"):
        found = player(lang, names, question.player)
    elif kind.startswith("whom_"):
        found = player(lang, names, question.other)
    elif kind in TYPED:
        found = ", ".join(filter(None, (value, question.place if kind == "anywhere" else "")))
    elif kind in CHOSEN:
        found = question.label
    elif kind == "menu_version":
        found = question.choice
    elif kind == "look_bank":
        found = f"{question.label} {value}"
    elif kind in DICE_TYPED:
        found = ", ".join(question.typed)
    elif kind in FIRST:
        found = _has(lang, names, question.player, amount or 0)
    elif kind == "accord":
        found = text(lang, "told.with", other=player(lang, names, question.other))
    elif kind in DEEDS:
        built = text(lang, f"built.{question.houses}") if question.houses else ""
        pledged = text(lang, "page.mortgaged") if question.mortgaged else ""
        marked = text(lang, "told.marked") if kind == "good" and amount else ""
        found = ", ".join(filter(None, (built, pledged, marked)))
    return f"{capital(found)}." if found else ""


def line_for(
    question: Question, lang: str, names: Mapping[int, str], bots: Collection[int], width: int = 0
) -> str:
    """The line beside the glass, at most `width` long, where these bots play."""
    waits = waiting_for(question, lang, names, bots)
    if question.kind not in BIDS:
        return waits or question_line(question, lang, names, width)
    both = f"{asked(question, lang, names)} {waits}"
    if question.error or not waits or (width and len(both) > width):
        return question_line(question, lang, names, width)
    return both


def waiting_for(
    question: Question, lang: str, names: Mapping[int, str], bots: Collection[int]
) -> str:
    """Bots leave people time: to claim the rent that a throw closes, and to bid."""
    if question.kind in BIDS:
        people = {int(key) for key in question.keys if key.isdigit()} - {*bots, question.player}
        return text(lang, "waits.bid") if bots and people else ""
    claims = [claim for claim in question.claims if claim.owner not in bots]
    if question.player not in bots or not claims or "throw" not in question.kind:
        return ""
    return text(
        lang,
        "waits",
        player=player(lang, names, question.player),
        owner=player(lang, names, claims[0].owner),
        value=with_points(claims[0].amount),
    )


def keys_now(question: Question, lang: str) -> str:
    """Each key that means something now, and what it does."""
    keys = [key for key in question.keys if not key.isdigit()]
    if question.functions:
        keys += [key for key in FUNCTIONS if key not in keys]
        if question.claims and "LOYER" not in keys:
            keys.append("LOYER")
    digits = [key for key in question.keys if key.isdigit()]
    said = [f"{LEGENDS.get(key, key)} {key_words(lang, key)}" for key in (*keys, "?")]
    if digits:
        said.insert(0, listed(lang, digits))
    return f"{', '.join(said)}."


FUNCTIONS = ("BATIR", "DEMOL", "HYPO", "EMPR", "VENTE", "PAYER", "RECU", "FAILL", "CORR")
