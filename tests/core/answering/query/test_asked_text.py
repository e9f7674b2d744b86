"""What can be asked at all."""

from __future__ import annotations

import pytest

from core.answering.query.asked_text import require_words
from core.errors import InvalidOption


@pytest.mark.parametrize(
    "question", ["", " \n", "?", " ?! ", "…", "§ & –", "How often\udcff?", "why " * 2501]
)
def test_a_question_without_a_word_too_long_or_with_half_a_character_is_refused(
    question: str,
) -> None:
    with pytest.raises(InvalidOption):
        require_words("How often?", question)


@pytest.mark.parametrize("question", ["x", "5 %?", "Ödem?", "何ですか", "क्या?", "ما هو؟"])
def test_a_word_of_any_script_or_a_figure_can_be_asked(question: str) -> None:
    require_words(question)
