"""What a setting finds for each question, and what that costs."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from core.answering import open_answerer
from core.answering.base import AnswerOptions
from core.evaluation.measuring import measures
from core.evaluation.outcome import Cost, Outcome, Retrieved, Scored
from core.evaluation.setting import pack_setting
from core.evaluation.sweeps.base import Within
from core.retrieval.ranking import CANDIDATES, retrieve
from core.retrieval.words import main_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.evaluation.materials import Materials, Shelf
    from core.evaluation.questions.base import Question, QuestionSet
    from core.evaluation.setting import Setting
    from core.progress import Progress
    from core.recipe import RetrievalOptions


def score(
    setting: Setting,
    questions: QuestionSet,
    materials: Materials,
    within: Within = Within.DOCUMENT,
    *,
    answers: bool = False,
    progress: Progress | None = None,
) -> Scored:
    """The setting with an outcome for each question, in their order.

    `progress` counts chunks that are embedded, then questions. Raises as `Materials.shelf`.
    """
    begun = time.perf_counter()
    documents = questions.documents
    total = len(questions.questions)
    shelf = materials.shelf(setting, documents, progress)
    outcomes: list[Outcome] = []
    for number, question in enumerate(questions.questions, start=1):
        places = _places(question, documents, within)
        outcomes.append(_outcome(setting, question, places, shelf, answers=answers))
        if progress:
            progress(number, total)
    cost = _cost(shelf, outcomes, materials.parse_seconds(documents, setting.parser))
    return Scored(
        key=setting.key,
        setting=pack_setting(setting),
        outcomes=tuple(outcomes),
        cost=cost,
        seconds=time.perf_counter() - begun,
    )


def _places(question: Question, documents: Sequence[str], within: Within) -> list[str]:
    """The documents that a question is searched in."""
    if within is Within.LIBRARY:
        return list(documents)
    own = question.documents or tuple(piece.document for piece in question.evidence)
    return list(dict.fromkeys(own)) or list(documents)


def _outcome(
    setting: Setting, question: Question, places: Sequence[str], shelf: Shelf, *, answers: bool
) -> Outcome:
    options = setting.recipe.retrieval
    begun = time.perf_counter()
    hits = retrieve(
        shelf.store, shelf.encoder, question.text, shelf.lookup, shelf.lexicon, options, places
    )
    seconds = time.perf_counter() - begun
    found = [(hit, *shelf.lookup(hit)) for hit in hits]
    chunks = [(result, chunk) for _, result, chunk in found]
    values = measures(question, chunks, shelf.results, options.top_k)
    if answers:
        values |= _answered(question, places, shelf, options)
    retrieved = tuple(
        Retrieved(
            document=hit.document,
            chunk=chunk.id,
            start=chunk.cut.start,
            end=chunk.cut.end,
            page=main_page(result.stream, chunk),
            score=hit.score,
            overlap=chunk.cut.overlap,
            context=chunk.cut.context,
        )
        for hit, result, chunk in found
    )
    return Outcome(question=question.id, retrieved=retrieved, measures=values, seconds=seconds)


def _answered(
    question: Question, places: Sequence[str], shelf: Shelf, retrieval: RetrievalOptions
) -> dict[str, float]:
    """Whether a question is answered that has an answer, or left alone that has none."""
    hits = shelf.store.search(question.text, shelf.encoder, CANDIDATES, places)
    answerer = open_answerer(lexicon=shelf.lexicon)
    answer = answerer.answer(question.text, hits, shelf.lookup, AnswerOptions(), retrieval)
    if question.answerable:
        return {"answered": float(not answer.abstained)}
    return {"abstained": float(answer.abstained)}


def _cost(shelf: Shelf, outcomes: Sequence[Outcome], parse_seconds: float) -> Cost:
    sizes = [chunk.token_count for result in shelf.results.values() for chunk in result.chunks]
    return Cost(
        chunks=len(sizes),
        chunk_tokens=sum(sizes) / max(len(sizes), 1),
        index_tokens=sum(sizes),
        parse_seconds=parse_seconds,
        chunk_seconds=shelf.chunk_seconds,
        embed_seconds=shelf.embed_seconds,
        search_seconds=sum(one.seconds for one in outcomes) / max(len(outcomes), 1),
    )
