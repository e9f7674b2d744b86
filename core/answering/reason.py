"""What is said of an answer, or of there being none, in words: all surfaces take it from here."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from core.answering.query.asked_quantity import unstated
from core.text.counts import number_of
from core.text.language import differ

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.answering.extractive import UnitRanking
    from core.answering.query.question_type import Query
    from core.answering.ranking.unit_ranking import Ranked

NO_ANSWER = "No answer was found that is sure enough to show."
"""Said first where there is none, before the reason; documents may hold one all the same."""
NO_ANSWER_TO_PART = "No answer to this part was found that is sure enough to show."
ASK_OTHERWISE = "Ask in words that the documents use."
"""What to do next, said last; what shows the nearest passages says so itself, not all do."""
_WENT_ON = "The question was taken to go on from the one before. If it does not, ask it by itself."


def lacking_in_words(query: Query, chosen: Sequence[Ranked]) -> str:
    """The quantities that are asked for and that none of the chosen states, in words."""
    kinds = unstated(query.text, [unit.facts.unit.text for unit in chosen])
    return " or ".join(kind.words for kind in kinds)


def reason(ranking: UnitRanking, best: float, threshold: float, lacking: str) -> str:
    """How likely an answer is, and which words of the question stand where, or nowhere."""
    if not ranking.chunks:
        return "The documents hold no text that could be searched."
    if ranking.query.asks_nothing:
        return "The question names nothing that could be looked for. Say what it is about."
    parts = [chance_in_words(best, threshold)]
    if best < threshold and lacking:
        parts.append(f"The question asks for {lacking}, which none of the nearest lines states.")
    parts += _words_not_found(ranking)
    return " ".join([*parts, ASK_OTHERWISE] if best < threshold else parts)


def chance_in_words(best: float, threshold: float) -> str:
    """How likely the first text answers, and how likely it has to be."""
    what = "nearest passage" if best < threshold else "first quote"
    reached = math.floor(best * 100)  # rounded up, 0.498 would look like enough
    return (
        f"The {what} answers the question with a probability of about {reached}%; "
        f"{round(threshold * 100)}% is needed."
    )


def without_next_step(words: str) -> str:
    """A reason without what to do next, which is said once of several."""
    return words.removesuffix(ASK_OTHERWISE).strip()


def with_going_on(words: str) -> str:
    """The reason for having no answer, of a question that was joined to the one before."""
    return f"{without_next_step(words)} {_WENT_ON}"


def of_model(model: str, lines: int) -> str:
    """The reason where a model found nothing in the lines that it was given."""
    what = number_of(lines, "line")
    return f"{model} was given {what} and found no answer there. {ASK_OTHERWISE}"


def _words_not_found(ranking: UnitRanking) -> list[str]:
    """Which words of the question nothing that was read holds; of words in another language none
    can be told."""
    query = ranking.query
    nearest = ranking.ranked[0].facts.language if ranking.ranked else query.language
    if differ(query.language, nearest):
        languages = f"{query.language.title()} and the nearest passage {nearest.title()}"
        return [f"The question is {languages}, so they were compared by meaning alone."]
    described = ranking.described
    parts: list[str] = []
    if missing := [word for word in ranking.missing if word not in described]:
        parts.append(f"Nothing that was read holds: {_as_asked(missing, query)}.")
    if described:
        parts.append(
            "Only a language model's description of a figure, which is never quoted, holds: "
            f"{_as_asked(described, query)}."
        )
    return parts


def _as_asked(words: Sequence[str], query: Query) -> str:
    """Words in quotation marks, spelled as in the question."""
    spelled = (re.search(rf"\b{re.escape(word)}\b", query.text, re.IGNORECASE) for word in words)
    pairs = zip(words, spelled, strict=True)
    return ", ".join(f"“{match.group() if match else word}”" for word, match in pairs)
