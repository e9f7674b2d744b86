"""From a question to an answer without a language model, as the app asks it, whatever is searched.

Who calls it brings the search: a workbench its indexes, an evaluation the chunks that it measures.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from core.answering.languages import differ, language_of
from core.recipe import AS_USUAL

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.answering.base import Answer, Answerer, AnswerOptions
    from core.chunking.base import ChunkingResult
    from core.indexing.base import Hit
    from core.recipe import RetrievalOptions
    from core.retrieval.base import ChunkLookup
    from core.retrieval.words import Lexicon


def answer_by_rules(
    question: str,
    answerer: Answerer,
    search: Callable[[str], list[Hit]],
    lookup: ChunkLookup,
    options: AnswerOptions | None = None,
    retrieval: RetrievalOptions = AS_USUAL,
    before: Sequence[str] = (),
) -> Answer:
    """The answer to a question, searched as it is understood after the questions `before`."""
    hits = search(question)
    results = {hit.document: lookup(hit)[0] for hit in hits}
    asked = answerer.understood(question, before, list(results.values()))
    hits = search(asked.text) if asked.changed else hits
    answer = answerer.answer(asked.text, hits, lookup, options, retrieval)
    return replace(answer, question=question, searched=asked.text if asked.changed else "")


def hits_across_languages(
    question: str,
    hits: Sequence[Hit],
    chunking: Callable[[str], ChunkingResult],
    lexicon: Lexicon,
    search: Callable[[list[str]], Sequence[Hit]],
) -> list[Hit]:
    """The hits; in documents of another language than the question, those that `search` finds.

    `search` takes the ids of these documents and has to find across languages.
    """
    asked = language_of(question)
    results = {hit.document: chunking(hit.document) for hit in hits}
    foreign = [
        name for name, result in results.items() if differ(asked, lexicon.of(result).language)
    ]
    if not foreign:
        return list(hits)
    # Chunks that are cut by an encoder's measure differ, and cannot be named by the others.
    across = [hit for hit in search(foreign) if hit.chunk_id in results[hit.document].by_id]
    reached = {hit.document for hit in across}
    return [*(hit for hit in hits if hit.document not in reached), *across]
