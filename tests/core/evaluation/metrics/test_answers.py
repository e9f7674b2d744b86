"""Supported claims and abstention, by hand."""

from __future__ import annotations

import pytest

from core.evaluation.metrics.answers import AbstentionScores, abstention, faithfulness


def test_faithfulness_is_the_share_of_supported_claims():
    assert faithfulness([True, True, False, True]) == 0.75
    assert faithfulness([]) is None


def test_abstention_is_measured_on_both_kinds_of_questions():
    answerable = [True, True, True, True, False, False]
    answered = [True, True, True, False, True, False]
    # Abstained from two questions, one of them rightly; one of two without an answer.
    assert abstention(answerable, answered) == AbstentionScores(0.5, 0.75, 0.625, 0.5)


@pytest.mark.parametrize("answered", [True, False])
def test_always_and_never_answering_are_half_right(answered: bool):
    assert abstention([True, False], [answered] * 2).balanced == 0.5


def test_a_kind_without_questions_has_no_share():
    assert abstention([True], [True]) == AbstentionScores(None, 1.0, None, None)
    assert abstention([False], [True]) == AbstentionScores(0.0, None, None, 0.0)
    assert abstention([], []) == AbstentionScores(None, None, None, None)


def test_every_question_needs_both_values():
    with pytest.raises(ValueError, match="zip"):
        abstention([True, False], [True])
