"""Content words and their stems in the index."""

from __future__ import annotations

import pytest

from core.text.content_words import content_words, stem_id, stem_list, stems_of
from core.text.language import Language


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What is the dose of veradine?", ["dose", "veradine"]),
        ("Wie hoch ist die Dosis von Veradin?", ["hoch", "dosis", "veradin"]),
        ("Welche Dosis nehmen Erwachsene?", ["dosis", "nehmen", "erwachsene"]),
        ("HER2-positive?", ["her2", "positive"]),
        ("?", []),
    ],
)
def test_small_words_of_the_language_of_a_question_are_left_out(
    question: str, words: list[str]
) -> None:
    assert content_words(question) == words


def test_a_stop_word_has_no_stem_and_forms_of_a_word_share_theirs() -> None:
    assert stem_id("the", Language.ENGLISH) is None
    assert (
        stem_list(["doses", "of", "dose"], Language.ENGLISH)
        == [stem_id("dose", Language.ENGLISH)] * 2
    )


def test_the_stems_of_a_text_are_those_of_its_content_words() -> None:
    assert stems_of("The dose of 5 mg.", Language.ENGLISH) == stem_list(
        ["dose", "5", "mg"], Language.ENGLISH
    )
