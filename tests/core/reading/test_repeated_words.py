"""Copies of words are looked for only where lines lie on each other, and none is missed."""

from __future__ import annotations

from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from core.reading import repeated_words
from core.reading.line import Line
from core.reading.repeated_words import without_repeats
from tests.growth import assert_time_grows_with

WORDS = st.sampled_from(["a", "ab", "abab"])
EDGES = st.sampled_from([0.0, 1.0, 2.0, 3.0, 8.0, 20.0])


@st.composite
def lines(draw: st.DrawFn) -> Line:
    """A line of words that may lie on those of others, or on each other."""
    words = draw(st.lists(WORDS, min_size=1, max_size=3))
    corners = [(draw(EDGES), draw(EDGES)) for _ in words]
    sizes = st.sampled_from([0.0, 8.0, 100.0])
    boxes = [
        (left, top, left + 4.0 * len(word), top + draw(sizes))
        for word, (left, top) in zip(words, corners, strict=True)
    ]
    return Line(1, words, boxes, hidden=draw(st.sampled_from(["", "covered"])))


@given(st.lists(lines(), max_size=6))
def test_no_copy_is_missed_where_lines_are_passed_over(page: list[Line]) -> None:
    with patch.object(repeated_words, "_crowded", set):
        looked_at = without_repeats(page)
    assert [(line.words, line.boxes) for line in without_repeats(page)] == [
        (line.words, line.boxes) for line in looked_at
    ]


def test_a_word_drawn_twice_is_taken_once_however_many_lines_stand_between() -> None:
    bold = [
        Line(1, ["bold"], [(10.0, 10.0, 40.0, 20.0)]),
        Line(1, ["bold"], [(10.5, 10, 40.5, 20)]),
    ]
    others = [Line(1, ["bold"], [(10.0, 20.0 * at, 40.0, 20.0 * at + 9)]) for at in range(2, 40)]
    assert without_repeats([bold[0], *others, bold[1]]) == [bold[0], *others]


def test_lines_beside_each_other_that_run_up_the_page_take_time_by_their_number() -> None:
    def read(count: int) -> None:
        without_repeats(
            [Line(1, ["up"], [(7.0 * at, 0.0, 7.0 * at + 5, 500.0)]) for at in range(count)]
        )

    assert_time_grows_with(500, read)
