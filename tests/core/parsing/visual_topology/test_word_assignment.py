"""Words to regions."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from core.parsing.read_pages import Region
from core.parsing.structuring.line_groups import grouped
from core.parsing.visual_topology.word_assignment import placed
from tests.core.parsing.visual_topology.sights import written

if TYPE_CHECKING:
    from core.reading.line import Line


def test_a_word_in_two_regions_is_in_the_smaller_one() -> None:
    large, small = Region("picture", (0, 0, 500, 500)), Region("text", (40, 40, 200, 60))
    held = placed([written("one two", 50, 55)], [large, small])
    assert [len(lines) for _, lines in held] == [0, 1]


def test_a_line_that_runs_into_two_regions_is_cut_between_them() -> None:
    line = written("left right", 50, 55)
    left, right = Region("text", (45, 40, 71, 60)), Region("text", (72, 40, 200, 60))
    assert [lines[0].words for _, lines in placed([line], [left, right])] == [["left"], ["right"]]


def test_a_bullet_left_of_a_region_belongs_to_it() -> None:
    region = Region("list-item", (60, 40, 200, 60))
    held = placed([written("\u2022", 45, 55), written("item", 62, 55)], [region])
    assert [len(lines) for _, lines in held] == [2]


def test_the_number_of_an_item_that_is_a_region_by_itself_belongs_to_the_item() -> None:
    mark, item = written("2.", 48, 55), written("Pull slowly.", 62, 55)
    regions = [Region("list-item", mark.box), Region("list-item", item.box)]
    assert [len(lines) for _, lines in placed([mark, item], regions)] == [0, 2]


def test_a_word_behind_a_line_of_text_belongs_to_the_next_column() -> None:
    line = written("the end of a line", 50, 55)
    region = Region("text", line.box)
    near, far = written("here", line.right + 6, 55), written("there", line.right + 15, 55)
    homes = [len(lines) for _, lines in placed([line, near], [region])]
    assert homes == [2]
    assert [len(lines) for _, lines in placed([line, far], [region])] == [1, 1]


def test_words_in_no_region_get_one_of_their_own_where_they_stand() -> None:
    lines = [
        written("above and", 50, 55),
        written("below it", 50, 67),
        written("far away", 50, 300),
    ]
    held = placed(lines, [])
    assert [region.kind for region, _ in held] == ["text", "text"]
    assert held[0][0].box == (50, 45, 94, 67)


def test_a_few_words_at_the_edge_of_a_picture_are_its_label() -> None:
    picture = Region("picture", (50, 100, 300, 300))
    held = placed([written("57 (24%)", 298, 203)], [picture])
    assert [(region.kind, len(lines)) for region, lines in held] == [("picture", 1)]


def test_labels_that_stand_near_each_other_are_one_group() -> None:
    lines = [written("Annual", 50, 50), written("growth", 52, 62), written("2020", 300, 50)]
    assert [[line.text for line in group] for group in grouped(lines)] == [
        ["Annual", "growth"],
        ["2020"],
    ]


edge = st.floats(0, 400)
regions = st.lists(
    st.builds(
        lambda kind, x, y: Region(kind, (x, y, x + 120, y + 80)),
        st.sampled_from(["text", "picture", "table"]),
        edge,
        edge,
    ),
    max_size=5,
)
lines = st.lists(
    st.builds(written, st.sampled_from(["a", "b c", "d e f g"]), edge, edge), max_size=12
)


@given(lines, regions)
def test_every_word_is_in_exactly_one_region(lines: list[Line], regions: list[Region]) -> None:
    held = Counter(
        box for _, inside in placed(lines, regions) for line in inside for box in line.boxes
    )
    assert held == Counter(box for line in lines for box in line.boxes)
