"""The beeper: one pin, its edges counted in ticks."""

import io
import wave
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banquier.play.wav import RATE, write_wav
from datasheet.ticks import CRYSTAL, NEVER
from hardware.beeper import BEEPS, LENGTH, REST, TUNES, Beep, Beeper, edges

FAR = 1 << 40

played = st.lists(st.tuples(st.integers(0, 40_000), st.sampled_from(sorted(BEEPS))), max_size=5)


def pin(beeps: list[Beep], until: int) -> bytes:
    """The level at every tick, written out from the edges."""
    levels = bytearray()
    level = 0
    for tick, after in edges(beeps, until):
        levels += bytes([level]) * (tick - len(levels))
        level = after
    return bytes(levels + bytes([level]) * (until - len(levels)))


@pytest.mark.parametrize(("name", "period", "length"), [("key", 8, 31.25), ("attention", 16, 62.5)])
def test_a_short_beep_is_one_tone(name: str, period: int, length: float) -> None:
    """4 096 and 2 048 Hz, so many milliseconds long."""
    found = list(edges([(96, name)], FAR))
    assert found[0] == (96, 1)
    assert {later - earlier for (earlier, _), (later, _) in pairwise(found)} == {period // 2}
    assert len(found) * period / 2 == LENGTH[name] == length / 1000 * CRYSTAL


def test_the_tunes_use_only_the_divisors_that_the_hardware_has() -> None:
    for name in TUNES:
        divisors = {divisor for divisor, _ in BEEPS[name]} - {REST}
        assert divisors <= {8, 10, 12, 14, 16, 20, 24, 28}
        assert LENGTH[name] <= 2 * CRYSTAL


@given(played)
def test_the_level_of_the_pin_follows_its_edges(beeps: list[Beep]) -> None:
    beeper = Beeper()
    waiting = sorted(beeps, key=lambda beep: beep[0])
    levels = pin(waiting, 60_000)
    for tick in range(0, 60_000, 7):
        while waiting and waiting[0][0] <= tick:
            at, name = waiting.pop(0)
            beeper.play(name, at)
        assert beeper.level(tick) == levels[tick]


def test_loss_of_power_silences_the_pin() -> None:
    beeper = Beeper()
    beeper.play("victory", 0)
    beeper.cut(5000)
    assert beeper.level(5000) == 0
    assert max(tick for tick, _ in edges(beeper.beeps, FAR)) <= 5000
    quiet = Beeper()
    quiet.cut(5000)
    assert quiet.beeps == []


def test_new_beeps_are_told_though_the_oldest_are_forgotten() -> None:
    beeper = Beeper(memory=3)
    for tick in range(20):
        beeper.play("key", tick)
        assert beeper.beeps_since(tick) == [(tick, "key")]
        assert len(beeper.beeps) <= 6


def test_a_beep_that_has_ended_leaves_no_trace_in_the_state() -> None:
    beeper = Beeper()
    beeper.play("key", 96)
    assert beeper.state(1119) == (96, "key")
    assert beeper.state(1120) == Beeper().state(1120)
    assert beeper.next_event(100) == 1120
    assert beeper.next_event(1120) == NEVER


def test_the_wav_file_holds_two_samples_for_every_tick() -> None:
    beeps = [(96, "key"), (9000, "error"), (9500, "sale")]
    target = io.BytesIO()
    write_wav(target, beeps, 0, CRYSTAL)
    target.seek(0)
    with wave.open(target) as sound:
        assert sound.getframerate() == RATE == 2 * CRYSTAL
        assert sound.getnframes() == RATE
        samples = sound.readframes(RATE)
    levels = pin(beeps, CRYSTAL)
    assert samples[::2] == samples[1::2]
    assert bytes(sample != 0x80 for sample in samples[::2]) == levels
