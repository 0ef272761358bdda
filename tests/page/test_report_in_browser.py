"""The reports of a game and of the laboratory in a real browser: on a phone and on paper nothing
is cut off."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from banquier.cli.commands.report import qr_svg
from banquier.report import Story, page
from banquier.study import page as study_page
from banquier.study import study
from banquier.words.languages import LANGUAGES
from tests.support.report_page import Page, check_chart, story_of_eight

A4 = 718
"""CSS pixels between the margins of the paper."""
WIDTH, HEIGHT = 390, 844
LINK = f"https://example.org/banquier/#g={'A' * 2_900}"
"""As long as a QR code can hold, nearly."""
CUT = """[...document.querySelectorAll('.wide')].filter(one => one.scrollWidth > one.clientWidth)
  .map(one => one.firstChild.id)"""
"""Tables that are wider than their place."""
FAINT = """() => {
  const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number).slice(0, 3);
  const light = (rgb) => rgb.map((one) => one / 255)
    .map((one) => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
    .reduce((sum, one, at) => sum + one * [0.2126, 0.7152, 0.0722][at], 0);
  const contrast = (one, other) => {
    const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05); };
  const paper = numbers(getComputedStyle(document.body).backgroundColor);
  const bar = getComputedStyle(document.querySelector('.exact')), share = bar.fillOpacity;
  const mixed = numbers(bar.fill).map((one, at) => share * one + (1 - share) * paper[at]);
  const ink = (text) => numbers(getComputedStyle(text).fill);
  return [...document.querySelectorAll('.bars text')].filter((text) =>
    contrast(ink(text), paper) < 4.5 || !text.matches('.scale, .lap')
      && contrast(ink(text), mixed) < 4.5).map((text) => text.textContent);
}"""
"""Labels too faint for the paper or for the bar that they stand on; axe does not look into SVG."""
MOST_SCREENS, MOST_PAGES, MOST_OF_STUDY = 6, 2, 4


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Story:
    return story_of_eight(tmp_path_factory.mktemp("report"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_report_has_no_error_its_chart_agrees_and_it_fits_a_phone_and_paper(
    story: Story, chromium: Browser, tmp_path: Path, lang: str
) -> None:
    path = tmp_path / "story.html"
    path.write_text(page(story, lang, link=LINK, code=qr_svg(LINK)), encoding="utf-8")
    context = chromium.new_context(viewport={"width": WIDTH, "height": HEIGHT})
    shown = context.new_page()
    complaints: list[str] = []
    shown.on("console", lambda message: complaints.append(message.text))
    shown.on("pageerror", lambda fault: complaints.append(str(fault)))
    shown.goto(path.as_uri())
    assert complaints == []
    check_chart(Page(shown.content()), story)
    assert shown.locator("#qr svg").count() == 1
    width, height = shown.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    )
    assert width <= WIDTH and height <= MOST_SCREENS * HEIGHT
    boxes = shown.evaluate(
        "() => [...document.querySelectorAll('svg[role=img] text')]"
        ".map(text => text.getBoundingClientRect())"
        ".map(box => [box.left, box.top, box.right, box.bottom])"
    )
    assert len(boxes) > 6
    for at, (left, top, right, bottom) in enumerate(boxes):
        assert left >= 0 and right <= WIDTH
        for other in boxes[at + 1 :]:
            apart = other[0] >= right or other[2] <= left or other[1] >= bottom or other[3] <= top
            shared = min(bottom, other[3]) - max(top, other[1])
            assert apart or shared < 0.4 * (bottom - top), (boxes[at], other)
    assert shown.evaluate(CUT) == []
    shown.set_viewport_size({"width": A4, "height": 1_016})
    shown.emulate_media(media="print")
    assert shown.evaluate("document.documentElement.scrollWidth") <= A4
    assert shown.evaluate(CUT) == []
    paper = shown.pdf(prefer_css_page_size=True)
    assert 1 <= len(re.findall(rb"/Type */Page\b", paper)) <= MOST_PAGES
    context.close()


@pytest.mark.parametrize("edition", ["electronique", "merveilles"])
def test_a_study_fits_a_phone_and_paper(edition: str, chromium: Browser) -> None:
    found = study(edition, games=1, seed=1, workers=1, told=lambda done, wanted: None)
    context = chromium.new_context(viewport={"width": WIDTH, "height": HEIGHT})
    shown = context.new_page()
    shown.set_content(study_page(found, "fr"))
    assert shown.evaluate("document.documentElement.scrollWidth") <= WIDTH
    cut = """[...document.querySelectorAll('.bars text')].filter(one => {
      const {x, width} = one.getBBox(); return x < 0 || x + width > 400; })
      .map(one => one.textContent)"""
    assert shown.evaluate(cut) == [] and shown.evaluate(CUT) == []
    for scheme in ("light", "dark"):
        shown.emulate_media(color_scheme=scheme)
        assert shown.evaluate(FAINT) == []
    shown.set_viewport_size({"width": 1_400, "height": 1_000})
    tall = "one => one.getBoundingClientRect().height"
    labels = shown.locator(".bars text").first.evaluate(tall)
    assert labels < shown.locator("h2").first.evaluate(tall)
    shown.set_viewport_size({"width": A4, "height": 1_016})
    shown.emulate_media(media="print")
    assert shown.evaluate(CUT) == []
    paper = shown.pdf(prefer_css_page_size=True)
    assert 1 <= len(re.findall(rb"/Type */Page\b", paper)) <= MOST_OF_STUDY
    context.close()
