"""The sound of the beeper: samples from the pin's edges; none without the sound library."""

import sys
from collections.abc import Generator

import pytest

from banquier.panel.sound import LOUD, Wave, open_voice
from banquier.play.wav import RATE
from hardware.beeper import LENGTH
from tests.support.waiting import until

SECOND = 32_768


def levels(wave: Wave, count: int) -> list[int]:
    stream = wave.stream()
    next(stream)
    data = stream.send(count)
    assert len(data) == 2 * count
    return [
        int.from_bytes(data[at : at + 2], "little", signed=True) for at in range(0, len(data), 2)
    ]


def test_a_key_sounds_at_4096_hertz_for_a_thirty_second_of_a_second() -> None:
    wave = Wave()
    wave.put([(0, "key")])
    heard = levels(wave, RATE // 8)
    assert heard[:16] == [LOUD] * 8 + [0] * 8
    risen = [at for at in range(1, len(heard)) if heard[at] > heard[at - 1]]
    assert len(risen) == 4096 // 32 - 1  # the first rise is the first sample
    assert max(at for at, level in enumerate(heard) if level) < 2 * LENGTH["key"]


def test_a_new_beep_cuts_the_one_that_sounds() -> None:
    wave = Wave()
    wave.put([(1000, "victory"), (1000 + 512, "silence")])
    heard = levels(wave, RATE)
    assert any(heard[: 2 * 512])
    assert not any(heard[2 * 512 :])
    assert wave.put([(9000, "error")]) == 2 * LENGTH["error"]
    wave.put([(9100, "key")])
    assert len([level for level in levels(wave, RATE) if level]) == LENGTH["key"]


def test_without_its_library_there_is_no_voice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "miniaudio", None)
    assert open_voice() is None


def test_the_voice_plays_all_samples_on_a_null_device(monkeypatch: pytest.MonkeyPatch) -> None:
    miniaudio = pytest.importorskip("miniaudio")
    voice = open_voice(backends=[miniaudio.Backend.NULL])
    assert voice is not None
    played, stream = bytearray(), voice.wave.stream()

    def kept() -> Generator[bytes, int]:
        data = next(stream)
        while True:
            data = stream.send((yield data))
            played.extend(data)

    monkeypatch.setattr(voice.wave, "stream", kept)
    try:
        voice.say([(0, "attention")])
        until(lambda: any(played))
        played.clear()
        voice.say([(4096, "key")])
        until(lambda: any(played) and not any(played[-RATE:]))  # its last samples are silence
    finally:
        voice.close()
