"""What Docling writes, as elements: recorded outputs, their places on real pages, damaged files."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import pymupdf
import pytest

from core.parsing.adapters.docling import ADAPTER
from core.parsing.adapters.native import NATIVE_CLASS, NotNative
from core.sir import HEADINGS, ElementType, Page
from tests.core.parsing.adapters.native_checks import check_mutations

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from core.geometry import BoundingBox
    from core.parsing.adapters.native import NativeDocument, NativeElement

RECORDED = "docling/groundtruth/*.json", "docling_core/chunker/*.json", "docling_core/doc/**/*.json"


def native(data: Path, *patterns: str) -> list[Path]:
    return sorted(path for pattern in patterns for path in (data / "native").glob(pattern))


def sheets(count: int, width: float = 600, height: float = 800) -> list[Page]:
    return [Page(number, width, height, "") for number in range(1, count + 1)]


def read(value: Any, pages: int = 1) -> NativeDocument:
    return ADAPTER.convert(json.dumps(value).encode(), sheets(pages))


def item(kind: str, label: str, text: str = "", **more: Any) -> dict[str, Any]:
    """An item on page 1 near its top; `kind` only says what it is."""
    box = {"l": 60, "t": 80, "r": 300, "b": 160, "coord_origin": "TOPLEFT"}
    return {"label": label, "text": text, "prov": [{"page_no": 1, "bbox": box}], **more}


def document(**lists: list[Any]) -> dict[str, Any]:
    """A document whose body names all items that none other holds."""
    held = {r["$ref"] for rows in lists.values() for row in rows for r in row.get("children", ())}
    refs = [f"#/{kind}/{at}" for kind, rows in lists.items() for at in range(len(rows))]
    body = {"children": [{"$ref": ref} for ref in refs if ref not in held]}
    return {"schema_name": "DoclingDocument", "texts": [], "body": body, **lists}


def refs(*targets: str) -> list[dict[str, str]]:
    return [{"$ref": f"#/{target}"} for target in targets]


def spelled(value: Any, key: str = "") -> Iterator[str]:
    """All texts of a file, by a walk that knows nothing of its structure."""
    if isinstance(value, list):
        for row in value:
            yield from spelled(row)
    elif isinstance(value, dict):
        own = value.get("text") or value.get("orig")
        if isinstance(own, str) and value.get("kind") != "description":
            yield own
        for name, row in value.items():
            if name not in ("grid", "text", "orig"):
                yield from spelled(row, name)


def words(texts: Iterator[str] | list[str]) -> Counter[str]:
    return Counter(word for text in texts for word in text.split())


def test_recorded_files_lose_no_text_and_leave_no_element_without_class(data: Path):
    count = 0
    for path in native(data, *RECORDED):
        value = json.loads(path.read_bytes())
        if value.get("schema_name") != "DoclingDocument":
            with pytest.raises(NotNative):
                ADAPTER.convert(path.read_bytes(), sheets(1))
            continue
        sizes = [page["size"] for page in value["pages"].values()]
        pages = [Page(n, s["width"], s["height"], "") for n, s in enumerate(sizes, 1)]
        converted = ADAPTER.convert(path.read_bytes(), pages)
        elements = list(converted.walk())
        assert not words(spelled(value)) - words([e.text for e in elements]), path
        assert all(isinstance(element.type, ElementType) for element in elements)
        assert all(element.level for element in elements if element.type in HEADINGS)
        assert not converted.problems, path
        count += 1
    assert count >= 28


def test_boxes_hold_the_words_of_their_text_on_the_real_pages(data: Path):
    alike = total = 0
    for path in native(data, "docling/groundtruth/*.json", "docling/groundtruth/*.doctags.txt"):
        name = path.name.removesuffix(".json").removesuffix(".doctags.txt")
        with pymupdf.open(data / "native/docling/sources" / f"{name}.pdf") as pdf:
            shown = [page.rect for page in pdf]
            stand = [page.get_text("words") for page in pdf]
        pages = [Page(n, rect.width, rect.height, "") for n, rect in enumerate(shown, 1)]
        for element in ADAPTER.convert(path.read_bytes(), pages).walk():
            if element.text and element.boxes:
                found = [w for box in element.boxes for w in inside(stand, box, pages)]
                alike += agreement(found, element.text) > 0.6
                total += 1
    assert total > 480
    assert alike / total > 0.95


def inside(stand: list[Any], box: BoundingBox, pages: list[Page]) -> list[str]:
    """Words whose middle lies in a box, with a point to spare."""
    page = pages[box.page - 1]
    left, top, right, bottom = box.in_points(page.width, page.height)
    return [
        word[4]
        for word in stand[box.page - 1]
        if left - 1 <= (word[0] + word[2]) / 2 <= right + 1
        and top - 1 <= (word[1] + word[3]) / 2 <= bottom + 1
    ]


def agreement(found: list[str], text: str) -> float:
    there, wanted = Counter(found), Counter(text.split())
    return 2 * (there & wanted).total() / max(there.total() + wanted.total(), 1)


def table_of(converted: NativeDocument) -> NativeElement:
    return next(e for e in converted.walk() if e.type is ElementType.TABLE)


def test_tables_have_spans_headers_and_boxes_of_cells_and_captions_point_to_them(data: Path):
    path = data / "native/docling/groundtruth/2305.03393v1-pg9.json"
    converted = ADAPTER.convert(path.read_bytes(), sheets(1, 612, 792))
    table = table_of(converted)
    first, second, *rest = table.children
    ted = next(cell for cell in first.children if cell.text == "TEDs")
    assert ted.metadata == {"row": "0", "column": "3", "column_span": "3", "header": "true"}
    assert first.children[0].metadata["row_span"] == "2"
    assert [cell.text for cell in second.children] == ["simple", "complex", "all"]
    assert len(rest) == 4
    [around] = table.boxes
    cells = [box for row in table.children for cell in row.children for box in cell.boxes]
    assert len(cells) == 41
    assert all(around.top - 0.01 < box.top < box.bottom < around.bottom + 0.01 for box in cells)
    caption = next(e for e in converted.walk() if e.type is ElementType.CAPTION)
    assert caption.caption_of is table
    assert converted.elements.index(caption) < converted.elements.index(table)
    levels = {e.text[:3]: e.level for e in converted.walk() if e.type in HEADINGS}
    assert levels == {"5.1": 2, "5.2": 2}


def test_lists_hold_their_items_over_pages_and_number_them_as_the_page_does(data: Path):
    path = data / "native/docling/groundtruth/multi_page.json"
    converted = ADAPTER.convert(path.read_bytes(), sheets(5, 595, 842))
    lists = [e for e in converted.elements if e.type is ElementType.LIST]
    assert len(lists) == 8
    assert not [e for e in converted.elements if e.type is ElementType.LIST_ITEM]
    assert [item.text[:3] for item in lists[3].children][:2] == ["Aca", "Scr"]
    numbered = next(e for e in lists if e.children[0].text.startswith("1."))
    assert [item.text[:2] for item in numbered.children] == ["1.", "2.", "3.", "4.", "5."]


def test_an_item_on_two_pages_has_a_box_on_each(data: Path):
    path = data / "native/docling_core/doc/cross_page_paragraph/input.json"
    [paragraph] = ADAPTER.convert(path.read_bytes(), sheets(2, 512, 512)).elements
    assert [box.page for box in paragraph.boxes] == [1, 2]


def test_code_and_formulas_keep_their_text_and_what_has_no_class_its_name(data: Path):
    path = data / "native/docling/groundtruth/code_and_formula.json"
    elements = list(ADAPTER.convert(path.read_bytes(), sheets(2, 595, 842)).walk())
    [code] = [e for e in elements if e.type is ElementType.MISSING]
    assert code.metadata == {NATIVE_CLASS: "code"}
    assert code.text.startswith("function add(a, b)")
    [formula] = [e for e in elements if e.type is ElementType.FORMULA]
    assert "8 = 12" in formula.text


def test_lists_in_items_inline_pieces_and_rich_cells_keep_their_place():
    value = document(
        groups=[
            {"label": "list", "children": refs("texts/0")},
            {"label": "list", "children": refs("texts/1")},
            {"label": "inline", "children": refs("texts/2", "texts/3")},
            {"label": "unspecified", "children": refs("texts/4")},
        ],
        texts=[
            item("text", "list_item", "outer", children=refs("groups/1")),
            item("text", "list_item", "", children=refs("groups/2")),
            item("text", "text", "Let"),
            item("text", "formula", "x^2"),
            item("text", "list_item", "in a cell"),
        ],
        tables=[
            item(
                "table",
                "table",
                children=refs("groups/3"),
                data={
                    "table_cells": [
                        {"start_row_offset_idx": 0, "start_col_offset_idx": 0, "text": "a"},
                        {
                            "start_row_offset_idx": 0,
                            "start_col_offset_idx": 1,
                            "text": "in a cell",
                            "ref": refs("groups/3")[0],
                        },
                    ]
                },
            )
        ],
    )
    outer, table = read(value).elements
    [item_outer] = outer.children
    [inner] = item_outer.children
    assert (item_outer.text, inner.type) == ("outer", ElementType.LIST)
    assert [child.text for child in inner.children] == ["Let x^2"]
    cell = table.children[0].children[1]
    assert (cell.text, [block.text for block in cell.children]) == ("", ["in a cell"])


def test_keys_and_values_of_a_form_are_pairs_and_their_texts_stand_nowhere_else():
    cells = [
        {"cell_id": 1, "label": "key", "text": "Name", "item_ref": refs("texts/0")[0]},
        {"cell_id": 2, "label": "value", "text": "Ada"},
        {"cell_id": 3, "label": "checkbox", "text": "adult"},
    ]
    links = [{"label": "to_key", "source_cell_id": 2, "target_cell_id": 1}] * 2
    area = item("kv", "key_value_region", graph={"cells": cells, "links": links})
    value = document(texts=[item("text", "text", "Name")], key_value_items=[area])
    [element] = read(value).elements
    assert element.type is ElementType.KEY_VALUE_AREA
    assert [pair.text for pair in element.children] == ["Name Ada", "adult"]


@pytest.mark.parametrize("origin", ["BOTTOMLEFT", "TOPLEFT"])
def test_boxes_become_fractions_from_either_origin(origin: str):
    top, bottom = (720, 640) if origin == "BOTTOMLEFT" else (80, 160)
    box = {"l": 60, "t": top, "r": 300, "b": bottom, "coord_origin": origin}
    value = document(texts=[{"label": "text", "text": "a", "prov": [{"page_no": 1, "bbox": box}]}])
    value["pages"] = {"1": {"size": {"width": 600, "height": 800}}}
    assert read(value).elements[0].boxes[0].edges == pytest.approx((0.1, 0.1, 0.5, 0.2))


def test_pages_that_are_missing_outside_or_of_another_shape_are_told():
    wide = {"l": 500, "t": 10, "r": 900, "b": 50}
    value = document(
        texts=[
            item("text", "text", "wide") | {"prov": [{"page_no": 1, "bbox": wide}]},
            item("text", "text", "lost") | {"prov": [{"page_no": 9, "bbox": wide}]},
            item("text", "text", "turned") | {"prov": [{"page_no": 2, "bbox": wide}]},
        ]
    )
    value["pages"] = {"2": {"size": {"width": 800, "height": 600}}}
    converted = read(value, 4)
    first, lost, turned = converted.elements
    assert first.boxes[0].right == 1.0
    assert (lost.text, lost.boxes, lost.pages) == ("lost", (), ())
    assert (turned.boxes, turned.pages) == ((), (2,))
    told = " ".join(converted.problems)
    assert "edge of page 1" in told
    assert "no page 9" in told
    assert "nothing of pages 3 and 4" in told
    assert "saw page 2 turned" in told


def test_an_answer_of_docling_serve_is_read_with_the_errors_it_names():
    inner = document(texts=[item("text", "text", "read")])
    errors = [{"error_message": "a page failed", "page_no": 2}]
    answer = {"document": {"json_content": inner}, "status": "partial_success", "errors": errors}
    converted = read(answer, 2)
    assert converted.elements[0].text == "read"
    assert converted.problems[0] == "Docling reports an error on page 2: a page failed."
    with pytest.raises(NotNative, match=r"status is failure\. .*no reason given"):
        read({"document": {"json_content": None}, "status": "failure", "errors": [{}]})
    tags = "<doctag><text><loc_1><loc_2><loc_30><loc_40>hello</text></doctag>"
    assert read({"document": {"doctags_content": tags}}).elements[0].text == "hello"


@pytest.mark.timeout(60)
def test_circles_deep_nesting_and_unknown_labels_are_read_once_and_in_time():
    count = 10_000
    groups = [{"label": "list", "children": refs(f"groups/{n + 1}")} for n in range(count)]
    groups.append({"label": "list", "children": refs("groups/0", "texts/0", "texts/1")})
    texts = [item("text", "text", "end"), item("text", "hologram", "new", sparkle=[1])]
    texts += [item("text", "text", str(n)) for n in range(10_000)]
    elements = list(read(document(groups=groups, texts=texts)).walk())
    assert sorted(Counter(e.text for e in elements if e.text).values())[-1] == 1
    new = next(e for e in elements if e.text == "new")
    assert (new.type, new.metadata) == (ElementType.MISSING, {NATIVE_CLASS: "hologram"})


def test_texts_that_no_item_names_are_kept():
    value = document(texts=[item("text", "text", "named"), item("text", "text", "loose")])
    value["body"]["children"] = refs("texts/0", "texts/7")
    assert [e.text for e in read(value).elements] == ["named", "loose"]


def test_cut_off_files_are_refused(data: Path):
    content = (data / "native/docling/groundtruth/multi_page.json").read_bytes()
    for end in range(1, len(content) - 1, 9973):
        with pytest.raises(NotNative):
            ADAPTER.convert(content[:end], sheets(1))


def test_damaged_values_raise_nothing_else(data: Path):
    path = data / "native/docling/groundtruth/2305.03393v1-pg9.json"
    check_mutations(ADAPTER.convert, path.read_bytes(), 200)
