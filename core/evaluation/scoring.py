"""What a setting finds for each question, and what that costs."""

from __future__ import annotations

import time
from statistics import median
from typing import TYPE_CHECKING

from core.embedding import is_at_service
from core.evaluation.answer_scoring import Replies, reply_measures
from core.evaluation.outcome import Cost, Outcome, Retrieved, Scored
from core.evaluation.question_measures import measures
from core.evaluation.sweeps.base import Within, Writer
from core.llm.base import Usage
from core.llm.ledger import cost
from core.retrieval.lexicon import main_page
from core.retrieval.ranking import retrieve
from core.tokenizer import minilm_tokenizer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.configuration import Configuration
    from core.evaluation.questions.base import Question, QuestionSet
    from core.evaluation.shared_stages import SharedStages, Shelf
    from core.progress import Progress


def score(
    setting: Configuration,
    questions: QuestionSet,
    materials: SharedStages,
    within: Within = Within.DOCUMENT,
    *,
    answers: bool = False,
    writer: Writer | None = None,
    progress: Progress | None = None,
) -> Scored:
    """The setting with an outcome for each question, in their order.

    With `answers` each is answered, too: by rules, or by the `writer`. `progress` counts chunks
    that are embedded, then questions. Raises as `SharedStages.shelf` and `Replies.reply`.
    """
    begun = time.perf_counter()
    documents = questions.documents
    total = len(questions.questions)
    shelf = materials.shelf(setting, documents, progress)
    replies = Replies(setting, shelf, materials, writer)
    outcomes: list[Outcome] = []
    for number, question in enumerate(questions.questions, start=1):
        places = _places(question, documents, within)
        outcome = _outcome(setting, question, places, shelf)
        outcomes.append(_answered(outcome, question, places, replies) if answers else outcome)
        if progress:
            progress(number, total)
    costs = _cost(shelf, outcomes, materials.parse_seconds(documents, setting.parser))
    if answers:
        costs = costs.model_copy(update=_answer_costs(setting, questions, outcomes, materials))
    return Scored(
        key=setting.key,
        setting=setting.to_json(),
        outcomes=tuple(outcomes),
        cost=costs,
        seconds=time.perf_counter() - begun,
    )


def _places(question: Question, documents: Sequence[str], within: Within) -> list[str]:
    if within is Within.LIBRARY:
        return list(documents)
    own = question.documents or tuple(piece.document for piece in question.evidence)
    return list(dict.fromkeys(own)) or list(documents)


def _outcome(
    setting: Configuration, question: Question, places: Sequence[str], shelf: Shelf
) -> Outcome:
    options = setting.retrieval
    begun = time.perf_counter()
    hits = retrieve(
        shelf.store, shelf.encoder, question.text, shelf.lookup, shelf.lexicon, options, places
    )
    seconds = time.perf_counter() - begun
    retrieved_chunks = [(hit, *shelf.lookup(hit)) for hit in hits]
    chunks = [(result, chunk) for _, result, chunk in retrieved_chunks]
    values = measures(question, chunks, shelf.results, options.top_k)
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
            further=chunk.cut.further,
        )
        for hit, result, chunk in retrieved_chunks
    )
    return Outcome(question=question.id, retrieved=retrieved, measures=values, seconds=seconds)


def _answered(
    outcome: Outcome, question: Question, places: Sequence[str], replies: Replies
) -> Outcome:
    reply = replies.reply(question, places)
    measured = {**outcome.measures, **reply_measures(question, reply)}
    return outcome.model_copy(update={"measures": measured, "reply": reply})


def _answer_costs(
    setting: Configuration,
    questions: QuestionSet,
    outcomes: Sequence[Outcome],
    materials: SharedStages,
) -> dict[str, float | None]:
    """What it takes to answer, as fields of `Cost`."""
    replies = [outcome.reply for outcome in outcomes if outcome.reply]
    seconds = [reply.seconds for reply in replies if reply.seconds is not None]
    used = Usage(sum(reply.sent for reply in replies), sum(reply.written for reply in replies))
    writing = 1000 * cost(used, *materials.prices) / max(len(replies), 1)
    embedding = _embedding_price(setting, questions, materials.prices[0])
    return {
        "answer_seconds": median(seconds) if seconds else None,
        "answer_price": writing + embedding,
    }


def _embedding_price(setting: Configuration, questions: QuestionSet, price: float) -> float:
    """US dollars to embed 1,000 such questions, which only a service takes."""
    if not is_at_service(setting.encoder):
        return 0.0
    # As near as can be told without asking: the service counts by a tokenizer of its own.
    tokenizer = minilm_tokenizer()
    tokens = sum(len(tokenizer.encode(question.text).ids) for question in questions.questions)
    return 1000 * cost(Usage(input=tokens), price, 0.0) / max(len(questions.questions), 1)


def _cost(shelf: Shelf, outcomes: Sequence[Outcome], parse_seconds: float) -> Cost:
    sizes = [chunk.token_count for result in shelf.results.values() for chunk in result.chunks]
    return Cost(
        chunks=len(sizes),
        chunk_tokens=sum(sizes) / max(len(sizes), 1),
        index_tokens=sum(sizes),
        parse_seconds=parse_seconds,
        chunk_seconds=shelf.chunk_seconds,
        embed_seconds=shelf.embed_seconds,
        search_seconds=sum(outcome.seconds for outcome in outcomes) / max(len(outcomes), 1),
    )
