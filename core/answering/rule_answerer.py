"""Questions answered without a language model: understood, searched and quoted by rules.

Who calls it brings the search: a workbench its indexes, an evaluation the chunks that it measures.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from core.answering.combined_answer import joined
from core.answering.query.question_parts import parts_of, with_topic
from core.answering.query.understanding import understood
from core.answering.reason import with_going_on
from core.configuration import AnswerOptions
from core.configuration.options import DEFAULT_RETRIEVAL
from core.text.language import differ, language_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.answering.base import Answer
    from core.answering.document_lookup import DocumentLookup
    from core.answering.extractive import ExtractiveAnswerer
    from core.configuration import RetrievalOptions
    from core.indexing.base import ChunkMatch
    from core.retrieval.base import ChunkLookup
    from core.retrieval.chunk_words import ChunkWords


@dataclass(frozen=True)
class RuleAnswerer:
    """Answers what is asked of documents; `search` finds chunks of them for a query.

    `documents` gives words of documents that were kept; without it they are read from the text.
    """

    answerer: ExtractiveAnswerer
    search: Callable[[str], list[ChunkMatch]]
    lookup: ChunkLookup
    options: AnswerOptions = field(default_factory=AnswerOptions)
    retrieval: RetrievalOptions = DEFAULT_RETRIEVAL
    documents: DocumentLookup | None = None

    def answer(self, question: str, before: Sequence[str], *, as_asked: bool = False) -> Answer:
        """The answer to a question after earlier ones, the oldest first.

        It is searched as it is understood, several questions in one each by itself; or `as_asked`:
        whole and exactly as typed.
        """
        hits = self.search(question)
        wordings = {question: question} if as_asked else self.wordings(question, before, hits)
        if len(wordings) == 1:  # of a question put twice over, too, which stays as it was typed
            wordings = dict.fromkeys([question], *wordings.values())
        answers = [
            replace(
                self.quoted(query, hits if query == question else self.search(query)),
                question=part,
                searched="" if query == part else query,
            )
            for part, query in wordings.items()
        ]
        if len(answers) == 1:
            only = answers[0]
            refused = only.abstained and hits and not as_asked
            if refused and {*wordings.values()} != {*self.wordings(question, (), hits).values()}:
                return replace(only, reason=with_going_on(only.reason))
            return only
        return joined(question, answers, self.options.max_citations, self.options.passages)

    def quoted(
        self, query: str, hits: Sequence[ChunkMatch], options: AnswerOptions | None = None
    ) -> Answer:
        """The answer to a query from the hits of its search."""
        options = options or self.options
        known = self.known(hits)
        return self.answerer.answer(query, hits, self.lookup, options, self.retrieval, known)

    def known(self, hits: Sequence[ChunkMatch]) -> DocumentLookup:
        """The words of the documents of hits."""
        return self.documents or self.answerer.known(hits, self.lookup)

    def wordings(
        self, question: str, before: Sequence[str], hits: Sequence[ChunkMatch]
    ) -> dict[str, str]:
        """How the parts of a question are searched, by how they are asked; of a single one, itself.

        A part that goes on from another one does not go on from the questions `before`.
        """
        names, known = dict.fromkeys(hit.document for hit in hits), self.known(hits)
        documents = [known.document_words(name) for name in names]
        parts = parts_of(question)
        if not parts:
            return {question: understood(question, before, documents)}
        wordings: dict[str, str] = {}
        for place, part in enumerate(parts):
            text = with_topic(part, parts[:place][::-1], parts[place + 1 :])
            earlier = before if text == part else ()
            wordings[part] = understood(text, earlier, documents)
        return wordings


def matches_across_languages(
    question: str,
    matches: Sequence[ChunkMatch],
    words_of: Callable[[str], ChunkWords],
    search: Callable[[list[str]], Sequence[ChunkMatch]],
) -> list[ChunkMatch]:
    """The matches; in documents of another language than the question, those that `search` finds.

    `search` takes the ids of these documents and has to find across languages; `words_of` gives the
    words of a document by its id.
    """
    language = language_of(question)
    words = {name: words_of(name) for name in dict.fromkeys(match.document for match in matches)}
    foreign = [name for name, each in words.items() if differ(language, each.language)]
    if not foreign:
        return list(matches)
    # Chunks that are cut by an encoder's measure differ, and cannot be named by the others.
    across = [match for match in search(foreign) if match.chunk_id in words[match.document].place]
    reached = {match.document for match in across}
    return [*(match for match in matches if match.document not in reached), *across]
