"""Text of which only the box is known: its lines by constant density, at most approximate."""

from __future__ import annotations

from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.geometry import BoundingBox, area, bounds, from_points, intersection, iou, union
from core.parsing.adapters.native import NativeDocument, NativeElement
from core.parsing.alignment.aligning import aligned
from core.parsing.alignment.density import guessed_rows, set_evenly
from core.parsing.alignment.page_lines import PageLines
from core.parsing.builder import build
from core.reading.line import Line
from core.sir import ElementType, Location, Page, Sir

_WIDTH, _HEIGHT = 500.0, 800.0
_WORDS = "Alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu".split()


def _paragraph(rows: int, page: int = 1, top: float = 100.0) -> list[Line]:
    """Lines of words of 5 points a letter, 12 points apart, all but the last about full."""
    lines: list[Line] = []
    at = 0
    for row in range(rows):
        words, boxes, x = [], [], 50.0
        while x < (400.0 if row < rows - 1 else 250.0):
            words.append(_WORDS[at % len(_WORDS)])
            boxes.append((x, top + 12 * row, x + 5.0 * len(words[-1]), top + 12 * row + 10))
            x, at = x + 5.0 * len(words[-1]) + 5.0, at + 1
        lines.append(Line(page, words, boxes))
    return lines


def _tree(
    elements: list[NativeElement], lines: list[Line], *, read: bool = False, pages: int = 1
) -> Sir:
    numbers = range(1, pages + 1)
    shown = [
        PageLines(
            Page(number, _WIDTH, _HEIGHT, str(number)),
            [line for line in lines if line.page == number],
            read,
        )
        for number in numbers
    ]
    made = aligned(NativeDocument(elements), shown).elements
    return build("0" * 64, [each.page for each in shown], made)


def _box(lines: list[Line]) -> BoundingBox:
    return from_points(lines[0].page, bounds(line.box for line in lines), _WIDTH, _HEIGHT)


def _text(lines: list[Line]) -> str:
    return " ".join(line.text for line in lines)


@pytest.mark.parametrize("rows", [4, 7, 12])
def test_a_part_stands_nearer_to_its_lines_than_the_whole_element(rows: int):
    lines = _paragraph(rows)
    element = NativeElement(ElementType.PARAGRAPH, _text(lines), (_box(lines),))
    sir = _tree([element], [])
    overlaps, of_whole, held = [], [], []
    start = 0
    for line in lines:
        truth = from_points(1, line.box, _WIDTH, _HEIGHT)
        placed = sir.placed_lines(sir.words_between(1, start, start + len(line.text)))
        found = union(box for box, _ in placed)
        overlaps.append(iou(truth, found))
        of_whole.append(iou(truth, _box(lines)))
        held.append(intersection(truth.edges, found.edges) / truth.area)
        assert {location for _, location in placed} == {Location.APPROXIMATE}
        start += len(line.text) + 1
    assert min(held) > 0.9  # the line before and the line behind are in it
    assert mean(overlaps) > mean(of_whole)


def test_the_whole_text_stands_in_its_box_as_one_mark():
    lines = _paragraph(6)
    element = NativeElement(ElementType.PARAGRAPH, _text(lines), (_box(lines),))
    (box,) = _tree([element], []).boxes(1)[0].spans
    assert box.edges == pytest.approx(_box(lines).edges, abs=1e-6)


def test_a_text_over_two_pages_is_parted_by_the_sizes_of_its_boxes():
    first, second = _paragraph(9, 1), _paragraph(3, 2)
    element = NativeElement(
        ElementType.PARAGRAPH, _text([*first, *second]), (_box(first), _box(second))
    )
    sir = _tree([element], [], pages=2)
    at = len(_text(first))
    assert {box.page for box in sir.line_boxes(sir.words_between(1, 0, at // 2))} == {1}
    end = len(sir.nodes[1].text)
    assert {box.page for box in sir.line_boxes(sir.words_between(1, end - 30, end))} == {2}


def test_lines_that_the_parser_gives_are_taken_as_they_are():
    lines = _paragraph(5)
    spans = tuple(from_points(1, line.box, _WIDTH, _HEIGHT) for line in lines)
    element = NativeElement(ElementType.PARAGRAPH, _text(lines), (union(spans),))
    sir = _tree([element], [])
    (first,) = sir.line_boxes(sir.words_between(1, 0, 20))
    assert (first.top, first.bottom) == pytest.approx((spans[0].top, spans[1].bottom), abs=1e-6)


_OTHER = "Quite different signs which nobody could ever compare with those of that very page."


def _unsure(lines: list[Line], location: Location) -> list[Line]:
    for line in lines:
        line.location = location
    return lines


def test_where_ocr_is_not_sure_of_any_word_the_text_is_spread_over_its_lines():
    lines = _unsure(_paragraph(5), Location.APPROXIMATE)
    element = NativeElement(ElementType.PARAGRAPH, _OTHER, (_box(lines),))
    sir = _tree([element], lines, read=True)
    (first,) = sir.placed_lines(sir.words_between(1, 0, 5))
    assert first[1] is Location.APPROXIMATE
    assert first[0].bottom * _HEIGHT == pytest.approx(lines[1].bottom, abs=0.01)


@pytest.mark.parametrize(
    ("read", "location"), [(True, Location.ALIGNED), (False, Location.APPROXIMATE)]
)
def test_where_the_page_says_otherwise_for_sure_nothing_is_marked(read: bool, location: Location):
    lines = _unsure(_paragraph(5), location)
    sir = _tree([NativeElement(ElementType.PARAGRAPH, _OTHER, (_box(lines),))], lines, read=read)
    assert sir.nodes[1].location is Location.UNLOCATED
    assert sir.boxes(1) == ()


def test_without_a_box_nothing_is_marked():
    sir = _tree([NativeElement(ElementType.PARAGRAPH, _OTHER)], [])
    assert sir.boxes(1) == ()
    assert sir.unplaced(1) == [(0, len(_OTHER))]


def test_the_words_of_a_figure_stand_in_all_of_it():
    box = BoundingBox(1, 0.1, 0.1, 0.9, 0.6)
    sir = _tree([NativeElement(ElementType.FIGURE, _OTHER, (box,))], [])
    (found,) = sir.line_boxes(sir.words_between(1, 0, 5))
    assert found.edges == pytest.approx(box.edges, abs=1e-6)


SIDES = st.floats(1.0, 900.0)


@given(st.text("ab \n", min_size=1).filter(str.strip), SIDES, SIDES)
def test_every_word_has_a_place_inside_the_box_and_none_is_exact(
    text: str, width: float, height: float
):
    box = (0.0, 0.0, width, height)
    rows = guessed_rows(text, [(1, box)])
    assert sum(area(row) for _, block in rows for row in block) == pytest.approx(area(box))
    placed = set_evenly(text, rows)
    assert {line.location for line in placed.lines} == {Location.APPROXIMATE}
    assert " ".join(word for line in placed.lines for word in line.words).split() == text.split()
    assert all(line.bottom <= height + 1e-6 for line in placed.lines)
    assert placed.joined.starts == sorted(placed.joined.starts)
