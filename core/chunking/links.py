"""What neighbouring topics are to each other, by rules or by a model, with the words that say so.

Source: practical RAG chunking, step 3.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from core.chunking.asking import shortened
from core.chunking.continuity import (
    Link,
    Relation,
    defined_terms,
    evidence_of,
    judged,
    term_pattern,
)
from core.chunking.topics_by_model import TOGETHER, ask_links, runs_of
from core.sir import ElementType
from core.spans import Span, text_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.chunking.base import ChunkSource
    from core.chunking.model_notes import ModelNotes
    from core.chunking.topics import Topic

_NO_PROSE = frozenset({ElementType.TABLE_CELL, ElementType.FIGURE, ElementType.FORMULA})
"""Where words point to nothing that stands before."""
_SHOWN = 260
"""Characters of a passage that are shown for its relations: what points back stands near its
beginning, what is pointed to mostly near an end."""


class Links:
    """The relations of the topics of one document."""

    def __init__(
        self, source: ChunkSource, topics: Sequence[Topic], block_size: int, notes: ModelNotes
    ) -> None:
        self._source, self._topics, self._block_size = source, topics, block_size
        self._notes = notes
        self._stream = source.stream
        self._texts = [self._stream.text(topic.start, topic.end) for topic in topics]

    def all(self) -> list[Link]:
        """The relation of each topic but the first to the one before it."""
        relations = self._planned() if self._source.model else {}
        return [self._link(at, relations.get(at)) for at in range(1, len(self._topics))]

    def _link(self, at: int, planned: Relation | None) -> Link:
        """The relation that is `planned`, else the one that rules see."""
        if chapter := self._topics[at].chapter:
            return Link(Relation.CHAPTER, chapter)
        if not self._is_open(at):
            return Link(Relation.INDEPENDENT)
        before, text = self._texts[at - 1], self._texts[at]
        if planned is None or self._source.model is None:
            return self._located(at, judged(before, text))
        words = evidence_of(planned, before, text)
        return self._located(at, Link(planned, words, self._source.model.name))

    def _planned(self) -> dict[int, Relation]:
        assert self._source.model is not None
        shown = [shortened(text, _SHOWN) for text in self._texts]
        closed = [at for at in range(1, len(self._topics)) if not self._is_open(at)]
        runs = runs_of(list(map(len, shown)), closed, self._block_size)
        if not runs:
            return {}
        task = self._source.model.task("continuity", self._stream.sir.document)
        asked = [shown[low:high] for low, high in runs]
        answers = ask_links(task, asked, TOGETHER * self._block_size, self._source.progress)
        self._notes.add(task, answers, "relations of all passages")
        return {
            low + at: relation
            for (low, _), answer in zip(runs, answers.parts, strict=True)
            for at, relation in enumerate(answer or (), 1)
            if relation
        }

    def _is_open(self, at: int) -> bool:
        """Whether words may say what a topic is to the one before it."""
        return not self._topics[at].chapter and all(
            map(self._is_prose, self._topics[at - 1 : at + 1])
        )

    def _is_prose(self, topic: Topic) -> bool:
        node = int(self._stream.tokens.node[topic.start])
        return self._stream.sir.nodes[node].type not in _NO_PROSE

    def _located(self, at: int, link: Link) -> Link:
        """The link with the places of its evidence, where it has any."""
        if not (link.needed and link.evidence):
            return link
        pattern = re.compile(rf"\b{re.escape(link.evidence)}\b")
        explained = None
        if link.relation is Relation.BACKWARD:
            pattern = term_pattern(link.evidence)
            explained = self._explained(at - 1, link.evidence)
        for sentence in self._sentences(at):
            if match := pattern.search(self._text(sentence)):
                start, end = match.span()
                words = Span(sentence.node, sentence.start + start, sentence.start + end)
                return replace(link, expression=words, sentence=sentence, explained=explained)
        return link

    def _explained(self, at: int, term: str) -> Span | None:
        """The sentence of a topic that explains a term, else the first one that has it."""
        pattern = term_pattern(term)
        named = [span for span in self._sentences(at) if pattern.search(self._text(span))]
        explains = (span for span in named if term in defined_terms(self._text(span)))
        return next(explains, next(iter(named), None))

    def _sentences(self, at: int) -> list[Span]:
        pieces = self._topics[at].pieces
        return [span for piece in pieces for span in self._stream.slices(piece.start, piece.end)]

    def _text(self, span: Span) -> str:
        return text_of(self._stream.sir, span)
