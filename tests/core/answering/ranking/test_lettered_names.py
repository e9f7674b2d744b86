"""Things that only a letter tells from others of their kind."""

from __future__ import annotations

import pytest

from core.answering.ranking.lettered_names import names_another


@pytest.mark.parametrize(
    ("question", "text", "is_another"),
    [
        ("What is the number of Ward A?", "Ward G\t3392", True),
        ("What is the number of ward A?", "Ward A\t3301", False),
        ("What is the number of Ward A?", "Ward G and Ward A share a kitchen.", False),
        ("What is the number of Ward A?", "The ward has a number.", False),
        ("Who is tested for hepatitis C?", "Hepatitis B and C are tested.", False),
        ("Wer wird auf Hepatitis C getestet?", "Hepatitis B wird getestet.", True),
        ("Is vitamin D advised?", "Vitamin K is advised.", True),
        ("Can I eat?", "Nobody can U-turn.", False),
    ],
)
def test_what_has_another_letter_and_not_that_of_the_question_is_another(
    question: str, text: str, is_another: bool
) -> None:
    assert names_another(question, text) == is_another
