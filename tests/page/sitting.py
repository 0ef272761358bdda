"""Seats of a real page: taken, read and measured."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.page.conftest import Join
from tests.page.fast_table import FastTable
from tests.support.typography import typed

SPEED = 8.0
"""A unit that no key moves for eight minutes switches itself off: here that is a minute."""


SMALL = """() => [...document.querySelectorAll('.views button, .views summary, .views input')]
  .filter(one => one.checkVisibility())
  .map(one => [(one.closest('label') || one).getBoundingClientRect(), one.textContent || one.name])
  .filter(([box]) => box.height < 43.5 || box.width < 43.5)
  .map(([box, text]) => `${text}: ${box.width} x ${box.height}`)"""


SIDEWAYS = """() => ['#view', '#strip', 'html'].filter(one => {
  const element = document.querySelector(one);
  return element.scrollWidth > element.clientWidth;
})"""


TINY = """() => [...document.querySelectorAll('.views *')].filter(one =>
  one.checkVisibility({ visibilityProperty: true }) && !one.closest('.unseen')
  && one.localName !== 'title'
  && [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
  .map(one => [one.textContent,
    parseFloat(getComputedStyle(one).fontSize) * (one.getScreenCTM?.().a ?? 1)])
  .filter(([, size]) => size < 10.9)"""
"""Texts below 11 pixels."""


MOMENTS_STAY = """() => {
  const { setTimeout } = window;
  window.setTimeout = (act, pause, ...more) => pause < 3000 && setTimeout(act, pause, ...more);
}"""
"""Their cards go by a tap only, not before a test has looked."""


def sit(join: Join, table: FastTable, *seats: int, **options: object) -> list[Page]:
    pages = []
    for seat in seats:
        page = join(table.link, asked=True, **options)
        page.tap(f'.choice[data-seat="{seat}"]')
        page.wait_for_selector("#cash")
        pages.append(page)
    return pages


def text_of(page: Page, part: str) -> str:
    return typed(page.inner_text(part))
