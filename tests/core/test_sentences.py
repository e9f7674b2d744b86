"""Sentences of a text, in two languages."""

from __future__ import annotations

import pytest

from core.sentences import guess_language, sentence_spans


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "See Fig. 3 for 2.5 mg. Dr. Hall agreed! Did she?", 3),
        ("de", "Die Dosis beträgt z. B. 5 mg. Dr. Huber stimmt zu, vgl. Abb. 3.", 2),
        ("en", "no full stop at all", 1),
        ("en", "   ", 0),
    ],
)
def test_abbreviations_do_not_end_sentences(language: str, text: str, expected: int) -> None:
    spans = sentence_spans(text, language)
    assert len(spans) == expected
    assert all(text[start:end] == text[start:end].strip() for start, end in spans)


def test_language_is_guessed_from_common_words() -> None:
    assert guess_language("Die Dosis ist mit der Mahlzeit zu nehmen.") == "de"
    assert guess_language("The dose is to be taken with the meal.") == "en"
