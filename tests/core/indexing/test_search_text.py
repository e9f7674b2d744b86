"""A chunk is found by its headings and its content, and by what its terms mean."""

from __future__ import annotations

from dataclasses import replace

from core.embedding.hashing import HashingEncoder
from core.indexing.memory import memory_store
from core.indexing.search_text import embedding_text, index_items, meanings
from core.refining import refine
from core.refining.options import RefiningOptions
from tests.builders import heading
from tests.cutting import cut

ENCODER = HashingEncoder()
BLOCKS = [
    heading("Chapter"), "Text. " * 300,
    heading("Article 1", 2), "The Data Security Committee (DSC) meets.",
    heading("Article 2", 2), "Reports go to the DSC within two days of each case.",
]  # fmt: skip


def test_the_embedded_text_is_lineage_and_content_whatever_the_refiner_adds() -> None:
    result = refine(cut(BLOCKS, "topology"))
    last = result.chunks[-1]
    assert last.signature
    assert last.supplement
    assert embedding_text(result, last).split("\n") == [
        "Chapter",
        "Article 2",
        "",
        "Reports go to the DSC within two days of each case.",
    ]


def test_without_a_refiner_it_is_lineage_and_content() -> None:
    result = cut(BLOCKS, "topology")
    last = result.chunks[-1]
    assert embedding_text(result, last) == f"Chapter\n{last.content}"
    assert not index_items(result)[-1].words


def test_as_in_topochunker_what_the_refiner_adds_is_embedded_if_it_is_told_so() -> None:
    parts = RefiningOptions(signature=True, supplement=True, embedded=True)
    item = index_items(refine(cut(BLOCKS, "topology"), refining=parts))[-1]
    chapter, signature, context, *_ = item.text.split("\n")
    assert (chapter, context) == ("Chapter", "DSC: Data Security Committee")
    assert len(signature.split()) >= 3
    assert not item.words


def test_the_headings_above_can_be_left_out_of_a_search() -> None:
    result = refine(cut(BLOCKS, "topology"), refining=RefiningOptions(lineage=False))
    item = index_items(result)[-1]
    assert item.text == result.chunks[-1].content


def test_a_chunk_is_found_by_what_its_terms_mean_and_embedded_without() -> None:
    plain, refined = (
        index_items(refine(cut(BLOCKS, "topology"), refining=RefiningOptions(supplement=is_on)))
        for is_on in (False, True)
    )
    assert [item.text for item in refined] == [item.text for item in plain]
    assert refined[-1].words == "Data Security Committee"
    found: list[float | None] = []
    for items in (plain, refined):
        store = memory_store()
        store.add(items, ENCODER)
        matches = store.search("committee", ENCODER, 10)
        found.append({match.chunk_id: match.bm25_score for match in matches}[items[-1].chunk_id])
    assert found[0] is None
    assert found[1]


def test_an_entry_without_a_meaning_is_shown_and_not_searched() -> None:
    last = refine(cut(BLOCKS, "topology")).chunks[-1]
    assert meanings(last) == ["Data Security Committee"]
    assert meanings(replace(last, supplement=(replace(last.supplement[0], meaning=""),))) == []
