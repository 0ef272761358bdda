"""The division of a window between glass, keys and a pane."""

import pytest

from banquier.panel.layout import arrange
from display.glyph_sizes import largest


@pytest.mark.parametrize("pane", [False, True])
def test_a_window_is_shared_without_rest_or_overlap(pane: bool) -> None:
    for width in range(20, 260, 3):
        for height in range(4, 90):
            plan = arrange(width, height, pane)
            below = 0 if plan.pane_width else plan.pane_height
            unit = plan.glass + plan.question + plan.money + plan.keys
            assert unit + below + plan.foot == height
            if plan.words:
                assert width < 78 or height < (18 if pane else 14)
                continue
            assert plan.width + plan.pane_width == width
            assert plan.glass >= 11 and plan.width >= 78 and plan.question == 2
            assert plan.keys in (0, 4) or plan.keys >= 8
            assert largest(plan.width - 6, plan.glass).lines * 2 + 1 <= plan.glass
