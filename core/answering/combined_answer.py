"""One answer made of the answers to several questions that were asked in one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from core.answering.base import Answer, Part
from core.answering.reason import ASK_OTHERWISE, without_next_step
from core.indexing.fusion import reciprocal_rank_fusion

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.answering.base import Passage
    from core.evidence.citations import Citation
    from core.spans import Span


def joined(question: str, answers: Sequence[Answer], citations: int, passages: int) -> Answer:
    """The answers to the parts of a question as one, with at most so many citations and passages.

    Citations stand in the order of the parts, what several cite once; each part has one at least
    if it has evidence.
    """
    each = max(1, citations // len(answers))
    numbered: dict[tuple[str, tuple[Span, ...]], Citation] = {}
    parts: list[Part] = []
    for answer in answers:
        numbers: list[int] = []
        for citation in answer.citations[:each]:
            key = citation.quote.document, citation.quote.spans
            new = replace(citation, number=len(numbered) + 1)
            numbers.append(numbered.setdefault(key, new).number)
        parts.append(_part(answer, tuple(numbers)))
    best = max(answers, key=lambda answer: answer.evidence)
    return replace(
        best,
        question=question,
        citations=tuple(numbered.values()),
        abstained=all(part.abstained for part in parts),
        reason=parts_in_words(parts),
        passages=merged([answer.passages for answer in answers])[:passages],
        missing=tuple(dict.fromkeys(word for answer in answers for word in answer.missing)),
        searched="; ".join(part.searched or part.question for part in parts),
        parts=tuple(parts),
    )


def merged(lists: Sequence[Sequence[Passage]]) -> tuple[Passage, ...]:
    """The passages of several queries in one order, each once."""
    if len(lists) == 1:
        return tuple(lists[0])
    by_chunk = {
        (p.hit.document, p.hit.chunk_id): p for passages in reversed(lists) for p in passages
    }
    rankings = [[(p.hit.document, p.hit.chunk_id) for p in passages] for passages in lists]
    return tuple(by_chunk[key] for key, _ in reciprocal_rank_fusion(rankings))


def _part(answer: Answer, numbers: tuple[int, ...]) -> Part:
    reason = without_next_step(answer.reason)
    return Part(
        answer.question, answer.searched, numbers, answer.abstained, reason, answer.evidence
    )


def parts_in_words(parts: Sequence[Part]) -> str:
    """What came of the parts; what each of them says for itself, where none has evidence."""
    answered = sum(bool(part.citations) for part in parts)
    if not answered:
        return " ".join([*(f"{part.question} {part.reason}" for part in parts), ASK_OTHERWISE])
    return f"{len(parts)} questions in one, each searched by itself; {answered} with evidence."
