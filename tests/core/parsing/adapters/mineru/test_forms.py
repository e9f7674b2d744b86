"""Every form that MinerU writes, in small: what becomes of each type of block."""

from __future__ import annotations

import json
from typing import Any

import pytest

from core.parsing.adapters import get_adapter
from core.parsing.adapters.mineru.elements import CLASSES
from core.parsing.adapters.native import NATIVE_CLASS
from core.sir import ElementType, Page
from tests.core.parsing.adapters.mineru.samples import (
    PIPELINE,
    VLM,
    block,
    line,
    middle,
    placed,
    read,
    shown,
    words_in,
)
from tests.core.parsing.adapters.native_checks import check_elements, plain_pages

TABLE = "<table><tr><td rowspan='2'>a</td><td>b</td></tr><tr><td>50\\%</td></tr></table>"


@pytest.mark.parametrize("kind", [*CLASSES, "phonetic", "discarded", "aside_text", "of tomorrow"])
def test_every_type_of_block_has_a_class_and_keeps_its_text(kind: str) -> None:
    document = read(middle([words_in(kind, "Some words")]))
    element = next(e for e in document.walk() if e.text == "Some words")
    check_elements(document, plain_pages(1))
    assert element.metadata.get(NATIVE_CLASS, "") == ("" if kind in CLASSES else kind)


def test_words_broken_at_a_line_end_are_made_whole_and_formulas_stay() -> None:
    lines = [
        line("The effect of afforesta-", (60, 80, 300, 90)),
        line("tion on well-", (60, 92, 300, 102)),
        line("known basins of", (60, 104, 300, 114)),
        line("Q_{50}", (60, 116, 300, 126), kind="inline_equation"),
    ]
    other = words_in("text", "Afforestation is well-known.")
    document = read(middle([block("text", *lines), other]))
    assert document.elements[0].text == (
        "The effect of afforestation on well-known basins of $Q_{50}$"
    )
    assert len(document.elements[0].boxes[0].spans) == 4


def test_lines_of_scripts_without_spaces_are_joined_without_one() -> None:
    document = read(middle([words_in("text", "公司主要会", "计数据")]))
    assert shown(document, ElementType.PARAGRAPH) == ["公司主要会计数据"]


def test_lines_that_went_to_an_earlier_block_stand_in_the_columns_they_came_from() -> None:
    first = block(
        "text",
        line("left column", (60, 700, 280, 712)),
        line("right column", (320, 80, 540, 92)),
        line("next page", (60, 82, 280, 94), span={"cross_page": True}),
        box=[60, 700, 280, 730],
    )
    second = block("text", box=[320, 78, 540, 110], lines_deleted=True)
    third = block("text", box=[60, 78, 280, 100], lines_deleted=True)
    header = words_in("discarded", "Journal")
    value = middle([words_in("title", "1 A"), first, second], [third])
    value["pdf_info"][0]["discarded_blocks"] = [header]
    document = read(value, 2)
    paragraph = next(e for e in document.elements if e.type is ElementType.PARAGRAPH)
    assert placed(paragraph) == [(1, 60, 700), (1, 320, 78), (2, 60, 78)]
    assert [len(box.spans) for box in paragraph.boxes] == [1, 1, 1]


def test_lists_hold_their_items_by_lines_or_by_blocks_and_lists_in_items() -> None:
    by_lines = block(
        "list",
        line("a) one", (60, 80, 300, 90), is_list_start_line=True),
        line("goes on", (60, 92, 300, 102)),
        line("b) two", (60, 104, 300, 114), is_list_start_line=True),
    )
    inner = block("list", blocks=[words_in("text", "inner")])
    by_blocks = block("list", blocks=[words_in("text", "three"), inner, words_in("text", "four")])
    document = read(middle([by_lines, by_blocks]))
    first, second = document.elements
    assert [item.text for item in first.children] == ["a) one goes on", "b) two"]
    assert placed(first.children[1]) == [(1, 60, 104)]
    assert [item.text for item in second.children] == ["three", "four"]
    assert shown(document, ElementType.LIST_ITEM)[2:] == ["three", "inner", "four"]
    assert second.children[0].children[0].type is ElementType.LIST


def test_references_become_a_list_of_references() -> None:
    grouped = block("list", blocks=[words_in("ref_text", "[1] A.")], sub_type="ref_text")
    loose = [words_in("ref_text", "[2] B."), words_in("ref_text", "[3] C.")]
    document = read(middle([grouped, *loose]), parser=VLM)
    assert [e.type for e in document.elements] == [ElementType.REFERENCE_LIST] * 2
    assert shown(document, ElementType.REFERENCE_ITEM) == ["[1] A.", "[2] B.", "[3] C."]


