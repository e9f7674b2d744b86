"""Scores are named."""

from __future__ import annotations

from components.ask.citation_cards import scores_in_words
from core.answering.base import Passage
from core.retrieval.base import Hit
from tests.cutting import cut


def test_every_score_of_a_passage_is_named() -> None:
    chunk = cut(["Some words."], "fixed").chunks[0]
    hit = Hit(chunk.id, "d", 0.512, 7.25, score=0.03, words=0.0)
    scores = {"retrieval": 0.0328, "cosine": 0.512, "bm25": 7.25, "score": 0.4}
    words = scores_in_words(Passage(hit, chunk, (), scores))
    assert words == "score 0.4 · cosine 0.512 · BM25 7.25 · retrieval 0.0328"
