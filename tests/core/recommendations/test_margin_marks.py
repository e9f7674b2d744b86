"""Letters in the margin, wherever the parser put them, are tied to the text beside them."""

from core.parsing.builder import build
from core.parsing.elements import Element
from core.reading.line import Line
from core.recommendations import recommendations
from core.sir import ElementType, Page, Sir
from core.spans import joined

_KEY = ["Grades of recommendation", "A Rests on trials", "B Rests on cohorts"]
_FAR, _NEAR = 30.0, 4.0
"""Points between a mark and its text: in the margin, and as between two words."""


def _line(text: str, row: int, left: float, gap: float = _NEAR) -> Line:
    """Words on one line of the page; `gap` stands behind the first of them."""
    words, boxes = text.split(), []
    for place, word in enumerate(words):
        right = left + 5.0 * len(word)
        boxes.append((left, 20.0 * row, right, 20.0 * row + 10.0))
        left = right + (gap if place == 0 else _NEAR)
    return Line(1, words, boxes, size=10.0)


def _marked(text: str, row: int, gap: float = _FAR) -> Line:
    """A line that begins with a mark at the edge of the page."""
    return _line(text, row, 50.0, gap)


def _text(text: str, row: int) -> Line:
    """A line right of the margin."""
    return _line(text, row, 55.0 + _FAR)


def _node(*lines: Line, kind: ElementType = ElementType.PARAGRAPH) -> Element:
    return Element(kind, list(lines))


def _table(*rows: tuple[Line, ...]) -> Element:
    cells = [[_node(line, kind=ElementType.TABLE_CELL) for line in row] for row in rows]
    inner = [Element(ElementType.TABLE_ROW, children=row) for row in cells]
    return Element(ElementType.TABLE, children=inner)


def _sir(*elements: Element, key: bool = True) -> Sir:
    lines = [_line(text, row, 50.0, _FAR) for row, text in enumerate(_KEY)] if key else []
    care = Element(ElementType.SECTION_HEADER, [_line("Care", 4, 50.0)], 1)
    before = [_node(line) for line in lines]
    pages = [Page(1, 600.0, 800.0, "1")]
    return build("0" * 64, pages, [*before, care, *elements], {"parser": "test"})


def _graded(sir: Sir) -> list[tuple[str, str]]:
    return [
        (each.grade.stated.words if each.grade else "", joined(sir, each.text))
        for each in recommendations(sir)
    ]


_TWO = [("A", "Offer a test."), ("B", "Patients should rest.")]


def test_letters_that_were_read_after_the_paragraphs_are_tied_to_those_beside_them():
    texts = [_node(_text("Offer a test.", 6)), _node(_text("Patients should rest.", 8))]
    assert _graded(_sir(*texts, _node(_line("A", 6, 50.0), _line("B", 8, 50.0)))) == _TWO


def test_a_letter_within_a_paragraph_begins_a_recommendation_that_ends_with_its_lines():
    lines = [_line("Tests are cheap.", 6, 50.0), _marked("A Offer a test.", 7)]
    assert _graded(_sir(_node(*lines, _line("Few were harmed.", 8, 50.0)))) == _TWO[:1]


def test_letters_in_cells_are_tied_to_the_parts_of_one_cell_beside_them():
    text = Element(
        ElementType.TABLE_CELL, [_text("Offer a test.", 6), _text("Patients should rest.", 8)]
    )
    rows = _table((_line("A", 6, 50.0),), (_line("B", 8, 50.0),))
    rows.children[0].children.append(text)
    assert _graded(_sir(rows)) == _TWO


def test_rows_beside_letters_count_in_a_table_that_holds_other_text_as_well():
    prose = (_line("Two trials of 90 people were found.", 6, 50.0), _line("1+", 6, 500.0))
    assert (
        _graded(_sir(_table(prose, (_line("A", 8, 50.0), _text("Offer a test.", 8))))) == _TWO[:1]
    )


def test_letters_below_the_names_of_columns_are_what_these_say():
    names = (_line("Group", 6, 50.0), _text("Care", 6))
    assert _graded(_sir(_table(names, (_line("A", 8, 50.0), _text("Offer a test.", 8))))) == []


def test_a_text_without_a_verb_counts_beside_others_in_the_same_margin():
    lines = ["A Offer a test.", "B Patients should rest.", "B A scan is the first choice."]
    nodes = [_node(_marked(line, row)) for row, line in enumerate(lines, 6)]
    assert _graded(_sir(*nodes)) == [*_TWO, ("B", "A scan is the first choice.")]
    assert _graded(_sir(nodes[2])) == []


def test_a_letter_that_no_key_explains_is_none():
    assert _graded(_sir(_node(_marked("B aspirin should be given.", 6)), key=False)) == []


def test_a_letter_at_the_distance_of_a_word_is_a_word():
    assert _graded(_sir(_node(_marked("A test should be made.", 6, _NEAR)))) == []


def test_a_text_that_reaches_over_another_mark_is_of_neither():
    lines = [_marked("A Offer a test to adults", 6), _text("and to children, and offer", 7)]
    node = _node(*lines, _text("rest to all of them.", 8))
    assert _graded(_sir(node, _node(_line("B", 7, 50.0)))) == []
