"""Measures of a question, computed by hand for small documents."""

from __future__ import annotations

from math import log2

import pytest

from core.evaluation.question_measures import measures
from core.tokenizer import minilm_tokenizer
from core.tokens import tokenize
from tests.builders import heading, sir_from_texts
from tests.core.evaluation.builders import question
from tests.cutting import cut

ONE, TWO, THREE = "red " * 16, "blue " * 16, "green " * 16
"""Two lines of eight words each; a word is a token."""
STREAM = tokenize(sir_from_texts([ONE.strip(), TWO.strip(), THREE.strip()]), minilm_tokenizer())
CUT = cut(STREAM, "fixed", max_tokens=16, overlap=0.0)
SHELF = {CUT.document: CUT}
BLUE_LINE = "blue " * 7 + "blue"


def measured(
    *taken: int, phrases: tuple[str, ...] = (BLUE_LINE,), any_of: bool = False
) -> dict[str, float]:
    asked = question(STREAM.sir, "What is blue?", *phrases, any_of=any_of)
    return measures(asked, [(CUT, CUT.chunks[index]) for index in taken], SHELF, k=2)


def test_the_chunks_are_the_three_paragraphs() -> None:
    assert [chunk.content.split()[0] for chunk in CUT.chunks] == ["red", "blue", "green"]


def test_half_of_the_chunk_that_was_found_is_evidence() -> None:
    found = measured(1)
    assert found["line_recall"] == 1.0
    assert found["line_precision"] == pytest.approx(0.5, abs=1e-9)
    assert found["token_recall"] == 1.0
    assert found["token_precision"] == pytest.approx(8 / 16, abs=1e-9)
    assert found["token_iou"] == pytest.approx(8 / 16, abs=1e-9)
    assert found["precision_omega"] == pytest.approx(8 / 16, abs=1e-9)
    assert found["box_iou"] == pytest.approx(0.5, abs=1e-6)
    assert found["retrieved_tokens"] == 16


def test_what_is_found_in_second_place_counts_less_for_ranks() -> None:
    found = measured(0, 1)
    assert found["mrr"] == 0.5
    assert found["dcg"] == pytest.approx(1 / log2(3), abs=1e-9)
    assert found["ndcg"] == pytest.approx(1 / log2(3), abs=1e-9)
    assert found["recall_at_k"] == 1.0
    assert found["token_precision"] == pytest.approx(8 / 32, abs=1e-9)
    assert found["token_iou"] == pytest.approx(8 / 32, abs=1e-9)


def test_a_chunk_gains_by_the_share_of_the_evidence_that_it_holds() -> None:
    cut_within = cut(STREAM, "fixed", max_tokens=20, overlap=0.0)
    asked = question(STREAM.sir, "What is blue?", TWO.strip())
    shelf = {cut_within.document: cut_within}
    # Tokens 16 to 32 answer: chunk 1 holds the first 4 of them, chunk 2 the other 12.
    one, two = ((cut_within, chunk) for chunk in cut_within.chunks[:2])
    found = measures(asked, [one, two], shelf, k=2)["ndcg"]
    best = 0.75 + 0.25 / log2(3)
    assert found == pytest.approx((0.25 + 0.75 / log2(3)) / best, abs=1e-9)
    assert measures(asked, [two, one], shelf, k=2)["ndcg"] == 1.0
    assert measures(asked, [two], shelf, k=2)["ndcg"] == pytest.approx(0.75 / best, abs=1e-9)


def test_a_chunk_beyond_the_evidence_finds_nothing_but_its_page() -> None:
    found = measured(2)
    assert found["line_recall"] == found["token_recall"] == found["mrr"] == found["dcg"] == 0.0
    assert found["page_first"] == found["page_hit"] == 1.0


def test_nothing_retrieved_scores_nothing() -> None:
    found = measured()
    assert found["line_recall"] == found["line_precision"] == found["token_iou"] == 0.0
    assert found["page_hit"] == found["retrieved_tokens"] == 0.0


def test_a_question_without_an_answer_has_no_recall() -> None:
    assert measured(0, phrases=()) == {"retrieved_tokens": 16.0}


def test_all_evidence_is_needed_unless_one_piece_is_enough() -> None:
    both = (BLUE_LINE, "green " * 7 + "green")
    assert measured(1, phrases=both)["line_recall"] == 0.5
    assert measured(1, phrases=both, any_of=True)["line_recall"] == 1.0


def test_characters_are_those_of_the_tokens() -> None:
    text = sir_from_texts(["a " * 7 + "a", "immediately " * 7 + "immediately"])
    stream = tokenize(text, minilm_tokenizer())
    result = cut(stream, "fixed", max_tokens=16, overlap=0.0)
    asked = question(text, "How soon?", "immediately " * 7 + "immediately")
    found = measures(asked, [(result, result.chunks[0])], {result.document: result}, 1)
    long, short = len("immediately " * 7 + "immediately"), len("a " * 7 + "a")
    assert found["token_precision"] == pytest.approx(0.5, abs=1e-9)
    assert found["char_precision"] == pytest.approx(long / (long + short), abs=1e-9)


def test_overlap_and_prepended_headings_are_retrieved_tokens() -> None:
    text = sir_from_texts([heading("Dose"), "one " * 24 + "two " * 16])
    stream = tokenize(text, minilm_tokenizer())
    result = cut(stream, "fixed", max_tokens=20, overlap=0.5)
    asked = question(text, "What is two?", "two " * 15 + "two")
    taken = [(result, chunk) for chunk in result.chunks]
    found = measures(asked, taken, {result.document: result}, 5)
    held = sum(chunk.token_count for chunk in result.chunks)
    assert held > len(stream)
    assert found["token_recall"] == 1.0
    assert found["token_precision"] == pytest.approx(16 / held, abs=1e-9)


def test_evidence_of_which_a_parser_has_no_word_counts_as_not_found() -> None:
    other = sir_from_texts(["Something else, of another document."])
    asked = question(other, "What else?", "Something else")
    found = measures(asked, [(CUT, CUT.chunks[0])], SHELF, 2)
    names = ("line_recall", "token_recall", "token_iou", "char_recall", "mrr", "dcg", "page_hit")
    assert [found[name] for name in names] == [0.0] * len(names)
