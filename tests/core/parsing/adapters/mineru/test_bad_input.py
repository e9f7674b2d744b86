"""Damaged files and files of others: refused with the next step, or read as far as they go."""

from __future__ import annotations

import json
from typing import Any

import pytest

from core.parsing.adapters import get_adapter
from core.parsing.adapters.native import NotNative
from tests.core.parsing.adapters.mineru.samples import (
    PIPELINE,
    block,
    line,
    middle,
    read,
    words_in,
)
from tests.core.parsing.adapters.native_checks import check_elements, check_mutations, plain_pages


def sample() -> dict[str, Any]:
    span = {"type": "table", "html": "<table><tr><td colspan='2'>a</td></tr></table>"}
    table = [words_in("table_caption", "Table"), block("table_body", {"spans": [span]})]
    lines = [line("here", (60, 80, 90, 90)), line("over", (60, 80, 90, 90), span={"cross_page": 1})]
    listed = block("list", line("item", (1, 2, 3, 4), is_list_start_line=True), blocks=table)
    return middle(
        [words_in("title", "1 Title"), block("text", *lines), block("table", blocks=table)],
        [block("text", lines_deleted=True), listed, words_in("discarded", "x")],
    )


def test_damaged_values_anywhere_give_a_document_or_are_refused() -> None:
    items = [
        {"type": "table", "table_body": "<table>", "table_caption": ["a"], "page_idx": 0},
        {"type": "list", "list_items": ["a", {"text": "b"}], "page_idx": 1, "bbox": [1, 2, 3, 4]},
    ]
    spans = [{"type": "text", "content": "x"}]
    pages = [[{"type": "title", "content": {"title_content": spans, "level": 1}, "bbox": [1]}]]
    for value in (sample(), items, pages):
        check_mutations(get_adapter(PIPELINE).convert, json.dumps(value).encode(), 80)


def test_a_truncated_file_is_refused_at_any_length() -> None:
    content = json.dumps(sample()).encode()
    for length in range(0, len(content), 97):
        with pytest.raises(NotNative):
            get_adapter(PIPELINE).convert(content[:length], plain_pages(2))


def test_pages_that_are_no_objects_are_named() -> None:
    value = middle([words_in("text", "Words")])
    value["pdf_info"].append("damaged")
    assert any("page 2" in problem for problem in read(value, 2).problems)


@pytest.mark.timeout(30)
@pytest.mark.parametrize("kind", ["plain", "emptied", "items", "cells", "notes"])
def test_time_grows_with_the_size_of_a_file(kind: str) -> None:
    many = 5_000
    box = [60, 80, 300, 92]
    words = line("some words", tuple(box), span={"cross_page": True})
    blocks = {
        "plain": [block("text", words) for _ in range(many)],
        "emptied": [
            block("text", *[words] * many),
            *[block("text", lines_deleted=True, box=box)] * many,
        ],
        "items": [
            block("list", blocks=[block("text", words)] * many),
            *[block("list", lines_deleted=True, box=box)] * many,
        ],
        "cells": [block("table_body", {"spans": [{"html": "<table><tr><td colspan=999>" * 900}]})],
        "notes": [
            block("table", blocks=[block("table_footnote", words, cross_page=True)] * many),
            block("table", blocks=[block("table_body", lines_deleted=True)] * many),
        ],
    }[kind]
    value = middle(blocks, [])
    document = read(value, 2)
    check_elements(document, plain_pages(2))


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "text", ["a" + " " * 100_000 + "x", "$$a" + " " * 100_000 + "b", "\\$" * 9999]
)
def test_time_grows_with_the_length_of_a_text(text: str) -> None:
    for kind in ("text", "equation", "code"):
        read([{"type": kind, "text": text, "code_body": f"```{text}", "page_idx": 0}])
