"""Text and tables that a break cut are one, whatever stands between their parts."""

from __future__ import annotations

from core.parsing.elements import Element
from core.parsing.structuring.continuation import continue_tables, continue_text
from core.reading.line import Line
from core.sir import ElementType


def line(text: str, page: int) -> Line:
    words = text.split()
    boxes = [(40.0 * at, 100.0, 40.0 * at + 30, 110.0) for at in range(len(words))]
    return Line(page, words, boxes, size=10)


def table(
    rows: list[list[str]], page: int, *, headers: int = 0, columns: str = "0.10,0.50"
) -> Element:
    """A table on one page whose first rows are headers."""
    children: list[Element] = []
    for number, row in enumerate(rows):
        cells = [
            Element(
                ElementType.TABLE_CELL,
                [line(text, page)] if text else [],
                metadata={"row": str(number), "column": str(column)}
                | ({"header": "true"} if number < headers else {}),
            )
            for column, text in enumerate(row)
        ]
        children.append(Element(ElementType.TABLE_ROW, children=cells))
    return Element(ElementType.TABLE, children=children, metadata={"columns": columns})


def paragraph(text: str, page: int, kind: ElementType = ElementType.PARAGRAPH) -> Element:
    return Element(kind, [line(text, page)])


def rows_of(element: Element) -> list[str]:
    return [" ".join(cell.text for cell in row.children) for row in element.children]


HEADER = ["Drug", "Dose"]


def test_rows_keep_their_order_and_their_numbers_count_on_over_three_pages() -> None:
    parts = [table([HEADER, [f"a{n}", f"b{n}"]], n, headers=1) for n in (1, 2, 3)]
    whole, *aside = continue_tables(parts)
    assert rows_of(whole) == ["Drug Dose", "a1 b1", "a2 b2", "a3 b3"]
    numbers = [cell.metadata["row"] for row in whole.children for cell in row.children]
    assert numbers == ["0", "0", "1", "1", "2", "2", "3", "3"]
    assert [element.aside for element in aside] == ["repeated table header"] * 2


def test_a_part_without_header_is_joined() -> None:
    parts = [table([HEADER, ["a", "b"]], 1, headers=1), table([["c", "d"]], 2)]
    (whole,) = continue_tables(parts)
    assert rows_of(whole) == ["Drug Dose", "a b", "c d"]


def test_a_part_with_a_header_of_its_own_is_another_table() -> None:
    first = table([HEADER, ["a", "b"]], 1, headers=1)
    assert len(continue_tables([first, table([["Age", "Sex"], ["c", "d"]], 2, headers=1)])) == 2


def test_the_rest_of_a_row_that_was_cut_is_no_header_of_another_table() -> None:
    rest = table([["(ECG)", "", ""], ["Laundry", "2", "$5"]], 2, headers=1, columns="0.1,0.5,0.8")
    first = table(
        [["Item", "Days", "Price"], ["Electrocardiogram", "2", "$75"]],
        1,
        headers=1,
        columns="0.1,0.5,0.8",
    )
    (whole,) = continue_tables([first, rest])
    assert rows_of(whole)[2:] == ["(ECG)  ", "Laundry 2 $5"]
    headers = ["header" in cell.metadata for row in whole.children for cell in row.children]
    assert headers == [True] * 3 + [False] * 9


def test_two_header_rows_that_are_repeated_are_set_aside() -> None:
    rows = [["Drug", "Dose"], ["name", "mg"]]
    parts = [table([*rows, [f"a{n}", f"b{n}"]], n, headers=2) for n in (1, 2)]
    whole, *aside = continue_tables(parts)
    assert rows_of(whole) == ["Drug Dose", "name mg", "a1 b1", "a2 b2"]
    assert len(aside) == 2


