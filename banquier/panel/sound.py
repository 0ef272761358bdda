"""The beeper heard: its pin, edge by edge, through miniaudio where that is installed.

voice = open_voice()                 None without miniaudio or without a device
voice.say([(tick, "key")])           a new beep cuts the one that sounds, as on the pin
"""

import sys
from collections.abc import Generator, Sequence
from contextlib import suppress
from io import BytesIO
from queue import Empty, Queue
from threading import Thread
from typing import Any, cast

from banquier.play.wav import RATE, samples
from hardware.beeper import LENGTH, Beep

LOUD = 5_000
DOWN, UP = bytes(2), LOUD.to_bytes(2, "little")
REST_AFTER = 1.0
"""Seconds of silence after which the device is let go: an idle panel costs nothing."""


class Wave:
    """The sound still to play, as samples of sixteen bits."""

    def __init__(self) -> None:
        self._rest = BytesIO()
        """The thread of the device reads it; `put` replaces it."""

    def put(self, beeps: Sequence[Beep]) -> int:
        """Take these beeps in place of what still sounded; how many samples that makes."""
        first, (last, name) = beeps[0][0], beeps[-1]
        sound = b"".join(samples(beeps, first, last + LENGTH[name], DOWN, UP))
        self._rest = BytesIO(sound)
        return len(sound) // 2

    def stream(self) -> Generator[bytes, int, None]:
        """As many samples as it is sent; silence when there are no more."""
        count = yield b""
        while True:
            count = yield self._rest.read(2 * count).ljust(2 * count, b"\0")


class Voice:
    def __init__(self, device: Any) -> None:
        self.wave = Wave()
        self._device = device
        self._beeps: Queue[Sequence[Beep]] = Queue()
        self._thread = Thread(target=self._play, daemon=True)
        self._thread.start()

    def say(self, beeps: Sequence[Beep]) -> None:
        self._beeps.put(beeps)

    def _play(self) -> None:
        """The device runs while there is sound, and REST_AFTER longer."""
        while beeps := self._beeps.get():
            seconds = self.wave.put(beeps) / RATE
            stream = self.wave.stream()
            next(stream)
            self._device.start(stream)
            with suppress(Empty):
                while beeps := self._beeps.get(timeout=seconds + REST_AFTER):
                    seconds = self.wave.put(beeps) / RATE
            self._device.stop()
            if not beeps:
                break

    def close(self) -> None:
        self._beeps.put(())
        self._thread.join()
        self._device.close()


def open_voice(**device: Any) -> Voice | None:
    """A voice, or None: no miniaudio, no sound card, or one that is taken. No other thread may
    import numpy meanwhile: it is hidden, because miniaudio would load it without need."""
    hidden = sys.modules.setdefault("numpy", cast(Any, None)) is None
    try:
        import miniaudio
    except ImportError:
        return None
    finally:
        if hidden:
            del sys.modules["numpy"]
    try:
        playback = miniaudio.PlaybackDevice(
            output_format=miniaudio.SampleFormat.SIGNED16,
            nchannels=1,
            sample_rate=RATE,
            buffersize_msec=40,
            app_name="Banquier 90",
            **device,
        )
    except miniaudio.MiniaudioError:
        return None
    return Voice(playback)