def table_block() -> dict[str, Any]:
    span = {"type": "table", "html": TABLE, "bbox": [60, 80, 300, 200]}
    body = block("table_body", {"bbox": [60, 80, 300, 200], "spans": [span]}, index=3)
    notes = [words_in("table_footnote", "a note", index=4)]
    return block("table", blocks=[words_in("table_caption", "Table 1", index=2), body, *notes])


def test_a_table_stands_between_its_caption_and_its_notes() -> None:
    caption, table, note = read(middle([table_block()])).elements
    assert (caption.text, note.text) == ("Table 1", "a note")
    assert caption.caption_of is table
    rows = [[(cell.text, cell.metadata) for cell in row.children] for row in table.children]
    assert rows[0][0] == ("a", {"row": "0", "column": "0", "row_span": "2"})
    assert rows[1][0] == ("50%", {"row": "1", "column": "1"})


def test_text_of_a_table_outside_of_its_cells_is_kept() -> None:
    html = f"Before <table><caption>Named</caption><tr><td>x</td></tr></table>{TABLE} after"
    span = {"type": "table", "html": html}
    document = read(middle([block("table_body", {"spans": [span]}), block("table_body")]))
    table = document.elements[0]
    assert table.text == "Named Before after"
    assert [c.text for c in table.walk() if c.type is ElementType.TABLE_CELL] == [
        "x", "a", "b", "50%"
    ]  # fmt: skip
    assert [row.children[0].metadata["row"] for row in table.children] == ["0", "1", "2"]


def test_blocks_within_a_picture_are_kept_beside_it() -> None:
    body = block("image_body", blocks=[words_in("text", "A label")])
    figure, label = read(middle([block("image", blocks=[body])])).elements
    assert (figure.type, label.text) == (ElementType.FIGURE, "A label")


def test_code_keeps_its_lines_and_its_caption() -> None:
    body = words_in("code_body", "def f():\n    return 1")
    caption = words_in("code_caption", "Listing 1")
    code = block("code", blocks=[body, caption], sub_type="code")
    document = read(middle([code]), parser=VLM)
    holder = next(e for e in document.elements if e.type is ElementType.MISSING)
    assert holder.text == "def f():\n    return 1"
    assert [e.caption_of for e in document.elements if e.type is ElementType.CAPTION] == [holder]


def test_a_description_of_a_picture_is_text_of_the_figure() -> None:
    body = block("image_body", line("A bar chart.", (60, 80, 300, 200), kind="image"))
    document = read(middle([block("image", blocks=[body])], _backend="vlm"), parser=VLM)
    assert shown(document, ElementType.FIGURE) == ["A bar chart."]


def test_levels_that_the_parser_gives_are_taken() -> None:
    titles = [words_in("title", "Results", level=3), words_in("title", "2.1.4 Depth")]
    document = read(middle([*titles, words_in("doc_title", "A paper")]))
    assert [e.level for e in document.elements] == [3, 3, 1]


def test_content_lists_of_old_and_new_versions_are_read() -> None:
    items = [
        {"type": "text", "text": "1 Heading", "text_level": 1, "page_idx": 0},
        {"type": "text", "text": "5 \\* 4 is $a\\_b$", "page_idx": 0, "bbox": [100, 100, 500, 200]},
        {"type": "text", "text": "a) one  \nb) two", "page_idx": 0},
        {"type": "equation", "text": "$$\nx = 1\n$$", "text_format": "latex", "page_idx": 0},
        {"type": "image", "img_path": "x.jpg", "img_caption": ["Fig. 1"], "page_idx": 0},
        {"type": "table", "table_body": TABLE, "table_caption": ["Tab. 1"], "page_idx": 1},
        {"type": "code", "sub_type": "code", "code_body": "```py\nx\n```", "code_caption": ["L"]},
        {"type": "list", "sub_type": "text", "list_items": ["c", "d"], "page_idx": 1},
        {"type": "page_number", "text": "7", "page_idx": 1},
    ]
    document = read(items, 2)
    check_elements(document, plain_pages(2))
    texts = [(e.type.value, e.text) for e in document.walk() if e.text]
    assert texts == [
        ("section_header", "1 Heading"),
        ("paragraph", "5 * 4 is $a\\_b$"),
        ("list_item", "a) one"),
        ("list_item", "b) two"),
        ("formula", "x = 1"),
        ("caption", "Fig. 1"),
        ("table_cell", "a"),
        ("table_cell", "b"),
        ("table_cell", "50%"),
        ("caption", "Tab. 1"),
        ("missing", "x"),
        ("caption", "L"),
        ("list_item", "c"),
        ("list_item", "d"),
        ("page_footer", "7"),
    ]
    box = document.elements[1].boxes[0]
    assert (box.left, box.top, box.right, box.bottom) == pytest.approx((0.1, 0.1, 0.5, 0.2))
    assert document.elements[0].pages == (1,)
    described = [e.caption_of.type.value for e in document.elements if e.caption_of]
    assert described == ["figure", "table", "missing"]


