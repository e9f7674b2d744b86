"""The language of questions and of documents."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import core.text
from core.text.language import Language, differ, language_code, language_of

ENGLISH = "The dose is to be given with food, and not to be repeated by the patient."
GERMAN = "Die Dosis ist mit dem Essen zu geben und von dem Patienten nicht zu wiederholen."
FRENCH = "Le chat dort sur le canapé pendant que la pluie tombe."
SMALL_WORDS: dict[str, str] = json.loads(
    Path(core.text.__file__).with_name("small_words.json").read_text("utf-8")
)


@pytest.mark.parametrize(
    ("texts", "language"),
    [
        ([ENGLISH], Language.ENGLISH),
        ([GERMAN], Language.GERMAN),
        ([ENGLISH, GERMAN, GERMAN], Language.GERMAN),
        (["12 345 mg", "Σωκράτης"], Language.OTHER),
        ([FRENCH], Language.OTHER),
        ([""], Language.OTHER),
        ([], Language.OTHER),
    ],
)
def test_the_language_is_guessed_from_small_words(texts: list[str], language: Language) -> None:
    assert language_of(texts) is language


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("Which dose?", Language.ENGLISH),
        ("Welche Dosis?", Language.GERMAN),
        ("Höchstdosis?", Language.GERMAN),
        ("An welchem Platz werden sie behandelt?", Language.GERMAN),
        ("Was nehme ich?", Language.GERMAN),
        ("An injection of what?", Language.ENGLISH),
        ("Explain an EKG", Language.ENGLISH),
        ("An welchem Tag?", Language.GERMAN),
        ("Offer an 8 am to 9 am test.", Language.ENGLISH),
        ("Metformin?", Language.OTHER),
        ("Dose of, Dosis von", Language.OTHER),
    ],
)
def test_a_single_small_word_tells_the_language_of_a_question(
    question: str, language: Language
) -> None:
    assert language_of(question) is language


def test_a_list_of_codes_with_a_word_between_tells_no_language() -> None:
    assert language_of("and " + "code " * 30) is Language.OTHER


def test_only_the_first_words_of_a_document_are_looked_at() -> None:
    assert language_of([ENGLISH] * 400 + [GERMAN] * 4000) is Language.ENGLISH


def test_languages_differ_only_where_both_are_known() -> None:
    assert differ(Language.ENGLISH, Language.GERMAN)
    assert not differ(Language.ENGLISH, Language.OTHER)
    assert not differ(Language.GERMAN, Language.GERMAN)


@pytest.mark.parametrize("code", SMALL_WORDS)
def test_small_words_tell_their_language(code: str) -> None:
    assert language_code(SMALL_WORDS[code].split() * 3) == code


def test_few_words_tell_nothing() -> None:
    assert language_code(["the", "of"]) == ""


def test_numbers_and_codes_tell_nothing() -> None:
    assert language_code([str(number) for number in range(500)]) == ""
