"""Sparse vectors and the language they are stemmed in."""

import numpy as np
import pytest

from core.indexing.bm25 import (
    K1,
    TermCounts,
    document_vector,
    inverse_document_frequency,
    query_vector,
)
from core.text.content_words import AVERAGE_LENGTH
from core.text.language import Language


@pytest.mark.parametrize(
    ("query", "text", "language"),
    [
        ("doses", "one dose", Language.ENGLISH),
        ("Behandlung", "frühere Behandlungen", Language.GERMAN),
        ("ΣΩΚΡΆΤΗΣ", "σωκράτης", Language.OTHER),
        ("PD-L1", "high PD-L1 expression", Language.ENGLISH),
    ],
)
def test_a_query_shares_stems_with_a_text_of_any_language(
    query: str, text: str, language: Language
):
    shared = set(query_vector(query)[0]) & set(document_vector(text, language)[0])
    assert shared


def test_a_raised_digit_is_found_as_people_type_it():
    indices, _ = document_vector("40 mg/m² and CO₂ below 10⁹/L", Language.ENGLISH)
    assert set(query_vector("mg/m2 CO2")[0]) - set(indices) == set()
    assert set(query_vector("m² CO₂")[0]) - set(indices) == set()


def test_stop_words_of_a_language_weigh_nothing():
    assert document_vector("the of and is", Language.ENGLISH) == ([], [])


def test_a_word_that_is_repeated_weighs_more_but_not_twice_as_much():
    (once,) = document_vector("dose", Language.ENGLISH)[1]
    (twice,) = document_vector("dose dose", Language.ENGLISH)[1]
    assert once < twice < 2 * once


def test_a_query_without_words_is_empty():
    assert query_vector(" ?! ") == ([], [])


def test_the_weights_of_sparse_vectors_are_those_of_the_formula():
    (weight,) = document_vector("dose dose dose", Language.ENGLISH)[1]
    damping = K1 * (0.25 + 0.75 * 3 / AVERAGE_LENGTH)
    assert weight == pytest.approx(3 * (K1 + 1) / (3 + damping), rel=1e-5)


def test_a_rare_term_counts_more_and_a_term_of_all_texts_hardly():
    idf = inverse_document_frequency([0, 1, 10], 10)
    assert idf[0] > idf[1] > idf[2] > 0


def test_a_text_that_is_as_long_as_the_mean_scores_its_terms_by_idf():
    counts = TermCounts(np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([4.0, 4.0]))
    assert counts.bm25(0.75) == pytest.approx(counts.idf())


def test_without_texts_there_are_no_scores():
    assert len(TermCounts(np.zeros((1, 0)), np.zeros(0)).bm25(0.75)) == 0