def test_content_lists_of_version_two_are_read() -> None:
    spans = [{"type": "text", "content": "See "}, {"type": "equation_inline", "content": "x^2"}]
    page = [
        {"type": "title", "content": {"title_content": spans[:1], "level": 2}},
        {"type": "paragraph", "content": {"paragraph_content": spans}, "bbox": [0, 0, 500, 500]},
        {"type": "equation_interline", "content": {"math_content": "y", "math_type": "latex"}},
        {"type": "table", "content": {"html": TABLE, "table_caption": spans[:1]}},
        {
            "type": "list",
            "content": {
                "list_type": "reference_list",
                "list_items": [{"item_type": "text", "item_content": spans[:1]}],
            },
        },
        {"type": "page_header", "content": {"page_header_content": spans[:1]}},
    ]
    document = read([page, []], 2)
    check_elements(document, plain_pages(2))
    assert [e.type.value for e in document.elements] == [
        "section_header", "paragraph", "formula", "table", "caption", "reference_list",
        "page_header",
    ]  # fmt: skip
    assert document.elements[1].text == "See $x^2$"
    assert document.elements[0].level == 2
    assert not document.problems


def test_the_form_of_version_4_is_read() -> None:
    def words(text: str, **more: Any) -> dict[str, Any]:
        content = [{"type": "text", "content": text}]
        return {"type": "text", "bbox": [0.1, 0.1, 0.5, 0.2], "content": content, **more}

    table = [
        {"type": "table_body", "content": TABLE, "bbox": [0.1, 0.3, 0.5, 0.4]},
        words("Table 1", type="table_caption"),
    ]
    value = {
        "schema": "docvortex.middle",
        "metadata": {"producer": {"name": "mineru", "version": "4.0.12"}},
        "pages": [
            {
                "page_idx": 0,
                "blocks": [
                    words("1.2 Part", type="paragraph_title", level=2),
                    words("begins and"),
                    {"type": "table", "content": table, "bbox": [0.1, 0.3, 0.5, 0.4]},
                ],
            },
            {
                "page_idx": 1,
                "blocks": [
                    words("goes on", continues_prev=True),
                    {"type": "list", "content": [words("item")]},
                ],
            },
        ],
    }
    document = read(value, 2)
    check_elements(document, plain_pages(2))
    assert document.metadata["version"] == "4.0.12"
    assert shown(document, ElementType.PARAGRAPH) == ["begins and goes on"]
    assert [box.page for box in document.elements[1].boxes] == [1, 2]
    assert shown(document, ElementType.TABLE_CELL, ElementType.LIST_ITEM) == [
        "a",
        "b",
        "50%",
        "item",
    ]


def test_a_file_of_the_other_backend_is_read_and_a_sentence_says_so() -> None:
    value = middle([words_in("text", "Words")])
    assert not read(value).problems
    document = read(value, parser=VLM)
    assert shown(document, ElementType.PARAGRAPH) == ["Words"]
    assert [p for p in document.problems if "pipeline backend" in p]


def test_pages_and_boxes_that_are_not_of_the_document_are_said_to_be() -> None:
    outside = block("text", line("Outside", (500, 80, 700, 90)))
    value = middle([outside], [], [words_in("text", "Elsewhere")])
    value["pdf_info"][2]["page_idx"] = 8
    document = read(value, 3)
    assert document.elements[0].boxes[0].right == 1
    assert document.elements[1].boxes == ()
    assert document.elements[1].pages == ()
    said = " ".join(document.problems)
    assert "edge of page 1" in said
    assert "no page 9" in said
    assert "says nothing of page 3" in said


def test_a_page_of_another_shape_has_no_boxes() -> None:
    value = middle([words_in("text", "Turned")])
    document = get_adapter(PIPELINE).convert(json.dumps(value).encode(), [Page(1, 792, 612, "")])
    assert document.elements[0].boxes == ()
    assert document.elements[0].pages == (1,)
    assert document.problems
