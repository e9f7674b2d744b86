"""Recorded and made outputs of Unstructured as elements."""

from __future__ import annotations

import base64
import gzip
import json
import zlib
from typing import TYPE_CHECKING, Any

import pytest

from core.parsing.adapters.unstructured.convert import convert
from core.sir import ElementType
from tests.core.parsing.adapters.native_checks import (
    check_elements,
    check_mutations,
    letters,
    pages_of,
    plain_pages,
    share_of_boxes_with_their_words,
    text_of,
    words,
)

if TYPE_CHECKING:
    from pathlib import Path

    from core.parsing.adapters.native import NativeDocument
    from core.sir import Page

FILES = (
    "2023-Jan-economic-outlook.pdf.json",
    "DA-1p-with-duplicate-pages.pdf.json",
    "IRS-form-1987.pdf.json",
    "coords__2022-financial-statements-p11.pdf.json",
    "coords__2023-Jan-economic-outlook.pdf.json",
    "coords__IRS-form-1987.pdf.json",
    "coords__Performance-Audit-Discussion.pdf.json",
    "coords__embedded-images.pdf.json",
    "embedded-images-tables.pdf.json",
    "fast__2023-Jan-economic-outlook.pdf.json",
    "gold__IRS-form-1987.pdf.json",
    "layout-parser-paper-fast.pdf.json",
    "layout-parser-paper.pdf.json",
    "list-item-example.pdf.json",
    "main.PMC6312790.pdf.json",
)


def _pages(rows: list[dict[str, Any]]) -> list[Page]:
    """Pages of the shape that the output was made from."""
    sizes = [row["metadata"].get("coordinates") or {} for row in rows]
    width = next((size["layout_width"] for size in sizes if size), 612)
    height = next((size["layout_height"] for size in sizes if size), 792)
    return plain_pages(max(row["metadata"]["page_number"] for row in rows), width, height)


def _native_words(rows: list[dict[str, Any]]) -> str:
    """All that a file says, chunks by the elements in them."""
    texts = []
    for row in rows:
        if packed := row["metadata"].get("orig_elements"):
            inner = json.loads(zlib.decompress(base64.b64decode(packed), 47))
            texts += [each["text"] for each in inner]
        else:
            texts.append(row["text"])
    return " ".join(texts)


@pytest.mark.parametrize("name", FILES)
def test_a_recorded_output_keeps_all_of_its_words(data: Path, name: str):
    content = (data / "native/unstructured" / name).read_bytes()
    rows = json.loads(content)
    pages = _pages(rows)
    document = convert(content, pages)
    check_elements(document, pages)
    said = text_of(document)
    joined = letters([said])
    lost = {word for word in words(_native_words(rows)) - words(said) if word not in joined}
    assert not lost


def test_all_recorded_outputs_are_looked_at(data: Path):
    found = {path.name for path in (data / "native/unstructured").glob("*.json")}
    assert found == set(FILES)


def test_elements_of_chunks_come_back_whole_and_once(data: Path):
    content = (data / "native/unstructured/DA-1p-with-duplicate-pages.pdf.json").read_bytes()
    rows = json.loads(content)
    seen = []
    for row in rows:
        inner = json.loads(zlib.decompress(base64.b64decode(row["metadata"]["orig_elements"]), 47))
        again = row["metadata"].get("is_continuation") and seen[-1:] == [inner[0]["element_id"]]
        seen += [each["element_id"] for each in inner[bool(again) :]]
    document = convert(content, plain_pages(3))
    assert len([each for each in document.walk() if each.text]) == len(seen)
    assert ElementType.MISSING not in {element.type for element in document.walk()}


def test_boxes_lie_on_their_words(data: Path):
    folder = data / "native/unstructured"
    pdf = folder / "embedded-images.pdf"
    content = (folder / "coords__embedded-images.pdf.json").read_bytes()
    document = convert(content, pages_of(pdf))
    assert not document.problems
    assert share_of_boxes_with_their_words(document, pdf) >= 0.85


def test_a_table_in_html_has_its_cells(data: Path):
    content = (data / "native/unstructured/embedded-images-tables.pdf.json").read_bytes()
    document = convert(content, plain_pages(1))
    (table,) = [element for element in document.walk() if element.type is ElementType.TABLE]
    rows = [[cell.text for cell in row.children] for row in table.children]
    assert len(rows) == 7
    assert {len(row) for row in rows} == {7}
    assert rows[0][:2] == ["Inhibitor concentration (g)", "be (V/dec)"]
    assert rows[2] == [
        "NO 2",
        "1.9460",
        "0.0596",
        "\N{EM DASH}0.8276",
        "0.0002",
        "121.440",
        "1.5054",
    ]
    heads = [cell.metadata.get("header") for row in table.children for cell in row.children]
    assert heads == ["true"] * 7 + [None] * 42
    assert table.text == "03233"


def _row(name: str, text: str, **metadata: Any) -> dict[str, Any]:
    identifier = metadata.pop("id", text)
    return {"type": name, "element_id": identifier, "text": text, "metadata": metadata}


