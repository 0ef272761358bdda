"""A game in lines, at this terminal or in a pipe: `play --plain`."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from time import monotonic

from banquier.ending_signals import EndingSignals
from banquier.panel.settings import Settings
from banquier.plain.plain_mode import PlainMode
from banquier.plain.speech import speech
from banquier.play.bots.bots import bot_strokes
from banquier.play.pace import BotPace
from banquier.saves.open_game import OpenGame
from banquier.say import print_error
from banquier.words import Said, text
from hardware.keypads.keypad_link import KeypadLink


def in_lines(
    game: OpenGame,
    bots: Mapping[int, str],
    settings: Settings,
    keypads: Sequence[KeypadLink],
    ending: EndingSignals,
    *,
    speak: bool,
) -> int:
    """Until the lines end; the exit status."""

    def unspoken(why: Said) -> None:
        print_error(f"banquier play: {text(settings.lang, 'plain.unspoken', why=why)}")

    voice = None
    if speak:
        voice = speech(settings.lang, lambda path: unspoken(Said("plain.mute", path=path)))
        if voice is None:
            unspoken(Said("plain.no_voice"))
    lines = PlainMode(
        game,
        sys.stdout,
        settings.lang,
        # A real keypad needs real time, wherever the lines come from.
        clock=monotonic if keypads or sys.stdin.isatty() else None,
        bots=bot_strokes(game.unit, bots, BotPace(settings.pace)) if bots else None,
        seats=bots.keys(),
        speed=settings.speed,
        keypads=keypads,
        voice=voice,
        waiting=ending.waiting,
    )
    try:
        return lines.play(sys.stdin)
    finally:
        if voice:
            voice.hush()
