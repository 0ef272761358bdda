"""Invariants of a conversation under any damage: no press is invented."""

from __future__ import annotations

from itertools import count

from hypothesis import given
from hypothesis import strategies as st

from hardware.keypads.facts import Counters, State
from hardware.keypads.frames import encode
from hardware.keypads.pad import Pad
from hardware.keypads.session import NUDGES_MS, Session
from keypad.keys import NAMES
from tests.keypads.talk import Talk, taken
from tests.support.simulated_keypad import HELLO

ACTIONS = st.sampled_from(["key", "key", "key", "beat", "restart", "noise"])


def is_part(some: list[int], *, of: list[int]) -> bool:
    """Whether `some` are in `of`, in that order."""
    rest = iter(of)
    return all(one in rest for one in some)


TRANSMISSIONS = st.sampled_from(["whole", "whole", "whole", "lost", "damaged"])


@given(st.data())
def test_every_press_was_sent_and_no_key_outlasts_a_heartbeat_without_it(
    data: st.DataObject,
) -> None:
    session = Session(Counters(), 0)
    clock = count(1)
    seq, uptime = 0, 0
    down: set[int] = set()  # as the board sees it
    arrived: list[int] = []  # presses that arrived whole
    sent: list[int] = []  # all of them
    held: set[str] = set()  # as the unit sees it
    greeted = False
    last = bytearray()

    def send(verb: str, args: str) -> bool:
        nonlocal seq, last
        line = bytearray(encode(seq, verb, args))
        seq = seq % 255 + 1
        outcome = data.draw(TRANSMISSIONS)
        if outcome == "damaged":
            line[data.draw(st.integers(0, len(line) - 1))] ^= 1 << data.draw(st.integers(0, 7))
        if outcome != "lost":
            session.hear(bytes(line), next(clock))
        if outcome != "whole":
            return False
        # After a restart whose hello was lost, an identical frame is taken for an echo.
        again, last = line == last, line
        return not again

    pressed: list[int] = []
    for _ in range(data.draw(st.integers(1, 40))):
        whole_beat = False
        match data.draw(ACTIONS):
            case "restart":
                seq, uptime = 0, 0
                down.clear()
                greeted |= send("H", HELLO)
            case "noise":
                session.hear(data.draw(st.binary(max_size=20)), next(clock))
            case "beat":
                uptime += 1_000
                bitmap = sum(1 << code for code in down)
                whole_beat = send("T", f"{uptime},{bitmap:08X}")
            case _:
                code = data.draw(st.integers(0, 31))
                place = f"{code % 4}{code // 4}"
                if code in down:
                    down.discard(code)
                    send("U", place)
                else:
                    down.add(code)
                    sent.append(code)
                    if send("D", place) and session.state is State.FRAMED:
                        arrived.append(code)
        for event in taken(session):
            match event.kind:
                case "press":
                    assert event.key not in held
                    held.add(event.key)
                    pressed.append(NAMES.index(event.key))
                case "release":
                    held.remove(event.key)
                case _:
                    held.clear()
        if whole_beat and greeted:
            assert held <= {NAMES[code] for code in down}
    # Damage may leave a line readable (a carriage return is ignored): pressed lies between.
    assert is_part(arrived, of=pressed)
    assert is_part(pressed, of=sent)


@given(st.lists(st.tuples(st.integers(0, 400), st.binary(max_size=120)), max_size=40))
def test_noise_alone_never_presses_on_a_framed_board_and_keeps_little(
    pieces: list[tuple[int, bytes]],
) -> None:
    talk = Talk()
    for pause, data in pieces:
        talk.wait(pause)
        talk.session.hear(data, talk.now)
        assert len(talk.session.outbox.lines) <= 16
        assert len(talk.session._lines._tail) <= 64
    assert [event for event in talk.events() if event.kind == "press"] == []


PAUSES_MS = st.sampled_from([0, 1, 50, 250, 300, 700, 1_000, 1_400, 2_000, 3_000, 10_000])
SAID = st.one_of(
    st.sampled_from(
        [b"", encode(0, "H", HELLO), encode(1, "T", "1000,00000000"), b"1", b"*", b"A\n"]
    ),
    st.binary(max_size=40),
)


@given(st.booleans(), st.lists(st.tuples(PAUSES_MS, SAID), max_size=40))
def test_what_is_due_is_always_ahead(may_be_plain: bool, pieces: list[tuple[int, bytes]]) -> None:
    """The thread of the link waits for it, and would not rest."""
    session = Session(Counters(), 0, may_be_plain=may_be_plain, pad=Pad({"* *": "C", "*": "?"}))
    now = 0
    for pause, data in pieces:
        now += pause
        session.hear(data, now)
        for _ in NUDGES_MS:  # one of them a tick, where all are late
            session.tick(now)
        assert session.due(now) > now
