"""Content words: those that a search counts, each by its stem in the BM25 index.

The stemmers and stop words are those of the index, so what is counted here is what is found there.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from qdrant_edge import Bm25, Bm25Config, DisabledStemmer, StopwordsSet

from core.text.language import Language, language_of
from core.text.words import word_list

if TYPE_CHECKING:
    from collections.abc import Sequence

AVERAGE_LENGTH = 256.0
"""Length in words at which a text's word counts are taken as they are. It is fixed, as a mean
over the index would change with each document and make old vectors wrong."""


@cache
def stemmer(language: Language) -> Bm25:
    """Splits, stems and weighs a text in a language; in another one it only lowers the words."""
    if language is Language.OTHER:
        return Bm25(
            Bm25Config(avg_len=AVERAGE_LENGTH, stemmer=DisabledStemmer(), stopwords=StopwordsSet())
        )
    return Bm25(Bm25Config(avg_len=AVERAGE_LENGTH, language=language.value))


@lru_cache(maxsize=200_000)
def stem_id(word: str, language: Language) -> int | None:
    """The index of a word's stem in sparse vectors; None for a stop word."""
    indices = stemmer(language).embed_document(word).indices
    return indices[0] if indices else None


def stem_list(words: Sequence[str], language: Language) -> list[int]:
    """The stems of words in their order, without those of stop words."""
    stems = (stem_id(word, language) for word in words)
    return [stem for stem in stems if stem is not None]


def stems_of(text: str, language: Language) -> list[int]:
    """The stems of the content words of a text, in their order."""
    return stem_list(word_list(text), language)


def content_words(question: str) -> list[str]:
    """The words of a question that are no stop words of its language, in their order.

    A question that does not tell its language is taken for English.
    """
    guessed = language_of(question)
    language = Language.ENGLISH if guessed is Language.OTHER else guessed
    return [word for word in word_list(question) if stem_id(word, language) is not None]
