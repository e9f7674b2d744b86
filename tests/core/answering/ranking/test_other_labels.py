"""Whether a unit is about another stage, version or ward than those that are asked for."""

from __future__ import annotations

import pytest

from core.answering.query.question_type import Query
from core.answering.ranking.other_labels import is_about_another
from core.answering.ranking.unit_facts import Facts
from core.evidence.quotable_units import Unit
from core.text.language import language_of


def is_another(question: str, text: str, *path: str, parts: bool = True) -> bool:
    facts = Facts(Unit((), text, path=path), language_of(text))
    return is_about_another(Query(question), facts, parts=parts)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("When was version 3 approved?", "Version 4 was approved in 2024."),
        ("How is stage I treated?", "In stages II and III it is cut out."),
        ("How many beds has ward A?", "Ward G has 20 beds."),
        ("Is it exported by version 1?", "It is exported by version 2 or later."),
    ],
)
def test_a_text_that_names_others_alone_is_about_another(question: str, text: str) -> None:
    assert is_another(question, text)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How are type 1 and type 2 treated?", "Type 1 is treated with insulin."),
        ("How is stage 3 treated?", "In stage 3b it is cut out, in stage 4 it is not."),
        ("How is stage 3 treated?", "In stage IIIB it is cut out, in stage IV it is not."),
        ("Does version 3 export files?", "Files have been exported since version 2."),
        ("Does version 3 export files?", "It takes at least version 2 to export files."),
        ("Was gilt ab Stufe 3?", "Ab Stufe 2 gilt die Regel."),
        ("How is stage 3 treated?", "It is treated for six months, longer than in stage 2."),
        ("What is given in type 2?", "Metformin is given, but not in type 1."),
        ("Who may visit ward A?", "Unlike ward B, children may visit."),
    ],
)
def test_a_text_about_one_of_them_or_told_from_others_is_not(question: str, text: str) -> None:
    assert not is_another(question, text)


def test_what_stands_below_what_is_asked_for_is_not_about_another() -> None:
    question, text = "How is stage 3 treated?", "It is cut out; in stage 2 it is left."
    assert is_another(question, text)
    assert not is_another(question, text, "Stage 3", "Treatment")


def test_what_answers_may_send_to_another_part_of_the_document() -> None:
    question, text = "What is signed by section 5?", "The form is signed (see section 4)."
    assert is_another(question, text)
    assert not is_another(question, text, parts=False)