def test_running_text_and_notes_between_two_parts_do_not_part_them() -> None:
    between = [
        paragraph("Page 1", 1, ElementType.PAGE_FOOTER),
        paragraph("A note", 1, ElementType.FOOTNOTE),
        paragraph("6 Permissions", 2),
    ]
    parts = [table([HEADER, ["a", "b"]], 1), *between, table([HEADER, ["c", "d"]], 2)]
    whole, *others = continue_tables(parts)
    assert rows_of(whole) == ["Drug Dose", "a b", "c d"]
    assert others[:3] == between and not any(element.aside for element in between)


def test_a_caption_of_its_own_begins_another_table() -> None:
    caption = paragraph("Table 4. Further doses", 2, ElementType.CAPTION)
    parts = [table([HEADER, ["a", "b"]], 1), caption, table([HEADER, ["c", "d"]], 2)]
    assert continue_tables(parts) == parts and not caption.aside


def test_tables_on_one_page_or_with_other_columns_stay_apart() -> None:
    first = table([HEADER, ["a", "b"]], 1)
    assert len(continue_tables([first, table([["c", "d"]], 1)])) == 2
    assert len(continue_tables([first, table([["c", "d"]], 3)])) == 2
    assert len(continue_tables([first, table([["c", "d"]], 2, columns="0.10,0.70")])) == 2


def text(text: str, page: int, kind: ElementType = ElementType.PARAGRAPH) -> Element:
    words = text.split()
    return Element(kind, [Line(page, words, [(50.0, 50.0, 90.0, 60.0)] * len(words), 10.0)])


def test_a_page_header_does_not_keep_the_parts_of_a_paragraph_apart() -> None:
    before = text("The committee looked at", 1)
    header = text("Guideline 43", 2, ElementType.PAGE_HEADER)
    after = text("the evidence again.", 2)
    found = continue_text([[before], [header], [after]])
    assert [element.text for element in found] == [
        "The committee looked at the evidence again.",
        "Guideline 43",
    ]


def test_a_paragraph_whose_last_line_is_short_has_ended_with_its_page() -> None:
    """A box that ends in signs instead of a full stop, and the next recommendation."""
    lines = ["Give it to all adults who relapse", "Certainty: ⊕⊕○○"]
    ended = Element(ElementType.PARAGRAPH, [line(text, 1) for text in lines])
    whole = Element(
        ElementType.PARAGRAPH, [line(lines[0], 1), line("as soon as they are seen by", 1)]
    )
    below = "Clinicians should agree a plan."
    assert len(continue_text([[ended], [paragraph(below, 2)]])) == 2
    assert len(continue_text([[whole], [paragraph(below, 2)]])) == 1


def test_a_paragraph_that_ends_in_a_reference_mark_has_ended_with_its_column() -> None:
    lines = ["The dose was raised in all", "of them and the effect was seen.4,5"]
    ended = Element(ElementType.PARAGRAPH, [line(text, 1) for text in lines])
    assert len(continue_text([[ended], [paragraph("Others lowered it.", 1)]])) == 2


def test_what_ends_with_a_name_and_its_value_does_not_go_on_in_the_next_column() -> None:
    dates = Element(ElementType.PARAGRAPH, [line("Date: 3 June", 1), line("Due: 17 June", 1)])
    thanks = paragraph("Thank you for your order of these goods", 1)
    assert continue_text([[dates], [thanks]]) == [dates, thanks]
    sender = Element(ElementType.PARAGRAPH, [line("Leith Harbour", 1), line("Pier Street 4", 1)])
    assert continue_text([[sender], [dates]]) == [sender, dates]


def test_a_sentence_with_a_colon_near_its_break_goes_on_in_the_next_column() -> None:
    lines = ["Doctors tell the parents of each child", "Note: give it to nobody without a written"]
    advice = Element(ElementType.PARAGRAPH, [line(text, 1) for text in lines])
    assert len(continue_text([[advice], [paragraph("Consent form", 1)]])) == 1
    lines = ["The act was passed by both houses", "after long debates, in which members of"]
    debate = Element(ElementType.PARAGRAPH, [line(text, 1) for text in lines])
    assert len(continue_text([[debate], [paragraph("Andor stated its aims: lower rents", 1)]])) == 1
