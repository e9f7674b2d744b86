from __future__ import annotations

import numpy as np
import pymupdf
import pytest

from benchmarks.attacks.hiding import hide, plain_page
from core.reading.display_list import Display

PART = (60.0, 250.0, 400.0, 420.0)
"""The lower rows of the plain page."""


@pytest.mark.parametrize("watched", [True, False])
@pytest.mark.parametrize("way", ["white on white", "behind a soft mask"])
def test_a_part_of_a_page_is_drawn_as_it_is_within_the_whole_page(
    way: str, *, watched: bool
) -> None:
    pdf = plain_page()
    hide(pdf[0], way)
    with pymupdf.open(stream=pdf.tobytes(), filetype="pdf") as saved:
        display = Display(saved[0])
        if watched:
            display.watch()
        whole, part = (display.pixels(box, 2.0) for box in (display.box, PART))
    assert (part < 128).any()
    assert np.array_equal(whole[500:840, 120:800], part)
