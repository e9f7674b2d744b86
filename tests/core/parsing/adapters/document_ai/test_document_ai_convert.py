"""Recorded and made answers of Document AI as elements."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from core.parsing.adapters.document_ai.convert import convert
from core.parsing.adapters.document_ai.ranges import Ranges
from core.sir import ElementType
from tests.core.parsing.adapters.native_checks import (
    check_elements,
    check_mutations,
    letters,
    pages_of,
    plain_pages,
    share_of_boxes_with_their_words,
    text_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from core.parsing.adapters.native import NativeDocument

LAYOUT = "layout_parser.json"
INVOICE = "toolbox_invoice_test-0.json"


def _block_texts(value: Any) -> Iterator[str]:
    """All texts of blocks below a value, in their order."""
    if isinstance(value, dict):
        if isinstance(value.get("text"), str):
            yield value["text"]
        for child in value.values():
            yield from _block_texts(child)
    elif isinstance(value, list):
        for child in value:
            yield from _block_texts(child)


def test_the_layout_keeps_its_text_in_order(data: Path):
    content = (data / "native/docai" / LAYOUT).read_bytes()
    pages = plain_pages(15)
    document = convert(content, pages)
    check_elements(document, pages)
    native = letters(_block_texts(json.loads(content)["documentLayout"]))
    assert letters([text_of(document)]) == native
    assert document.problems == []
    headings = {each.text: (each.level, each.pages) for each in document.elements if each.level}
    assert headings == {
        "CHAPTER I": (1, (1,)),
        "WE ARE INTRODUCED": (2, (5,)),
        "WINNIE-THE-POOH": (1, (8,)),
    }
    assert ElementType.PAGE_HEADER in {element.type for element in document.elements}


def test_pages_that_the_document_does_not_have_are_named(data: Path):
    folder = data / "native/docai"
    pages = pages_of(folder / "Winnie_the_Pooh_3_Pages.pdf")
    document = convert((folder / LAYOUT).read_bytes(), pages)
    assert document.problems[0].startswith("The document has no pages 4, 5")
    assert len(document.elements) == len(convert((folder / LAYOUT).read_bytes(), []).elements)


def test_an_invoice_keeps_each_character_once(data: Path):
    folder = data / "native/docai"
    content = (folder / INVOICE).read_bytes()
    pages = pages_of(folder / "toolbox_invoice_test.pdf")
    document = convert(content, pages)
    check_elements(document, pages)
    native = json.loads(content)["text"]
    assert Counter(letters([text_of(document)])) == Counter(letters([native]))
    assert document.problems == []


def test_boxes_of_an_invoice_lie_on_their_words(data: Path):
    folder = data / "native/docai"
    pdf = folder / "toolbox_invoice_test.pdf"
    document = convert((folder / INVOICE).read_bytes(), pages_of(pdf))
    assert share_of_boxes_with_their_words(document, pdf) >= 0.9


def test_an_invoice_has_its_table_fields_entities_and_lines(data: Path):
    folder = data / "native/docai"
    pages = pages_of(folder / "toolbox_invoice_test.pdf")
    document = convert((folder / INVOICE).read_bytes(), pages)
    (table,) = [each for each in document.elements if each.type is ElementType.TABLE]
    rows = [[cell.text for cell in row.children] for row in table.children]
    assert rows[0] == ["Item Description", "Quantity", "Price", "Amount"]
    assert rows[3] == ["Resource C", "50", "$12.00", "$600.00"]
    assert rows[6] == ["", "", "BALANCE DUE", "$2140.00"]
    assert {cell.metadata.get("header") for cell in table.children[0].children} == {"true"}
    assert all(cell.boxes for row in table.children for cell in row.children)
    fields = [each.text for each in document.elements if each.type is ElementType.KEY_VALUE]
    assert "TERMS: 6 month contract" in fields
    assert "TO: John Doe\njohndoe@email.com" in fields
    due = next(each for each in document.elements if each.text.startswith("DUE"))
    assert due.metadata["entities"] == "due_date"
    address = next(each for each in document.elements if each.text.startswith("ADDRESS: 222"))
    assert address.type is ElementType.PARAGRAPH
    assert len(address.boxes[0].spans) == 2


def _converted(value: object, pages: int = 1) -> NativeDocument:
    return convert(json.dumps(value).encode(), plain_pages(pages, 100, 200))


def _text(text: str, kind: str = "paragraph", page: int = 1, **more: Any) -> dict[str, Any]:
    block = {"text": text, "type": kind, **more}
    return {"textBlock": block, "pageSpan": {"pageStart": page, "pageEnd": page}}


def _snake(value: Any) -> Any:
    if isinstance(value, list):
        return [_snake(child) for child in value]
    if not isinstance(value, dict):
        return value
    names = {name: "".join(f"_{c.lower()}" if c.isupper() else c for c in name) for name in value}
    return {names[name]: _snake(child) for name, child in value.items()}


INNER = {"listBlock": {"listEntries": [{"blocks": [_text("in")]}]}}
BLOCKS = [
    _text("Report", "title"),
    _text("1.2 Doses", "heading-1", blocks=[_text("A")]),
    {
        "listBlock": {
            "type": "ordered",
            "listEntries": [
                {"blocks": [_text("one"), INNER]},
                {"blocks": [_text("two")]},
            ],
        },
        "pageSpan": {"pageStart": 1, "pageEnd": 1},
    },
    {
        "tableBlock": {
            "caption": "Table 1",
            "headerRows": [{"cells": [{"blocks": [_text("H")], "colSpan": 2}]}],
            "bodyRows": [
                {"cells": [{"blocks": [_text("a")], "rowSpan": 2}, {"blocks": [_text("b")]}]},
                {"cells": [{"blocks": [_text("c")]}]},
            ],
        },
        "pageSpan": {"pageStart": 1, "pageEnd": 1},
        "boundingBox": {
            "normalizedVertices": [{}, {"x": 0.5}, {"x": 0.5, "y": 0.25}, {"y": 0.25}]
        },
    },
    {"imageBlock": {"imageText": "Axis", "annotations": {"description": "A chart"}}},
    _text("new", "sidebar"),
    {"videoBlock": {"text": "later"}},
]  # fmt: skip


@pytest.mark.parametrize("written", [lambda value: value, _snake])
def test_blocks_of_all_kinds_in_both_ways_of_writing(written: Any):
    document = _converted(written({"document": {"documentLayout": {"blocks": BLOCKS}}}))
    kinds = [(element.type.value, element.text, element.level) for element in document.elements]
    assert kinds == [
        ("title", "Report", 1),
        ("section_header", "1.2 Doses", 2),
        ("paragraph", "A", None),
        ("list", "", None),
        ("caption", "Table 1", None),
        ("table", "", None),
        ("figure", "Axis", None),
        ("missing", "new", None),
        ("missing", "later", None),
    ]
    items = [each.text for each in document.elements[3].walk() if each.text]
    assert items == ["one", "in", "two"]
    table = document.elements[5]
    assert document.elements[4].caption_of is table
    assert table.boxes[0].edges == pytest.approx((0, 0, 0.5, 0.25))
    cells = [cell for row in table.children for cell in row.children]
    places = [(cell.text, cell.metadata["row"], cell.metadata["column"]) for cell in cells]
    assert places == [("H", "0", "0"), ("a", "1", "0"), ("b", "1", "1"), ("c", "2", "1")]
    assert cells[0].metadata["column_span"] == "2"
    assert document.elements[6].metadata == {"description": "A chart"}


def test_answers_for_parts_are_put_together_with_their_pages():
    parts = [
        {"pageOffset": 0, "document": {"documentLayout": {"blocks": [_text("a")]}}},
        {"pageOffset": 1, "document": {"documentLayout": {"blocks": [_text("b")]}}},
    ]
    document = _converted(parts, 3)
    assert [(each.text, each.pages) for each in document.elements] == [("a", (1,)), ("b", (2,))]
    assert document.problems == ["The output says nothing of page 3."]


def test_chunks_are_read_where_there_is_no_layout():
    chunk = {
        "content": "# A\n\nwords",
        "pageSpan": {"pageStart": 1, "pageEnd": 2},
        "pageHeaders": [{"text": "Journal", "pageSpan": {"pageStart": 1, "pageEnd": 1}}],
    }
    document = _converted({"chunkedDocument": {"chunks": [chunk]}}, 2)
    kinds = [(each.type.value, each.text, each.pages) for each in document.elements]
    assert kinds == [
        ("page_header", "Journal", (1,)),
        ("section_header", "A", (1, 2)),
        ("paragraph", "words", (1, 2)),
    ]


def test_text_that_nothing_stands_for_and_pixels_and_pictures():
    vertices = [{"x": 10, "y": 20}, {"x": 60}, {"x": 60, "y": 40}]
    layout = {
        "textAnchor": {"textSegments": [{"endIndex": "3"}]},
        "boundingPoly": {"vertices": vertices},
    }
    page = {
        "pageNumber": 1,
        "dimension": {"width": 100, "height": 200},
        "lines": [{"layout": layout}],
        "visualElements": [{"type": "filled_checkbox", "layout": layout}],
    }
    document = _converted({"text": "one two", "pages": [page]})
    line, rest, visual = document.elements
    assert (line.text, line.boxes[0].edges) == ("one", pytest.approx((0.1, 0, 0.6, 0.2)))
    assert (rest.text, rest.boxes) == ("two", ())
    assert visual.metadata == {"native_class": "filled_checkbox"}


def test_boxes_of_a_page_of_another_shape_are_left_out():
    layout = {
        "textAnchor": {"textSegments": [{"endIndex": "3"}]},
        "boundingPoly": {"normalizedVertices": [{}, {"x": 1, "y": 1}]},
    }
    page = {"pageNumber": 1, "dimension": {"width": 200, "height": 100}}
    document = _converted({"text": "one", "pages": [{**page, "lines": [{"layout": layout}]}]})
    assert document.elements[0].boxes == ()
    assert "page 1 turned" in document.problems[0]


def test_ranges_are_taken_once():
    taken = Ranges()
    assert taken.take([(2, 5)]) == [(2, 5)]
    assert taken.take([(0, 10)]) == [(0, 2), (5, 10)]
    assert taken.take([(1, 9)]) == []
    assert not taken.is_free([(9, 11)])
    assert taken.is_free([(10, 11)])
    assert taken.take([(20, 22), (12, 13)]) == [(20, 22), (12, 13)]
    assert taken.gaps(25) == [(10, 12), (13, 20), (22, 25)]


def test_damaged_values_raise_nothing_else(data: Path):
    invoice = json.loads((data / "native/docai" / INVOICE).read_bytes())
    invoice["pages"][0].pop("image")  # Half of the file, which nothing looks at.
    check_mutations(convert, json.dumps(invoice).encode(), 20)
    check_mutations(convert, json.dumps({"documentLayout": {"blocks": BLOCKS}}).encode(), 80)


@pytest.mark.timeout(60)
def test_many_overlapping_ranges_and_deep_blocks_take_seconds():
    everything = {"textAnchor": {"textSegments": [{"endIndex": 15_000}]}}
    some = [
        {"textAnchor": {"textSegments": [{"startIndex": at, "endIndex": at + 1}]}}
        for at in range(0, 15_000, 2)
    ]
    cells = [{"cells": [{"layout": layout}]} for layout in some]
    page = {
        "pageNumber": 1,
        "tables": [{"bodyRows": cells}],
        "formFields": [{"fieldName": everything}] * 10_000,
        "paragraphs": [{"layout": everything}] * 10_000,
    }
    document = _converted({"text": "ab" * 7_500, "pages": [page]})
    assert len(letters([text_of(document)])) == 15_000
    block = _text("deepest")
    for _ in range(40):
        block = _text("x", blocks=[block])
    assert _converted({"documentLayout": {"blocks": [block]}}).elements[-1].text == "deepest"
