"""Recorded and made results of LlamaParse, of both its interfaces, as elements."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from core.parsing.adapters.llamaparse.convert import convert
from core.sir import ElementType
from tests.core.parsing.adapters.native_checks import (
    check_elements,
    check_mutations,
    letters,
    plain_pages,
    text_of,
    words,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from core.parsing.adapters.native import NativeDocument

FILES = {"tour_items.json": 612, "trimmed_2026.json": 609.23, "uber_page1.json": 612}


def _texts(item: Any) -> Iterator[str]:
    """All values and cells below a value."""
    if isinstance(item, list):
        for child in item:
            yield from _texts(child)
    elif isinstance(item, dict):
        yield from (item[name] for name in ("value",) if isinstance(item.get(name), str))
        for row in item.get("rows") or []:
            yield from map(str, row)
        yield from _texts(item.get("items"))
        yield from _texts(item.get("pages"))


@pytest.mark.parametrize("name", FILES)
def test_a_recorded_result_keeps_all_of_its_words(data: Path, name: str):
    content = (data / "native/llamaparse" / name).read_bytes()
    pages = plain_pages(35, FILES[name], 792)
    document = convert(content, pages)
    check_elements(document, pages)
    native = " ".join(_texts(json.loads(content)))
    assert len(native) > 50
    said = text_of(document)
    joined = letters([said])
    assert not {word for word in words(native) - words(said) if word not in joined}


def test_all_recorded_results_are_looked_at(data: Path):
    assert {path.name for path in (data / "native/llamaparse").glob("*.json")} == set(FILES)


def test_levels_rows_and_a_box_without_numbers_of_a_recorded_result(data: Path):
    content = (data / "native/llamaparse/tour_items.json").read_bytes()
    document = convert(content, plain_pages(35))
    levels = {each.text: each.level for each in document.elements if each.level}
    assert levels == {
        "PROPOSED BUDGET": 1,
        "LONDON N. BREED": 2,
        "MAYOR'S OFFICE OF PUBLIC POLICY AND FINANCE": 3,
    }
    first, second = (each for each in document.elements if each.type is ElementType.TABLE)
    assert [cell.text for cell in first.children[2].children] == [
        "Deputy Budget Director",
        "Sally Ma",
    ]
    assert [row.children[0].metadata.get("header") for row in first.children[:2]] == ["true", None]
    assert first.boxes[0].edges == pytest.approx((118 / 612, 375.2 / 792, 291.5 / 612, 663 / 792))
    assert (second.boxes, second.pages) == ((), (35,))
    assert document.problems == [
        "The output says nothing of pages 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 and 21 more."
    ]


def test_boxes_in_the_unit_of_their_own_page_have_their_lines_and_class(data: Path):
    content = (data / "native/llamaparse/trimmed_2026.json").read_bytes()
    title = convert(content, plain_pages(2, 609.23, 792)).elements[0]
    assert (title.type, title.text, title.level) == (ElementType.TITLE, "Hello LiteOCR", 1)
    assert title.boxes[0].left == pytest.approx(0.060178)
    assert title.boxes[0].bottom == pytest.approx((56.553 + 40.835) / 1300)
    assert len(title.boxes[0].spans) == 1


def _first(*items: dict[str, Any], **page: Any) -> NativeDocument:
    value = {"pages": [{"page": 1, "width": 100, "height": 200, "items": items, **page}]}
    return convert(json.dumps(value).encode(), plain_pages(1, 50, 100))


def test_the_three_coordinate_spaces_meet_on_the_page():
    picture = {
        "x": 20, "y": 40, "width": 50, "height": 100, "original_width": 500,
        "original_height": 500, "ocr": [{"x": 250, "y": 0, "w": 250, "h": 50, "text": "Axis"}],
    }  # fmt: skip
    layout = [
        {"label": "figure", "bbox": {"x": 0.2, "y": 0.2, "w": 0.5, "h": 0.5}},
        {"label": "figure", "bbox": {"x": 0.8, "y": 0.8, "w": 0.1, "h": 0.1}},
        {"label": "figure", "bbox": {"x": 0, "y": 0, "w": 1, "h": 1}, "isLikelyNoise": True},
        {"label": "text", "bbox": {"x": 0, "y": 0, "w": 1, "h": 1}},
    ]
    screenshot = {"type": "full_page_screenshot", "x": 0, "y": 0, "width": 100, "height": 200}
    document = _first(images=[picture, screenshot], layout=layout)
    first, second = document.elements
    assert (first.type, first.text) == (ElementType.FIGURE, "Axis")
    assert first.boxes[0].edges == pytest.approx((0.2, 0.2, 0.7, 0.7))
    assert first.boxes[0].spans[0].edges == pytest.approx((0.45, 0.2, 0.7, 0.25))
    assert second.boxes[0].edges == pytest.approx((0.8, 0.8, 0.9, 0.9))


def test_words_of_a_picture_that_an_item_has_are_not_repeated():
    picture = {"x": 0, "y": 0, "width": 9, "height": 9, "ocr": [{"text": "Axis"}]}
    document = _first({"type": "text", "value": "The Axis"}, images=[picture])
    assert [element.text for element in document.elements] == ["The Axis", ""]


def test_header_footer_and_printed_number_come_where_no_item_has_them():
    document = _first(
        {"type": "text", "value": "Body Journal"},
        pageHeaderMarkdown="**Journal**",
        pageFooterMarkdown="Footer",
        printedPageNumber="7",
    )
    kinds = [(element.type, element.text) for element in document.elements]
    assert kinds == [
        (ElementType.PARAGRAPH, "Body Journal"),
        (ElementType.PAGE_FOOTER, "Footer"),
        (ElementType.PAGE_FOOTER, "7"),
    ]


def test_text_items_give_lists_and_paragraphs_without_marks():
    document = _first({"type": "text", "md": "A **b**\n\n- one\n- two", "value": "A b"})
    paragraph, items = document.elements
    assert paragraph.text == "A b"
    assert [item.text for item in items.children] == ["one", "two"]
    assert _first({"type": "code", "value": "x = 1"}).elements[0].metadata == {
        "native_class": "code"
    }


def test_a_table_in_html_keeps_its_spans():
    html = "<table><tr><th colspan=2>Dose</th></tr><tr><td>2</td><td>mg</td></tr></table>"
    (table,) = _first({"type": "table", "html": html, "rows": [["Dose"]]}).elements
    assert table.children[0].children[0].metadata["column_span"] == "2"


def test_the_second_interface_gives_the_same_elements():
    box = [{"x": 10, "y": 20, "w": 20, "h": 20, "label": "text"}]
    value = {
        "job": {"id": "1", "status": "COMPLETED"},
        "items": {
            "pages": [
                {
                    "page_number": 1, "page_width": 100, "page_height": 200, "success": True,
                    "items": [
                        {"type": "header", "md": "H", "items": [{"type": "text", "md": "H"}]},
                        {"type": "heading", "md": "# 1.1 A", "value": "1.1 A", "level": 1},
                        {
                            "type": "list", "md": "- a\n  - b", "ordered": False,
                            "items": [
                                {"type": "text", "md": "- a", "value": "a"},
                                {"type": "list", "items": [{"type": "text", "value": "b"}]},
                            ],
                        },
                        {"type": "table", "rows": [["n", None], [1, 2.5]], "md": "", "bbox": box},
                        {"type": "image", "caption": "Fig. 1", "url": "u", "bbox": box},
                        {"type": "link", "text": "site", "url": "https://x.example"},
                    ],
                },
                {"page_number": 2, "success": False, "error": "out of time"},
            ]
        },
        "markdown": {"pages": [{"page_number": 3, "markdown": "# Three\n\nwords"}]},
    }  # fmt: skip
    document = convert(json.dumps(value).encode(), plain_pages(4, 100, 200))
    kinds = [(element.type.value, element.text, element.level) for element in document.elements]
    assert kinds == [
        ("page_header", "H", None),
        ("section_header", "1.1 A", 2),
        ("list", "", None),
        ("table", "", None),
        ("figure", "", None),
        ("caption", "Fig. 1", None),
        ("paragraph", "site", None),
        ("section_header", "Three", 1),
        ("paragraph", "words", None),
    ]
    inner = [each.text for each in document.elements[2].walk() if each.text]
    assert inner == ["a", "b"]
    assert [cell.text for cell in document.elements[3].children[1].children] == ["1", "2.5"]
    assert document.elements[5].caption_of is document.elements[4]
    assert document.elements[4].boxes[0].edges == pytest.approx((0.1, 0.1, 0.3, 0.2))
    assert document.problems == [
        "Page 2 was not read whole by LlamaParse: out of time.",
        "The output says nothing of pages 2 and 4.",
    ]


def test_text_alone_gives_paragraphs():
    value = {"pages": [{"page": 1, "text": "  A    b\n  c\n\n   d"}]}
    document = convert(json.dumps(value).encode(), plain_pages(1))
    assert [element.text for element in document.elements] == ["A b c", "d"]


def test_boxes_of_a_page_that_was_turned_are_left_out():
    box = {"x": 1, "y": 1, "w": 9, "h": 9}
    document = _first({"type": "text", "value": "a", "bBox": box}, originalOrientationAngle=90)
    assert document.elements[0].boxes == ()
    assert "page 1 turned" in document.problems[0]


def test_damaged_values_raise_nothing_else(data: Path):
    for name in ("tour_items.json", "trimmed_2026.json"):
        check_mutations(convert, (data / "native/llamaparse" / name).read_bytes(), 40)


@pytest.mark.timeout(60)
def test_30_000_items_take_seconds():
    box = {"x": 1, "y": 1, "w": 9, "h": 9}
    items = [{"type": kind, "value": "x", "bBox": box} for kind in ("text", "image")] * 15_000
    assert len(_first(*items, images=[box] * 1000).elements) >= 30_000
