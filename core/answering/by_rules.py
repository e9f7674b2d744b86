"""Questions answered without a language model: understood, searched and quoted by rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from core.recipe import AS_USUAL

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.answering.base import Answer, Answerer, AnswerOptions
    from core.indexing.base import Hit
    from core.recipe import RetrievalOptions
    from core.retrieval.base import ChunkLookup


@dataclass(frozen=True)
class RuleAnswerer:
    """Answers what is asked of documents; `search` finds chunks of them for a query."""

    answerer: Answerer
    search: Callable[[str], list[Hit]]
    lookup: ChunkLookup
    options: AnswerOptions | None = None
    retrieval: RetrievalOptions = AS_USUAL

    def answer(self, question: str, before: Sequence[str], *, as_asked: bool = False) -> Answer:
        """The answer to a question after earlier ones, the oldest first.

        It is searched as it is understood, or `as_asked`: exactly as typed.
        """
        hits = self.search(question)
        results = {hit.document: self.lookup(hit)[0] for hit in hits}
        text = question
        if not as_asked:
            text = self.answerer.understood(question, before, list(results.values())).text
        hits = hits if text == question else self.search(text)
        answer = self.answerer.answer(text, hits, self.lookup, self.options, self.retrieval)
        return replace(answer, question=question, searched="" if text == question else text)
