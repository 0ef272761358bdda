"""The system's speech, if there is one: texts are queued, and nothing waits for them.

voice = speech("fr", mute)          None if no program that speaks was found
voice.say("J1 a 144.000 F.")
voice.hush()                        drop all queued texts
mute("/usr/bin/spd-say")            is called once if that program fails; then nothing is spoken
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Sequence
from queue import Queue
from threading import Lock, Thread
from typing import NamedTuple

from banquier.words.languages import LANGUAGES


class Program(NamedTuple):
    name: str
    speak: Callable[[str], Sequence[str]]
    """The arguments before the text, by language; the program ends when it has spoken."""
    stop: Sequence[str] = ()
    """The arguments that silence it, if ending the program does not."""


PROGRAMS = (
    Program("spd-say", lambda lang: ("-w", "-N", "banquier", "-l", lang, "--"), ("-C",)),
    Program("say", lambda lang: ("-v", LANGUAGES[lang].voice, "--")),
)
"""The programs of speech-dispatcher, and of macOS (from its manual, not tried)."""


def speech(lang: str, mute: Callable[[str], object]) -> Speech | None:
    for program in PROGRAMS:
        if path := shutil.which(program.name):
            return Speech(path, program, lang, mute)
    return None


class Speech:
    def __init__(
        self, path: str, program: Program, lang: str, mute: Callable[[str], object]
    ) -> None:
        self._path, self._program, self._mute = path, program, mute
        self._words = program.speak(lang)
        self._texts: Queue[str] = Queue()
        self._speaking: subprocess.Popen[bytes] | None = None
        self._hushed = False
        self._lock = Lock()
        Thread(target=self._speak, daemon=True).start()

    def say(self, text: str) -> None:
        self._texts.put(text)

    def hush(self) -> None:
        with self._lock:
            with self._texts.mutex:
                self._texts.queue.clear()
            if self._speaking is not None and self._speaking.poll() is None:
                self._hushed = True
                self._speaking.terminate()
                if self._program.stop:
                    self._start(self._program.stop).wait()

    def _start(self, words: Sequence[str]) -> subprocess.Popen[bytes]:
        nowhere = subprocess.DEVNULL
        return subprocess.Popen([self._path, *words], stdin=nowhere, stdout=nowhere, stderr=nowhere)

    def _speak(self) -> None:
        while self._spoken(self._texts.get()):
            pass
        self._mute(self._path)

    def _spoken(self, text: str) -> bool:
        with self._lock:
            self._hushed = False
            try:
                speaking = self._speaking = self._start((*self._words, text))
            except OSError:
                return False
        return speaking.wait() == 0 or self._hushed
