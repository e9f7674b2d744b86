from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from benchmarks.headings_by_eye import Title, match

if TYPE_CHECKING:
    from core.geometry import Box


def line(row: int, end: float = 0.5) -> Box:
    """The box of a line in a row of a page."""
    return 0.1, row / 20, end, row / 20 + 0.02


ONE, TWO = Title(1, [line(1)]), Title(2, [line(3), line(4)])


@pytest.mark.parametrize(
    ("found", "both"),
    [
        ([TWO, ONE], 2),
        ([Title(2, [line(3)]), Title(2, [line(4, 0.45)]), ONE], 2),
        ([Title(1, [line(1), line(2), line(3)])], 0),
        ([Title(1, [line(1, 0.25)])], 0),
        ([], 0),
    ],
)
def test_a_heading_is_found_if_half_of_it_is_in_ours_and_half_of_ours_in_it(
    found: list[Title], both: int
) -> None:
    overlap = match([ONE, TWO], found).overlap()
    assert (overlap.both, overlap.wanted, overlap.found) == (both, 2, len(found))


def test_what_may_be_a_heading_counts_neither_as_missed_nor_as_wrong() -> None:
    doubtful = Title(2, [line(6)], sure=False)
    assert match([ONE, doubtful], [ONE]).overlap() == (1, 1, 1)
    assert match([ONE, doubtful], [ONE, doubtful]).overlap() == (1, 1, 1)


@pytest.mark.parametrize(("levels", "right"), [((0, 5), True), ((2, 2), False), ((3, 2), False)])
def test_levels_are_right_if_the_right_heading_is_the_higher(
    levels: tuple[int, int], right: bool
) -> None:
    found = [one._replace(level=level) for one, level in zip((ONE, TWO), levels, strict=True)]
    assert match([ONE, TWO], found).orders() == [right]
