"""Why there is an answer or none, in words."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from core.answering.base import NEAREST_INSTEAD
from core.answering.query.asked_quantity import unstated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.answering.extractive import UnitRanking
    from core.answering.query.question_type import Query
    from core.answering.ranking.unit_ranking import Ranked


def lacking_in_words(query: Query, chosen: Sequence[Ranked]) -> str:
    """The quantities that are asked for and that none of the chosen states, in words."""
    kinds = unstated(query.text, [unit.facts.unit.text for unit in chosen])
    return " or ".join(kind.words for kind in kinds)


def reason(ranking: UnitRanking, best: float, threshold: float, lacking: str) -> str:
    """What came of the threshold, and which words of the question stand where, or nowhere."""
    if not ranking.chunks:
        return "No passage was found to answer from."
    if ranking.query.asks_nothing:
        return f"The question names nothing that could be looked for. {NEAREST_INSTEAD}"
    reached = math.floor(best * 100)  # rounded up, 0.498 would look like enough
    parts = [
        f"The first passage answers the question with a probability of about {reached}%; "
        f"{round(threshold * 100)}% is needed."
    ]
    if best < threshold:
        parts += [f"None of the lines that come first states {lacking}."] if lacking else []
        parts.append(NEAREST_INSTEAD)
    described = ranking.described
    if missing := [word for word in ranking.missing if word not in described]:
        parts.append(f"None of the passages holds: {', '.join(missing)}.")
    if described:
        parts.append(
            "Only a language model's description of a figure, which is never quoted, holds: "
            f"{', '.join(described)}."
        )
    return " ".join(parts)
