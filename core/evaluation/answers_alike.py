"""Which settings give the same answers but for the probability from which on they are shown."""

from __future__ import annotations

import math
from dataclasses import replace

from core.configuration import AnswerOptions, Configuration

_NONE_FOUND = math.ulp(0.0)
"""The least probability: only where no text was found it is 0, and a model has nothing to read."""


def unrefused(setting: Configuration, *, by_model: bool) -> AnswerOptions:
    """The options of answers that are refused, if at all, because no text was found.

    How many citations are shown is of no matter to a model, which cites what its claims need.
    """
    if by_model:
        return AnswerOptions(threshold=_NONE_FOUND, max_citations=1, passages=1)
    count = setting.answer.max_citations
    return AnswerOptions(threshold=0.0, max_citations=count, passages=1)


def answers_key(setting: Configuration, *, by_model: bool) -> str:
    """Names what answers depend on beside the question and the trees; k does not change them."""
    usual = replace(setting, answer=unrefused(setting, by_model=by_model))
    return usual.with_retrieval(top_k=1, gap=float(setting.retrieval.gap > 0)).key
