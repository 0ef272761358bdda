"""A player who only hears: announcements in English become a `Game` and a `Question` again.

    ear = Ear(players=4)
    ear.hear("J1 throws 1 and 2 and stands on Rue Lecourbe.")
    ear.question.kind, ear.firmware.session.game.cash        what the bots of the product ask for

`Bots` play on an Ear as on a unit, so that they decide as bots that see. Whatever the
announcements leave out, they do not know.
"""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

from banquier.editions.edition_file import load
from banquier.words import catalogue
from banquier.words.announcements import BY_DETAIL, DICE, TYPED
from firmware_sim.game import BANK, HOTEL, Bargain, Claim, Debt, Game, Lift, Loan, Phase, Why
from firmware_sim.question import FUNCTIONS_OPEN, KEYS, Question
from firmware_sim.rules import loans

WORDS = catalogue("en")
WHY = {text: Why[name.rpartition(".")[2].upper()] for name, text in WORDS.items()
       if name.startswith("report.why_paid.")}  # fmt: skip
PHASES = {
    "throw": Phase.THROW, "throw_again": Phase.THROW, "prison_throw": Phase.THROW,
    "rethrow": Phase.RETHROW, "offer": Phase.OFFER, "draw": Phase.CARD, "square": Phase.SQUARE,
    "rent": Phase.SQUARE,
}  # fmt: skip
WHO = r"(?:J\d|[Tt]he bank)"
GROUPS = {
    "player": WHO, "other": WHO, "owner": WHO, "value": r"\d+", "short": r"\d+", "best": r"\d+",
}  # fmt: skip
ITEMS = r"(?:, | and )"


def pattern(text: str) -> str:
    """A text of the catalogue as an expression with its fields as groups."""
    parts = re.split(r"\{(\w+)\}", text)
    seen: set[str] = set()
    made = re.escape(parts[0])
    for name, after in zip(parts[1::2], parts[2::2], strict=True):
        part = GROUPS.get(name, ".+?")
        made += f"(?P={name})" if name in seen else f"(?P<{name}>{part})"
        seen.add(name)
        made += re.escape(after)
    return made


def family(prefix: str) -> dict[str, re.Pattern[str]]:
    return {
        name.removeprefix(prefix): re.compile(pattern(text))
        for name, text in WORDS.items()
        if name.startswith(prefix)
    }


MOVES, TOLD, ASKED, REFUSED = family("move."), family("told."), family("ask."), family("why.")
MISSING = {3: ("short",), 16: ("over",), 24: ("low.more", "low.least")}
SUMS = {
    error: [re.compile(pattern(WORDS[name])) for name in names] for error, names in MISSING.items()
}
"""Refusals that tell a sum."""
WAITS = re.compile(pattern(WORDS["waits"]))
CLAIM = re.compile(pattern(WORDS["claim"]))
BUILT = {text: int(name[6:]) for name, text in WORDS.items() if name.startswith("built.")}


