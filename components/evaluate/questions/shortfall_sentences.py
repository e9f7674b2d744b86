"""Why fewer candidate questions were found than were asked for, in words."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from components.evaluate.questions.question_labels import count_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from core.evaluation.questions.base import Question

_RULES = "headings, definitions and tables"
_FEWER = {
    False: f"Its {_RULES} give no more.",
    True: "The model found no more that stand up to the check.",
}
_NONE = {
    False: f"It has no {_RULES} that rules can ask for, in English or German. Click lines under "
    "New question, or let a model make some.",
    True: "The model found none that stands up to the check. Click lines under New question.",
}


def shortfalls(
    names: Mapping[str, str],
    questions: Sequence[Question],
    most: int,
    unanswerable: int,
    *,
    by_model: bool,
) -> tuple[str, ...]:
    """A sentence for each document that gave fewer than `most`, and one for those without answer.

    `names` are the documents asked for, by their ids; `unanswerable` is how many without an
    answer were wanted in all.
    """
    counts = Counter(question.evidence[0].document for question in questions if question.evidence)
    sentences = [
        f"{name}: {counts[document]} of {count_in_words(most)}. "
        f"{(_FEWER if counts[document] else _NONE)[by_model]}"
        for document, name in names.items()
        if counts[document] < most
    ]
    without = sum(not question.answerable for question in questions)
    return (*sentences, *_without_answer(len(names), without, unanswerable, by_model=by_model))


def _without_answer(documents: int, made: int, asked: int, *, by_model: bool) -> Iterator[str]:
    if made >= asked:
        return
    if by_model:
        why = "The model found no more."
    elif documents < 2:
        why = "They are made of what another document speaks of: choose a second one above."
    else:
        why = (
            "They are made of what another document in the same language speaks of, in words that "
            "this one does not hold; there is no more."
        )
    yield f"Without an answer: {made} of {asked}. {why}"
