"""The order of chunks: words, pairs of words, pages and meaning together."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hypothesis import given, settings

from core.configuration import RetrievalOptions
from core.embedding.hashing import HashingEncoder
from core.indexing import open_store
from core.indexing.search_text import index_items
from core.retrieval.lexicon import Lexicon
from core.retrieval.ranking import rank, retrieve, taken
from tests.builders import heading
from tests.core.answering.builders import FILLER, GUIDELINE, Found, found, found_in
from tests.strategies import sirs

if TYPE_CHECKING:
    from pathlib import Path

    from core.sir import Sir


def ranked(place: Found, question: str) -> list[str]:
    """Contents of the chunks, best first."""
    hits = rank(question, place.hits, place.lookup, Lexicon())
    return [place.lookup(hit)[1].content for hit in hits]


def test_words_that_stand_together_beat_the_same_words_apart() -> None:
    place = found(
        [
            "The sales rose by a tenth, which is more than the net of costs had been before then.",
            "The report of the year shows net sales of ten million and a cost of nine million.",
            FILLER,
        ],
        max_tokens=24,
    )
    assert "net sales" in ranked(place, "What were the net sales?")[0]


def test_a_chunk_is_found_by_the_heading_above_it() -> None:
    sections = [heading("Surgery"), FILLER, heading("Radiotherapy"), FILLER]
    place = found(sections, max_tokens=64)
    first = rank("When is radiotherapy given?", place.hits, place.lookup, Lexicon())[0]
    result, chunk = place.lookup(first)
    assert [result.sir.nodes[node].text for node in chunk.lineage] == ["Radiotherapy"]


def test_other_pages_have_a_chance_beside_a_page_full_of_like_chunks() -> None:
    sentence = "Veradine is given at night with water and without food, by mouth, in hospital. "
    place = found([sentence * 12, FILLER * 3, FILLER, sentence], max_tokens=32)

    def pages(**options: float) -> int:
        chosen = RetrievalOptions.model_validate(options)
        hits = rank("When is veradine given?", place.hits, place.lookup, Lexicon(), chosen)[:5]
        return len({place.lookup(hit)[1].pages for hit in hits})

    assert pages() > 1
    assert pages(same_page=1.0) == pages(gap=0.3) == 1


def test_meaning_decides_where_no_word_is_shared() -> None:
    place = found([FILLER, "Give 5 mg."], max_tokens=32)
    last = place.hits[-1]
    hits = [*place.hits[:-1], replace(last, dense_score=0.9)]
    assert rank("posology", hits, place.lookup, Lexicon())[0].chunk_id == last.chunk_id


def test_the_weight_of_meaning_is_an_option() -> None:
    place = found([FILLER, "Give 5 mg at night."], max_tokens=32)
    filler, last = place.hits[0], place.hits[-1]
    hits = [replace(filler, dense_score=0.9), replace(last, dense_score=0.1)]

    def first(weight: float) -> str:
        options = RetrievalOptions(dense=weight)
        return rank("give at night", hits, place.lookup, Lexicon(), options)[0].chunk_id

    assert first(0.0) == last.chunk_id
    assert first(4.0) == filler.chunk_id


def test_the_first_k_are_taken_and_fewer_before_a_gap() -> None:
    place = found(GUIDELINE)
    first = rank("dose", place.hits, place.lookup, Lexicon())[0]
    hits = [replace(first, score=score) for score in (1.0, 0.9, 0.5, 0.4)]
    assert taken(hits, RetrievalOptions(top_k=3)) == hits[:3]
    assert taken(hits, RetrievalOptions(top_k=3, gap=0.3)) == hits[:2]
    assert taken([], RetrievalOptions(gap=0.3)) == []


def test_no_hits_give_no_order() -> None:
    assert rank("dose", [], found(GUIDELINE).lookup, Lexicon()) == []


def test_the_index_gives_the_chunk_with_the_words_of_the_question(tmp_path: Path) -> None:
    place, encoder = found(GUIDELINE), HashingEncoder()
    store = open_store("test", tmp_path)
    store.add(index_items(place.result), encoder)
    two = RetrievalOptions(top_k=2)
    hits = retrieve(store, encoder, "liver enzymes", place.lookup, Lexicon(), two)
    store.close()
    assert len(hits) == 2
    assert "liver enzymes" in place.lookup(hits[0])[1].content


@settings(max_examples=25)
@given(sir=sirs())
def test_ranking_keeps_every_hit_and_its_scores_fall(sir: Sir) -> None:
    place = found_in(sir)
    hits = rank("first-line dose for patients", place.hits, place.lookup, Lexicon())
    assert sorted(hit.chunk_id for hit in hits) == sorted(hit.chunk_id for hit in place.hits)
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)
