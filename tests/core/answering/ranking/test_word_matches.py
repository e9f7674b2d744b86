"""Words of a question beside the tokens of texts."""

from __future__ import annotations

import numpy as np

from core.answering.ranking.word_matches import word_matches

QUESTION = "How long are the x-rays of kids kept?"
TEXTS = [
    "Radiographs of children are stored for ten years.",
    "The kitchen of the hospital opens at noon.",
]


def test_a_paraphrase_is_nearer_than_a_text_on_something_else() -> None:
    matches = word_matches(QUESTION, ["kids", "kept"], TEXTS)
    assert matches.shape == (2, 2)
    assert (matches[0] > matches[1]).all()


def test_a_word_is_nearest_to_itself() -> None:
    (same, other) = word_matches("Is marbofen safe?", ["marbofen"], ["Marbofen is safe.", TEXTS[0]])
    assert same > 0.8 > other


def test_words_that_are_not_read_count_as_met() -> None:
    question = "word " * 400 + "kids"
    assert word_matches(question, ["kids", "absent"], TEXTS[:1]).tolist() == [[1.0, 1.0]]


def test_an_empty_text_meets_nothing() -> None:
    assert np.all(word_matches(QUESTION, ["kids"], [""]) < 1)
