from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from core.export.chunks_jsonl import chunk_record, chunks_jsonl, topology_jsonl, topology_record
from core.refining import refine
from core.refining.supplement_sources import entry_text
from core.sir import HEADINGS, ElementType
from core.tokenizer import minilm_tokenizer
from core.tokens import tokenize
from tests.builders import heading
from tests.core.parsing.papers import parse_with
from tests.cutting import cut

if TYPE_CHECKING:
    from core.chunking.base import ChunkingResult

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
    assert two["Context Supplement"] == {"DSC": "Data Security Committee"}
    assert two["text"] == result.chunks[1].content


def test_without_a_meaning_a_term_has_its_source_and_none_is_lost_where_it_has_two():
    result = refine(cut(BLOCKS, "topology"))
    (entry,) = result.chunks[1].supplement
    entries = (replace(entry, meaning=""), replace(entry, meaning="the committee"))
    record = topology_record(result, replace(result.chunks[1], supplement=entries))
    assert record["Context Supplement"] == {
        "DSC": f"{entry_text(result.sir, entry)}; the committee"
    }


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


def test_the_path_names_the_chapter_and_the_article_that_a_chunk_begins_with():
    blocks = [
        heading("Chapter 1"),
        heading("Article 1", 2), "The committee meets on Mondays.",
        heading("Chapter 2"),
        heading("Article 1", 2), "Reports go to the chair.",
        heading("Article 2", 2), "The chair answers each of them.",
    ]  # fmt: skip
    by_article = [json.loads(line) for line in topology_jsonl(cut(blocks, "topology"))]
    assert [record["path"] for record in by_article] == [
        "Chapter 1 > Article 1",
        "Chapter 2 > Article 1",
        "Chapter 2 > Article 2",
    ]
    # Text of two articles stands under their chapter alone.
    (whole,) = [json.loads(line) for line in topology_jsonl(cut(blocks[3:], "fixed"))]
    assert whole["path"] == "Chapter 2"


@pytest.fixture(scope="module")
def policy() -> ChunkingResult:
    """A sample with chapters, articles and clauses: (1), and (a) within."""
    sir = parse_with("structural_rule", Path("sample_docs/data_security_policy.pdf").read_bytes())
    return refine(cut(tokenize(sir, minilm_tokenizer()), "topology"))


def test_every_line_is_read_back_with_the_headings_of_the_tree(policy: ChunkingResult):
    sir = policy.sir
    lines = list(topology_jsonl(policy))
    assert len(lines) == len(policy.chunks) > 20
    assert all(line.endswith("\n") and line.count("\n") == 1 for line in lines)
    for line, chunk in zip(lines, policy.chunks, strict=True):
        record = json.loads(line)
        assert set(record) - {"Context Supplement"} == {"path", "signature", "text"}
        assert record["text"] == chunk.content
        texts = [s.node for s in chunk.segments if sir.nodes[s.node].type not in HEADINGS]
        for node in texts:
            above = [sir.nodes[at].text for at in sir.lineage(node)]
            path = record["path"].split(" > ") if record["path"] else []
            assert path == above[: len(path)]
        for term, meaning in record.get("Context Supplement", {}).items():
            assert term and meaning
    paths = [json.loads(line)["path"] for line in lines]
    assert paths[1] == ("Data Security Policy > Chapter 1 General provisions > Article 1 Purpose")


def test_each_source_of_a_supplement_has_its_lines_in_the_full_form(policy: ChunkingResult):
    records = [json.loads(line) for line in chunks_jsonl(policy, "policy.pdf")]
    entries = [entry for record in records for entry in record["context_supplement"]]
    assert entries
    for entry in entries:
        assert entry["boxes"] and entry["pages"]
        assert {box["page"] for box in entry["boxes"]} == set(entry["pages"])
    for record in records:
        assert record["id"] and record["pages"] and record["boxes"]
    for entry_of, chunk in zip(records, policy.chunks, strict=True):
        terms = {entry["term"] for entry in entry_of["context_supplement"]}
        assert terms == {entry.term for entry in chunk.supplement}


def test_numbered_clauses_stay_under_their_article(policy: ChunkingResult):
    sir = policy.sir
    items = [at for at, node in enumerate(sir.nodes[: sir.flow]) if node.text.startswith("(1) ")]
    assert len(items) >= 25
    for item in items:
        assert sir.nodes[sir.lineage(item)[-1]].text.startswith("Article ")
    letters = [at for at, node in enumerate(sir.nodes[: sir.flow]) if node.text.startswith("(a) ")]
    for letter in letters:
        clause = next(
            at for at in reversed(sir.ancestors(letter))
            if sir.nodes[at].type is ElementType.LIST_ITEM
        )  # fmt: skip
        assert sir.nodes[clause].text.startswith("(")
