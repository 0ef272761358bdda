"""The story and the end of a game that is over, made from its save in slices.

story_of(path, "fr")     the page of the report
ending_of(path)          a drawing of what everybody was worth lap by lap, in each language, and the
                         decisive moments: every ruin, three at least
"""

from __future__ import annotations

from typing import Any

from banquier.jobs import NEXT_SLICE, Job
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
    yield NEXT_SLICE
    return page(story, lang)


def ending_of(path: str) -> Job[dict[str, Any]]:
    story = yield from Story.reading(path)
    weightiest = chosen(story)
    ruins = [moment for moment in weightiest if moment.kind in RUINS]
    decisive = sorted(
        weightiest[: max(MOMENTS, len(ruins) + 1)], key=lambda moment: moment.step.number
    )
    return {
        "chart": {lang: str(chart(story, lang)) for lang in LANGUAGES},
        "moments": [
            Said("report.at_turn", turn=moment.step.turn,
                 said=sentence(moment, story.end.edition, story.names))
            for moment in sorted(decisive, key=lambda moment: moment.step.number)
        ],
    }  # fmt: skip
