"""How much of a question a text holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from core.retrieval.lexical import lexical_evidence
from core.retrieval.words import content_words, stem_list

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from core.indexing.bm25 import Language
    from core.retrieval.words import ChunkWords


@dataclass(frozen=True)
class Terms:
    """The content words of a question, each once, with weights: rare words count more."""

    words: tuple[str, ...]
    weights: tuple[float, ...]

    @classmethod
    def of(cls, question: str, documents: Sequence[ChunkWords]) -> Self:
        """The words, weighted by how rare they are in the chunks of the documents."""
        words = tuple(dict.fromkeys(content_words(question)))
        if not documents:
            return cls(words, (1.0,) * len(words))
        return cls(words, tuple(lexical_evidence(words, documents).weights.tolist()))

    def coverage(self, stems: Collection[int], language: Language) -> float:
        """Share of the words, by weight, whose stems are among `stems`; 0 without words."""
        held = (all(s in stems for s in stem_list([word], language)) for word in self.words)
        inside = sum(weight for weight, is_held in zip(self.weights, held, strict=True) if is_held)
        return inside / (sum(self.weights) or 1.0)

    def missing(self, texts: Sequence[tuple[Collection[int], Language]]) -> tuple[str, ...]:
        """The words that none of the texts holds, given as their stems and language."""
        return tuple(
            word
            for word in self.words
            if not any(all(s in stems for s in stem_list([word], lang)) for stems, lang in texts)
        )
