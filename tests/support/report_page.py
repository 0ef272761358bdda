"""A report read back from its HTML: tables, marks of the chart, sums.

shown = Page(page(story, "en"))
shown.tables["ranks"], shown.earned[39]
check_chart(shown, story)
"""

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

from banquier.report import Story
from banquier.report.curve import TURNINGS
from banquier.report.story import Curve, CurvePoint, Turning
from firmware_sim.rules import endings
from tests.support.games_played import evening


class Page(HTMLParser):
    """Tables by name as rows of cells, the marks of the chart of worths, the squares of the map and
    the sums of who paid whom."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tables: dict[str, list[list[str]]] = {}
        self.marks: list[dict[str, str]] = []
        self.frame: dict[str, str] = {}
        self.earned: dict[int, int] = {}
        self.paid: list[int] = []
        self.addresses: list[str] = []
        self.scripts = 0
        self._name = self._drawing = ""
        self._open = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.addresses += [found[name] for name in ("src", "href") if name in found]
        self.scripts += tag == "script"
        if tag == "table":
            self._name = found.get("id", "")
            self.tables[self._name] = []
        elif tag == "tr":
            self.tables[self._name].append([])
        elif tag in ("td", "th"):
            self.tables[self._name][-1].append("")
            self._open = True
            if "data-value" in found:
                self.paid.append(int(found["data-value"]))
        elif tag == "circle" and self._drawing == "worths":
            self.marks.append(found)
        elif tag == "g" and "data-square" in found:
            self.earned[int(found["data-square"])] = int(found.get("data-value") or 0)
        elif tag == "svg":
            self._drawing = found.get("id", "")
            self.frame = found if self._drawing == "worths" else self.frame

    def handle_endtag(self, tag: str) -> None:
        self._open = self._open and tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        if self._open:
            self.tables[self._name][-1][-1] += data


def number(cell: str) -> int:
    return int(cell.partition("\u00a0")[0].replace(".", ""))


def drawn(marks: list[dict[str, str]], frame: dict[str, str]) -> Iterator[tuple[int, int, float]]:
    """Lap, player, and the value that the height of the mark stands for."""
    low, high = int(frame["data-low"]), int(frame["data-high"])
    top, bottom = float(frame["data-top"]), float(frame["data-bottom"])
    for mark in marks:
        share = (bottom - float(mark["cy"])) / (bottom - top)
        yield int(mark["data-lap"]), int(mark["data-player"]), low + share * (high - low)


def check_chart(shown: Page, story: Story) -> None:
    """Every mark is as high as its figure, which is what the player was worth in the game then."""
    laps = {lap.number: lap.step.game for lap in story.laps}
    assert len(shown.marks) == len(laps) * len(story.players)
    span = int(shown.frame["data-high"]) - int(shown.frame["data-low"])
    height = int((shown.frame.get("viewbox") or shown.frame["viewBox"]).split()[-1])
    assert all(0 < float(mark["cy"]) < height for mark in shown.marks)
    heights = drawn(shown.marks, shown.frame)
    for mark, (lap, player, value) in zip(shown.marks, heights, strict=True):
        assert abs(value - int(mark["data-value"])) < span / 10_000
        assert int(mark["data-value"]) == endings.worth(laps[lap], player)


def story_of_eight(folder: Path) -> Story:
    """A whole evening of eight players with the longest names, and a curve of chances with as many
    turning points as there can be."""
    path = folder / "game.keys"
    names = {seat: f"Maximilienn{seat}" for seat in range(1, 9)}
    evening(path, "players 8", operations=10_000, seed=3, chance=5, names=names)
    story = Story.from_path(str(path))
    low, high = (0.05,) * 8, (0.2,) * 8
    steps = [change.step for change in story.changes]
    points = [CurvePoint(step, low) for step in steps[:: len(steps) // 40]]
    turnings = [Turning(change.step, low, high) for change in story.changes if change.step.entries]
    story.curve = Curve(points, turnings[-TURNINGS:], 150, 1)
    return story
