from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.parsing.builder import build
from core.parsing.elements import Element
from core.reading.line import Line
from core.sir import ElementType, Page, Sir
from tests.core.parsing.papers import check

PAGES = [Page(1, 100.0, 200.0, "1"), Page(2, 100.0, 200.0, "2")]


def line(text: str, page: int = 1, top: float = 0.0) -> Line:
    words = text.split()
    boxes = [(10.0 * i, top, 10.0 * i + 8, top + 10) for i in range(len(words))]
    return Line(page, words, boxes)


def heading(text: str, level: int) -> Element:
    return Element(ElementType.SECTION_HEADER, [line(text)], level)


def paragraph(*lines: Line, aside: str = "") -> Element:
    return Element(ElementType.PARAGRAPH, list(lines), aside=aside)


def lineage(sir: Sir, text: str) -> list[str]:
    index = next(i for i, node in enumerate(sir.nodes) if node.text == text)
    return [sir.nodes[i].text for i in sir.lineage(index)]


def test_a_heading_ends_those_of_its_own_level_and_below() -> None:
    flow = [heading("One", 1), heading("Deep", 3), heading("Two", 2), paragraph(line("text"))]
    assert lineage(build("d", PAGES, flow), "text") == ["One", "Two"]


def test_text_before_the_first_heading_hangs_on_the_root() -> None:
    assert lineage(build("d", PAGES, [paragraph(line("text")), heading("One", 1)]), "text") == []


def test_a_hyphenated_word_has_a_piece_on_both_of_its_lines() -> None:
    sir = build("d", PAGES, [paragraph(line("a treat-"), line("ment helps", 2))])
    assert sir.nodes[1].text == "a treatment helps"
    boxes = sir.line_boxes(sir.words_between(1, 2, 11))
    assert [(box.page, round(box.left, 2)) for box in boxes] == [(1, 0.1), (2, 0.0)]


def test_words_from_right_to_left_stand_in_visual_order_in_their_line() -> None:
    words = Line(1, ["first", "second"], [(50.0, 0, 90.0, 10), (0.0, 0, 40.0, 10)], rtl=True)
    sir = build("d", PAGES, [paragraph(words)])
    assert sir.nodes[1].text == "first second"
    assert list(sir.words_between(1, 0, 5)) == [1]
    assert sir.words.boxes[0, 0] < sir.words.boxes[1, 0]


def test_elements_set_aside_come_behind_the_flow_with_a_reason() -> None:
    sir = build("d", PAGES, [paragraph(line("gone"), aside="hidden"), paragraph(line("kept"))])
    assert sir.flow == 2
    assert sir.nodes[2].text == "gone" and sir.nodes[2].metadata["aside"] == "hidden"


def test_tables_are_locked_and_hold_their_rows_and_cells() -> None:
    cell = Element(ElementType.TABLE_CELL, [line("x")])
    row = Element(ElementType.TABLE_ROW, children=[cell])
    sir = build("d", PAGES, [Element(ElementType.TABLE, children=[row])])
    kinds = [node.type for node in sir.nodes]
    assert kinds == ["root", "table", "table_row", "table_cell"]
    assert [node.locked for node in sir.nodes] == [False, True, False, False]


LINES = st.lists(st.sampled_from(["a b", "word-", "same", "x y z"]), min_size=1, max_size=3)
ELEMENT = st.tuples(st.sampled_from([None, 1, 2, 3]), LINES, st.booleans())


@given(st.lists(ELEMENT, max_size=12))
def test_every_document_keeps_the_promises_of_the_contract(
    drawn: list[tuple[int | None, list[str], bool]],
) -> None:
    def elements() -> list[Element]:
        return [
            Element(
                ElementType.SECTION_HEADER if level else ElementType.PARAGRAPH,
                [line(text) for text in rows],
                level,
                aside="hidden" if aside else "",
            )
            for level, rows, aside in drawn
        ]

    sir = build("d", PAGES, elements())
    check(sir)
    again = build("d", PAGES, elements())
    assert [node.id for node in sir.nodes] == [node.id for node in again.nodes]
    assert all(int(sir.subtree_end[i]) > i for i in range(sir.flow))
