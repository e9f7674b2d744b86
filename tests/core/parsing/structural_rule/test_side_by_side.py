"""Narrow columns whose lines are not level, and labels of the paragraphs beside them."""

from __future__ import annotations

import sys
from collections import Counter

import pytest

from core.parsing.structural_rule.side_by_side import are_apart
from core.reading.line import Line
from tests.core.parsing.papers import PROSE, Paper, check, texts

INGREDIENTS = ("two onions", "one carrot", "a pinch of salt", "a leek", "white rice", "thyme")
STEPS = (
    "The onions are cut into small pieces, the",
    "carrot into slices, and both are left in",
    "cold water until the pot has become hot.",
    "The rice is boiled for ten minutes, then it",
    "is stirred in, and all of it is left to rest.",
)
TERMS = (
    (
        "Working Day",
        ("any day on which the banks of the", "town and those of the next are", "open;"),
    ),
    ("Fee", ("what the first schedule names;",)),
    ("Secret Records", ("all that one party has written", "down and then shown to the", "other.")),
)


def test_a_narrow_column_whose_lines_are_not_level_is_read_by_itself() -> None:
    paper = Paper()
    y = paper.prose(72, 80) + 10
    for row, line in enumerate(INGREDIENTS):
        paper.write(line, 72, y + 11 * row, size=9)
    paper.prose(180, y + 5, lines=STEPS)
    assert texts(paper.parse(), "paragraph")[-2:] == [" ".join(INGREDIENTS), " ".join(STEPS)]


def _with_terms(paper: Paper, y: float) -> float:
    """Writes terms with their meanings beside them."""
    for term, meaning in TERMS:
        paper.write(term, 90, y, font="hebo")
        y = paper.prose(200, y, lines=meaning) + 4
    return y


def test_terms_stand_before_their_meanings_beside_them() -> None:
    paper = Paper()
    paper.prose(72, _with_terms(paper, paper.prose(72, 80) + 10) + 10)
    sir = paper.parse()
    check(sir)
    assert texts(sir, "key_value") == [f"{term} {' '.join(meaning)}" for term, meaning in TERMS]
    assert texts(sir, "paragraph") == [" ".join(PROSE)] * 2


def test_signatures_side_by_side_are_read_one_after_the_other() -> None:
    paper = Paper()
    y = paper.prose(72, 80) + 20
    lines = ("Signed by the first party", "Jane Sample of Anytown", "Director of the company")
    others = ("Signed by the second one", "Otto Muster of Faketown", "Head of the department")
    paper.prose(72, y, lines=lines)
    paper.prose(320, y, lines=others)
    sir = paper.parse()
    assert not texts(sir, "key_value")
    assert " ".join(texts(sir, "paragraph")[1:]) == " ".join((*lines, *others))


@pytest.mark.parametrize(
    "others",
    [
        ("Do not wipe it when dry.", "Do not use hot water.", "Do not lend it to others."),
        ("Do not wipe it when dry, not", "even with a soft cloth.", "Do not use hot water."),
    ],
    ids=["lines", "a line that goes on"],
)
def test_a_list_beside_a_longer_one_names_none_of_it(others: tuple[str, ...]) -> None:
    lines = ("Disinfect lenses.", "Refrigerate drops.", "Replace batteries.", "Read instructions.")
    others = (*others, "Do not bend it by force.", "Do not leave it in the sun.", "Do not open it.")
    paper = Paper()
    y = paper.prose(72, 80) + 20
    paper.prose(72, y, lines=lines)
    paper.prose(320, y, lines=others)
    assert texts(paper.parse(), "paragraph")[-2:] == [" ".join(lines), " ".join(others)]


def test_a_title_above_terms_stands_before_them() -> None:
    paper = Paper()
    y = paper.prose(72, 80) + 10
    paper.write("Terms", 90, y, font="hebo")
    paper.prose(72, _with_terms(paper, y + 20) + 10)
    sir = paper.parse()
    assert texts(sir, "section_header") == ["Terms"]
    assert texts(sir, "key_value") == [f"{term} {' '.join(meaning)}" for term, meaning in TERMS]


def test_numbered_titles_beside_their_text_are_headings() -> None:
    titles = ["1. Purpose of this act", "2. Duties of the owner", "3. Costs of the work"]
    paper = Paper()
    y = paper.prose(72, 80) + 10
    for title in titles:
        paper.write(title, 72, y, font="hebo")
        y = paper.prose(220, y, lines=STEPS) + 12
    sir = paper.parse()
    assert texts(sir, "section_header") == titles
    assert texts(sir, "paragraph")[1:] == [" ".join(STEPS)] * 3


def test_twice_the_lines_take_about_twice_the_work() -> None:
    assert _calls(400) < 3 * _calls(200)


def _calls(count: int) -> int:
    """How many functions are called to look at two columns of this many lines."""
    left, right = (_column(x, count) for x in (50.0, 320.0))
    events: Counter[str] = Counter()
    sys.setprofile(lambda _frame, event, _value: events.update([event]))
    try:
        are_apart(left, right)
    finally:
        sys.setprofile(None)
    return events["call"]


def _column(x: float, count: int) -> list[Line]:
    """Lines of running text of 10 points below each other."""
    words = ["The", "onions", "are", "cut", "into", "pieces"]
    boxes = [(x + 30 * at, 0.0, x + 30 * at + 25, 10.0) for at in range(len(words))]
    return [
        Line(1, words, [(a, b + 12 * row, c, d + 12 * row) for a, b, c, d in boxes], 10.0)
        for row in range(count)
    ]
