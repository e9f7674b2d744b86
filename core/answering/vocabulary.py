"""The words of a document's chunks: how rare each is, and how much of a question a text holds."""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from core.indexing.bm25 import Bm25Vectors, Language, guess_language

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

_WORD = re.compile(r"\w+(?:[.,]\d+)*")


@lru_cache(maxsize=1)
def _vectors() -> Bm25Vectors:
    return Bm25Vectors()


def stems(text: str, language: Language) -> frozenset[int]:
    """The stems of a text without stop words, as the BM25 index knows them."""
    return frozenset(_vectors().of_text(text, language)[0])


@dataclass(frozen=True)
class Term:
    """A content word of a question: as written, its stems, and its weight."""

    word: str
    stems: frozenset[int]
    weight: float


class Vocabulary:
    """In how many of a document's chunks each stem stands."""

    def __init__(self, contents: Sequence[str]) -> None:
        """Counts the stems of the chunks, all in the language they are written in."""
        self.language = guess_language(contents)
        self._chunks = max(len(contents), 1)
        self._counts: Counter[int] = Counter()
        for content in contents:
            self._counts.update(stems(content, self.language))

    def idf(self, stem: int) -> float:
        """Inverse document frequency, as BM25 has it; the highest for an unknown stem."""
        count = self._counts[stem]
        return math.log(1 + (self._chunks - count + 0.5) / (count + 0.5))

    def terms(self, question: str) -> list[Term]:
        """The question's content words, each once, in their order."""
        found: dict[frozenset[int], Term] = {}
        for word in _WORD.findall(question):
            forms = stems(word, self.language)
            if forms and forms not in found:
                found[forms] = Term(word, forms, max(self.idf(stem) for stem in forms))
        return list(found.values())


def coverage(terms: Sequence[Term], held: Collection[int]) -> float:
    """Share of the terms, by weight, whose stems are all held; 0 to 1, and 0 without terms."""
    total = sum(term.weight for term in terms)
    inside = sum(term.weight for term in terms if all(stem in held for stem in term.stems))
    return inside / total if total else 0.0
