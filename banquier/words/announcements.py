"""Announcements of a game as it goes on, for ears and for lines: plain mode and page share them.

    announcer = announcer_of(unit)      is notified of every operation and refusal
    announcer.announce_question()                  announces the open question, if it is new
    announcer.log[-1].said.text("en")   "Anne, buy Rue Lecourbe for 6.000 F? ACHAT buys, …"
    announcer.again()                   the last announcements; possible(): what can be done now

An operation is announced with its payments, both names, the new balances and its other changes; a
question with what the glass shows of it (digits typed, the deed looked at). At the question of a
bot, only what concerns a person is announced. A refusal says why and what works; the question that
comes back is not repeated. Announcements have no language until they are shown.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from banquier import words
from banquier.editions.rule_fields import RULES, SUMS, of_the_house
from banquier.words import (
    LEGENDS,
    Said,
    Several,
    answers,
    bargain_sides,
    in_currency,
    player,
    prompt,
    with_currency,
)
from banquier.words.moment import SHOWN, card, moments
from datasheet.glass import with_points
from firmware_sim.edition import Edition
from firmware_sim.firmware import WARNINGS
from firmware_sim.game import POT, Act, Entry, Error, Phase, Why
from firmware_sim.menu_settings import NO_YES, SETTINGS
from firmware_sim.question import BIDS, DICE_TYPED, KINDS, Question
from firmware_sim.session import MINUTE, RollLine
from hardware.unit import Observer, Unit

if TYPE_CHECKING:
    from firmware_sim.game import Game
    from firmware_sim.saved_state import Record

KEPT = 200
"""The number of announcements that can be read back."""

TYPED = frozenset(
    ("players", "minutes", "first", "card_number", "by_hand_amount", "by_hand_square",
     "by_hand_squares", "by_hand_houses", "by_hand_hotels", "anywhere", "opening", "bid_amount",
     "loan_amount", "pay_amount", "trade_money", "bus", "menu_time", "menu_passport",
     *(f"menu_{name}" for name, setting in SETTINGS.items() if setting.values != NO_YES))
)  # fmt: skip
"""Questions for which row B shows a number that their sentence does not contain."""
CHOSEN = frozenset(("edition", "variant", "speed_die", "auto_dice", "auto_cards", "by_hand"))
"""Questions for which row A shows the choice."""
DEEDS = frozenset(
    ("build", "build_hotel", "demolish", "mortgage", "lift", "where", "good", "trade_good",
     "walk_deed", "look_deed", "offer", "lift_received", "interest")
)  # fmt: skip
"""Questions for which the icons show the buildings and the mortgage of a deed."""
FIRST = frozenset(("throw", "throw_keyed", "prison_throw", "prison_throw_keyed"))
"""Questions that begin a turn: row B shows the cash."""
BY_DETAIL = (TYPED | CHOSEN | DICE_TYPED) - {"trade_money"}
"""Questions of which, after the first time, only the input or choice is announced."""
AUCTION = BIDS | {"opening"}
"""Questions for all players."""
LEADING = AUCTION | {"accord", "winner", "winners", "off"}
"""Questions without functions that are not part of a longer action."""
PAYMENTS_TELL = frozenset(("pay", "receive"))
"""Operations that their payment describes completely."""


def is_for_bot(question: Question, bots: Collection[int]) -> bool:
    """Return whether only a bot is asked; the end of a game is for everybody."""
    asked = question.player in bots and question.kind not in AUCTION
    return asked and "CORR" not in question.keys


class Announcement(NamedTuple):
    number: int
    kind: str
    """One of operation, refusal, question, and notice, which no key causes."""
    said: Said
    cue: str = ""
    """The sound: jail or sale."""
    gained: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    """The players who have more cash than before (`gained`) and less (`lost`)."""
    asked: Said | None = None
    """A question, or a refusal and the question, without the keys that answer it: a seat answers
    by its buttons."""


def notices(unit: Unit) -> dict[str, Said]:
    """Return the current notices that no key causes, by their reasons."""
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
    """Return the only announcer of this unit, which lives as long as the unit."""
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
        self.on_resume(unit, ())
        self._refusals = unit.firmware.refusals
        self._notices.pop("battery", None)
        self._asked: Question | None = None
        self._before: Question | None = None
        self._waits: Said | None = None
        self._unsaved = False
        self.moments: tuple[int, list[dict[str, Any]]] = (0, [])
        """The number of the last announcement that had moments, and their cards."""

    # -- what is new

    def on_resume(self, unit: Unit, records: Sequence[Record]) -> None:
        """Begin with the resumed game, of which nothing was announced."""
        self._operations, self._known = unit.operations, unit.game and unit.game.copy()
        self._notices = notices(unit)

    def on_advance(self, unit: Unit) -> None:
        """Announce the operations and refusals since the last call."""
        new = min(unit.operations - self._operations, len(unit.roll))
        if new > 0:
            self._announce_operations(unit.roll[-new:])
        self._operations = unit.operations
        if unit.firmware.refusals != self._refusals and unit.question.error:
            why = words.refusal_reason(unit.question, unit.names)
            bare = Several(why, prompt(unit.question, unit.names))
            self._announce("refusal", words.line(unit.question, unit.names), asked=bare)
        self._refusals = unit.firmware.refusals
        before = self._unsaved
        self._unsaved = any(one.error == Error.MEMORY for one in unit.session.notices)
        if self._unsaved and not before:
            self._announce("refusal", Said(f"why.{Error.MEMORY}"))
        known, self._notices = self._notices, notices(unit)
        for reason, said in self._notices.items():
            if reason not in known:
                self._announce("notice", said)

    def announce_question(self, bots: Collection[int] = (), *, by_hand: bool = True) -> None:
        """Announce the current question once all notices are over. `bots`: seats played by bots. If
        `by_hand` is false, announce only a question that opens a new step."""
        unit = self.unit
        self.on_advance(unit)
        question = unit.question
        if unit.notices_end > unit.tick or question.error:
            return
        if not by_hand and not question.functions and question.kind not in LEADING:
            return
        typing = question.kind in TYPED and self._before and self._before.kind == question.kind
        if typing and not by_hand:  # announce the amount once it is accepted
            return
        if question == self._asked:
            return
        self._asked = question
        said = question_words(question, unit.names, bots, self._before)
        waits = question.player in bots and said == self._waits
        self._waits = said
        if said and not waits:  # announce a waiting bot only once
            bare = question_words(question, unit.names, bots, self._before, prompt)
            self._before = question
            self._announce("question", said, asked=bare)

    def show(self, kind: str, seat: int, said: Said) -> None:
        """Show a moment of a player that no operation caused."""
        self.moments = self.count + 1, [{"kind": kind, "player": seat, "said": said}]
        self._announce("notice", said)

    def _announce(self, kind: str, said: Said, **facts: Any) -> None:
        self.count += 1
        self.log.append(Announcement(self.count, kind, said, **facts))

    def _announce_operations(self, lines: Sequence[RollLine]) -> None:
        """Announce each operation; all other changes go with the last one."""
        unit, game = self.unit, self.unit.game
        if game is None:
            return
        before, self._known = self._known, game.copy()
        if lines[-1].act and lines[-1].act.kind == "begin":
            before = None  # the game before this one
        for line in lines[:-1]:
            if parts := operation(line, game, unit.names):
                self._announce("operation", Several(*parts), cue=_cue(line))
        self._announce_last_operation(lines[-1], game, before)
        self._asked = self._before = None  # the same question is now a new one

    def _announce_last_operation(self, line: RollLine, game: Game, before: Game | None) -> None:
        parts = operation(line, game, self.unit.names)
        if line.act is not None:
            parts += changes(line, line.act, game, self.unit.names, before)
            shown = [one for one in moments(line, before or game, game) if one.kind in SHOWN]
            cards = [card(one, game.edition, self.unit.names) for one in shown]
            if cards or line.act.kind == "undo":
                self.moments = self.count + 1, cards
        if parts:
            gains = _gains(game, before)
            self._announce(
                "operation", Several(*parts), cue=_cue(line, game, before),
                gained=tuple([one for one, gain in gains.items() if gain > 0]),
                lost=tuple([one for one, gain in gains.items() if gain < 0]),
            )  # fmt: skip

    # -- asked for

    def last_announcements(self) -> list[Announcement]:
        """Return the last question, what happened since the one before it, and the notices."""
        found: list[Announcement] = []
        for one in reversed(self.log):
            if one.kind not in HAPPENED and any(later.kind != "notice" for later in found):
                break
            found.insert(0, one)
        return found

    def possible(self) -> Said:
        return possible(self.unit.question, self.unit.names)


def possible(question: Question, names: Mapping[int, str]) -> Said:
    """Return the question and everything that can be done now."""
    return Several(prompt(question, names), keys_now(question, names))


HAPPENED = frozenset(("operation", "notice"))
SALES = frozenset(("buy", "auctioned", "trade"))
WALKS = frozenset(("throw", "carry_out", "bus", "anywhere", "keep_dice", "visa"))
"""Operations whose sentence names the square on which the token stops."""


# -- operations


def _cue(line: RollLine, game: Game | None = None, before: Game | None = None) -> str:
    """Return the sound of an operation: jail if a player was sent there."""
    if game and before:
        went = zip(game.prison, before.prison, strict=False)
        if any(now and not then for now, then in went):
            return "jail"
    return "sale" if line.act and line.act.kind in SALES else ""


def _gains(game: Game, before: Game | None) -> dict[int, int]:
    """Return how much cash each player gained, or lost if it is negative."""
    accounts = range(1, game.players + 1)
    return {one: game.cash[one] - (before.cash[one] if before else 0) for one in accounts}


def house_rules_of(edition: Edition) -> list[Said]:
    """Return one sentence per house rule that is on."""
    on = of_the_house(edition).items()
    return [house_rule(name, value, edition.currency) for name, value in on]


def house_rule(name: str, value: Any, currency: str, family: str = "house") -> Said:
    """Return the sentence of a house rule. `currency`: empty before an edition is chosen."""
    if currency and RULES[name].values is SUMS:
        value = with_currency(value, currency)
    return Said(f"{family}.{name}", value=value)


def operation(line: RollLine, game: Game, names: Mapping[int, str], told: str = "") -> list[Said]:
    """Return what an operation did, each payment and each new debt. `told`: the text that says what
    was done, for an operation that is not the last."""
    act = line.act
    if act is None:
        return []
    place = act.square if act.square >= 0 else line.square
    parts: list[Said] = []
    if act.kind not in PAYMENTS_TELL:
        parts.append(_act_words(act, place, game, names, told or _last_act_text(act, game)))
    if act.kind == "begin" and (rules := house_rules_of(game.edition)):
        parts += [Said("house.on"), *rules]
    if line.thrown:
        threw = [Said("told.threw", player=player(names, who), value=pips)
                 for who, pips in line.thrown]  # fmt: skip
        parts.append(Said("told.sentence", said=tuple(threw)))
    opening = {entry.amount for entry in line.entries if entry.why == Why.OPENING and entry.amount}
    parts += [Said("told.opening", value=with_currency(amount, game.edition.currency))
              for amount in opening]  # fmt: skip
    for entry in () if act.bargain else line.entries:
        if entry.amount and entry.why != Why.OPENING:
            parts.append(payment_words("told.pays", entry, place, game, names))
    for debtor, creditor, amount, why, _, square in line.owed:
        owed = Entry(debtor, creditor, amount, why, square)
        parts.append(payment_words("told.owes", owed, place, game, names))
    return parts


def _last_act_text(act: Act, game: Game) -> str:
    """Return the text of the last operation, which depends on whether the turn goes on."""
    if act.kind == "finish" and game.turn == (act.player or game.turn):
        # a double, or Mister Monopoly
        return "act.throws_again" if game.phase is Phase.THROW else "act.goes_on"
    return f"act.{act.kind}"


def _act_words(act: Act, place: int, game: Game, names: Mapping[int, str], told: str) -> Said:
    squares = [square.name for square in game.squares]
    given, got = bargain_sides(act.bargain, game.edition)
    return Said(
        told,
        player=player(names, act.player or game.turn), other=player(names, act.other),
        label=squares[place] if place < len(squares) else Said("page.prison_card"),
        numbers=act.numbers, given=given, got=got,
    )  # fmt: skip


def payment_words(
    told: str, entry: Entry, place: int, game: Game, names: Mapping[int, str]
) -> Said:
    """Return one payment. `place`: the square that the operation's own sentence names."""
    payer, payee, amount, why, square = entry
    reason = Said(f"report.why_paid.{Why(why).name.lower()}")
    if square >= 0 and square != place:
        reason = Said("told.why_at", why=reason, label=game.squares[square].name)
    value = with_currency(amount, game.edition.currency)
    return Said(told, player=player(names, payer), other=player(names, payee), value=value,
                why=reason)  # fmt: skip


