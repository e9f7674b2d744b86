"""How well a question names the subject of a document, seen against the other documents.

The subject of a document is what its title, its file and its first heading name: a medicine, a
condition, a company. A word counts as far as it belongs to one document, that is, stands more often
in it than in any of the others; so `management` in a title says little, and `adrenal` much.
"""

from __future__ import annotations

from functools import cache
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from core.text.content_words import content_words, stem_list
from core.text.words import word_list

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from core.answering.document_lookup import DocumentLookup
    from core.retrieval.chunk_words import ChunkWords

_LETTERS = 3
"""Letters of the shortest word of a title that can name a subject, if it is no abbreviation."""


class Subject:
    """What names a document, and how often each word stands in it."""

    def __init__(self, title: str, words: ChunkWords) -> None:
        """`title` is all that names the document; `words` are those that it holds."""
        self._language = words.language
        self._count = cache(lambda stem: int(np.count_nonzero(words.stem == stem)))
        self._total = max(len(words.stem), 1)
        named = [word for word in word_list(title) if len(word) >= _LETTERS and not word.isdigit()]
        self._named = frozenset(stem_list(named, self._language))

    def names(self, word: str) -> bool:
        """Whether a word stands in what names the document."""
        stems = stem_list([word], self._language)
        return bool(stems) and all(stem in self._named for stem in stems)

    def frequency(self, word: str) -> float:
        """Share of the document's content words that are this word, 0 to 1.

        What names the document counts as said once, even where its text does not say it.
        """
        counts = [self._count(stem) for stem in stem_list([word], self._language)]
        return max(min(counts, default=0), self.names(word)) / self._total


class Naming(NamedTuple):
    """How well a question names the subject of a document, 0 to 1, and the words that do.

    The words count wherever in the document an answer stands: what follows is all about it.
    """

    score: float
    words: frozenset[str]


class Subjects:
    """What documents are about."""

    def __init__(self, title_of: Callable[[str], str], known: DocumentLookup) -> None:
        """`title_of` gives title and file of a document by its id, `known` its words."""
        self._title_of = title_of
        self._known = known

    def asked(self, question: str, documents: Collection[str]) -> dict[str, Naming]:
        """How a question names the subject of each document, by the document's id.

        Of a single document there is nothing to tell: its score is 0.
        """
        words = list(dict.fromkeys(content_words(question)))
        subjects = {document: self._subject(document) for document in documents}
        return {
            document: Naming(score, frozenset(filter(subjects[document].names, words)))
            for document, score in named(words, subjects).items()
        }

    def _subject(self, document: str) -> Subject:
        heading = self._known.document_words(document).heading
        title = f"{self._title_of(document)} {heading}".replace("_", " ")
        return Subject(title, self._known.chunk_words(document))


def named(words: Sequence[str], subjects: Mapping[str, Subject]) -> dict[str, float]:
    """How well words name each subject: the chance that at least one of them means it, 0 to 1."""
    scores: dict[str, float] = {}
    for document, subject in subjects.items():
        others = [other for name, other in subjects.items() if name != document]
        unnamed = 1.0
        for word in words:
            if others and subject.names(word):
                unnamed *= 1.0 - _belonging(word, subject, others)
        scores[document] = 1.0 - unnamed
    return scores


def _belonging(word: str, subject: Subject, others: Sequence[Subject]) -> float:
    """How far a word belongs to one document: 0 where another holds it as often, 1 where none.

    For the root, what others hold at all counts little: half, if a quarter as often.
    """
    own = subject.frequency(word)
    elsewhere = max(other.frequency(word) for other in others)
    if any(other.names(word) for other in others) or own <= elsewhere:
        return 0.0
    return 1.0 - sqrt(elsewhere / own)
