"""Several sweeps as one: their settings on the questions that all of them asked."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from core.evaluation.questions.base import QuestionSet
from core.evaluation.sweeps.base import Within

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.evaluation.outcome import Scored
    from core.evaluation.sweeps.base import Plan, SweepResult


class _Place(NamedTuple):
    """What beside a setting and its questions tells two scorings apart.

    `library` are the documents that all questions were searched in; None where each was in its
    own.
    """

    library: frozenset[str] | None
    answers: bool

    @property
    def words(self) -> str:
        """Such as `library (12 documents: 1f08ab), answered`."""
        said = Within.DOCUMENT.value
        if self.library is not None:
            # Two libraries may be of one size; their names tell them apart.
            name = blake2b(",".join(sorted(self.library)).encode(), digest_size=3).hexdigest()
            count = len(self.library)
            said = f"{Within.LIBRARY.value} ({count} document{'s' * (count != 1)}: {name})"
        return f"{said}, answered" if self.answers else said


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
    first = results[0]
    shared = _shared(results)
    questions = tuple(one for one in first.plan.questions.questions if one.id in shared)
    asked = [one.id for one in questions]
    held: dict[tuple[str, _Place], Scored] = {}
    for result in results:
        place = _place(result.plan)
        for one in result.scored:
            if not (one.failed and (one.key, place) in held):
                held[one.key, place] = _only(one, asked, place.words)
    plan = first.plan.model_copy(
        update={
            "name": " and ".join(dict.fromkeys(one.plan.name for one in results))[:80],
            "questions": QuestionSet(name=first.plan.questions.name, questions=questions),
        }
    )
    created = max(one.created for one in results)
    return first.model_copy(
        update={"plan": plan, "created": created, "scored": _by_one_key(list(held.values()))}
    )


def _shared(results: Sequence[SweepResult]) -> set[str]:
    """Ids of the questions that are in every plan."""
    asked = [{one.id for one in result.plan.questions.questions} for result in results]
    return set.intersection(*asked)


def _place(plan: Plan) -> _Place:
    whole = plan.within is Within.LIBRARY
    return _Place(frozenset(plan.questions.documents) if whole else None, plan.answers)


def _only(scored: Scored, asked: Sequence[str], searched: str) -> Scored:
    """The outcomes of these questions in this order."""
    held = {one.question: one for one in scored.outcomes}
    kept = tuple(held[name] for name in asked if name in held)
    return scored.model_copy(update={"outcomes": kept, "searched": searched})


def _by_one_key(scored: Sequence[Scored]) -> tuple[Scored, ...]:
    seen: dict[str, int] = {}
    found: list[Scored] = []
    for one in scored:
        seen[one.key] = seen.get(one.key, 0) + 1
        times = seen[one.key]
        found.append(one if times == 1 else one.model_copy(update={"key": f"{one.key}.{times}"}))
    return tuple(found)