def changes(
    line: RollLine, act: Act, game: Game, names: Mapping[int, str], before: Game | None
) -> Iterator[Said]:
    """Yield all other changes of an operation, and the new balances."""
    if before:  # there was a game already
        told = act.square if act.square >= 0 else line.square if act.kind in WALKS else -1
        yield from _tokens(act, game, before, names, told)
        yield from _deeds(act, game, before, names)
    accounts = [*range(1, game.players + 1), *([POT] if game.has_pot else [])]
    changed = [one for one in accounts if before is None or before.cash[one] != game.cash[one]]
    if changed:
        has = tuple(has_cash(names, one, game.cash[one], game.edition) for one in changed)
        yield Said("told.sentence", said=has)


def _tokens(
    act: Act, game: Game, before: Game, names: Mapping[int, str], told: int
) -> Iterator[Said]:
    """Yield the moves of tokens. `told`: the square that the operation's own sentence names."""
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
    """Yield the changes of owners, buildings and prison cards."""
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


def has_cash(names: Mapping[int, str], account: int, cash: int, edition: Edition) -> Said:
    value = with_currency(cash, edition.currency)
    return Said("told.has", player=player(names, account), value=value)


def pot(game: Game) -> Said | None:
    """Return the pot on free parking if there is one (HOUSE-1)."""
    if not game.has_pot:
        return None
    return Said("told.pot", value=with_currency(game.cash[POT], game.edition.currency))


