"""Sentences of a text, in two languages."""

from __future__ import annotations

import pytest

from core.text.language import Language
from core.text.sentences import sentence_spans


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        (Language.ENGLISH, "See Fig. 3 for 2.5 mg. Dr. Hall agreed! Did she?", 3),
        (Language.GERMAN, "Die Dosis beträgt z. B. 5 mg. Dr. Huber stimmt zu, vgl. Abb. 3.", 2),
        (Language.OTHER, "See Fig. 3 for 2.5 mg. Dr. Hall agreed! Did she?", 3),
        (None, "Die Dosis beträgt z. B. 5 mg. Dr. Huber stimmt zu, vgl. Abb. 3.", 2),
        (Language.ENGLISH, "no full stop at all", 1),
        (Language.ENGLISH, "   ", 0),
    ],
)
def test_abbreviations_do_not_end_sentences(
    language: Language | None, text: str, expected: int
) -> None:
    spans = sentence_spans(text, language)
    assert len(spans) == expected
    assert all(text[start:end] == text[start:end].strip() for start, end in spans)


def test_a_line_break_ends_a_sentence() -> None:
    assert sentence_spans("Dose\nof the day") == [(0, 4), (5, 15)]
