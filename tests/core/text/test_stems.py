"""Stems that forms of a word share."""

from __future__ import annotations

import pytest

from core.text.stems import beginning, stem


@pytest.mark.parametrize(
    ("word", "other"),
    [
        ("Studies", "study"),
        ("patient's", "Patients"),
        ("Stadien", "Stadium"),
        ("Behandlungen", "Behandlung"),
    ],
)
def test_forms_of_a_word_have_one_stem(word: str, other: str) -> None:
    assert stem(word) == stem(other)


@pytest.mark.parametrize(
    ("word", "form"), [("study", "studies"), ("Dosis", "Dosisse"), ("Regel", "Regeln")]
)
def test_forms_of_a_word_begin_alike(word: str, form: str) -> None:
    assert form.startswith(beginning(word))


def test_a_short_word_is_left_whole() -> None:
    assert (stem("gas"), beginning("gas"), beginning("dress")) == ("gas", "gas", "dress")