def _converted(*rows: dict[str, Any], pages: int = 1) -> NativeDocument:
    return convert(json.dumps(rows).encode(), plain_pages(pages, 100, 200))


@pytest.mark.parametrize(
    ("system", "points", "layout"),
    [
        ("PixelSpace", [[10, 40], [10, 80], [60, 80], [60, 40]], (200, 400)),
        ("PointSpace", [[10, 360], [10, 320], [60, 320], [60, 360]], (200, 400)),
        ("RelativeCoordinateSystem", [[0.05, 0.9], [0.05, 0.8], [0.3, 0.8], [0.3, 0.9]], (1, 1)),
        ("PointSpace", [[5, 180], [5, 160], [30, 160], [30, 180]], (None, None)),
    ],
)
def test_points_of_all_systems_become_the_same_fractions(
    system: str, points: list[list[float]], layout: tuple[float | None, float | None]
):
    coordinates = {
        "points": points,
        "system": system,
        "layout_width": layout[0],
        "layout_height": layout[1],
    }
    document = _converted(_row("Text", "a", page_number=1, coordinates=coordinates))
    assert document.elements[0].boxes[0].edges == pytest.approx((0.05, 0.1, 0.3, 0.2))
    assert not document.problems


def test_boxes_of_a_turned_page_are_left_out_and_said_so():
    size = {"layout_width": 400, "layout_height": 200}
    coordinates = {"points": [[1, 1], [9, 9]], "system": "PixelSpace", **size}
    document = _converted(_row("Text", "a", page_number=1, coordinates=coordinates))
    assert document.elements[0].boxes == ()
    assert document.elements[0].pages == (1,)
    assert "page 1 turned" in document.problems[0]


def test_levels_come_from_depth_number_and_parent():
    document = _converted(
        _row("Title", "Results", id="a", page_number=1),
        _row("Title", "2.1 Doses", page_number=1),
        _row("Title", "Deep", category_depth=2, page_number=1),
        _row("Title", "Below", parent_id="a", page_number=1),
    )
    assert [element.level for element in document.elements] == [1, 2, 3, 2]


def test_items_are_nested_where_an_item_is_their_parent():
    document = _converted(
        _row("ListItem", "one", id="1", page_number=1),
        _row("ListItem", "one a", id="2", parent_id="1", page_number=1),
        _row("ListItem", "two", id="3", parent_id="gone", page_number=1),
    )
    (top,) = document.elements
    assert [item.text for item in top.children] == ["one", "two"]
    assert [item.text for item in top.children[0].children[0].children] == ["one a"]


def test_captions_forms_unknown_and_new_classes():
    document = _converted(
        _row("Image", "chart", page_number=1),
        _row("FigureCaption", "Fig. 1", page_number=1),
        _row("UncategorizedText", "u", page_number=1),
        _row("CodeSnippet", "x = 1", page_number=1),
        _row("PageBreak", "", page_number=1),
        _row(
            "FormKeysValues",
            "",
            page_number=1,
            key_value_pairs=[{"key": {"text": "Name"}, "value": {"text": "Ann"}}, {"key": None}],
        ),
    )
    figure, caption, unknown, code, area = document.elements
    assert caption.caption_of is figure
    assert unknown.type is ElementType.UNKNOWN
    assert (code.type, code.metadata) == (ElementType.MISSING, {"native_class": "CodeSnippet"})
    assert [pair.text for pair in area.children] == ["Name Ann"]


def test_words_of_a_table_that_no_cell_has_are_kept():
    html = "<table><tr><th>Dose</th></tr><tr><td>2 mg</td></tr></table>"
    document = _converted(_row("Table", "Dose 2 mg daily", text_as_html=html, page_number=1))
    (table,) = document.elements
    assert table.text == "daily"
    assert [cell.text for row in table.children for cell in row.children] == ["Dose", "2 mg"]


def test_problems_name_pages_that_are_missing_or_beyond():
    document = _converted(_row("Text", "a", page_number=7), pages=2)
    assert document.elements[0].pages == ()
    assert document.problems == [
        "The document has no page 7; text from there was kept without a place.",
        "The output says nothing of pages 1 and 2.",
    ]


def test_a_chunk_that_unpacks_without_end_keeps_its_own_text():
    bomb = base64.b64encode(gzip.compress(b" " * (80 << 20))).decode()
    document = _converted(
        _row("CompositeElement", "own", orig_elements=bomb, page_number=1),
        _row("CompositeElement", "words", orig_elements="no base64", page_number=1),
    )
    assert [element.text for element in document.elements] == ["own", "words"]
    assert document.problems[0].startswith("2 chunks")


def test_damaged_values_raise_nothing_else(data: Path):
    for name in ("coords__2022-financial-statements-p11.pdf.json", "list-item-example.pdf.json"):
        check_mutations(convert, (data / "native/unstructured" / name).read_bytes(), 20)


@pytest.mark.timeout(60)
def test_30_000_elements_in_a_chain_of_parents_take_seconds():
    rows = [
        _row("ListItem", "x", id=str(at), parent_id=str(at - 1), page_number=1)
        for at in range(30_000)
    ]
    document = _converted(*rows)
    assert sum(1 for _ in document.walk()) >= 30_000
