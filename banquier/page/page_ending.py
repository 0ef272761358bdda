"""The story and the end of a game that is over, made from its save in slices.

story_of(path, "fr")     the page of the report
ending_of(path)          a drawing of what everybody was worth lap by lap, in each language, and the
                         decisive moments: every ruin, three at least
"""

from __future__ import annotations

from typing import Any

from banquier.jobs import Job
from banquier.report.chart import chart
from banquier.report.html import page
from banquier.report.moments import RUINS, chosen
from banquier.report.story import Story
from banquier.words import Said
from banquier.words.languages import LANGUAGES
from banquier.words.moment import sentence

MOMENTS = 3


def story_of(path: str, lang: str) -> Job[str]:
    story = yield from Story.reading(path)
    return page(story, lang)


def ending_of(path: str) -> Job[dict[str, Any]]:
    story = yield from Story.reading(path)
    weightiest = chosen(story)
    ruins = [one for one in weightiest if one.kind in RUINS]
    decisive = sorted(weightiest[: max(MOMENTS, len(ruins) + 1)], key=lambda one: one.step.number)
    return {
        "chart": {lang: str(chart(story, lang)) for lang in LANGUAGES},
        "moments": [
            Said("report.at_turn", turn=one.step.turn,
                 said=sentence(one, story.end.edition, story.names))
            for one in decisive
        ],
    }  # fmt: skip
