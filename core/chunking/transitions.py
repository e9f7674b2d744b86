"""Places inside a paragraph at which another topic begins, by distance and by the words there.

Source: practical RAG chunking, step 2; the paper leaves it to a language model.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from core.chunking.continuity import opens_with
from core.chunking.slicing import distances

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from core.chunking.base import Sentences
    from core.chunking.paragraphs import Paragraph
    from core.tokens import TokenStream

_SHORTEST = 2
"""A topic has two sentences at least."""
_LONG = 6
"""So many sentences are taken for two topics: those of the paper's sample have three and four."""
_TIED = 0.25
"""Taken off the distance of a sentence that opens with a pronoun or a connective."""
_MIDDLE = 0.1
"""Added to the distance in the middle, less towards the ends: topics are of similar length."""
_OUTLIER = 1.5
"""A shorter part is divided where a distance is so many standard deviations above the mean."""


class Transitions:
    """Finds the transitions of one document."""

    def __init__(
        self, stream: TokenStream, paragraphs: Sequence[Paragraph], sentences: Sentences
    ) -> None:
        """Measures the distance of each piece of a paragraph from the one before it."""
        self._stream, self._paragraphs = stream, paragraphs
        every = [piece for paragraph in paragraphs for piece in paragraph.pieces]
        ends = np.cumsum([len(paragraph.pieces) for paragraph in paragraphs])
        self._gaps = np.split(distances(every, sentences), ends[:-1])
        inner = np.concatenate([gap[1:] for gap in self._gaps])
        self._high = float(inner.mean() + _OUTLIER * inner.std()) if len(inner) else 2.0

    def of(self, number: int, places: Sequence[int]) -> dict[int, float]:
        """Pieces of a paragraph that begin a topic, with their distances.

        The parts between `places`, at which chapters begin, are divided each by itself.
        """
        paragraph = self._paragraphs[number]
        if len(paragraph.pieces) < 2 * _SHORTEST:
            return {}
        scores = self._scores(number)
        parts = list(pairwise([0, *places, len(paragraph.pieces)]))
        added: dict[int, float] = {}
        while parts:
            low, high = parts.pop()
            place = self._best(paragraph, scores, low, high)
            if place is not None:
                added[place] = float(self._gaps[number][place])
                parts += [(low, place), (place, high)]
        return added

    def _scores(self, number: int) -> NDArray[np.float32]:
        scores = np.array(self._gaps[number], np.float32)
        for at, piece in enumerate(self._paragraphs[number].pieces):
            if opens_with(self._stream.text(piece.start, piece.end)):
                scores[at] -= _TIED
        return scores

    def _best(
        self, paragraph: Paragraph, scores: NDArray[np.float32], low: int, high: int
    ) -> int | None:
        low += low in paragraph.chapters
        count = high - low
        inner = range(low + _SHORTEST, high - _SHORTEST + 1)
        places = [at for at in inner if not paragraph.pieces[at].attached]
        if not places:
            return None
        best = max(places, key=lambda at: float(scores[at]) + _MIDDLE * _central(at - low, count))
        return best if count >= _LONG or scores[best] > self._high else None


def _central(at: int, count: int) -> float:
    return 1.0 - abs(2 * at / count - 1.0)
