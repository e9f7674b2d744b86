"""Scores are named, and long passages are shortened."""

from __future__ import annotations

from datetime import UTC, datetime

from components.answers.cards import excerpt, pages_in_words, scores_in_words
from core.answering.base import Passage
from core.indexing.base import Hit
from core.library import DocumentRecord
from core.sir import Page
from tests.cutting import cut


def test_every_score_of_a_passage_is_named() -> None:
    chunk = cut(["Some words."], "fixed").chunks[0]
    hit = Hit(chunk.id, "d", 0.03, 0.5, 1, 7.25, 2)
    scores = {"fused": 0.0328, "cosine": 0.512, "bm25": 7.25, "evidence": 0.4}
    words = scores_in_words(Passage(hit, chunk, (), scores))
    assert words == "evidence 0.4 · cosine 0.512 · BM25 7.25 · fused 0.0328"


def test_a_long_passage_is_shortened() -> None:
    assert excerpt("a\n b") == "a b"
    assert excerpt("word " * 100).endswith("…")


def test_pages_are_named_as_printed_and_as_counted_everywhere() -> None:
    labels = ["i", "1", "2", "3"]
    pages = [Page(number=n, width=1, height=1, label=label) for n, label in enumerate(labels, 1)]
    record = DocumentRecord(
        sha="d", names=("a.pdf",), size=1, added_at=datetime.now(UTC), pages=tuple(pages)
    )
    assert pages_in_words(record, [2]) == "page 1 (2nd of 4)"
    assert pages_in_words(record, [3, 2, 2]) == "page 1 (2nd of 4) and page 2 (3rd of 4)"
    assert pages_in_words(record, [2, 3, 4]) == "page 1 (2nd of 4) to page 3 (4th of 4)"
    assert pages_in_words(record, []) == "page unknown"
