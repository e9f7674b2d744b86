"""Words of plain lines are those that a look at each character finds."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.reading.characters import Chars, Style, split_words
from core.reading.plain_words import plain_words

STYLES: list[Style] = [(10.0, bold, False, 2, 0, None, 255) for bold in (False, True)]


@st.composite
def lines(draw: st.DrawFn) -> Chars:
    """A line whose letters touch, lie over each other, or stand far apart."""
    text = draw(st.text("aab .\u00e9\ud800", max_size=30))
    steps = draw(st.lists(st.sampled_from([0.5, 5.0, 5.0, 5.0, 6.6]), min_size=30, max_size=30))
    lefts = [sum(steps[:at]) for at in range(len(text))]
    tops = draw(st.lists(st.sampled_from([0.0, 2.0]), min_size=30, max_size=30))
    boxes = [(left, top, left + 5.0, 9.0) for left, top in zip(lefts, tops, strict=False)]
    styles = draw(st.lists(st.sampled_from(STYLES), min_size=len(text), max_size=len(text)))
    return Chars(text, boxes, styles, draw(st.sampled_from([0, 90])))


@given(st.lists(lines(), max_size=4))
def test_words_of_plain_lines_are_those_of_a_look_at_each_character(page: list[Chars]) -> None:
    for line, words in zip(page, plain_words(page), strict=True):
        looked_at = split_words(line.listed(), line.axis)
        if words is not None:
            assert [word[:3] for word in words] == [word[:3] for word in looked_at]


def line_of(text: str, step: float = 5.0, inks: int = 1) -> Chars:
    """The characters of a line, 5 points wide each."""
    boxes = [(step * at, 0.0, step * at + 5.0, 9.0) for at in range(len(text))]
    return Chars(text, boxes, STYLES[:1] * len(text), 0, inks)


def test_a_line_is_plain_unless_its_characters_steer_layout_repeat_or_change_their_ink() -> None:
    plain, steered, twice = line_of("a word"), line_of("a\u200b word"), line_of("aa word", step=1.0)
    two_inks = line_of("a word", inks=2)
    words = plain_words([steered, plain, twice, two_inks, line_of("")])
    assert [None if each is None else [w.text for w in each] for each in words] == [
        None,
        ["a", "word"],
        None,
        None,
        [],
    ]