def last_move(unit: Unit) -> Said:
    """Return the last operation and its payments: empty before the first one, and after a game was
    resumed from a save."""
    game = unit.game
    return Several(*(operation(unit.roll[-1], game, unit.names) if game and unit.roll else ()))


# -- questions


def question_words(
    question: Question,
    names: Mapping[int, str],
    bots: Collection[int] = (),
    before: Question | None = None,
    told: Callable[[Question, Mapping[int, str]], Said] = words.line,
) -> Said:
    """Return what is announced of a question. `before`: the last question announced; if it is the
    same one, only the changes are. `told`: makes the question, with or without its keys."""
    if _prepared_by(question) in bots:
        return Several()
    if _is_asked_of_bot(question, bots):
        return _words_for_bot(question, names, bots, before)
    return _words_for_person(question, names, before, told)


def _prepared_by(question: Question) -> int:
    """Return the player who prepares a bargain, also while the other side is entered; else 0."""
    terms = question.bargain
    return terms.first if terms and question.kind != "accord" else 0


def _is_asked_of_bot(question: Question, bots: Collection[int]) -> bool:
    """Return whether a question concerns only a bot: no person owes it rent."""
    if _prepared_by(question) or question.kind == "shift" or not is_for_bot(question, bots):
        return False
    return question.kind != "rent" or question.other in bots


