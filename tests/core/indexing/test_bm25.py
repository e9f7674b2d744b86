"""Sparse vectors and the language they are stemmed in."""

import pytest

from core.indexing.bm25 import Bm25Vectors, Language, guess_language

ENGLISH = "The dose is to be given with food, and not to be repeated by the patient."
GERMAN = "Die Dosis ist mit dem Essen zu geben und von dem Patienten nicht zu wiederholen."


@pytest.mark.parametrize(
    ("texts", "language"),
    [
        ([ENGLISH], Language.ENGLISH),
        ([GERMAN], Language.GERMAN),
        ([ENGLISH, GERMAN, GERMAN], Language.GERMAN),
        (["12 345 mg", "Σωκράτης"], Language.OTHER),
        (["Le chat dort sur le canapé pendant que la pluie tombe."], Language.OTHER),
        ([""], Language.OTHER),
        ([], Language.OTHER),
    ],
)
def test_the_language_is_guessed_from_small_words(texts: list[str], language: Language):
    assert guess_language(texts) is language


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
