"""How near the words of a claim are to those of lines, by the vectors of their tokens.

A claim is borne out by all of its words, so the least near of them tell most: a mean hides the one
word that the lines do not say.

Source: Zhang et al. 2020, "BERTScore: evaluating text generation with BERT", 3 (precision, with a
low percentile in place of the mean).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from core.embedding.token_vectors import open_colbert, token_vectors
from core.verification.clauses import content, share

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from core.text.language import Language
    from core.verification.source import Source

_PERCENTILE = 10
"""Of the tokens of a claim, those that are least near."""
_REMEMBERED = 64
"""Texts whose vectors are held, some 0.1 MB each."""
_SENTENCES = 3
"""Sentences that are compared together, as a claim may gather what several of them say."""
_WORDS = 90
_COMPARED = 4
"""Windows that are compared, those with most of the claim's words."""


def closeness(claim: str, others: Sequence[str]) -> float:
    """How near the tokens of a claim are to those of the text that has the nearest for them.

    The tenth percentile of the largest cosine of each token. Each text is read once.

    Raises:
        SetupError: the model is missing or damaged.
    """
    own = _vectors(claim)
    if not len(own):
        return 1.0
    nearest = [_vectors(text) for text in others]
    values = [
        float(np.percentile((own @ theirs.T).max(1), _PERCENTILE))
        for theirs in nearest
        if len(theirs)
    ]
    return max(0.0, min(1.0, max(values, default=0.0)))


@lru_cache(maxsize=_REMEMBERED)
def _vectors(text: str) -> NDArray[np.float32]:
    """(n, 384) The vectors of the tokens of a text."""
    return token_vectors(open_colbert(), [text])[0].vectors


def windows(claim: str, language: Language, source: Source) -> list[str]:
    """The sentences of a source, alone and with those after them, nearest to a claim by words."""
    stretches = dict.fromkeys((*_stretches(source.told), *source.told))
    words = content(claim, language)
    ranked = sorted(stretches, key=lambda text: -share(words, content(text, source.language)))
    return ranked[:_COMPARED]


def _stretches(sentences: Sequence[str]) -> list[str]:
    stretches: list[str] = []
    for start in range(len(sentences)):
        taken: list[str] = []
        length = 0
        for sentence in sentences[start : start + _SENTENCES]:
            length += len(sentence.split())
            if taken and length > _WORDS:
                break
            taken.append(sentence)
        stretches.append(" ".join(taken))
    return stretches
