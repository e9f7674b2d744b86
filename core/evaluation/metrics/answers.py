"""Answers: how many of their claims are supported, and whether they abstain where they should."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.evaluation.metrics.counts import counted

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class AbstentionScores:
    """Abstention over questions of which some have no answer, each 0 to 1.

    `abstained` is the share of the questions without an answer that none was given to,
    `answered` the share of those with an answer that one was given to; each is None where there
    is no such question. `balanced` is the mean of both, None unless both are defined: always
    answering and never answering have 0.5. `f1` is that of finding the questions without an
    answer by abstaining from them.
    """

    abstained: float | None
    answered: float | None
    balanced: float | None
    f1: float | None


def faithfulness(supported: Sequence[bool]) -> float | None:
    """Share of the claims of an answer that are supported; None for an answer without claims.

    Source: Es et al., RAGAS: Automated Evaluation of Retrieval Augmented Generation (2024).
    """
    return sum(supported) / len(supported) if supported else None


def abstention(answerable: Sequence[bool], answered: Sequence[bool]) -> AbstentionScores:
    """How well it was told which questions have an answer; one entry for each question.

    Source: Rajpurkar et al., Know What You Don't Know (2018), for questions without an answer.

    Raises:
        ValueError: the two are not of one length.
    """
    refused = counted([not one for one in answerable], [not one for one in answered])
    abstained, given = refused.recall, counted(answerable, answered).recall
    balanced = None if abstained is None or given is None else (abstained + given) / 2
    return AbstentionScores(abstained, given, balanced, refused.f1)
