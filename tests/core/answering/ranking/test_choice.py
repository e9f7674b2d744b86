"""Which of the ranked units are quoted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.answering import open_answerer
from core.answering.ranking.choice import choose
from tests.core.answering.builders import FILLER, GUIDELINE, found


@pytest.mark.parametrize(("probability", "count"), [(0.2, 2), (0.9, 1)])
def test_beside_a_sure_answer_only_what_is_nearly_as_good_is_quoted(
    probability: float, count: int
) -> None:
    place = found([*GUIDELINE, FILLER])
    best, other, *_ = open_answerer().rank_units("Which dose?", place.hits, place.lookup).ranked
    ranked = [replace(best, score=5.0), replace(other, score=3.0)]
    assert len(choose(ranked, 5, probability)) == count
