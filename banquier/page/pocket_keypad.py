"""A keypad at a port that the browser has opened: bytes in, keys to the unit, its glass back.

    keypad = PocketKeypad(page, clock, 115_200, kept)
    keypad.hear(data)         bytes of the board
    keypad.step()             with the unit brought to now
    keypad.told()             what the port is to be told: speed, bytes, what was learned
    keypad.teach()            learns its keys: Teacher asks for them in turn
    keypad.play(page)         another unit
    keypad.rest()             seconds until `step` has something to do
    keypad.close()            unplugged: all its keys come up

The conversation is that of the link on a computer, without its threads.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from banquier.page.bilingual import Bilingual, both
from banquier.page.page_unit import PageUnit
from banquier.play.keypad import press
from banquier.words import LANGUAGES
from banquier.words.keypad_state import keypad_state
from hardware.beeper import BEEPS
from hardware.keypads.facts import Counters, Status
from hardware.keypads.frames import glass_args
from hardware.keypads.lesson import CannotLearn
from hardware.keypads.pad import pad_of
from hardware.keypads.session import Session
from hardware.keypads.teacher import ASKED, BASE, START_MS, Framed, Teacher

PART, PORT = "keypad", "USB"
CLIENT = "keypad"
TEACHING_S = 0.1
"""So often a lesson looks whether a key has been let go."""


class PocketKeypad:
    def __init__(
        self, page: PageUnit, clock: Callable[[], float], speed: int, kept: str = ""
    ) -> None:
        """`kept`: what was learned of this board."""
        self._clock = clock
        self._pad = pad_of(kept)
        self._teacher: Teacher | None = None
        self._learned = ""
        self._told_speed = speed
        self._remark: Bilingual | None = None
        self._begin(speed)
        self.play(page)

    def _begin(self, speed: int) -> None:
        self.session = Session(Counters(), self._now, pad=self._pad, speed=speed)

    def play(self, page: PageUnit) -> None:
        """On this unit from now on: a game was taken up."""
        self.page = page
        self._shown: object = None
        self._beeps = page.unit.beep_count
        self._tell()

    @property
    def _now(self) -> int:
        return int(self._clock() * 1_000)

    @property
    def speed(self) -> int:
        return self._teacher.speed if self._teacher else self.session.speed

    def hear(self, data: bytes) -> None:
        if self._teacher:
            self._learn(self._teacher, data)
        else:
            self.session.hear(data, self._now)

    def step(self) -> None:
        """A board that has been silent for too long begins again."""
        if self._teacher:
            self._learn(self._teacher, b"")
            return
        if self.session.lost:
            self.page.keys.lift(CLIENT)
            self._begin(self.speed)
        session, unit = self.session, self.page.unit
        session.tick(self._now)
        while session.events:
            press(self.page.keys, session.events.popleft(), CLIENT)
        if session.spilled:
            session.spilled = False
            self.page.keys.lift(CLIENT)
        if unit.shown != self._shown:
            self._shown = unit.shown
            session.outbox.show(glass_args(*unit.shown), self._now)
        if unit.beep_count != self._beeps:
            for _, name in unit.beeps_since(self._beeps)[-1:]:
                session.outbox.play(BEEPS[name], self._now)
            self._beeps = unit.beep_count
        self._tell()

    def told(self) -> dict[str, Any] | None:
        """What is new for the port: bytes, the speed at which it is to be open, and `pad`, which
        is to be kept for this board."""
        if self._teacher:
            data = self._teacher.says()
        else:
            data = b"".join(self.session.outbox.lines)
            self.session.outbox.lines.clear()
        pad, self._learned = self._learned, ""
        before, self._told_speed = self._told_speed, self.speed
        if not (data or pad) and before == self.speed:
            return None
        return {"speed": self.speed, "bytes": data, "pad": pad}

    def rest(self) -> float:
        if self._teacher:
            return TEACHING_S
        now = self._now
        return max(self.session.due(now) - now, 1) / 1_000

    # -- teaching

    def teach(self) -> None:
        self.page.keys.lift(CLIENT)
        # A browser opens the port anew for another speed, and the board starts again.
        self._teacher, self._remark = Teacher(self._now, again=START_MS), None
        self._learn(self._teacher, b"")

    def skip(self) -> None:
        if self._teacher:
            self._teacher.skip()

    def stop_teaching(self) -> None:
        if self._teacher:
            self._end_lesson("stopped")

    def _learn(self, teacher: Teacher, data: bytes) -> None:
        try:
            teacher.hear(data, self._now)
        except Framed:
            self._end_lesson("framed")
        except CannotLearn:
            self._end_lesson("cannot")
        if self._teacher and teacher.pad:
            self._pad = teacher.pad
            self._learned = json.dumps(self._pad._asdict())
            self._end_lesson("done", said=str(len({*self._pad.legends.values()})))
        while self._teacher and teacher.told:
            told = teacher.told.popleft()
            sentence = both(f"teach.{told.kind}", key=told.key, said=told.said)
            if told.kind in ASKED:
                self._tell_sentence(_joined(self._remark, sentence), told.key not in BASE[:1])
                self._remark = None
            else:
                self._remark = sentence
                self._tell_sentence(sentence, skips=False)

    def _end_lesson(self, how: str, said: str = "") -> None:
        """What came of it stands before the state until the board is understood."""
        self._remark = both(f"teach.{how}", said=said)
        self._teacher = None
        self._begin(self.speed)
        self._tell()

    def _tell_sentence(self, sentence: Bilingual, skips: bool) -> None:
        self.page.tell(PART, {**sentence, "teaching": "skips" if skips else "waits"})

    def close(self) -> None:
        self.page.keys.lift(CLIENT)
        self.page.tell(PART, None)

    def _tell(self) -> None:
        session = self.session
        status = Status(
            session.state, PORT, session.speed, session.board, session.ghost, session.trouble,
            session.problem, session.protocol, session.last_junk,
        )  # fmt: skip
        said = {lang: keypad_state(status, lang) for lang in LANGUAGES}
        if status.connected:
            self._remark = None
        self.page.tell(PART, _joined(self._remark, said))


def _joined(before: Bilingual | None, after: Bilingual) -> Bilingual:
    return {lang: f"{before[lang]} {text}" for lang, text in after.items()} if before else after
