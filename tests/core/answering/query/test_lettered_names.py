"""Things that only a letter tells from others of their kind."""

from __future__ import annotations

import pytest

from core.answering.query.lettered_names import names_another, with_letters_of


@pytest.mark.parametrize(
    ("question", "text", "is_another"),
    [
        ("What is the number of Ward A?", "Ward G\t3392", True),
        ("What is the number of ward A?", "Ward A\t3301", False),
        ("What is the number of Ward A?", "Ward G and Ward A share a kitchen.", False),
        ("What is the number of Ward A?", "The ward has a number.", False),
        ("Who is tested for hepatitis C?", "Hepatitis B and C are tested.", False),
        ("Who is tested for hepatitis C?", "Hepatitis A/C; hepatitis B is not.", False),
        ("Wer wird auf Hepatitis C getestet?", "Hepatitis B wird getestet.", True),
        ("Wie wird Hepatitis B behandelt?", "Hepatitis-B-Kranke anders als Hepatitis C.", False),
        ("Is vitamin D advised?", "Vitamin K is advised.", True),
        ("Is vitamin B advised?", "Vitamin B12 is advised, and vitamin D is not.", False),
        ("When is ward B open?", "Wards A to C are open at noon, ward G is closed.", False),
        ("Is ward A larger than ward B?", "Ward A has 20 beds.", False),
        ("What stands in appendix C?", "The form (see appendix A) is signed.", False),
        ("Can I eat?", "Nobody can U-turn.", False),
    ],
)
def test_what_has_another_letter_and_not_that_of_the_question_is_another(
    question: str, text: str, is_another: bool
) -> None:
    assert names_another(question, text) == is_another


def test_what_stands_below_the_name_that_is_asked_for_is_not_about_another() -> None:
    text = "Unlike ward B, children may visit."
    assert names_another("Who may visit ward A?", text)
    assert not names_another("Who may visit ward A?", text, "Visitors\nWard A")


@pytest.mark.parametrize(
    ("before", "question", "after"),
    [
        ("How many beds has Ward A?", "And ward B?", "How many beds has Ward B?"),
        ("Is vitamin D advised?", "And vitamin K?", "Is vitamin K advised?"),
        ("Is ward A larger than ward C?", "And ward B?", "Is ward A larger than ward C?"),
        ("How many beds has Ward A?", "And wards B and C?", "How many beds has Ward A?"),
        ("How many beds has Ward A?", "And group B?", "How many beds has Ward A?"),
    ],
)
def test_a_letter_takes_the_place_of_the_one_before(before: str, question: str, after: str) -> None:
    assert with_letters_of(question, before) == after