class Ear:
    def __init__(self, players: int, known: Game | None = None) -> None:
        """`known`: what was told of a game before."""
        self.game = game = known or Game(load("electronique"), players)
        if not known:
            game.cash = [0, *[game.edition.opening_cash] * players]
        self.names = [square.name for square in game.edition.squares]
        self.question = Question("off")
        self.said = SimpleNamespace(error=0)
        self.tick = self.notices_end = self.operations = 0
        session = SimpleNamespace(game=game, current_game=game, bargain=None)
        self.firmware = SimpleNamespace(session=session, last_key=0)
        self._card = self.question
        """What was asked before an operation."""
        self.unheard: list[str] = []
        """Lines that meant nothing."""

    # -- lines

    def hear(self, line: str) -> None:
        self.tick += 1
        self.notices_end = self.tick
        if self._hear_refusal(line):
            return
        self.said.error = 0
        if found := WAITS.fullmatch(line):
            owner, tenant = self._player(found["owner"]), self._player(found["player"])
            turn = self.game.turn_number
            self.game.claims = (Claim(tenant, owner, 0, int(found["value"]), turn),)
            self.question = Question("square")  # of nobody who hears
            return
        sentences = re.split(r"(?<=[.]) (?=[A-Z0-9])", line)
        if self._is_operation(sentences[0]):
            self.operations += 1
            asked, self.question = self.question, Question("square")  # until the next is heard
            for sentence in sentences:
                if not self._hear_operation(sentence, asked):
                    self.unheard.append(line)
            self._count_buildings()
        elif not self._hear_question(line):
            self.unheard.append(line)

    def _hear_refusal(self, line: str) -> bool:
        for error, refusals in SUMS.items():
            if any(refusal.match(line) for refusal in refusals):
                self.said.error = error
                return True
        for number, refusal in REFUSED.items():
            if refusal.match(line):
                self.said.error = int(number.partition(".")[0])
                return True
        return False

    def _is_operation(self, sentence: str) -> bool:
        return any(
            move.fullmatch(sentence) for kind, move in MOVES.items() if kind not in ("time", "end")
        ) or bool(TOLD["pays"].fullmatch(sentence))

    # -- names

    def _player(self, name: str) -> int:
        return BANK if name.lower() == WORDS["bank"] else int(name[1:])

    def _square(self, name: str, near: int = 0) -> int:
        """Some squares share their name: the one at hand."""
        if name not in self.names:
            return -1
        if self.names[near] == name:
            return near
        return self.names.index(name)

    # -- operations

    def _hear_operation(self, sentence: str, asked: Question) -> bool:
        self._card = asked
        for name, told in TOLD.items():
            if name not in ("has", "pays", "with") and (found := told.fullmatch(sentence)):
                getattr(self, f"_{name}")(**found.groupdict())
                return True
        if found := TOLD["pays"].fullmatch(sentence):
            self._pays(**found.groupdict())
            return True
        if all(TOLD["has"].fullmatch(part) for part in re.split(ITEMS, sentence[:-1])):
            for part in re.split(ITEMS, sentence[:-1]):
                who, _, cash = part.partition(" has ")
                self.game.cash[self._player(who)] = int(cash)
            return True
        label, _, built = sentence[:-1].rpartition(": ")
        if built in BUILT and label in self.names:
            self.game.houses[self._square(label)] = BUILT[built]
            return True
        for kind, move in MOVES.items():
            if found := move.fullmatch(sentence):
                facts = found.groupdict()
                if "player" in facts:
                    facts["player"] = self._player(facts["player"])
                getattr(self, f"_{kind}", lambda **_: None)(**facts)
                return True
        return False

    def _throw(self, player: int, numbers: str, label: str) -> None:
        game = self.game
        game.turn = player
        game.dice = tuple(map(int, numbers.split(" and ")))
        game.throws += 1
        to = (game.square[player] + sum(game.dice)) % len(self.names)
        game.square[player] = self._square(label, to)
        game.claims = ()

    def _carry_out(self, player: int, label: str) -> None:
        here = self.game.square[player]
        if self._card.kind == "card_back":
            here -= self._card.amount or 0
        self.game.square[player] = self._square(label, here)

    def _buy(self, player: int, label: str) -> None:
        self._own(player, label)

    def _auctioned(self, player: int, label: str) -> None:
        self._own(player, label)

    def _own(self, player: int, label: str) -> None:
        game = self.game
        if label == WORDS["page.prison_card"]:
            free = [pile for pile, holder in enumerate(game.free_cards) if holder <= 0]
            game.free_cards[free[0] if free else 0] = player  # they are alike
            return
        lot = self._square(label)
        if lot >= 0:
            game.give(lot, player)
            game.estate = tuple(one for one in game.estate if one != lot)

    def _owns(self, player: str, label: str) -> None:
        for one in re.split(ITEMS, label):
            self._own(self._player(player), one)

    def _trade(self, player: int, other: str, given: str, got: str) -> None:
        taker = self._player(other)
        for goods, frm, to in ((given, player, taker), (got, taker, player)):
            for one in re.split(ITEMS, goods):
                if one == WORDS["page.prison_card"]:
                    self.game.free_cards[self.game.free_cards.index(frm)] = to
                elif one in self.names:
                    self._own(to, one)

    def _ruin(self, player: int) -> None:
        game = self.game
        game.bankrupt_order += (player,)
        if game.turn == player and game.seats():
            game.turn = next(
                seat for step in range(1, game.players + 1)
                if game.is_in(seat := (player + step - 1) % game.players + 1)
            )  # fmt: skip
        game.loans[player] = ()
        game.prison[player] = 0
        game.debts = tuple(debt for debt in game.debts if debt.debtor != player)
        game.free_cards = [BANK if one == player else one for one in game.free_cards]

    def _claim(self, player: int, other: str, label: str) -> None:
        self.game.claims = ()  # of another the next question tells

    def _mortgage(self, player: int, label: str) -> None:
        self.game.mortgaged[self._square(label)] = True

    def _lift(self, player: int, label: str) -> None:
        self.game.mortgaged[self._square(label)] = False
        self.game.lifts = ()

    def _interest(self, **_: object) -> None:
        self.game.lifts = ()

    def _mortgaged(self, label: str) -> None:
        self._mortgage(0, label)

    def _lifted(self, label: str) -> None:
        self.game.mortgaged[self._square(label)] = False

    def _fine(self, player: int) -> None:
        self.game.prison[player] = 0

    def _leave_by_card(self, player: int) -> None:
        self.game.prison[player] = 0
        self.game.free_cards[self.game.free_cards.index(player)] = BANK

    def _settle(self, player: int, other: str) -> None:
        self._less_debt(player)

    def _less_debt(self, player: int) -> None:
        game = self.game
        owed = game.debt_of(player)
        game.debts = tuple(debt for debt in game.debts if debt is not owed)

    def _finish(self, player: int) -> None:
        self.game.turn_number += 1

    def _jailed(self, player: str) -> None:
        self.game.prison[self._player(player)] = 1

    def _stays(self, player: str) -> None:
        self.game.prison[self._player(player)] += 1

    def _free(self, player: str) -> None:
        self.game.prison[self._player(player)] = 0

    def _stands(self, player: str, label: str) -> None:
        who = self._player(player)
        self.game.square[who] = self._square(label, self.game.square[who])

    def _owes(self, player: str, other: str, value: str, why: str) -> None:
        debtor, reason = self._player(player), WHY[why.partition(",")[0]]
        self.game.debts += (Debt(debtor, self._player(other), int(value), reason),)

    def _pays(self, player: str, other: str, value: str, why: str) -> None:
        game, amount, reason = self.game, int(value), WHY[why.partition(",")[0]]
        payer, payee = self._player(player), self._player(other)
        if reason == Why.SALARY:
            game.loans[payee] = tuple(
                loan._replace(passages=loan.passages + 1) for loan in game.loans[payee]
            )
        elif reason == Why.LOAN:
            game.loans[payee] += (Loan(amount, 0),)
        elif reason in (Why.REPAID, Why.TAKEN):
            every = game.loans[payer]  # what is taken back has been passed with most often
            every = tuple(sorted(every, key=lambda loan: -loan.passages))
            at = next((rank for rank, loan in enumerate(every) if loans.cost(game, loan) == amount),
                      len(every))  # fmt: skip
            game.loans[payer] = every[:at] + every[at + 1 :]
        game.claims = tuple(one for one in game.claims if one.tenant != payer)

    def _count_buildings(self) -> None:
        game, terms = self.game, self.game.edition
        game.house_stock = terms.houses - sum(one for one in game.houses if one < HOTEL)
        game.hotel_stock = terms.hotels - game.houses.count(HOTEL)

    # -- questions

    def _hear_question(self, line: str) -> bool:
        for kind, asked in ASKED.items():
            if found := asked.match(line):
                keys = WORDS[f"keys.{kind}"].partition("{")[0]
                rest = line[found.end() :].strip()
                known = kind in (self.question.kind, self._card.kind)
                others = (kind.startswith("card_") or kind in PHASES) and not rest
                if others or rest.startswith(keys) or (known and not rest.startswith("+ ")):
                    self._ask(kind, found.groupdict(), rest)
                    return True
        kind = self.question.kind
        said = line.rstrip(".").partition(",")[0]
        if kind in TYPED | BY_DETAIL and said.isdigit() and kind not in DICE:
            self.question = self.question._replace(amount=int(said))
            return True
        if kind in TYPED and said == WORDS["page.nothing"].capitalize():
            self.question = self.question._replace(amount=None)
            return True
        return False

    def _ask(self, kind: str, facts: dict[str, str], rest: str) -> None:
        game = self.game
        player = self._player(facts["player"]) if "player" in facts else 0
        other = self._player(facts["other"]) if "other" in facts else 0
        value = facts.get("value", "").replace(".", "")
        amount = int(value) if value.isdigit() else None
        detail = rest.removeprefix(WORDS[f"keys.{kind}"]).strip().rstrip(".")
        if kind.startswith("who"):
            chosen = self._player(detail)
            player, other, amount = (chosen, 0, chosen) if kind[3] == "_" else (0, chosen, chosen)
        elif kind in TYPED and detail.partition(",")[0].isdigit():
            amount = int(detail.partition(",")[0])
        square = self._square(facts["label"], game.square[game.turn]) if "label" in facts else -1
        self.question = Question(
            kind, player, other, amount, square, keys=KEYS[kind], functions=kind in FUNCTIONS_OPEN
        )
        if kind == "accord":
            partner = detail.removeprefix("With ")
            terms = facts["player"], partner, facts["given"], facts["got"]
            self.firmware.session.bargain = self._bargain(*terms)
        if found := CLAIM.search(rest):
            owner = self._player(found["owner"])
            game.claims = (Claim(0, owner, 0, int(found["amount"]), game.turn_number),)
        elif kind == "rent":
            game.claims = (Claim(player, other, square, amount or 0, game.turn_number),)
        elif kind in PHASES:
            game.claims = ()
        if kind in PHASES or kind.startswith("card_"):
            game.phase = PHASES.get(kind, Phase.EFFECT)
            game.turn = player
            game.lifts = game.estate = ()
            game.debts = ()
            if "throw" in kind and kind != "rethrow":
                game.doubles = int(kind == "throw_again")
        elif kind in ("debt", "debt_payable"):
            owed = (amount or 0) + (game.cash[player] if kind == "debt" else 0)
            mine = game.debt_of(player)
            why = mine.why if mine else Why.PAYMENT
            rest_owed = tuple(debt for debt in game.debts if debt is not mine)
            game.debts = (Debt(player, other, owed, why), *rest_owed)
        elif kind in ("lift_received", "interest"):
            game.lifts = (Lift(player, square, 10),)
        elif kind in ("opening", "first_bid", "bid") and square != game.square[game.turn]:
            game.estate = (square if square >= 0 else len(self.names),)
        elif kind == "winner":
            game.winner = player

    def _bargain(self, player: str, other: str, given: str, got: str) -> Bargain:
        first, second = self._player(player), self._player(other)
        deeds: list[tuple[int, ...]] = []
        cards: list[tuple[int, ...]] = []
        money = 0
        for goods, giver, sign in ((given, first, 1), (got, second, -1)):
            parts = re.split(ITEMS, goods)
            deeds.append(tuple(self._square(one) for one in parts if one in self.names))
            held = [pile for pile, holder in enumerate(self.game.free_cards) if holder == giver]
            cards.append(tuple(held[: parts.count(WORDS["page.prison_card"])]))
            money += sum(sign * int(one) for one in parts if one.isdigit())
        return Bargain(first, second, deeds[0], deeds[1], cards[0], cards[1], money)


def differences(ear: Ear, game: Game) -> list[str]:
    """What the ear has not heard of a game, or wrongly."""
    heard: dict[str, Any] = {}
    real: dict[str, Any] = {}
    for of, into in ((ear.game, heard), (game, real)):
        into |= {
            "cash": of.cash[1:], "owner": of.owner, "houses": of.houses,
            "mortgaged": of.mortgaged, "prison": of.prison, "turn": of.turn,
            "loans": [sorted(one) for one in of.loans], "out": of.bankrupt_order,
            "cards": sorted(max(one, 0) for one in of.free_cards), "stock": of.house_stock,
            "square": [where for seat, where in enumerate(of.square) if of.is_in(seat)],
        }  # fmt: skip
    return [f"{name}: heard {heard[name]}, real {real[name]}" for name in real
            if heard[name] != real[name]]  # fmt: skip
