"""Files that MinerU wrote: no text is lost, and what is found stands where it says."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import TYPE_CHECKING, Any

import pytest

from core.parsing.adapters import get_adapter
from core.parsing.adapters.native import NotNative
from core.sir import ElementType
from tests.core.parsing.adapters.mineru.samples import (
    PIPELINE,
    RECORDED,
    VLM,
    characters,
    recorded,
    right_boxes,
)
from tests.core.parsing.adapters.native_checks import check_elements, pages_of, plain_pages, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from core.parsing.adapters.native import NativeDocument, NativeElement

_TWICE = ("preproc_blocks", "images", "tables", "interline_equations")
"""Keys under which a middle.json repeats what its paragraphs hold."""
_TEXTS = ("content", "text", "html", "table_body", "latex", "code_body")
_LISTS = re.compile("(caption|footnote)$|list_items")


def all_texts(value: Any, key: str = "") -> Iterator[str]:
    """All texts of a file, by a walk that knows only which keys hold some."""
    if isinstance(value, dict):
        for name, child in value.items():
            if name not in _TWICE:
                yield from all_texts(child, name)
    elif isinstance(value, list):
        for child in value:
            yield from all_texts(child, key)
    elif isinstance(value, str) and (key in _TEXTS or _LISTS.search(key)):
        in_html = key in ("html", "table_body")
        yield unescape(re.sub(r"<[^<>]*>", " ", value)) if in_html else value


def table_with(document: NativeDocument, text: str) -> NativeElement:
    tables = [element for element in document.elements if element.type is ElementType.TABLE]
    return next(t for t in tables if any(text in part.text for part in t.walk()))


def cells_of(table: NativeElement) -> list[tuple[str, str, str]]:
    return [
        (c.text, c.metadata.get("row_span", "1"), c.metadata.get("column_span", "1"))
        for row in table.children
        for c in row.children
    ]


@pytest.mark.parametrize("name", RECORDED)
def test_no_text_of_a_recorded_file_is_lost(data: Path, name: str) -> None:
    content, document = recorded(data, name)
    given = characters("".join(all_texts(json.loads(content))))
    assert given
    assert characters(text_of(document)) == given
    assert not any(
        re.search(r"</?(?:td|tr|table)\b|\\\*", element.text) for element in document.walk()
    )


@pytest.mark.parametrize("name", RECORDED)
def test_elements_of_a_recorded_file_are_whole(data: Path, name: str) -> None:
    parser, pdf = RECORDED[name]
    _, document = recorded(data, name)
    check_elements(document, pages_of(data / "native" / parser / pdf))
    silent = [p for p in document.problems if "says nothing" not in p]
    assert not silent


@pytest.mark.parametrize(
    ("name", "least", "share"),
    [
        ("aaai26_middle.json", 0.8, 0.98),
        ("aaai26_content_list.json", 0.8, 0.95),
        ("demo1_middle.json", 0.8, 0.94),
        ("test_rearch_report_middle.json", 0.8, 1.0),
        ("v0_rag_middle.json", 0.8, 1.0),
        ("MinerU_cross_page_table_sample_1.json", 0.8, 1.0),
        ("MinerU_invoice_sample_2_Contractor_Invoice.json", 0.8, 1.0),
        ("MinerU_invoice_sample_3_Project_Customer_Invoice.json", 0.8, 1.0),
        ("mineru_output_sample_2.JSON", 0.8, 1.0),
    ],
)
def test_boxes_hold_the_words_of_their_elements(
    data: Path, name: str, least: float, share: float
) -> None:
    parser, pdf = RECORDED[name]
    _, document = recorded(data, name)
    assert right_boxes(document, data / "native" / parser / pdf, least) >= share


def test_a_paragraph_over_two_pages_has_lines_on_both(data: Path) -> None:
    _, document = recorded(data, "demo1_middle.json")
    crossing = [e for e in document.elements if len({box.page for box in e.boxes}) == 2]
    assert crossing
    for element in crossing:
        assert all(box.spans for box in element.boxes)
        assert element.boxes[0].page + 1 == element.boxes[-1].page


def test_references_are_items_with_lines_of_their_own(data: Path) -> None:
    _, document = recorded(data, "demo1_middle.json")
    *_, references = [e for e in document.elements if e.type is ElementType.LIST]
    assert len(references.children) > 20
    first, last = references.children[0], references.children[-1]
    assert first.text.startswith("Bosch, J.M., 1979. Treatment effects")
    assert first.text.endswith("29–37.")
    assert (first.boxes[0].page, len(first.boxes[0].spans)) == (12, 3)
    assert last.boxes[0].page == 13


def test_headings_have_the_level_of_their_number(data: Path) -> None:
    _, document = recorded(data, "demo1_middle.json")
    levels = {e.text: e.level for e in document.elements if e.level is not None}
    assert levels["2. Methods"] == 1
    assert levels["2.1. Characterisation of ﬂow regime"] == 2


def test_chinese_headings_enclose_each_other(data: Path) -> None:
    _, document = recorded(data, "mineru_output_sample_2.JSON")
    levels = {e.text: e.level for e in document.elements if e.level is not None}
    names = ("第三节 管理层讨论与分析", "四、报告期内主要经营情况", "(三) 资产、负债情况分析")
    assert [levels[name] for name in names] == [1, 2, 3]
    assert levels["1、资产及负债状况"] == 4


def test_a_table_has_its_spans_and_its_caption(data: Path) -> None:
    _, document = recorded(data, "aaai26_middle.json")
    table = table_with(document, "w/o HGCN")
    assert cells_of(table)[:4] == [
        ("Methods", "2", "1"),
        ("MIMIC-III-MED", "1", "4"),
        ("MIMIC-IV-GU", "1", "4"),
        ("MIMIC-IV-OMED", "1", "4"),
    ]
    second = table.children[1].children[0]
    assert (second.text, second.metadata["column"]) == ("Jaccard ↑", "1")
    captions = [e for e in document.elements if e.caption_of is table]
    assert [caption.text for caption in captions] == ["Table 3: Results of ablation study."]


def test_a_table_over_several_pages_is_one_with_a_box_on_each(data: Path) -> None:
    _, document = recorded(data, "mineru_output_sample_2.JSON")
    tables = [e for e in document.elements if e.type is ElementType.TABLE]
    pages = [[box.page for box in table.boxes] for table in tables]
    assert [17, 18, 19, 20, 21] in pages
    note = next(e for e in document.elements if e.text.startswith("公司对债券终止上市交易风险"))
    assert [box.page for box in note.boxes] == [29]


@pytest.mark.parametrize(
    ("parser", "name", "words"),
    [
        (PIPELINE, "demo1_model.json", "_middle.json"),
        (VLM, "virtual_hospital_bill_1_JS.json", "not of MinerU"),
        (VLM, "virtual_hospital_bill_2_AZ.json", "not of MinerU"),
        (VLM, "virtual_hospital_bill_3_SQ.json", "not of MinerU"),
    ],
)
def test_other_files_are_refused(data: Path, parser: str, name: str, words: str) -> None:
    content = (data / "native" / parser / name).read_bytes()
    with pytest.raises(NotNative, match=words):
        get_adapter(parser).convert(content, plain_pages(3))
