"""The fields of structured chunking, section 4."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from benchmarks.sizes import sized
from core.chunking import STRATEGIES
from core.chunking.main_headings import titles
from core.export.sections_jsonl import anchored_jsonl, anchored_record
from core.sir import ElementType
from tests.builders import Block, bullets, heading, table
from tests.cutting import cut

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.core.export.conftest import Make

FIELDS = {
    "id", "chunk_index", "text", "char_count", "word_count", "page_number", "start_page",
    "end_page", "heading_level_1", "heading_level_2", "heading_level_3", "section",
    "hierarchy_depth", "element_type", "element_types", "extraction_source", "is_table",
}  # fmt: skip


def records(blocks: Sequence[Block | str], tokens: int = 64) -> list[dict[str, Any]]:
    result = cut(blocks, "heading_anchored", **sized("heading_anchored", tokens))
    return [anchored_record(result, one, titles(result.sir)) for one in result.chunks]


def test_a_chunk_has_every_field_of_the_paper() -> None:
    preface, dose = records(["One word before.", heading("Dose"), "Give 5 mg.", "Then wait."])
    assert set(preface) == set(dose) == FIELDS
    assert dose["text"] == "Dose\nGive 5 mg.\nThen wait."
    assert (dose["char_count"], dose["word_count"]) == (26, 6)
    assert (dose["page_number"], dose["start_page"], dose["end_page"]) == (1, 1, 1)
    assert (dose["section"], dose["hierarchy_depth"]) == ("Dose", 1)
    assert (dose["element_type"], dose["element_types"]) == ("paragraph", ["heading", "paragraph"])
    assert (dose["extraction_source"], dose["is_table"]) == ("builder", False)
    assert (preface["section"], preface["hierarchy_depth"], preface["heading_level_1"]) == (
        "", 0, None,
    )  # fmt: skip


def test_levels_are_counted_below_the_title_of_the_document() -> None:
    blocks = [
        Block(ElementType.TITLE, "Guideline", 1),
        *(heading("Dose", 2), "One. " * 20, heading("Children", 4), "Two. " * 20),
        *(heading("Under two", 5), "Three. " * 20, heading("Review", 2), "Later."),
    ]
    found = records(blocks)
    assert [one["section"] for one in found] == [
        "Dose", "Dose > Children", "Dose > Children > Under two", "Review",
    ]  # fmt: skip
    assert found[2]["heading_level_3"] == "Under two"
    assert [one["hierarchy_depth"] for one in found] == [1, 2, 3, 1]


def test_a_chunk_that_opens_with_several_headings_stands_under_the_highest() -> None:
    blocks = [heading("Dose"), heading("Children", 2), "Two mg.", heading("Bare"), heading("End"),
              "Text."]  # fmt: skip
    assert [one["section"] for one in records(blocks)] == ["Dose", "End"]


def test_what_has_most_of_the_text_names_the_type() -> None:
    rows = [["age", "dose"], ["two years and older", "five milligrams"]]
    first, second = records([heading("A"), "Few words.", table(rows), heading("B"), bullets("x y")])
    assert (first["element_type"], first["is_table"]) == ("table", True)
    assert first["element_types"] == ["heading", "paragraph", "table"]
    assert (second["element_type"], second["is_table"]) == ("list", False)
    assert records([heading("Alone")])[0]["element_type"] == "heading"


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_chunks_of_every_strategy_can_be_written_so(make: Make, strategy: str) -> None:
    result = make(strategy, **sized(strategy, 32))
    lines = list(anchored_jsonl(result))
    texts = [one.content.replace("\n\n", "\n") for one in result.chunks]
    assert [json.loads(line)["text"] for line in lines] == texts
    assert all(line.endswith("\n") and line.count("\n") == 1 for line in lines)


def test_the_source_of_a_chunk_is_the_route_that_read_its_pages() -> None:
    words = " ".join(["word"] * 200)
    result = cut([heading("A"), words, heading("B"), words, heading("C"), "x"], "heading_anchored")
    routes = ("structural_rule", "visual_topology", "visual_topology")
    pages = tuple(
        replace(page, route=route) for page, route in zip(result.sir.pages, routes, strict=False)
    )
    stream = replace(result.stream, sir=replace(result.sir, pages=pages))
    read = cut(stream, "heading_anchored")
    sources = [anchored_record(read, one, frozenset())["extraction_source"] for one in read.chunks]
    assert [one.pages for one in read.chunks] == [(1,), (1, 2), (2,)]
    assert sources == [
        "structural_rule", "structural_rule+visual_topology", "visual_topology",
    ]  # fmt: skip
