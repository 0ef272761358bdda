"""A finger counts at the moment it was there, however long nothing happened before."""

import pytest
from playwright.sync_api import Page

from tests.local_page.conftest import Visitor
from tests.local_page.opened_page import begun, opened, press, state

QUIET, SHORT = 5_000, 80
"""Milliseconds without a key, and of a short tap."""


def tap_shortly(page: Page, key: str) -> None:
    before = state(page, "own.heard")
    page.evaluate(
        """([key, short]) => {
          const button = document.querySelector(`[data-key="${key}"]`);
          const finger = (name) => button.dispatchEvent(new PointerEvent(name, { pointerId: 1 }));
          finger('pointerdown');
          setTimeout(finger, short, 'pointerup');
        }""",
        [key, SHORT],
    )
    page.wait_for_function("before => banquier.state.own.heard > before + 1", arg=before)


@pytest.mark.parametrize("key", ["F", "ON"])
def test_a_short_tap_after_a_pause_is_a_short_tap(file: str, visitor: Visitor, key: str) -> None:
    """A long one of F opens the MENU, and of ON switches the unit off."""
    page = begun(opened(visitor(), file))
    asked = state(page, "moment.kind")
    page.wait_for_timeout(QUIET)
    tap_shortly(page, key)
    press(page, "CARTE")
    assert state(page, "moment.kind") == asked and state(page, "glass.awake")
