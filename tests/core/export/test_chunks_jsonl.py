from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from benchmarks.sizes import sized
from core.chunking import STRATEGIES
from core.chunking.assembly import line_boxes
from core.chunking.base import Making
from core.export.chunks_jsonl import chunk_record, chunks_jsonl
from core.spans import Role, Segment, joined

if TYPE_CHECKING:
    from tests.core.export.conftest import Make


def test_each_line_is_one_chunk(make: Make):
    result = make("fixed", max_tokens=32)
    lines = list(chunks_jsonl(result, "dose.pdf"))
    assert all(line.endswith("\n") and line.count("\n") == 1 for line in lines)
    read = [json.loads(line) for line in lines]
    assert [record["id"] for record in read] == [one.id for one in result.chunks]
    assert [record["index"] for record in read] == list(range(len(result.chunks)))


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_segments_of_a_record_give_its_content_back(make: Make, strategy: str):
    result = make(strategy, **sized(strategy, 32))
    nodes = {node.id: index for index, node in enumerate(result.sir.nodes)}
    for one in result.chunks:
        record = json.loads(json.dumps(chunk_record(result, one, "dose.pdf")))
        segments = [
            Segment(nodes[s["node"]], s["start"], s["end"], Role(s["role"]))
            for s in record["segments"]
        ]
        assert joined(result.sir, segments) == record["content"] == one.content


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_tokens_by_role_add_up(make: Make, strategy: str):
    result = make(strategy, **sized(strategy, 32))
    for one in result.chunks:
        tokens = chunk_record(result, one, "dose.pdf")["tokens"]
        assert tokens["own"] + tokens["overlap"] + tokens["heading"] == tokens["total"]


def test_boxes_keep_page_role_and_place(make: Make):
    result = make("fixed", max_tokens=32, overlap=0.25)
    one = result.chunks[2]
    boxes = chunk_record(result, one, "dose.pdf")["boxes"]
    lines = line_boxes(result.stream, one)
    assert [box["role"] for box in boxes] == [line.role.value for line in lines]
    assert {"own", "overlap"} == {box["role"] for box in boxes}
    for box, line in zip(boxes, lines, strict=True):
        assert box["page"] == line.box.page
        assert box["box"] == pytest.approx(
            [line.box.left, line.box.top, line.box.right, line.box.bottom], abs=1e-6
        )


def test_a_record_names_document_section_and_pages(make: Make):
    result = make("hierarchical", max_tokens=32)
    one = next(one for one in result.chunks if "under 12" in one.content)
    record = chunk_record(result, one, "dose.pdf")
    assert record["document"] == {"sha256": result.document, "name": "dose.pdf"}
    assert record["section_path"] == ["1 Dose", "1.1 Children"]
    assert record["pages"] == [{"page": 1, "label": "1"}]
    assert record["options"] == {"max_tokens": 32, "heading_budget": 0.4}


def test_a_breakpoint_carries_its_figures(make: Make):
    result = make("semantic", max_tokens=64, percentile=0.5, minimum=0.0)
    begins = [chunk_record(result, one, "dose.pdf")["begins"] for one in result.chunks]
    breaks = [boundary for boundary in begins if boundary["kind"] == "breakpoint"]
    assert breaks
    assert all(boundary["distance"] > boundary["threshold"] for boundary in breaks)
    assert "distance" not in begins[0]


def test_a_record_says_who_planned(make: Make):
    result = make("topology", max_tokens=64)
    by_rules = chunk_record(result, result.chunks[0], "dose.pdf")
    assert (by_rules["made_by"], by_rules["notices"]) == ("rules", [])
    planned = replace(result, making=Making("a-model", ("One part failed.",)))
    record = chunk_record(planned, planned.chunks[0], "dose.pdf")
    assert (record["made_by"], record["notices"]) == ("a-model", ["One part failed."])
