"""Several sweeps as one: their settings on the questions that all of them asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.evaluation.questions.base import QuestionSet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.evaluation.outcome import Scored
    from core.evaluation.sweeps.base import SweepResult


def combined(results: Sequence[SweepResult]) -> SweepResult:
    """All settings that were scored, compared on the questions that every sweep asked.

    A setting that several sweeps scored in the same way counts once, as the last of them found
    it; where they searched elsewhere (`Plan.within`) or answered as well, both stay, the key of
    the later one with a number behind it. Without a question in common there are no outcomes.

    Raises:
        ValueError: there is no result.
    """
    if len(results) == 1:
        return results[0]
    first = results[0]
    shared = _shared(results)
    questions = tuple(one for one in first.plan.questions.questions if one.id in shared)
    asked = [one.id for one in questions]
    held: dict[tuple[str, str, bool], Scored] = {}
    for result in results:
        for one in result.scored:
            place = one.key, result.plan.within.value, result.plan.answers
            held[place] = _only(one, asked)
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


def _only(scored: Scored, asked: Sequence[str]) -> Scored:
    """The outcomes of these questions in this order."""
    held = {one.question: one for one in scored.outcomes}
    kept = tuple(held[name] for name in asked if name in held)
    return scored.model_copy(update={"outcomes": kept})


def _by_one_key(scored: Sequence[Scored]) -> tuple[Scored, ...]:
    seen: dict[str, int] = {}
    found: list[Scored] = []
    for one in scored:
        seen[one.key] = seen.get(one.key, 0) + 1
        times = seen[one.key]
        found.append(one if times == 1 else one.model_copy(update={"key": f"{one.key}.{times}"}))
    return tuple(found)
