"""Normalised JSON as elements: blocks, pages without them, and what is malformed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from core.errors import SetupError
from core.parsing.adapters.native import NativeElement, NotNative
from core.parsing.adapters.normalised import ADAPTER, convert
from core.sir import ElementType
from tests.core.parsing.adapters.native_checks import options_of, plain_pages

PAGES = plain_pages(3)


def converted(*rows: Any) -> list[NativeElement]:
    return convert(json.dumps({"pages": rows}).encode(), PAGES).elements


def block(kind: str, text: Any, number: int = 1) -> dict[str, Any]:
    return {"type": kind, "text": text, "page_number": number}


def told(elements: list[NativeElement]) -> list[tuple[str, int | None, str, tuple[int, ...]]]:
    return [(each.type.value, each.level, each.text, each.pages) for each in elements]


def test_blocks_are_read_in_their_order_and_say_more_than_the_other_fields() -> None:
    blocks = [block("h1", "Dose"), block("p", "Five mg."), block("h3", "Late", 2)]
    elements = converted({"page_number": 1, "h1": ["Other"], "p": ["Other"], "blocks": blocks})
    assert told(elements) == [
        ("section_header", 1, "Dose", (1,)),
        ("paragraph", None, "Five mg.", (1, 2)),
        ("section_header", 3, "Late", (2,)),
    ]


def test_without_blocks_headings_come_first_then_paragraphs_lists_and_tables() -> None:
    row = {
        "page_number": 3, "table": [[["a", "b"], ["c", "d"]]], "list": [["one", "two"]],
        "p": ["text"], "h3": ["third"], "h2": ["second"], "h1": ["first", "again"],
    }  # fmt: skip
    elements = converted(row)
    assert [each.text or each.type.value for each in elements] == [
        "first", "again", "second", "third", "text", "list", "table",
    ]  # fmt: skip
    assert [item.text for item in elements[5].children] == ["one", "two"]
    assert [[cell.text for cell in row.children] for row in elements[6].children] == [
        ["a", "b"], ["c", "d"],
    ]  # fmt: skip


def test_lists_and_tables_of_blocks_are_lines_and_cells_parted_by_tabs() -> None:
    blocks = [block("list", "• one\n• two"), block("table", "a\tb\nc\td")]
    listed, table = converted({"page_number": 1, "blocks": blocks})
    assert [item.text for item in listed.children] == ["• one", "• two"]
    assert [cell.metadata["column"] for cell in table.children[1].children] == ["0", "1"]


def test_blocks_without_text_are_passed_over_and_unknown_kinds_kept() -> None:
    blocks = [block("p", " "), block("list", "\n"), block("table", ""), block("figure", "A chart")]
    (element,) = converted({"page_number": 1, "blocks": blocks})
    assert element.type is ElementType.MISSING
    assert element.metadata == {"native_class": "figure"}


def test_a_page_that_the_document_does_not_have_is_said() -> None:
    content = {"pages": [{"page_number": 9, "p": ["far"]}]}
    document = convert(json.dumps(content).encode(), PAGES)
    assert document.problems == ["There is no page 9 in this document."]
    assert document.elements[0].pages == ()


MALFORMED = {
    "the field": ([], {}, {"pages": {}}, {"pages": []}),
    r"pages\[0\]: a page is an object": ({"pages": ["x"]},),
    r"pages\[0\], page_number: a whole number": ({"pages": [{}]}, {"pages": [{"page_number": 0}]}),
    r"pages\[0\] \(page 2\), h1: a list": ({"pages": [{"page_number": 2, "h1": "Dose"}]},),
    r"pages\[0\] \(page 2\), p\[1\]: a text": ({"pages": [{"page_number": 2, "p": ["a", 1]}]},),
    r"\(page 2\), list\[0\]: a list": ({"pages": [{"page_number": 2, "list": [[1]]}]},),
    r"table\[0\], row 1: a list": ({"pages": [{"page_number": 2, "table": [[["a"], 5]]}]},),
    r"\(page 2\), blocks: a list": ({"pages": [{"page_number": 2, "blocks": None}]},),
    r"blocks\[0\]: a block is": ({"pages": [{"page_number": 2, "blocks": ["a"]}]},),
    r"blocks\[0\], type: one of h1": ({"pages": [{"page_number": 2, "blocks": [{"text": "a"}]}]},),
    r"blocks\[0\], text: a text": ({"pages": [{"page_number": 2, "blocks": [block("p", None)]}]},),
    r"blocks\[0\], page_number": ({"pages": [{"page_number": 2, "blocks": [block("p", "", -1)]}]},),
}


@pytest.mark.parametrize("words", MALFORMED)
def test_what_is_malformed_is_refused_with_page_and_field(words: str) -> None:
    for content in MALFORMED[words]:
        with pytest.raises(NotNative, match=words):
            convert(json.dumps(content).encode(), PAGES)


def test_it_cannot_be_run_and_says_what_to_do() -> None:
    options = options_of(ADAPTER)
    assert "bring a file" in ADAPTER.missing(options)
    assert ADAPTER.price(3, options) == 0
    with pytest.raises(SetupError, match="bring a file"):
        ADAPTER.run(None, options, None)  # pyrefly: ignore[bad-argument-type]