def _words_for_bot(
    question: Question, names: Mapping[int, str], bots: Collection[int], before: Question | None
) -> Said:
    """Return a bot's card, that it waits for a person, or that it goes on after a person."""
    kind = question.kind
    if kind.startswith("card_") and kind != "card_number":
        return prompt(question, names)
    if waits := waiting_for(question, names, bots):
        return Several(waits)
    follows_person = before is not None and before.player not in bots
    return Several(prompt(question, names) if question.functions and follows_person else "")


def _words_for_person(
    question: Question,
    names: Mapping[int, str],
    before: Question | None,
    told: Callable[[Question, Mapping[int, str]], Said],
) -> Said:
    kind = question.kind
    is_same = before is not None and before.kind == kind
    shown = detail(question, names)
    if kind in TYPED and question.amount is None and not is_same:
        shown = None  # nothing was erased
    if not is_same or kind in FIRST:
        return Several(told(question, names), shown or "")
    if shown and kind in BY_DETAIL:
        return Several(shown)
    return Several(prompt(question, names), shown or "")


def detail(question: Question, names: Mapping[int, str]) -> Said | None:
    """Return what the glass shows of a question and its sentence does not contain."""
    kind = question.kind
    for kinds, show in DETAILS:
        if kind in kinds:
            parts = Several(*show(question, names), between=", ")
            return Said("told.sentence", said=parts) if parts else None
    return None


Shown = list[Said | str]


def _typed_shown(question: Question, names: Mapping[int, str]) -> Shown:
    return [_value_of(question), question.place if question.kind == "anywhere" else ""]


def _value_of(question: Question) -> Said | str:
    return Said("page.nothing") if question.amount is None else with_points(question.amount)


def _cash_shown(question: Question, names: Mapping[int, str]) -> Shown:
    edition = question.edition
    return [has_cash(names, question.player, question.amount or 0, edition)] if edition else []


def _deed_shown(question: Question, names: Mapping[int, str]) -> Shown:
    return [
        Said(f"built.{question.houses}") if question.houses else "",
        Said("page.mortgaged") if question.mortgaged else "",
        Said("told.marked") if question.kind == "good" and question.amount else "",
    ]


