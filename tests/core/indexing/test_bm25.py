"""Sparse vectors and the language they are stemmed in."""

import pytest

from core.indexing.bm25 import Bm25Vectors
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
    vectors = Bm25Vectors()
    shared = set(vectors.of_query(query)[0]) & set(vectors.of_text(text, language)[0])
    assert shared


def test_stop_words_of_a_language_weigh_nothing():
    assert Bm25Vectors().of_text("the of and is", Language.ENGLISH) == ([], [])


def test_a_word_that_is_repeated_weighs_more_but_not_twice_as_much():
    vectors = Bm25Vectors()
    (once,) = vectors.of_text("dose", Language.ENGLISH)[1]
    (twice,) = vectors.of_text("dose dose", Language.ENGLISH)[1]
    assert once < twice < 2 * once


def test_a_query_without_words_is_empty():
    assert Bm25Vectors().of_query(" ?! ") == ([], [])
