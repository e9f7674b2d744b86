from __future__ import annotations

import json

from core.export.chunks_jsonl import chunk_record, topology_jsonl
from core.refining import refine
from tests.builders import heading
from tests.cutting import cut

BLOCKS = [
    heading("Chapter 1"),
    heading("Article 1", 2), "The Data Security Committee (DSC) meets on the first Monday.",
    heading("Article 2", 2), "Reports go to the DSC within two days of each case.",
]  # fmt: skip


def test_each_line_has_the_form_of_topochunker():
    result = refine(cut(BLOCKS, "topology"))
    one, two = (json.loads(line) for line in topology_jsonl(result))
    assert list(one) == ["path", "signature", "text"]
    assert list(two) == ["path", "signature", "Context Supplement", "text"]
    assert two["path"] == "Chapter 1 > Article 2"
    assert two["Context Supplement"] == {"DSC": "Data Security Committee (DSC)"}
    assert two["text"] == result.chunks[1].content


def test_a_record_carries_each_entry_with_its_source():
    result = refine(cut(BLOCKS, "topology"))
    record = chunk_record(result, result.chunks[1], "policy.pdf")
    assert record["signature"] == result.chunks[1].signature
    [entry] = record["context_supplement"]
    node = next(node for node in result.sir.nodes if node.id == entry["node"])
    assert node.text[entry["start"] : entry["end"]] == entry["text"]
    assert (entry["term"], entry["kind"], entry["found_by"]) == ("DSC", "acronym", "rule")
    assert entry["pages"] == [1]
    assert [box["node"] for box in entry["boxes"]] == [node.id]
