"""Bots at a unit: the open question, the move that answers it, and its keys.

A bot keeps no state of a conversation. It answers one question by the table of moves, as a phone
would, then reads the next: an auction or a bargain takes as many answers as it has questions.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping

from banquier.play.bots.strategy import PROFILES, BotProfile
from banquier.play.bots.strategy.bargains import agrees
from banquier.play.bots.strategy.choices import Strategy, bid, building, debt, lift, turn
from banquier.play.bots.way_out import OF_PEOPLE, WAYS, to_next_operation
from banquier.play.key_queue import Stroke
from banquier.play.key_reader import KeyReader, KeyStrokes, Lost, Stuck
from banquier.play.move import AGREE, CLAIM, RUIN, WITHDRAW, Move
from banquier.play.move_keys import AUCTION, close
from banquier.play.moves import KEYED, LIFTS, OVER, press
from banquier.play.pace import BotPace
from banquier.play.rng import Rng, rng
from datasheet.ticks import CRYSTAL
from firmware_sim.game import Bargain, Claim, Game
from firmware_sim.question import BIDS, Question
from firmware_sim.rules import rent, speed_die
from hardware.unit import Unit

BETWEEN_GAMES = 1_000_000
"""Ticks for which bots leave the winner on the glass: half a minute."""
GLANCE = 8_192  # ticks between two checks while others are asked
TIME_FOR_PEOPLE = 15 * CRYSTAL
"""Ticks that bots leave to people, to claim a rent before a throw and to bid."""
SHAKE = 1 << 17  # ticks: the longest wait before a throw, twice the period of the dice
CHOICES = ("bus", "anywhere", "visa")
"""Questions of a turn that begin again after LOYER."""
CLOSE = Move("close")


class Bots:
    def __init__(self, unit: Unit, players: Mapping[int, str], *, seed: int = 1) -> None:
        """Prepare bots. `players`: careful, greedy or trader, by seat."""
        self.unit = unit
        self.profiles = {seat: PROFILES[name] for seat, name in players.items()}
        self.reader = KeyReader(unit, rng(seed), pace=0)
        self._limits: dict[int, int] = {}
        """The most that each seat bids in the auction under way."""
        self._proposed: set[Bargain] = set()
        """The bargains that bots proposed; none is proposed twice."""
        self._left_at = -1
        """The throws made when people were last left time to claim a rent, and until when."""
        self._left_until = 0

    def strokes(self) -> Iterator[Stroke]:
        """Yield key strokes until the game is over. Raises Stuck if no key leads on."""
        while True:
            yield from self.reader.listen()
            question = self.unit.question
            if question.kind in OVER:
                return
            try:
                self.reader.count()
                yield from self._answer(question)
            except Lost:
                if not (yield from to_next_operation(self.reader, self._is_ours)):
                    yield from self._wait_for_others()

    # -- who plays whom

    @property
    def _alone(self) -> bool:
        """Return whether bots play all players of the game."""
        game = self.unit.game
        return game is not None and set(game.seats()) <= set(self.profiles)

    def _is_ours(self, question: Question) -> bool:
        """Return whether a bot should answer. Views, the MENU, the set-up and people's bargains are
        left to people, if there are any."""
        if self._alone:
            return True
        if question.bargain is not None:
            return question.bargain.first in self.profiles
        return question.player in self.profiles and question.kind not in OF_PEOPLE

    def _wait_for_others(self) -> KeyStrokes[None]:
        """Wait for people. Raises Lost if only bots are playing."""
        if self._alone:
            raise Lost
        self.reader.restart_count()
        yield from self.reader.wait(GLANCE)

    def _decide(self, player: int, strategy: Strategy) -> Move | None:
        """Return the move of a bot; None without a game, or if no bot plays that player."""
        game = self.unit.game
        if game is None or player not in self.profiles or not game.is_in(player):
            return None
        return strategy(game, player, self.profiles[player], self.reader.chance)

    # -- one question

    def _answer(self, question: Question) -> KeyStrokes[None]:
        if question.kind not in AUCTION:
            self._limits = {}
        if rent := self._rent_to_claim(question):
            yield from self.carry_out(rent.owner, CLAIM)
        elif answer := ANSWERS.get(question.kind) or (
            Bots._turn if _is_of_turn(question) else None
        ):
            if move := answer(self, question):
                yield from self.carry_out(question.player, move)
            else:
                yield from self._wait_for_others()
        elif self._is_ours(question):
            yield from self.reader.press(*WAYS[question.kind])
        elif question.kind == "bid_amount" and self.reader.idle > TIME_FOR_PEOPLE:
            # A person has left a bid half typed, for which all others would wait.
            while self.reader.kind == "bid_amount":
                yield from self.reader.press("C")
        else:
            yield from self._wait_for_others()

    def carry_out(self, player: int, move: Move) -> KeyStrokes[None]:
        if move.name in OWN:
            yield from OWN[move.name](self, player, move)
        else:
            yield from press(self.reader, player, move)

    def _turn(self, question: Question) -> Move | None:
        if "throw" in question.kind and self._leaves_time():
            return None
        own = self.unit.session.current_game.turn == question.player
        return self._decide(question.player, turn) if own else None

    def _debt(self, question: Question) -> Move | None:
        """Decide on a debt. A sale that was refused is not proposed again: bankruptcy remains."""
        move = self._decide(question.player, debt)
        return RUIN if move and move.bargain in self._proposed else move

    def _lift(self, question: Question) -> Move | None:
        return self._decide(question.player, lift)

    def _scarce(self, question: Question) -> Move | None:
        if question.player not in self.profiles:
            return None
        return Move("scarce_price" if self.reader.chance(3) == 0 else "scarce_auction")

    def _first_lot(self, question: Question) -> Move | None:
        return Move("lot", question.square) if question.player in self.profiles else None

    def _accord(self, question: Question) -> Move | None:
        """Answer a bargain. A bot agrees to its own; asked again, it knows of the refusal."""
        terms = question.bargain
        if terms is None or (terms in self._proposed and question.player == terms.first):
            return WITHDRAW

        def answer(game: Game, player: int, profile: BotProfile, rng: Rng) -> Move:
            return AGREE if agrees(game, player, profile, terms) else WITHDRAW

        return self._decide(question.player, answer)

    def _rent_to_claim(self, question: Question) -> Claim | None:
        """Return the oldest claim, if it is a bot's and LOYER does not interrupt a person."""
        game = self.unit.game
        claims = rent.claimable(game) if game else ()
        if not claims or claims[0].owner not in self.profiles:
            return None
        interrupts = question.kind in LIFTS or (question.kind in CHOICES and not self._alone)
        return claims[0] if _is_of_turn(question) and not interrupts else None

    def _leaves_time(self) -> bool:
        """Return whether a bot waits before the throw that ends a person's rent: LOYER would meet
        its questions. The sentence beside the glass names the rent."""
        game = self.unit.game
        if game is None or not game.claims:
            return False
        owners = {claim.owner for claim in rent.claimable(game) if rent.is_due(game, claim)}
        if owners <= set(self.profiles):
            return False
        if self._left_at != game.throws:
            self._left_at, self._left_until = game.throws, self.unit.tick + TIME_FOR_PEOPLE
        return self.unit.tick < self._left_until

    # -- auctions

    def _limit(self, player: int, question: Question) -> int:
        """Return the most that this bot bids in this auction."""
        game = self.unit.session.current_game
        if player not in self._limits:
            limit = building if question.auction and question.auction.building else bid
            profile, chance = self.profiles[player], self.reader.chance
            self._limits[player] = limit(game, player, profile, chance) if game.is_in(player) else 0
        return self._limits[player]

    def _open(self, question: Question) -> Move | None:
        """Open an auction at half of the highest limit, or with FIN if no bot wants the lot."""
        if not self._alone and self.unit.session.current_game.turn not in self.profiles:
            return None
        keenest = max(self._limit(seat, question) for seat in self.profiles)
        if not keenest and self._alone:
            return CLOSE
        return Move("open", amount=max(1, keenest // 2))

    def _bid(self, question: Question) -> Move | None:
        """Bid for a bot that would bid more; if there is none, FIN after a time for people."""
        leader, best = question.player if question.kind == "bid" else 0, question.amount or 0
        least = best + 1 if leader else max(best, 1)
        seats = [seat for seat in self.profiles if seat != leader]
        if keen := [seat for seat in seats if self._limit(seat, question) >= least]:
            bidder = keen[self.reader.chance(len(keen))]
            return Move("bid", bidder, _raise(best, least, self._limits[bidder]))
        waits = not self._alone and self.reader.idle <= TIME_FOR_PEOPLE
        return None if waits else CLOSE

    def _confirm(self, question: Question) -> Move | None:
        return CLOSE if self._alone else None

    # -- moves that bots press differently from phones

    def _press_throw(self, player: int, move: Move) -> KeyStrokes[None]:
        """Shake the dice for a while, and throw; real dice are typed."""
        reader = self.reader
        yield from reader.wait(reader.chance(reader.pace or SHAKE))
        if reader.kind in KEYED:
            thrown = [reader.chance(6) + 1 for _ in range(2)]
            if speed_die.is_active(self.unit.session.current_game, player):
                thrown.append(speed_die.FACES[reader.chance(6)])
            move = Move("dice", int("".join(map(str, thrown))))
        yield from press(reader, player, move)

    def _press_draw(self, player: int, move: Move) -> KeyStrokes[None]:
        """Draw a card; a real one by its number."""
        if not self.unit.session.settings["auto_cards"]:
            move = Move("card_number", self.reader.chance(16) + 1)
        yield from press(self.reader, player, move)

    def _press_open(self, player: int, move: Move) -> KeyStrokes[None]:
        yield from self.reader.type(move.amount)
        yield from self.reader.press("OK")

    def _press_bid(self, leader: int, move: Move) -> KeyStrokes[None]:
        """Press a bid. A bot whose bid is refused stays out: it has no lot for it, or no money."""
        if not (yield from press(self.reader, move.number, move)):
            self._limits[move.number] = 0

    def _press_close(self, player: int, move: Move) -> KeyStrokes[None]:
        """Close an auction. A winner who cannot pay loses the bid, and the auction goes on."""
        if not (yield from close(self.reader, player, move)):
            self._limits = {}

    def _press_offer(self, player: int, move: Move) -> KeyStrokes[None]:
        """Offer a bargain. One that was refused is not offered again."""
        if move.bargain is None or move.bargain in self._proposed:
            return
        self._proposed.add(move.bargain)
        yield from press(self.reader, player, move)

    def _press_withdraw(self, player: int, move: Move) -> KeyStrokes[None]:
        """Refuse a bargain; a person may then change it."""
        if self._is_ours(self.reader.question):
            yield from press(self.reader, player, move)
        else:
            yield from self.reader.press("C")

    def _press_scarce_price(self, player: int, move: Move) -> KeyStrokes[None]:
        yield from self.reader.press("+", "OK")

    def next_game(self) -> Iterator[Stroke]:
        """Yield the strokes that begin the same game once more."""
        if self.unit.game is not None and self.unit.question.kind in OVER:
            self.reader.restart_count()
            yield from press(self.reader, 0, Move("again"))


def _is_of_turn(question: Question) -> bool:
    """Return whether the game itself asks, with no input or auction over it."""
    return question.functions and not question.typed and question.auction is None


def _raise(best: int, least: int, limit: int) -> int:
    """Return the next bid: half way to the limit, rounded to two digits, then the limit."""
    half = least + (limit - least) // 2
    unit: int = 10 ** max(len(str(half)) - 2, 0)
    amount = half // unit * unit
    return amount if amount >= max(least, best + best // 20) else limit


ANSWERS: dict[str, Callable[[Bots, Question], Move | None]] = {
    "debt": Bots._debt,
    "debt_payable": Bots._debt,
    "lift_received": Bots._lift,
    "interest": Bots._lift,
    "scarce": Bots._scarce,
    "where": Bots._first_lot,
    "accord": Bots._accord,
    "opening": Bots._open,
    **dict.fromkeys(BIDS, Bots._bid),
    "sold": Bots._confirm,
    "unsold": Bots._confirm,
}
"""Functions for the move that answers each kind of question; the rest of a turn is `_turn`."""
OWN: dict[str, Callable[[Bots, int, Move], KeyStrokes[None]]] = {
    "throw": Bots._press_throw,
    "draw": Bots._press_draw,
    "open": Bots._press_open,
    "bid": Bots._press_bid,
    "close": Bots._press_close,
    "offer": Bots._press_offer,
    "withdraw": Bots._press_withdraw,
    "scarce_price": Bots._press_scarce_price,
}
"""Functions for the moves that bots press differently from phones."""


def bot_strokes(
    unit: Unit, players: Mapping[int, str], pace: BotPace | None = None, *, again: bool = False
) -> Iterator[Stroke]:
    """Yield the key strokes of bots for these players; `again`: begin the next game after one."""
    pace = pace or BotPace()

    def strokes() -> Iterator[Stroke]:
        try:
            while True:
                bots = Bots(unit, players, seed=int.from_bytes(os.urandom(4), "big"))
                bots.reader.pace, bots.reader.reads = pace.ticks
                for stroke in bots.strokes():
                    yield stroke
                    bots.reader.pace, bots.reader.reads = pace.ticks
                if not again:
                    return
                yield Stroke("", BETWEEN_GAMES)
                yield from bots.next_game()
        except Stuck:
            return  # the other players go on

    return strokes()