WHO = frozenset(kind for kind in KINDS if kind.startswith("who_"))
WHOM = frozenset(kind for kind in KINDS if kind.startswith("whom_"))
DETAILS: tuple[tuple[Collection[str], Callable[[Question, Mapping[int, str]], Shown]], ...] = (
    (WHO, lambda question, names: [player(names, question.player)]),
    (WHOM, lambda question, names: [player(names, question.other)]),
    (TYPED, _typed_shown),
    (CHOSEN, lambda question, names: [question.label]),
    (("menu_version",), lambda question, names: [question.choice]),
    (
        ("look_bank",),
        lambda question, names: [
            Said("told.left", label=question.label, value=_value_of(question))
        ],
    ),
    (DICE_TYPED, lambda question, names: [*question.typed]),
    (FIRST, _cash_shown),
    (("accord",), lambda question, names: [Said("told.with", other=player(names, question.other))]),
    (DEEDS, _deed_shown),
)
"""Functions for what the glass shows beside the sentence, by kinds of questions."""


def line_for(question: Question, names: Mapping[int, str], bots: Collection[int]) -> Said:
    """Return the line beside the glass in a game with these bots."""
    return Several(*rows_for(question, names, bots))


def rows_for(
    question: Question, names: Mapping[int, str], bots: Collection[int], brief: int = 0
) -> tuple[Said, Said]:
    """Return the two halves of the line in a game with these bots."""
    waits = waiting_for(question, names, bots)
    if question.error or not waits:
        return words.rows(question, names, brief)
    return (prompt(question, names), waits) if question.kind in BIDS else (waits, Several())


def fitted_rows(
    question: Question, lang: str, names: Mapping[int, str], bots: Collection[int], width: int
) -> tuple[str, str]:
    """Return the two halves as rows. If one is wider than `width`, the square's name is shortened,
    then players are called by their numbers."""
    first, second = "", ""
    for fewer, brief in ((names, 0), (names, 1), ({}, 1), ({}, 2)):
        asks, works = rows_for(question, fewer, bots, brief)
        if not first or len(first) > width > 0:
            first = asks.text(lang)
            first = _shorten_square(question, first, width) if brief else first
        if not second or len(second) > width > 0:
            second = works.text(lang).rstrip(".").replace(", ", BETWEEN).replace(". ", BETWEEN)
        if second and (width <= 0 or max(len(first), len(second)) <= width):
            break
    return first, second


BETWEEN = " · "
"""The separator of two keys with their effects."""


def _shorten_square(question: Question, said: str, width: int) -> str:
    """Shorten the name of the square in a sentence."""
    place = question.place
    kept = max(len(place) - (len(said) - width), LEAST_PLACE)
    if question.edition and place and kept < len(place):
        squares = tuple([square.name for square in question.edition.squares])
        return said.replace(place, distinct_names(squares, kept)[place])
    return said


@lru_cache(maxsize=256)
def distinct_names(names: tuple[str, ...], room: int) -> dict[str, str]:
    """Shorten names to so many characters, all distinct: the whole name, its first words as
    initials, its last word, or its beginning and its end. The shortest name chooses first."""
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
"""The characters of a square's name that always stay."""


def waiting_for(
    question: Question, names: Mapping[int, str], bots: Collection[int], *, names_keys: bool = True
) -> Said | None:
    """Return what a bot waits for: people may claim the rent that a throw ends, and bid.
    `names_keys`: the sentence names the unit's keys, which a seat does not have."""
    if question.kind in BIDS:
        people = {int(key) for key in question.keys if key.isdigit()} - {*bots, question.player}
        return Said("waits.bid" if names_keys else "waits.bid.seat") if bots and people else None
    claims = [claim for claim in question.claims if claim.owner not in bots]
    if question.player not in bots or not claims or "throw" not in question.kind:
        return None
    return Said(
        "waits" if names_keys else "waits.seat",
        player=player(names, question.player),
        owner=player(names, claims[0].owner),
        value=in_currency(question, claims[0].amount),
    )


def keys_now(question: Question, names: Mapping[int, str]) -> Said:
    """Return each key that has a meaning now, and what it does."""
    keys: list[str] = []
    if question.functions:
        keys = [key for key in FUNCTIONS if key not in question.keys and _is_open(question, key)]
        if question.claims and "LOYER" not in question.keys:
            keys.append("LOYER")
    more = (Said("told.key", key=LEGENDS[key], does=Said(f"keys.{key}")) for key in (*keys, "?"))
    return Said("told.sentence", said=Several(*answers(question, names), *more, between=", "))


def _is_open(question: Question, function: str) -> bool:
    """Return whether a function may be used; in an auction not all may."""
    auction = question.auction
    if auction is None or function not in ("BATIR", "CORR"):
        return True
    return auction.names_corr if function == "CORR" else not auction.building


FUNCTIONS = ("BATIR", "DEMOL", "HYPO", "EMPR", "VENTE", "PAYER", "RECU", "FAILL", "CORR")
