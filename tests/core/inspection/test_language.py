"""The language of a text by its stop words."""

from __future__ import annotations

import pytest

from core.inspection.language import STOP_WORDS, language


@pytest.mark.parametrize("name", STOP_WORDS)
def test_stop_words_tell_their_language(name: str) -> None:
    assert language(STOP_WORDS[name].split() * 3) == name


def test_few_words_tell_nothing() -> None:
    assert language(["the", "of"]) == ""


def test_numbers_and_codes_tell_nothing() -> None:
    assert language([str(number) for number in range(500)]) == ""
