"""Reading order of boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from core.parsing.structuring.xy_cut import columns_of

if TYPE_CHECKING:
    from core.geometry import Box

TITLE = (50.0, 20.0, 550.0, 60.0)
LEFT = [(50.0, 100.0, 290.0, 200.0), (50.0, 220.0, 290.0, 500.0)]
RIGHT = [(310.0, 100.0, 550.0, 340.0), (310.0, 360.0, 550.0, 500.0)]
BELOW = (50.0, 520.0, 550.0, 600.0)


def test_the_left_column_is_read_before_the_right_one() -> None:
    assert columns_of([*RIGHT, *LEFT]) == [[2, 3], [0, 1]]


def test_what_spans_the_columns_is_read_where_it_stands() -> None:
    assert columns_of([*LEFT, *RIGHT, BELOW, TITLE]) == [[5], [0, 1], [2, 3], [4]]


def test_gaps_that_are_level_by_chance_do_not_cut_columns() -> None:
    level = [(310.0, box[1], 550.0, box[3]) for box in LEFT]
    assert columns_of([*LEFT, *level]) == [[0, 1], [2, 3]]


def test_boxes_that_overlap_a_little_are_read_from_the_top() -> None:
    assert columns_of([(50.0, 95.0, 550.0, 140.0), (50.0, 40.0, 550.0, 100.0)]) == [[1, 0]]


def test_a_row_above_columns_whose_end_belongs_to_none_is_read_first() -> None:
    name, date = (50.0, 70.0, 150.0, 80.0), (500.0, 70.0, 550.0, 80.0)
    assert columns_of([*LEFT, *RIGHT, name, date]) == [[4], [5], [0, 1], [2, 3]]


def test_blocks_side_by_side_below_others_that_share_one_edge_with_them_come_later() -> None:
    sender, number = (50.0, 20.0, 180.0, 60.0), (460.0, 20.0, 550.0, 60.0)
    bill_to, ship_to = (50.0, 100.0, 180.0, 140.0), (300.0, 100.0, 420.0, 140.0)
    assert columns_of([bill_to, ship_to, sender, number]) == [[2], [3], [0], [1]]


def test_a_title_in_the_middle_above_columns_is_read_first() -> None:
    title, low = (220.0, 60.0, 380.0, 80.0), [(310.0, box[1], 550.0, box[3]) for box in LEFT]
    assert columns_of([*LEFT, *low, title]) == [[4], [0, 1], [2, 3]]
    assert columns_of([*LEFT, *low, (310.0, 60.0, 470.0, 80.0)]) == [[0, 1], [4, 2, 3]]


def test_a_title_below_blocks_side_by_side_is_read_with_the_text_across_them_below_it() -> None:
    sender, number = (50.0, 20.0, 180.0, 60.0), (360.0, 20.0, 550.0, 60.0)
    title, text = (50.0, 90.0, 120.0, 105.0), (50.0, 112.0, 550.0, 140.0)
    assert columns_of([title, text, number, sender]) == [[3], [2], [0, 1]]
    end = (50.0, 66.0, 180.0, 81.0)
    assert columns_of([end, text, number, sender]) == [[3, 0], [2], [1]]


def test_the_last_paragraph_of_the_left_column_is_no_title_of_the_text_across_below() -> None:
    last, across = (50.0, 510.0, 290.0, 590.0), (50.0, 595.0, 550.0, 640.0)
    assert columns_of([*LEFT, *RIGHT, last, across]) == [[0, 1, 4], [2, 3], [5]]


def test_a_figure_above_two_of_three_columns_is_read_with_them() -> None:
    figure = (230.0, 60.0, 550.0, 200.0)
    columns = [(left, 210.0, left + 150, 500.0) for left in (50.0, 230.0, 400.0)]
    assert columns_of([figure, *columns]) == [[1], [0], [2], [3]]


coordinate = st.floats(0, 500)


@st.composite
def boxes(draw: st.DrawFn) -> Box:
    left, top = draw(coordinate), draw(coordinate)
    return left, top, left + draw(st.floats(1, 300)), top + draw(st.floats(1, 300))


@given(st.lists(boxes(), max_size=12))
def test_every_box_is_read_once(drawn: list[Box]) -> None:
    read = [index for column in columns_of(drawn) for index in column]
    assert sorted(read) == list(range(len(drawn)))
