"""Several sweeps as one: their settings on the questions that all of them asked."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b
from typing import TYPE_CHECKING

from core.evaluation.questions.base import Question, QuestionSet
from core.evaluation.sweeps.base import Plan, SweepResult, Within, Writer

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.evaluation.outcome import Scored


def combined(results: Sequence[SweepResult]) -> SweepResult:
    """All settings that were scored, compared on the questions that every sweep asked.

    A setting that several sweeps scored in the same way counts once, as the last of them found
    it, unless that failed; where they searched elsewhere (`Plan.within`, and for the whole
    library its documents) or answered as well, both stay, the key of the later one with a number
    behind it. `Scored.searched` tells them apart. Without a question in common there are no
    outcomes.

    Raises:
        ValueError: there is no result.
    """
    if len(results) == 1:
        return results[0]
    plan = results[0].plan
    shared = set.intersection(
        *({question.id for question in result.plan.questions.questions} for result in results)
    )
    questions = tuple(question for question in plan.questions.questions if question.id in shared)
    latest: dict[tuple[str, str], Scored] = {}
    for result in results:
        place = _place(result.plan)
        for scored in result.scored:
            if not (scored.failed and (scored.key, place) in latest):
                latest[scored.key, place] = _only(scored, questions, place)
    name = " and ".join(dict.fromkeys(result.plan.name for result in results))[:80]
    asked = QuestionSet(name=plan.questions.name, questions=questions)
    return results[0].model_copy(
        update={
            "plan": plan.model_copy(
                update={"name": name, "questions": asked, "writer": _shared_writer(results)}
            ),
            "created": max(result.created for result in results),
            "scored": _numbered(latest.values()),
        }
    )


def _place(plan: Plan) -> str:
    """What beside a setting and its questions tells two scorings apart, for people.

    Such as `library (12 documents: 1f08ab), answered by gemini:gemini-2.5-flash`.
    """
    place = Within.DOCUMENT.value
    if plan.within is Within.LIBRARY:
        # Two libraries may be of one size; their names tell them apart.
        documents = sorted(set(plan.questions.documents))
        name = blake2b(",".join(documents).encode(), digest_size=3).hexdigest()
        count = len(documents)
        place = f"{Within.LIBRARY.value} ({count} document{'s' * (count != 1)}: {name})"
    if plan.writer:
        return f"{place}, answered by {_writer_words(plan.writer)}"
    return f"{place}, answered" if plan.answers else place


def _writer_words(writer: Writer) -> str:
    """A writer with how its claims are judged, as in `gemini:gemini-2.5-flash (strict)`."""
    reader = writer.second_reader and f"second reader {writer.second_reader}"
    judged = ", ".join(filter(None, ["strict" if writer.strict else "", reader]))
    return f"{writer.model} ({judged})" if judged else writer.model


def _shared_writer(results: Sequence[SweepResult]) -> Writer | None:
    """The writer of all sweeps; None where they differ."""
    first = results[0].plan.writer
    return first if all(result.plan.writer == first for result in results) else None


def _only(scored: Scored, questions: Sequence[Question], searched: str) -> Scored:
    by_id = {outcome.question: outcome for outcome in scored.outcomes}
    outcomes = tuple(by_id[question.id] for question in questions if question.id in by_id)
    return scored.model_copy(update={"outcomes": outcomes, "searched": searched})


def _numbered(every: Iterable[Scored]) -> tuple[Scored, ...]:
    """The settings, with a number behind the key of all but the first of a key."""
    seen: Counter[str] = Counter()
    numbered: list[Scored] = []
    for scored in every:
        seen[scored.key] += 1
        number = seen[scored.key]
        key = scored.key if number == 1 else f"{scored.key}.{number}"
        numbered.append(scored.model_copy(update={"key": key}))
    return tuple(numbered)
