from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from core.reading.ocr.ink import find_ink

if TYPE_CHECKING:
    from numpy.typing import NDArray


def line(width: int = 120, height: int = 40) -> NDArray[np.uint8]:
    """Two blocks of ink on white paper."""
    picture = np.full((height, width), 240, np.uint8)
    picture[12:28, 10:40] = 20
    picture[12:28, 60:100] = 20
    return picture


def test_gaps_are_the_columns_without_ink() -> None:
    found = find_ink(line())
    assert found is not None
    assert (found.top, found.bottom) == (12, 28)
    assert found.gaps.tolist() == [[0, 10], [40, 60], [100, 120]]


def test_light_letters_on_dark_paper_are_found_too() -> None:
    found = find_ink(255 - line())
    assert found is not None
    assert found.gaps.tolist() == [[0, 10], [40, 60], [100, 120]]


def test_an_underline_and_a_border_are_no_letters() -> None:
    picture = line()
    picture[33:35, :] = 20
    picture[:, 115:117] = 20
    found = find_ink(picture)
    assert found is not None
    assert found.gaps.tolist() == [[0, 10], [40, 60], [100, 120]]


def test_what_sticks_in_from_the_next_line_is_left_out() -> None:
    picture = line()
    picture[36:40, 45:52] = 20
    found = find_ink(picture)
    assert found is not None
    assert found.bottom == 28


def test_paper_without_ink_has_none() -> None:
    assert find_ink(np.full((40, 100), 230, np.uint8)) is None
