from __future__ import annotations

from dataclasses import replace

from core.indexing.search_text import embedding_text
from core.refining import refine
from tests.builders import heading
from tests.cutting import cut

BLOCKS = [
    heading("Chapter"), "Text. " * 300,
    heading("Article 1", 2), "The Data Security Committee (DSC) meets.",
    heading("Article 2", 2), "Reports go to the DSC within two days of each case.",
]  # fmt: skip


def test_the_embedded_text_is_lineage_signature_supplement_and_content():
    result = refine(cut(BLOCKS, "topology"))
    last = replace(result.chunks[-1], signature="Reports to the committee")
    assert embedding_text(result.sir, last).split("\n") == [
        "Chapter",
        "Reports to the committee",
        "DSC: Data Security Committee (DSC)",
        "Article 2",
        "",
        "Reports go to the DSC within two days of each case.",
    ]


def test_without_a_refiner_it_is_lineage_and_content():
    result = cut(BLOCKS, "topology")
    last = result.chunks[-1]
    assert embedding_text(result.sir, last) == f"Chapter\n{last.content}"
