"""Text that a break of a column or page cut."""

from __future__ import annotations

from core.parsing.elements import Element
from core.parsing.structuring.continuation import continue_text
from core.reading.line import Line
from core.sir import ElementType


def paragraph(text: str, page: int, kind: ElementType = ElementType.PARAGRAPH) -> Element:
    words = text.split()
    return Element(kind, [Line(page, words, [(50.0, 50.0, 90.0, 60.0)] * len(words), 10.0)])


def test_a_page_header_does_not_keep_the_parts_of_a_paragraph_apart() -> None:
    before = paragraph("The committee looked at", 1)
    header = paragraph("Guideline 43", 2, ElementType.PAGE_HEADER)
    after = paragraph("the evidence again.", 2)
    found = continue_text([[before], [header], [after]])
    assert [element.text for element in found] == [
        "The committee looked at the evidence again.",
        "Guideline 43",
    ]
