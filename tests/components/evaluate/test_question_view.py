"""How a question is named in the list from which one is chosen."""

from __future__ import annotations

import pytest

from components.evaluate.question_view import _line
from core.evaluation.comparison import Pair
from core.evaluation.questions.base import Evidence, GoldLine, Question

LINE = GoldLine(page=1, left=0.1, top=0.1, right=0.9, bottom=0.2)
EVIDENCE = Evidence(document="1" * 64, lines=(LINE,), text="It is so.")


@pytest.mark.parametrize(
    ("evidence", "words"),
    [((EVIDENCE,), "not defined for this question"), ((), "no answer in the documents")],
)
def test_a_question_without_a_value_says_why(evidence: tuple[Evidence, ...], words: str):
    question = Question(text="Why?", evidence=evidence, documents=("1" * 64,))
    pair = Pair(question.id, None, None)
    assert _line(pair, {question.id: question}, "mrr") == f"Why? · {words}"
