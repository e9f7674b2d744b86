"""Questions answered without a language model: understood, searched and quoted by rules.

Who calls it brings the search: a workbench its indexes, an evaluation the chunks that it measures.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from core.answering.base import AnswerOptions
from core.answering.combined_answer import joined
from core.answering.query.question_parts import parts_of, with_topic
from core.configuration import AS_USUAL
from core.text.language import differ, language_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.answering.base import Answer, Answerer
    from core.chunking.base import ChunkingResult
    from core.configuration import RetrievalOptions
    from core.indexing.base import ChunkMatch
    from core.retrieval.base import ChunkLookup
    from core.retrieval.lexicon import Lexicon


@dataclass(frozen=True)
class RuleAnswerer:
    """Answers what is asked of documents; `search` finds chunks of them for a query."""

    answerer: Answerer
    search: Callable[[str], list[ChunkMatch]]
    lookup: ChunkLookup
    options: AnswerOptions = field(default_factory=AnswerOptions)
    retrieval: RetrievalOptions = AS_USUAL

    def answer(self, question: str, before: Sequence[str], *, as_asked: bool = False) -> Answer:
        """The answer to a question after earlier ones, the oldest first.

        It is searched as it is understood, several questions in one each by itself; or `as_asked`:
        whole and exactly as typed.
        """
        hits = self.search(question)
        if as_asked:
            return self._quoted(question, question, hits)
        results = {hit.document: self.lookup(hit)[0] for hit in hits}
        wordings = in_parts(question, before, self.answerer, list(results.values()))
        if len(wordings) == 1:
            (text,) = wordings.values()
            return self._quoted(question, text, hits if text == question else self.search(text))
        answers = [self._quoted(part, text, self.search(text)) for part, text in wordings.items()]
        return joined(question, answers, self.options.max_citations, self.options.passages)

    def _quoted(self, question: str, text: str, hits: Sequence[ChunkMatch]) -> Answer:
        """The answer to a question that is searched in other words."""
        answer = self.answerer.answer(text, hits, self.lookup, self.options, self.retrieval)
        return replace(answer, question=question, searched="" if text == question else text)


def in_parts(
    question: str, before: Sequence[str], answerer: Answerer, results: Sequence[ChunkingResult]
) -> dict[str, str]:
    """How the parts of a question are searched, by how they are asked; the question if it is one.

    A part that goes on from another one does not go on from the questions `before`.
    """
    parts = parts_of(question)
    if not parts:
        return {question: answerer.understood(question, before, results).text}
    wordings: dict[str, str] = {}
    for place, part in enumerate(parts):
        text = with_topic(part, parts[:place][::-1], parts[place + 1 :])
        earlier = before if text == part else ()
        wordings[part] = answerer.understood(text, earlier, results).text
    return wordings


def matches_across_languages(
    question: str,
    matches: Sequence[ChunkMatch],
    chunking: Callable[[str], ChunkingResult],
    lexicon: Lexicon,
    search: Callable[[list[str]], Sequence[ChunkMatch]],
) -> list[ChunkMatch]:
    """The matches; in documents of another language than the question, those that `search` finds.

    `search` takes the ids of these documents and has to find across languages.
    """
    asked = language_of(question)
    results = {match.document: chunking(match.document) for match in matches}
    foreign = [
        name for name, result in results.items() if differ(asked, lexicon.of(result).language)
    ]
    if not foreign:
        return list(matches)
    # Chunks that are cut by an encoder's measure differ, and cannot be named by the others.
    across = [match for match in search(foreign) if match.chunk_id in results[match.document].by_id]
    reached = {match.document for match in across}
    return [*(match for match in matches if match.document not in reached), *across]
